"""One game as it happened, how it ended, and what that costs."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any


class Verdict(StrEnum):
    """How a bot did in one game. Failures are counted apart from a word not found."""

    SOLVED = "solved"
    NOT_SOLVED = "not solved"
    INVALID = "invalid"
    TIME_OUT = "time-out"
    CRASHED = "crashed"

    @property
    def is_fault(self) -> bool:
        """Whether the bot broke a rule, rather than playing badly."""
        return self in FAULTS


FAULTS = (Verdict.INVALID, Verdict.TIME_OUT, Verdict.CRASHED)

GIFT = 1
"""What the solver pays when its opponent fails to set a word: the least a word can cost."""


_MESSAGE = 300
"""The longest message of a fault that is kept; a bot may have written the rest."""


def visible(text: str) -> str:
    r"""Return what a bot wrote, with control characters spelled out that a terminal would obey.

    >>> print(visible("red: " + chr(27) + "[31m"))
    red: \x1b[31m
    """
    return "".join(
        one if one.isprintable() or one == "\n" else repr(one).strip("'") for one in text
    )


class Fault(Exception):  # noqa: N818 - the rules speak of faults
    """A bot did not give a legal answer in time; the message says what it did."""

    def __init__(self, verdict: Verdict, message: str) -> None:
        self.verdict = verdict
        self.message = visible(message[:_MESSAGE])
        super().__init__(self.message)


def cost_of(verdict: Verdict, guesses: int, max_guesses: int) -> int:
    """Return what a game costs its solver.

    A fault costs one more than an unsolved word, so that it never pays to fail on purpose.

    >>> cost_of(Verdict.SOLVED, 4, 6), cost_of(Verdict.NOT_SOLVED, 6, 6)
    (4, 7)
    >>> cost_of(Verdict.CRASHED, 0, 6)
    8
    """
    if verdict is Verdict.SOLVED:
        return guesses
    return max_guesses + (2 if verdict.is_fault else 1)


@dataclass(frozen=True)
class GameRecord:
    """One word, solved by one bot.

    Attributes
    ----------
    number
        the game's place in its match, from 0
    round
        which word of the match it is; games of one round are compared with each other
    setter
        the bot that set the word, or None where the referee drew it
    answer
        the word; empty where the setter failed to set one
    turns
        the guesses with their replies, in the text form of a position
    verdict
        how the solver did; a solver whose opponent failed to set a word has solved it
    setter_verdict
        how the setter failed, or None if it did not
    cost
        what the game costs the solver; see `salet.arena.bots.record.cost_of`
    message
        what exactly the failing bot did
    microseconds
        time taken for each of the solver's moves, the last one possibly without a guess
    set_microseconds
        time taken by the setter
    """

    number: int
    round: int
    solver: str
    setter: str | None
    answer: str
    turns: str
    verdict: Verdict
    cost: int
    setter_verdict: Verdict | None = None
    message: str = ""
    microseconds: tuple[int, ...] = ()
    set_microseconds: int = 0

    @cached_property
    def played(self) -> tuple[tuple[str, str], ...]:
        """Each guess with the reply to it, as text."""
        turns = (turn.rpartition(":") for turn in self.turns.split())
        return tuple((guess, reply) for guess, _, reply in turns)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        values = vars(self).copy()
        values.pop("played", None)
        values["verdict"] = str(self.verdict)
        values["setter_verdict"] = None if self.setter_verdict is None else str(self.setter_verdict)
        values["microseconds"] = list(self.microseconds)
        return values

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> GameRecord:
        """Read what `to_dict` returns."""
        failed = values["setter_verdict"]
        return cls(
            **values
            | {
                "verdict": Verdict(values["verdict"]),
                "setter_verdict": None if failed is None else Verdict(failed),
                "microseconds": tuple(values["microseconds"]),
            }
        )


def new_game(number: int, solver: str, setter: str) -> GameRecord:
    """Return a game of a duel before its word is set; it stays like this if none is."""
    return GameRecord(number, number // 2, solver, setter, "", "", Verdict.SOLVED, GIFT)
