"""The learner."""

from __future__ import annotations

from typing import TYPE_CHECKING

from salet.arena.bot import Bot
from salet.arena.hardness import word_book
from salet.arena.learned import LearnedPrior
from salet.arena.solver import solver_of
from salet.arena.strategist import StrategyBot

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from salet.arena.bot import Request


class Learner(Bot):
    """Guesses with a prior learned from the words that the opponent sets; sets any word."""

    respond = StrategyBot.respond

    def __init__(self) -> None:
        self._seen = 0
        self._learned: LearnedPrior | None = None
        self._believed: NDArray[np.float64] | None = None

    def guess(self, request: Request) -> str:
        """Weigh guesses by the learned prior."""
        if self._believed is None or self._seen != len(request.history):
            self._believed = self.belief(self._up_to_date(request))
        return solver_of(request.lexicon).guess(request, self._believed)

    def belief(self, prior: LearnedPrior) -> NDArray[np.float64]:
        """Return how likely each answer is taken to be."""
        return prior.chances

    def notice(self, prior: LearnedPrior, word: int) -> None:
        """Learn from a word that the opponent has set."""
        prior.learn(word)

    def _up_to_date(self, request: Request) -> LearnedPrior:
        """Go through the games since last time."""
        if self._learned is None:
            self._learned = LearnedPrior(word_book(request.lexicon, request.rules).features)
        for game in request.history[self._seen :]:
            if game.answer:
                word = request.lexicon.answer_index(game.answer)
                if game.setter == request.opponent:
                    self.notice(self._learned, word)
                self._learned.use(word)
        self._seen = len(request.history)
        return self._learned
