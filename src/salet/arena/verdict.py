"""How a game ended, what that costs, and how a bot's failure is told."""

from __future__ import annotations

from enum import StrEnum


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


class Fault(Exception):  # noqa: N818 - the rules speak of faults
    """A bot did not give a legal answer in time; the message says what it did."""

    def __init__(self, verdict: Verdict, message: str) -> None:
        super().__init__(message)
        self.verdict = verdict
        self.message = message


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
