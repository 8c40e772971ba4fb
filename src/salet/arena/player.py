"""A bot in its seat: asked, clocked, and its failures named."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from salet.arena.bot import Ask
from salet.arena.verdict import Fault, Verdict

if TYPE_CHECKING:
    from salet.arena.bot import Bot, Request
    from salet.arena.limits import Limits


class Player(ABC):
    """Whatever answers questions: an object, a process, a server."""

    clocked = True
    """Whether its time is limited."""

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
        self._methods = {
            Ask.GUESS: bot.guess,
            Ask.SET: bot.set_word,
            Ask.RESPOND: bot.respond,
        }

    def ask(self, request: Request, seconds: float) -> str:  # noqa: ARG002
        """Call the bot's method."""
        try:
            answer = self._methods[request.ask](request)
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
            return self.player.ask(request, seconds)
        finally:
            taken = time.perf_counter() - started
            self.seconds_used += taken
            self.last_microseconds = round(taken * 1e6)
