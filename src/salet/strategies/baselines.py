"""What every idea must beat: chance, the alphabet, and the most common word."""

from __future__ import annotations

from abc import abstractmethod

import numpy as np
from numpy.typing import NDArray

from salet.strategies.base import Ranking, Traits
from salet.strategies.registry import register
from salet.table import Indices
from salet.view import View


class CandidateRanking(Ranking):
    """A ranking of candidates that leaves every other word behind all of them."""

    @abstractmethod
    def merit(self, view: View) -> NDArray[np.int64]:
        """Return a merit of 0 or more for each of ``view.guesses``; larger is better."""

    def values(self, view: View) -> NDArray[np.int64]:
        return np.where(view.is_candidate, self.merit(view), -1)

    def ranked(self, view: View) -> Indices:
        """Return the candidates from best to worst, without a look at the other words."""
        among = view.only_candidates()
        return among.guesses[np.argsort(-self.merit(among), kind="stable")]

    def choose(self, view: View) -> int:
        return int(self.ranked(view)[0])


@register("alphabetical", aliases=("first",))
class Alphabetical(CandidateRanking):
    """Guess the alphabetically first candidate: the baseline.

    Value: higher the earlier the word stands in the list.
    """

    def merit(self, view: View) -> NDArray[np.int64]:
        return len(view.lexicon.allowed) - view.guesses


@register("popular", aliases=("popularity",))
class Popular(CandidateRanking):
    """Guess the most common candidate.

    Value: the word's count in the frequency table (``--frequencies``, else the bundled books).
    References: Chow.
    """

    def merit(self, view: View) -> NDArray[np.int64]:
        return view.setting.popularity[view.guesses]


@register("random")
class Random(CandidateRanking):
    """Guess any candidate, all with the same chance."""

    own_traits = Traits(deterministic=False)

    def merit(self, view: View) -> NDArray[np.int64]:
        return view.rng.permutation(len(view.guesses))
