"""A resource: what is asked, what is answered, and the task that turns one into the other.

A file of `salet.web.routes` declares its tasks here; the server makes routes of them, and a worker
finds them by name. This module loads neither Starlette, which workers do without, nor numpy, which
the server does without.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from salet.words.builder import built_path
from salet.words.lexicon import DEFAULT_LEXICON

if TYPE_CHECKING:
    from salet.web import service, toolbox

# Workers have no use for the one, and the server none for the other.
Service: TypeAlias = "service.Service"
Toolbox: TypeAlias = "toolbox.Toolbox"

PREFIX = "/api/v1"

# Written out, because a type must be; a test compares them with the package.
Hard = Literal["off", "nyt", "strict"]
Host = Literal["honest", "adversary", "cruel"]
Prior = Literal["uniform", "frequency", "log-frequency", "sigmoid", "history"]


def text(most: int, example: str, told: str | None = None, **more: Any) -> Any:
    """Describe a field that is a text: its greatest length, an example and what it means."""
    return Field(max_length=most, examples=[example], description=told, **more)


_LEXICON = "A lexicon such as nyt or de6, or the id of one that was sent."
_TURNS = "Guesses and replies so far; a pattern has - grey, y yellow, g green."

Word = Annotated[str, text(60, "crane")]
LexiconName = Annotated[str, text(64, DEFAULT_LEXICON, _LEXICON)]
GameText = Annotated[
    str, text(64, "mastermind(4,6)", "A registered game; null for Wordle with the lexicon.")
]
StrategyText = Annotated[str, text(200, "entropy", min_length=1)]
PositionText = Annotated[str, text(1000, "raise:--y-g clout:-y---", _TURNS)]
MaxGuesses = Annotated[int, Field(ge=1, le=40)]


class Request(BaseModel):
    """What is asked; an unknown field is a mistake, and so is `false` for a number.

    A field with a default factory is for the server to fill in.
    """

    model_config = ConfigDict(extra="forbid", strict=True)


def built_at(lexicon: str) -> int:
    """Return when a lexicon was built here, in nanoseconds; 0 if it was not."""
    try:
        return built_path(lexicon).stat().st_mtime_ns if lexicon.isalnum() else 0
    except OSError:
        return 0


class WordsRequest(Request):
    """A request about Wordle with a lexicon."""

    game_field: ClassVar[str] = "game"
    lexicon: LexiconName = DEFAULT_LEXICON

    @property
    def other_game(self) -> str | None:
        """The game, if it is not Wordle with the lexicon."""
        return getattr(self, self.game_field, None)


class GameRequest(WordsRequest):
    """A request about any game."""

    game: GameText | None = None


class RulesRequest(GameRequest):
    """A request about a game under certain rules."""

    hard: Hard = "off"
    max_guesses: MaxGuesses = 6


Function = Callable[..., Any]


@dataclass(frozen=True)
class Task:
    """What is done for a request, and the route on which it is asked for.

    A GET or DELETE takes the request from its address.
    """

    name: str
    request: type[Request]
    function: Function
    """Of a request and a `salet.web.toolbox.Toolbox`, in a worker; or `here`, in the server, a
    coroutine of the service and a request, which may also return a response."""
    answer: str = ""
    """The shape of what it returns, of routes/answers.toml; none for a stream of events."""
    method: str = ""
    path: str = ""
    tag: str = ""
    status: int = 200
    here: bool = False
    before: Callable[[Service], None] | None = None
    """What the server does first."""
    then: Callable[[Service, Any, bytes], None] | None = None
    """What the server does with a request and its answer."""
    remembered: bool = True
    """Whether the same question has the same answer."""
    long: bool = False
    """Whether it may take longer than people wait for a suggestion."""


TASKS: dict[str, Task] = {}


def task(request: type[Request], **route: Any) -> Callable[[Function], Function]:
    """Declare a task; its name is that of its file, then that of the function."""

    def enter(function: Function) -> Function:
        name = f"{function.__module__.rsplit('.', 1)[1]}.{function.__name__}"
        TASKS[name] = Task(name, request, function, **route)
        return function

    return enter


def route(
    method: str, path: str, request: type[Request], answer: str = "", **more: Any
) -> Callable[[Function], Function]:
    """Declare a task that is asked for on a route."""
    return task(request, answer=answer, method=method, path=path, **more)


get = partial(route, "GET")
post = partial(route, "POST")
here = partial(route, here=True)
