"""Differences on the same words, with intervals that assume nothing about their shape."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

RESAMPLES = 4000
CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Difference:
    """A mean difference per round, with its bootstrap interval.

    Attributes
    ----------
    mean
        what the first paid minus what the second paid; negative is better for the first
    low, high
        the 95% interval: the middle of the means of resampled rounds
    better, equal, worse
        rounds in which the first paid less, as much, more
    """

    rounds: int
    mean: float
    low: float
    high: float
    better: int
    equal: int
    worse: int

    @property
    def clear(self) -> bool:
        """Whether the interval leaves out zero."""
        return self.low > 0 or self.high < 0

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return asdict(self)

    def __str__(self) -> str:
        return f"{self.mean:+.3f} [{self.low:+.3f}, {self.high:+.3f}]"


def paired_difference(differences: Sequence[int], seed: int = 0) -> Difference:
    """Resample rounds and return the mean difference with its interval.

    Differences are small integers, so a resample is a draw of how often each one occurs.

    >>> paired_difference([-1, 0, -1, 0, -1, -1, 0, -1]).high < 0
    True
    >>> str(paired_difference([2, 2, 2]))
    '+2.000 [+2.000, +2.000]'
    """
    if len(differences) == 0:
        raise ValueError("there are no rounds to compare")
    values, counts = np.unique(np.asarray(differences), return_counts=True)
    rounds = int(counts.sum())
    draws = np.random.default_rng(seed).multinomial(rounds, counts / rounds, RESAMPLES)
    means = draws @ values / rounds
    tail = (1 - CONFIDENCE) / 2
    low, high = np.quantile(means, [tail, 1 - tail])
    return Difference(
        rounds,
        float(values @ counts / rounds),
        float(low),
        float(high),
        int(counts[values < 0].sum()),
        int(counts[values == 0].sum()),
        int(counts[values > 0].sum()),
    )
