"""Rankings by how a guess splits the candidates into groups of equal reply, and lookahead."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from salet.groups import GroupStats, group_stats
from salet.strategies.base import DecisionRule, Ranking, Traits, first_choice, require
from salet.strategies.registry import register
from salet.view import View


class SplitRanking(Ranking):
    """A ranking that looks at the groups alone, and for which smaller groups are better."""

    @abstractmethod
    def worth(self, stats: GroupStats) -> NDArray[np.int64]:
        """Return how good each split is: integers, larger is better."""

    def values(self, view: View) -> NDArray[np.int64]:
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
    """Guess the word with the highest expected information (entropy).

    Value: ``-sum(p * log2(p))`` over the groups, p the chance of the group, as an exact integer.
    References: Luebeck and tmzh; Sanderson 2022.
    """

    def worth(self, stats: GroupStats) -> NDArray[np.int64]:
        return stats.information


@register("minimax", aliases=("largest", "knuth", "ncands"))
class Minimax(SplitRanking):
    """Guess the word with the smallest largest group (minimax).

    Value: ``-max(size)``. With candidates first and then the first word in a tie, this is
    Knuth's rule for Mastermind. References: Chow (ncands), van Rijn; Knuth 1977.
    """

    def worth(self, stats: GroupStats) -> NDArray[np.int64]:
        return -stats.largest


@register("expected", aliases=("expected_group", "remaining"))
class Expected(SplitRanking):
    """Guess the word that leaves the fewest candidates on average.

    Value: ``-sum(size**2)``, which is -n times the expected size. References: Neill, Glaiel.
    """

    def worth(self, stats: GroupStats) -> NDArray[np.int64]:
        return -stats.squares


@register("parts", aliases=("groups", "most_groups"))
class Parts(SplitRanking):
    """Guess the word that splits the candidates into the most groups.

    Value: the number of groups. References: van Rijn (slate); Kooi 2005 for Mastermind.
    """

    def worth(self, stats: GroupStats) -> NDArray[np.int64]:
        return stats.groups


@register("guesses", aliases=("expected_guesses",))
class Guesses(Ranking):
    """Guess the word with the lowest expected number of guesses; made for use with a prior.

    Value: ``-(1 + (1 - p) * length(h / (1 - p)))``, where p is the chance that the guess is the
    answer, h the bits that its reply leaves open on average, and length the guesses for them:
    1 guess for none, 1.5 for one bit, 2.4 for 4.3 bits, 3.45 for 11.2, and straight lines between
    such points of exact play on the original lists. With a prior, only the 1,500 likeliest
    candidates are counted. After Sanderson 2022, who fits such a curve to games played.
    """

    def values(self, view: View) -> NDArray[np.float64]:
        candidates, weights = view.candidates, view.weights
        if view.setting.prior is not None and len(candidates) > _LIKELIEST:
            likeliest = np.sort(np.argsort(-weights, kind="stable")[:_LIKELIEST])
            candidates, weights = candidates[likeliest], weights[likeliest]
        stats = group_stats(
            view.table, view.guesses, candidates, None if view.setting.prior is None else weights
        )
        chances = weights / weights.sum()
        right = np.zeros(len(view.lexicon.allowed))
        right[view.table.answer_guesses[candidates]] = chances
        wrong = 1 - right[view.guesses]
        open_bits = np.maximum(0, -(chances * np.log2(chances)).sum() - stats.bits)
        return np.asarray(-wrong * np.interp(open_bits / np.maximum(wrong, 1e-12), *_LENGTHS))


_LIKELIEST = 1500
_LENGTHS = ((0, 1, 1.58, 3, 4.3, 6.6, 11.2), (1, 1.5, 1.75, 2.1, 2.4, 2.85, 3.45))
"""Bits, and the guesses that they take."""


@register("lookahead")
@dataclass(frozen=True)
class Lookahead(DecisionRule):
    """Search `depth` guesses ahead over the `width` best guesses of the wrapped ranking.

    Chooses the guess with the least total number of guesses over all candidates, each counted by
    its weight. At the search limit, a group is assumed to be solved by one guess that is right
    for its likeliest word and separates all others: 2n - 1 guesses for n words. With depth 1 this
    is the guess with the most groups, a candidate counting one more. Not a proof: a beam may miss
    the best guess.
    """

    own_traits = Traits(cost="slow")
    depth: int = 2
    width: int = 5

    def __post_init__(self) -> None:
        require(isinstance(self.inner, Ranking), f"lookahead needs a ranking, not {self.inner}")
        require(self.depth >= 1, f"lookahead takes a depth of 1 or more, not {self.depth}")
        require(self.width >= 1, f"lookahead takes a width of 1 or more, not {self.width}")

    def choose(self, view: View) -> int:
        return self._best(view, self.depth)[1]

    def _best(self, view: View, depth: int) -> tuple[int, int]:
        """Return the least total found and its guess; equal totals keep the ranking's order."""
        if len(view.candidates) == 1:
            return int(view.weights[0]), int(view.candidate_guesses[0])
        # The likeliest candidate always tells something: it is, or is not, the answer.
        beam = [*self.inner.ranked(view)[: self.width].tolist(), first_choice(view, view.legal)]
        totals = [(self._total(view, guess, depth), guess) for guess in beam]
        useful = [(total, guess) for total, guess in totals if total is not None]
        return min(useful, key=lambda total_and_guess: total_and_guess[0])

    def _total(self, view: View, guess: int, depth: int) -> int | None:
        """Return the total over all candidates when `guess` is played; None if it tells nothing."""
        codes = view.table.row(guess)[view.candidates]
        solved = view.game.replies.solved
        if codes[0] != solved and (codes == codes[0]).all():
            return None
        total = int(view.weights.sum())
        for code in np.unique(codes):
            if code == solved:
                continue
            here = codes == code
            if depth == 1 or np.count_nonzero(here) <= 2:
                total += 2 * int(view.weights[here].sum()) - int(view.weights[here].max())
            else:
                later = view.after(guess, int(code), view.candidates[here])
                total += self._best(later, depth - 1)[0]
        return total
