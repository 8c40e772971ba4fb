"""The hedger."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from salet.arena.residents.learner import Learner

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from salet.arena.learned import LearnedPrior

_SWITCH = 0.02
"""The chance, every round, that the setter is thought to change its ways."""


class Hedger(Learner):
    """Guesses with a mixture of the learned prior and the uniform one; sets any word.

    The learned prior's share is the probability that it, rather than the uniform one, is what the
    opponent draws from: Bayes' rule on every word that was set.
    """

    def __init__(self) -> None:
        super().__init__()
        self._share = 0.5

    def belief(self, prior: LearnedPrior) -> NDArray[np.float64]:
        """Mix the two priors."""
        return np.asarray(self._share * prior.chances + (1 - self._share) * prior.uniform)

    def notice(self, prior: LearnedPrior, word: int) -> None:
        """Weigh the two priors by how likely they took the word to be, then learn from it."""
        learned = self._share * prior.chances[word]
        uniform = (1 - self._share) * prior.uniform[word]
        if learned + uniform > 0:
            share = float(learned / (learned + uniform))
            self._share = (1 - _SWITCH) * share + _SWITCH * 0.5
        super().notice(prior, word)
