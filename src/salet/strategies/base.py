"""What a strategy is: a class with one method."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

import numpy as np

from salet.lexicon import GuessIndex

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from salet.strategies.view import View
    from salet.table import Indices


class Strategy(ABC):
    """Chooses the next guess."""

    @abstractmethod
    def choose(self, view: View) -> GuessIndex:
        """Return one of ``view.guesses``."""


class Ranking(Strategy):
    """A strategy that gives every legal guess a value and plays the most valuable.

    Ties: candidates first, then the alphabetically first word.
    """

    @abstractmethod
    def values(self, view: View) -> NDArray[np.int64]:
        """Return the value of each of ``view.guesses``: integers, larger is better."""

    def order(self, view: View) -> Indices:
        """Return the places in ``view.guesses`` from best to worst."""
        return np.lexsort((~view.is_candidate, -self.values(view)))

    def choose(self, view: View) -> GuessIndex:
        """Return the most valuable guess."""
        values = self.values(view)
        best = values == values.max()
        if (best & view.is_candidate).any():
            best &= view.is_candidate
        return GuessIndex(int(view.guesses[best.argmax()]))
