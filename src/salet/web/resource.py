"""A resource: what is asked, what is answered, and the task that turns one into the other.

A file of `salet.web.routes` declares its tasks here; the server makes routes of them, and a worker
finds them by name. This module loads neither FastAPI, which workers do without, nor numpy, which
the server does without.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from salet.words.lexicon import DEFAULT_LEXICON

if TYPE_CHECKING:
    from salet.web.service import Service

# Written out, because a type must be; a test compares them with the package.
Hard = Literal["off", "nyt", "strict"]
Host = Literal["honest", "adversary", "cruel"]
Prior = Literal["uniform", "frequency", "log-frequency", "sigmoid"]
Word = Annotated[str, Field(max_length=60, examples=["crane"])]
LexiconName = Annotated[
    str,
    Field(
        max_length=64,
        examples=[DEFAULT_LEXICON],
        description="A lexicon such as nyt or de6, or the id of one that was sent.",
    ),
]
GameText = Annotated[
    str,
    Field(
        max_length=64,
        examples=["mastermind(4,6)"],
        description="A registered game; null for Wordle with the lexicon.",
    ),
]
StrategyText = Annotated[str, Field(min_length=1, max_length=200, examples=["entropy"])]
PositionText = Annotated[
    str,
    Field(
        max_length=1000,
        examples=["raise:--y-g clout:-y---"],
        description="Guesses and replies so far; a pattern has - grey, y yellow, g green.",
    ),
]
MaxGuesses = Annotated[int, Field(ge=1, le=40)]


class Request(BaseModel):
    """What is asked; an unknown field is a mistake."""

    model_config = ConfigDict(extra="forbid")


class WordsRequest(Request):
    """A request about Wordle with a lexicon."""

    lexicon: LexiconName = DEFAULT_LEXICON

    @property
    def other_game(self) -> str | None:
        """The game, if it is not Wordle with the lexicon."""
        return None


class GameRequest(WordsRequest):
    """A request about any game."""

    game: GameText | None = None

    @property
    def other_game(self) -> str | None:
        """The game, if it is not Wordle with the lexicon."""
        return self.game


class RulesRequest(GameRequest):
    """A request about a game under certain rules."""

    hard: Hard = "off"
    max_guesses: MaxGuesses = 6


class Sent(BaseModel):
    """A part of an answer. Every field that is sent is declared; a test compares."""

    model_config = ConfigDict(extra="forbid")


class Answer(Sent):
    """What is answered."""

    notes: list[str] = Field(description="What was repaired or is worth knowing.")


class LexiconSummary(Sent):
    """What every answer says of its words."""

    name: str
    id: str
    answers: int
    allowed: int
    length: int
    rule: str | None = Field(None, description="What is replied to a guess: name and version.")


class WordsAnswer(Answer):
    """An answer about one lexicon."""

    lexicon: LexiconSummary


class PlayedTurn(Sent):
    """One guess with its reply."""

    guess: str
    pattern: str


Function = Callable[..., dict[str, Any]]


@dataclass(frozen=True)
class Task:
    """Work for a worker process: a function of a request and of a `salet.web.work.Work`.

    Attributes
    ----------
    answer, method, path, tag, status
        the route on which it is asked for, if its answer is passed on as it is
    ask
        makes the request of a GET from the address; FastAPI reads its parameters
    then
        what the server does with a request and its answer; such answers are not remembered
    """

    name: str
    request: type[Request]
    function: Function
    answer: type[Sent] | None = None
    method: str = ""
    path: str = ""
    tag: str = ""
    status: int = 200
    ask: Callable[..., Request] | None = None
    then: Callable[[Service, Any, bytes], None] | None = None


TASKS: dict[str, Task] = {}


def task(request: type[Request], **route: Any) -> Callable[[Function], Function]:
    """Declare a task; its name is that of its file, then that of the function."""

    def enter(function: Function) -> Function:
        name = f"{function.__module__.rsplit('.', 1)[1]}.{function.__name__}"
        TASKS[name] = Task(name, request, function, **route)
        return function

    return enter


def get(
    path: str, request: type[Request], answer: type[Sent], ask: Callable[..., Request], *, tag: str
) -> Callable[[Function], Function]:
    """Declare a task that a GET asks for."""
    return task(request, answer=answer, method="GET", path=path, tag=tag, ask=ask)


def post(
    path: str, request: type[Request], answer: type[Sent], *, tag: str, **more: Any
) -> Callable[[Function], Function]:
    """Declare a task that a POST asks for, with the request as its body."""
    return task(request, answer=answer, method="POST", path=path, tag=tag, **more)
