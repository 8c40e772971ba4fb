"""The stalker."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from salet.arena.hardness import word_book
from salet.arena.residents.optimal import Optimal
from salet.arena.strategist import draw_word, unused_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from salet.arena.bot import Request

_WIDTH = 10


class Stalker(Optimal):
    """Finds out which known strategy the opponent plays; sets its hardest words.

    Every game of the opponent is compared with the game that each known strategy plays on that
    word. The strategy that agrees most often, and in at least half of the games, is taken for the
    opponent's; as long as there is none, words are hard that are hard on average. Guesses as
    optimal.
    """

    def __init__(self) -> None:
        super().__init__()
        self._seen = 0
        self._games = 0
        self._agreed: dict[str, int] = {}

    def set_word(self, request: Request) -> str:
        """Draw one of the words that cost the opponent most."""
        costs = self.expected(request)
        unused = unused_of(request)
        worst = unused[np.argsort(-costs[unused], kind="stable")[:_WIDTH]]
        return draw_word(request, worst)

    def expected(self, request: Request) -> NDArray[np.float64]:
        """Return what each answer should cost the opponent."""
        book = word_book(request.lexicon, request.rules)
        for game in request.history[self._seen :]:
            if game.solver == request.opponent and game.setter_verdict is None and game.answer:
                self._games += 1
                played = tuple(turn.guess for turn in game.position)
                answer = request.lexicon.answer_index(game.answer)
                for name, tree in book.trees.items():
                    agrees = tree.guessed(answer) == played
                    self._agreed[name] = self._agreed.get(name, 0) + agrees
        self._seen = len(request.history)
        most = max(self._agreed.values(), default=0)
        if most == 0 or 2 * most < self._games:
            return book.hardness
        name = next(name for name, agreed in self._agreed.items() if agreed == most)
        # Among words that cost the same, those that are hard for others too come first.
        return book.trees[name].costs + book.hardness / 100
