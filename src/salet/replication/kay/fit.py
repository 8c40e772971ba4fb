"""How past answers relate to the frequency of words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from salet.replication.kay.counts import Counts


@dataclass(frozen=True, slots=True)
class Fit:
    """How well three models foretell the answers: bits that it takes to name one; less is better.

    Attributes
    ----------
    frequency, log_frequency
        a word is chosen in proportion to its frequency, or to its log frequency
    flat
        every word alike
    unknown
        the share of log frequency that lies on words which neither source of counts has
    """

    frequency: float
    log_frequency: float
    flat: float
    unknown: float

    @classmethod
    def of(cls, counts: Counts, answers: Sequence[str]) -> Fit:
        """Measure the models on answers."""
        places = np.searchsorted(counts.words, answers)

        def bits(weights: Any) -> float:
            return float(-np.log2(weights[places] / weights.sum()).mean())

        log_count = counts.log_count
        floor = log_count == log_count.min()
        return cls(
            bits(counts.count),
            bits(log_count),
            bits(np.ones(len(counts.words))),
            float(log_count[floor].sum() / log_count.sum()),
        )


def ranks(counts: Counts, answers: Sequence[str]) -> list[dict[str, Any]]:
    """Return, for each answer, its rank by frequency (ties share the middle) and its counts."""
    ordered = np.sort(-counts.count)
    rows = []
    for word in answers:
        place = int(np.searchsorted(counts.words, word))
        value = -counts.count[place]
        before, through = np.searchsorted(ordered, value), np.searchsorted(ordered, value, "right")
        rows.append(
            {
                "word": word,
                "rank": float(before + 1 + through) / 2,
                "count": float(counts.count[place]),
                "log_count": float(counts.log_count[place]),
            }
        )
    return rows
