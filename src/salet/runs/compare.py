"""Runs side by side, paired on the same answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from salet.errors import InvalidError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from salet.runs.result import Run


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two runs on the same answers, word by word.

    Attributes
    ----------
    wins, draws, losses
        answers that `first` solved in fewer, as many, more guesses than `second`; a game that
        was not finished counts as longer than any other
    difference
        mean number of guesses of `first` minus that of `second`, over the answers that both
        finished; negative is better
    """

    first: str
    second: str
    wins: int
    draws: int
    losses: int
    difference: float | None

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {name: getattr(self, name) for name in self.__slots__}


def pair(first: Run, second: Run) -> Pairing:
    """Compare two runs of the same answers, rules and lexicon."""
    if (first.lexicon.id, first.rules) != (second.lexicon.id, second.rules):
        raise InvalidError("the runs differ in lexicon or rules and cannot be compared")
    if first.answers != second.answers:
        raise InvalidError("the runs were not played on the same answers")
    longest = np.iinfo(np.int64).max
    one = np.where(first.finished, first.lengths, longest)
    other = np.where(second.finished, second.lengths, longest)
    both = first.finished & second.finished
    difference = float((one[both] - other[both]).mean()) if both.any() else None
    return Pairing(
        first.strategy,
        second.strategy,
        int((one < other).sum()),
        int((one == other).sum()),
        int((one > other).sum()),
        difference,
    )


def pairings(runs: Sequence[Run]) -> list[Pairing]:
    """Pair every run with each one after it."""
    return [pair(a, b) for place, a in enumerate(runs) for b in runs[place + 1 :]]
