"""What optimal play is to make least or most."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

from salet.errors import InvalidError, UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from salet.words.lexicon import Lexicon

MOST_WEIGHT = 1 << 28
"""Weights may add up to so much; sums of them with all their factors then fit in 64 bits."""


class Objective(StrEnum):
    """What is best.

    ================== =======================================================================
    ``mean``           fewest guesses in total; with weights, each answer's guesses times its
                       weight
    ``worst``          fewest guesses for the answer that takes most; then fewest in total
    ``mean-worst``     fewest guesses in total; among those strategies, fewest at worst
    ``solved``         most answers found within the cap; with weights, most weight
    ================== =======================================================================
    """

    MEAN = "mean"
    WORST = "worst"
    MEAN_WORST = "mean-worst"
    SOLVED = "solved"

    @classmethod
    def _missing_(cls, value: object) -> Objective:
        raise UnknownNameError.among(
            "objective", str(value), [objective.value for objective in cls]
        )


def weight_array(weights: Mapping[str, int], lexicon: Lexicon) -> NDArray[np.int64]:
    """Return a weight for each answer; every answer needs one, a positive integer."""
    for word in lexicon.answers:
        weight = weights.get(word)
        if weight is None:
            raise InvalidError(f"{word} has no weight; every answer needs one")
        if not isinstance(weight, int | np.integer) or weight < 1:
            raise InvalidError(f"the weight of {word} is {weight!r}, not a positive integer")
    total = sum(int(weights[word]) for word in lexicon.answers)
    if total > MOST_WEIGHT:
        raise InvalidError(f"the weights add up to {total:,}; at most {MOST_WEIGHT:,} can be used")
    return np.array([weights[word] for word in lexicon.answers], np.int64)
