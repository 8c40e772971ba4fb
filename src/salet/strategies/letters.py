"""Letter frequency: guess the letters that most candidates have."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from salet.strategies.base import Ranking
from salet.strategies.registry import register

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from salet.strategies.view import View


@register("letters")
class Letters(Ranking):
    """Guess the word whose letters occur in most candidates.

    Value: over the distinct letters of the guess, the sum of the number of candidates that
    contain the letter.
    """

    def values(self, view: View) -> NDArray[np.int64]:
        """Return the summed letter counts."""
        alphabet = len(view.lexicon.alphabet)
        contains = np.zeros((len(view.lexicon.allowed), alphabet), dtype=bool)
        np.put_along_axis(contains, view.table.letters.astype(np.intp), True, axis=1)  # noqa: FBT003
        frequency = contains[view.candidate_guesses].sum(axis=0)
        values: NDArray[np.int64] = contains[view.guesses] @ frequency
        return values
