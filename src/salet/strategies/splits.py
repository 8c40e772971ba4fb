"""Rankings by how a guess splits the candidates into groups of equal pattern."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from salet.strategies.base import Ranking, first_choice
from salet.strategies.registry import register

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from salet.groups import GroupStats
    from salet.view import View


class SplitRanking(Ranking):
    """A ranking that looks at the groups alone, and for which smaller groups are better."""

    guesses_last = True

    @abstractmethod
    def worth(self, stats: GroupStats) -> NDArray[np.int64]:
        """Return how good each split is: integers, larger is better."""

    def values(self, view: View) -> NDArray[np.int64]:
        """Return the worth of each guess's split."""
        return self.worth(view.stats)

    def choose(self, view: View) -> int:
        """Return the guess with the best split.

        No split is better than one candidate per group, and candidates come first in a tie: if
        a legal candidate splits so, the other words need not be looked at. (With a prior, a
        likelier candidate may tie with a lesser split.)
        """
        if len(view.candidates) == 1:
            return int(view.candidate_guesses[0])
        if view.setting.prior is None and len(view.candidates) <= _SMALL:
            among = view.only_candidates()
            perfect = among.stats.groups == len(view.candidates)
            if perfect.any():
                return first_choice(view, among.guesses[perfect])
        return super().choose(view)


_SMALL = 64
"""More candidates than this are hardly ever split perfectly; it is not worth a look."""


@register("entropy", aliases=("maxent", "information"))
class Entropy(SplitRanking):
    """Guess the word whose pattern carries most bits.

    Value: ``-sum(p * log2(p))`` over the groups, p the chance of the group, as an exact integer.
    References: write-ups 001 and 003; Sanderson 2022.
    """

    def worth(self, stats: GroupStats) -> NDArray[np.int64]:
        """Return the entropies."""
        return stats.information


@register("minimax", aliases=("largest", "knuth", "ncands"))
class Minimax(SplitRanking):
    """Guess the word whose largest group is smallest.

    Value: ``-max(size)``. With candidates first and then the first word in a tie, this is
    Knuth's rule for Mastermind. References: write-ups 000 (ncands) and 004; Knuth 1977.
    """

    def worth(self, stats: GroupStats) -> NDArray[np.int64]:
        """Return the negated largest groups."""
        return -stats.largest


@register("expected", aliases=("expected_group", "remaining"))
class Expected(SplitRanking):
    """Guess the word that leaves fewest candidates on average.

    Value: ``-sum(size**2)``, which is -n times the expected size. References: Neill, Glaiel.
    """

    def worth(self, stats: GroupStats) -> NDArray[np.int64]:
        """Return the negated sums of squares."""
        return -stats.squares


@register("parts", aliases=("groups", "most_groups"))
class Parts(SplitRanking):
    """Guess the word that makes most groups.

    Value: the number of groups. References: write-up 004 (slate); Kooi 2005 for Mastermind.
    """

    def worth(self, stats: GroupStats) -> NDArray[np.int64]:
        """Return the numbers of groups."""
        return stats.groups
