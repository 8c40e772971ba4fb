"""A prior over words, learned from the words that a setter has set.

The model is log-linear: a word's chance is proportional to ``exp(theta . features)``, among the
words that were not used yet. After every word, theta takes a step up the gradient of that word's
log-likelihood, which is its features minus the expected features.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

_STEP = 0.25
_DECAY = 0.01
_FLOOR = 0.05
"""Share of the prior that stays with all words alike: no word is ever thought impossible."""


class LearnedPrior:
    """What a setter seems to like."""

    def __init__(self, features: NDArray[np.float64]) -> None:
        self._features = features
        self._theta = np.zeros(features.shape[1])
        self._squares = np.ones(features.shape[1])
        self._unused = np.ones(len(features), dtype=bool)

    @property
    def uniform(self) -> NDArray[np.float64]:
        """The prior of one who learns nothing but which words are used."""
        return np.asarray(self._unused / max(1, self._unused.sum()))

    @property
    def chances(self) -> NDArray[np.float64]:
        """The learned prior; 0 for used words."""
        logits = self._features @ self._theta
        raw = np.exp(logits - logits.max()) * self._unused
        total = raw.sum()
        if total == 0:
            return self.uniform
        return np.asarray((1 - _FLOOR) * raw / total + _FLOOR * self.uniform)

    def learn(self, word: int) -> None:
        """Take in a word that the setter has set."""
        gradient = self._features[word] - self.chances @ self._features - _DECAY * self._theta
        self._squares += gradient**2
        self._theta += _STEP * gradient / np.sqrt(self._squares)

    def use(self, word: int) -> None:
        """Take a word out: it may not be set again."""
        self._unused[word] = False
