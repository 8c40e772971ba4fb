"""A bot in its seat: asked, clocked, limited, and its failures named."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from dataclasses import asdict, dataclass, fields
from typing import Any, Self

from salet.arena.bots.bot import METHODS, Bot, Request
from salet.arena.bots.record import Fault, Verdict
from salet.errors import InvalidError, UnknownNameError

_LARGEST = 1_000_000
"""The largest time or size in a cup; the system could not wait longer."""

REPLY_BYTES = 1 << 16
"""A reply longer than this is refused."""

LONGEST_TEXT = 64
"""A word or reply with more characters is none of any game."""

LOG_BYTES = 1 << 16
"""The number of bytes kept from the end of a bot's stderr."""


@dataclass(frozen=True, slots=True)
class PositiveSettings:
    """A table of a cup file whose values are all numbers above zero."""

    def __post_init__(self) -> None:
        for name, value in asdict(self).items():
            number = isinstance(value, int | float) and not isinstance(value, bool)
            if not (number and 0 < value <= _LARGEST):
                table = type(self).__name__.lower()
                raise InvalidError(
                    f"{table}: {name} must be a positive number up to {_LARGEST:,}, "
                    f"not {value!r:.40}"
                )

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Self:
        """Read the table."""
        known = [field.name for field in fields(cls)]
        for name in values:
            if name not in known:
                raise UnknownNameError.among(f"setting of {cls.__name__.lower()}", name, known)
        return cls(**values)


@dataclass(frozen=True, slots=True)
class Limits(PositiveSettings):
    """What a bot that is not of the house may use; strategies and residents are not clocked.

    Attributes
    ----------
    seconds_per_move
        time for one answer, the start of its process included
    seconds_per_match
        time for all answers of one match; once it is used up, every further game is lost
    memory_mb
        memory of a process, where the system can limit it
    """

    seconds_per_move: float = 5.0
    seconds_per_match: float = 300.0
    memory_mb: int = 1024


DEFAULT_LIMITS = Limits()


class Player(ABC):
    """Whatever answers questions: an object, a process, a server."""

    clocked = True
    """Whether its time is limited."""

    memory = ""
    """What it wants to remember for its next match."""

    memory_bytes = 0
    """The longest memory that it may have; 0 if it has none."""

    @abstractmethod
    def ask(self, request: Request, seconds: float) -> str:
        """Return the answer's text, or raise `Fault`."""

    def close(self) -> None:  # noqa: B027 - most have nothing to close
        """End it, whatever state it is in."""

    @property
    def log(self) -> str:
        """What it wrote to stderr."""
        return ""


class HousePlayer(Player):
    """A bot that is an object of this process. It is the house's own, so it is not clocked."""

    clocked = False

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    def ask(self, request: Request, seconds: float) -> str:  # noqa: ARG002
        """Call the bot's method."""
        try:
            answer = getattr(self.bot, METHODS[request.ask])(request)
        except Exception as error:
            message = f"raised {type(error).__name__}: {error}"
            raise Fault(Verdict.CRASHED, message) from error
        if not isinstance(answer, str):
            raise Fault(Verdict.INVALID, f"answered {answer!r:.80}, which is not a word")
        return answer


class Seat:
    """A player in one match, with its clock."""

    def __init__(self, name: str, player: Player, limits: Limits) -> None:
        self.name = name
        self.player = player
        self.limits = limits
        self.seconds_used = 0.0
        self.last_microseconds = 0

    def ask(self, request: Request) -> str:
        """Pass a question on and stop the clock; `Fault` if the time is used up."""
        self.last_microseconds = 0
        seconds = self.limits.seconds_per_move
        if self.player.clocked:
            left = self.limits.seconds_per_match - self.seconds_used
            if left <= 0:
                message = f"has used its {self.limits.seconds_per_match:g} s for the match"
                raise Fault(Verdict.TIME_OUT, message)
            seconds = min(seconds, left)
        started = time.perf_counter()
        try:
            text = self.player.ask(request, seconds)
        except Fault:
            raise
        except Exception as error:  # whatever it is, the bot has brought it about
            message = f"made the referee fail: {type(error).__name__}: {error}"
            raise Fault(Verdict.INVALID, message) from error
        else:
            if len(text) > LONGEST_TEXT:
                raise Fault(
                    Verdict.INVALID, f"answered {len(text):,} characters: {text[:LONGEST_TEXT]!r}"
                )
            return text
        finally:
            taken = time.perf_counter() - started
            self.seconds_used += taken
            self.last_microseconds = round(taken * 1e6)
