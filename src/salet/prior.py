"""How likely each answer is before the first guess, as positive integer weights.

Integers, so that sums over groups are exact and ties are ties; their total stays below 2**31, so
that squares fit in 64 bits.

================  ============================================================================
``uniform``       every answer alike
``frequency``     in proportion to the word's count
``log-frequency`` ``ln(count) - ln(least / 2)``, which fits past answers better (write-up 002)
``sigmoid``       by the word's rank among the allowed words: 0.9 for the most common, a half
                  for the 3,000th, then falling to 0 (the model of Sanderson's 2022 video)
================  ============================================================================

A word without a count is taken to be half as common as the least common word that has one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from salet.errors import InvalidError, UnknownNameError
from salet.frequencies import Frequencies

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from salet.lexicon import Lexicon

UNIFORM = "uniform"
PRIORS = (UNIFORM, "frequency", "log-frequency", "sigmoid")

_TOTAL = 1 << 30
_COMMON_WORDS = 3000
_SIGMOID_WIDTH = 10.0


def prior_weights(
    name: str, lexicon: Lexicon, frequencies: Frequencies | None = None
) -> NDArray[np.int64] | None:
    """Return a weight for each answer, or None where all are alike.

    >>> from salet import Lexicon
    >>> lexicon = Lexicon.load("original")
    >>> weights = prior_weights("frequency", lexicon)
    >>> int(weights[lexicon.answer_index("about")]) > int(weights[lexicon.answer_index("abbey")])
    True
    """
    if name == UNIFORM:
        return None
    if name not in PRIORS:
        raise UnknownNameError.among("prior", name, PRIORS)
    table = Frequencies.for_lexicon(lexicon) if frequencies is None else frequencies
    counts = _smoothed(table, lexicon)
    if name == "log-frequency":
        counts = np.log(counts) - np.log(counts.min() / 2)
    elif name == "sigmoid":
        counts = _sigmoid_of_rank(counts)
    places = np.searchsorted(lexicon.allowed, lexicon.answers)
    chances = counts[places] / counts[places].sum()
    weights: NDArray[np.int64] = np.maximum(1, np.rint(chances * _TOTAL)).astype(np.int64)
    return weights


def _smoothed(table: Frequencies, lexicon: Lexicon) -> NDArray[np.float64]:
    """Return a positive count for every allowed word."""
    counts = table.of(lexicon.allowed)
    if not counts.any():
        raise InvalidError(
            f"{table.name} has no count for any word of {lexicon.name}; give --frequencies FILE"
        )
    return np.where(counts > 0, counts, counts[counts > 0].min() / 2)


def _sigmoid_of_rank(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    ranks = np.searchsorted(np.sort(-counts), -counts)  # equal counts share the best rank
    above = (_COMMON_WORDS - ranks) / len(counts) * _SIGMOID_WIDTH
    return np.asarray(1 / (1 + np.exp(-above)))
