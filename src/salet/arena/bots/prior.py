"""A prior over the words, learned from those that a setter has set; and guessing by a prior.

The model is log-linear: a word's chance is proportional to ``exp(theta . features)``, among the
words that were not used yet. After every word, theta takes a step up the gradient of that word's
log-likelihood, which is its features minus the expected features.

Worth of a guess under a prior: the bits that its pattern is expected to tell, plus the chance that
it is the word. Both are counted as integers. To be quick, the first guess is chosen among the best
openers and a guess with many candidates left among the best splitters; with few left, among all
words.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from salet.arena.bots.bot import Request
from salet.arena.bots.strategist import candidates_of, table_of
from salet.games.rules import HardMode, legal_guesses
from salet.groups import BITS_UNIT, group_stats
from salet.words.lexicon import Lexicon

if TYPE_CHECKING:
    from salet.table import Indices

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


_OPENERS = 40
_SPLITTERS = 600
_ALL_CELLS = 250_000
_TOTAL = 1 << 30

_SOLVERS: dict[str, PriorSolver] = {}


class PriorSolver:
    """Chooses guesses for the words of one lexicon."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.table = table_of(lexicon)

    @cached_property
    def splitters(self) -> Indices:
        """The guesses that tell most at the start, best first."""
        every = np.arange(len(self.lexicon.allowed))
        stats = group_stats(self.table, every, np.arange(len(self.lexicon.answers)))
        best: Indices = np.argsort(-stats.information, kind="stable")[:_SPLITTERS]
        return best

    def guess(self, request: Request, prior: NDArray[np.float64]) -> str:
        """Return the guess of most worth; of equals, the first of the alphabet."""
        left = candidates_of(request)
        chances = prior[left]
        total = chances.sum()
        shares = chances / total if total > 0 else np.full(len(left), 1 / len(left))
        weights = np.maximum(1, np.rint(shares * _TOTAL)).astype(np.int64)
        own = self.table.answer_guesses[left]
        if len(left) <= 2:
            return self.lexicon.allowed[int(own[weights.argmax()])]
        guesses = self._guesses(request, left, own)
        stats = group_stats(self.table, guesses, left, weights)
        win = np.zeros(len(self.lexicon.allowed), np.int64)
        win[own] = weights * (BITS_UNIT // stats.total)
        worth = stats.information + win[guesses]
        return self.lexicon.allowed[int(guesses[worth.argmax()])]

    def _guesses(self, request: Request, left: Indices, own: Indices) -> Indices:
        """Return the guesses to weigh, ascending."""
        hard = request.rules.hard is not HardMode.OFF
        if len(request.position) == 0:
            guesses = np.sort(self.splitters[:_OPENERS])
        elif hard or len(left) * len(self.lexicon.allowed) <= _ALL_CELLS:
            guesses = np.arange(len(self.lexicon.allowed))
        else:
            guesses = np.union1d(self.splitters, own)
        if hard:
            guesses = legal_guesses(self.table, request.position, request.rules, among=guesses)
        return guesses


def solver_of(lexicon: Lexicon) -> PriorSolver:
    """Return the lexicon's solver, made once per process."""
    if lexicon.id not in _SOLVERS:
        _SOLVERS[lexicon.id] = PriorSolver(lexicon)
    return _SOLVERS[lexicon.id]
