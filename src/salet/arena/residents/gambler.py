"""The gambler."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from salet.arena.hardness import word_book
from salet.arena.residents.optimal import Optimal
from salet.arena.strategist import draw_word, unused_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from salet.arena.bot import Request

_ARMS = 8
_EXPLORE = 0.1


class Gambler(Optimal):
    """Mixes easy and hard words by regret matching, so that it cannot be read. Guesses as optimal.

    The words fall into eight classes of equal size by hardness. The regret of a class is what its
    words would have cost the opponent beyond what the words that were set did cost, estimated from
    the rounds in which it was drawn; a class is drawn in proportion to its positive regret. A
    tenth of the draws are even.
    """

    def __init__(self) -> None:
        super().__init__()
        self._seen = 0
        self._regrets = np.zeros(_ARMS)
        self._rounds, self._paid = 0, 0.0

    def set_word(self, request: Request) -> str:
        """Draw a class, then a word of it."""
        arms = self._arms(request)
        self._learn(request, arms)
        unused = unused_of(request)
        left = np.bincount(arms[unused], minlength=_ARMS) > 0
        chances = np.where(left, self._mixture(), 0)
        arm = request.rng.choices(range(_ARMS), chances.tolist())[0]
        return draw_word(request, unused[arms[unused] == arm])

    def _arms(self, request: Request) -> NDArray[np.int64]:
        """Return the class of every answer, the easiest first."""
        hardness = word_book(request.lexicon, request.rules).hardness
        ranks = np.argsort(np.argsort(hardness, kind="stable"), kind="stable")
        return np.asarray(ranks * _ARMS // len(ranks))

    def _mixture(self) -> NDArray[np.float64]:
        positive = np.maximum(self._regrets, 0)
        total = positive.sum()
        even = np.full(_ARMS, 1 / _ARMS)
        return even if total == 0 else (1 - _EXPLORE) * positive / total + _EXPLORE * even

    def _learn(self, request: Request, arms: NDArray[np.int64]) -> None:
        """Go through the words that were set since last time.

        A class's cost is seen only when it is drawn; divided by its chance, it is right on
        average. The mean cost so far is taken off first, which changes no average but calms it.
        """
        for game in request.history[self._seen :]:
            if game.solver == request.opponent and game.setter_verdict is None and game.answer:
                arm = arms[request.lexicon.answer_index(game.answer)]
                mean = self._paid / self._rounds if self._rounds else float(game.cost)
                gain = game.cost - mean
                estimate = np.zeros(_ARMS)
                estimate[arm] = gain / self._mixture()[arm]
                self._regrets += estimate - gain
                self._rounds, self._paid = self._rounds + 1, self._paid + game.cost
        self._seen = len(request.history)
