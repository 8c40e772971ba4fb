"""A prior over the words, learned from those that a setter has set; and guessing by a prior.

The model is log-linear: a word's chance is proportional to ``exp(theta . features)``, among the
words that were not used yet. After every word, theta takes a step up the gradient of that word's
log-likelihood, which is its features minus the expected features.

Worth of a guess under a prior: the bits that its reply is expected to tell, plus the chance that
it is the word. Both are counted as integers. To be quick, the first guess is chosen among the best
openers and a guess with many candidates left among the best splitters; with few left, among all
words.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from salet.arena.bots.bot import Request
from salet.arena.bots.strategist import candidates_of, table_of
from salet.games.game import Game
from salet.games.rules import OFF
from salet.groups import BITS_UNIT, group_stats
from salet.table import Indices

_OPENERS = 40
_SPLITTERS = 600
_ALL_CELLS = 250_000
_TOTAL = 1 << 30

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
        """The same chance for every unused word."""
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


def guess_by(prior: NDArray[np.float64], request: Request) -> str:
    """Return the guess of most worth; of equals, the first of the alphabet."""
    game, table, left = request.game, table_of(request.game), candidates_of(request)
    chances = prior[left]
    total = chances.sum()
    shares = chances / total if total > 0 else np.full(len(left), 1 / len(left))
    weights = np.maximum(1, np.rint(shares * _TOTAL)).astype(np.int64)
    own = table.answer_guesses[left]
    if len(left) <= 2:
        return game.guesses[int(own[weights.argmax()])]
    guesses = _guesses_to_weigh(request, own)
    stats = group_stats(table, guesses, left, weights)
    win = np.zeros(len(game.guesses), np.int64)
    win[own] = weights * (BITS_UNIT // stats.total)
    worth = stats.information + win[guesses]
    return game.guesses[int(guesses[worth.argmax()])]


def _guesses_to_weigh(request: Request, candidates: Indices) -> Indices:
    """Return some guesses, ascending; the candidates are guesses, too."""
    game, position, hard = request.game, request.position, request.rules.hard
    if len(position) == 0:
        return np.sort(_splitters(game)[:_OPENERS])
    every = np.arange(len(game.guesses))
    if hard != OFF:
        return game.mode(hard).legal(table_of(game), position, every)
    if len(candidates) * len(every) <= _ALL_CELLS:
        return every
    return np.union1d(_splitters(game), candidates)


@lru_cache(maxsize=4)
def _splitters(game: Game) -> Indices:
    """Return the guesses that tell most at the start, best first."""
    every = np.arange(len(game.guesses))
    stats = group_stats(table_of(game), every, np.arange(len(game.answers)))
    best: Indices = np.argsort(-stats.information, kind="stable")[:_SPLITTERS]
    return best
