"""Ending a match early, once it is decided: Wald's sequential probability ratio test.

Per round, let d be the first bot's cost minus the second's. Two hypotheses: the mean of d is
``-margin`` (the first is better), or ``+margin`` (the second is). With a normal model of the mean
and the variance as measured, the log of their likelihood ratio after n rounds is

    -2 n margin mean(d) / variance

and the match ends when it passes log((1 - error) / error) in either direction. With both
hypotheses at the same distance, `error` bounds how often the worse bot is declared the better one
when the true difference is at least `margin`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

from salet.arena.bots.player import is_positive
from salet.errors import InvalidError, UnknownNameError

LEAST_ROUNDS = 16
"""Before this, a measured variance is not to be trusted."""


@dataclass(frozen=True, slots=True)
class Sprt:
    """When a match is decided.

    Attributes
    ----------
    margin
        the mean difference per round, in guesses, that matters
    error
        how often a decision may be wrong

    >>> test = Sprt(margin=0.2)
    >>> test.decision([-1] * 8 + [0] * 8), test.decision([0, 1] * 8), test.decision([-1, 1] * 8)
    (-1, 1, 0)
    """

    margin: float = 0.1
    error: float = 0.05

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if not is_positive(value):
                raise InvalidError(f"sprt: {field.name} is a positive number, not {value!r}")
        if self.error >= 0.5:
            raise InvalidError(f"sprt: error is below 0.5, not {self.error}")

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Sprt:
        """Read the test as a cup file has it."""
        known = [field.name for field in fields(cls)]
        for name in values:
            if name not in known:
                raise UnknownNameError.among("setting of sprt", name, known)
        return cls(**values)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return asdict(self)

    def log_ratio(self, differences: Sequence[int]) -> float:
        """Return the log likelihood ratio: positive speaks for the first bot."""
        n = len(differences)
        if n == 0:
            return 0.0
        mean = sum(differences) / n
        # One imagined round on either side of the mean keeps the variance above zero.
        variance = (sum((d - mean) ** 2 for d in differences) + 2) / n
        return -2 * n * self.margin * mean / variance

    def decision(self, differences: Sequence[int]) -> int:
        """Return -1 if the first bot is better (it pays less), 1 if the second is, 0 if open."""
        if len(differences) < LEAST_ROUNDS:
            return 0
        ratio = self.log_ratio(differences)
        bound = math.log((1 - self.error) / self.error)
        return -1 if ratio >= bound else 1 if ratio <= -bound else 0
