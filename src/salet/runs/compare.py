"""Runs side by side, paired on the same answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from salet.errors import InvalidError
from salet.measures import compare_lengths

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from salet.runs.result import Run


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two runs on the same answers, word by word.

    Attributes
    ----------
    better, equal, worse
        answers that `first` solved in fewer, as many, more guesses than `second`; a game that
        was not finished counts as longer than any other
    difference
        mean number of guesses of `first` minus that of `second`, over the answers that both
        finished and weighted as the means are; negative is better
    """

    first: str
    second: str
    better: int
    equal: int
    worse: int
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
    if not np.array_equal(_weights(first), _weights(second)):
        raise InvalidError("the runs take the answers for differently likely")
    weights = None if first.weights is None else _weights(first)
    found = compare_lengths(first.lengths, second.lengths, weights)
    counts = (found.better, found.equal, found.worse)
    return Pairing(first.strategy, second.strategy, *counts, found.difference)


def _weights(run: Run) -> NDArray[np.int64]:
    return np.ones(len(run.answers), np.int64) if run.weights is None else run.weights


def pairings(runs: Sequence[Run]) -> list[Pairing]:
    """Pair every run with each one after it."""
    return [pair(a, b) for place, a in enumerate(runs) for b in runs[place + 1 :]]
