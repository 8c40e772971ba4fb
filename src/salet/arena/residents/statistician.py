"""The statistician."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from salet.arena.hardness import word_book
from salet.arena.residents.optimal import Optimal
from salet.arena.strategist import draw_word, table_of, unused_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from salet.arena.bot import Request

_RIDGE = 20.0
_WIDTH = 30


class Statistician(Optimal):
    """Sets what has hurt this opponent: costs per word and letter pattern. Guesses as optimal.

    Keeps what every word cost the opponent beyond what it costs the known strategies, and splits
    that over the word's features and its letters in their places (ridge regression). It sets one
    of the words with the highest prediction.
    """

    def __init__(self) -> None:
        super().__init__()
        self._seen = 0
        self._described: NDArray[np.float64] | None = None

    def set_word(self, request: Request) -> str:
        """Draw one of the words with the highest predicted cost."""
        predicted = self.predicted(request)
        unused = unused_of(request)
        best = unused[np.argsort(-predicted[unused], kind="stable")[:_WIDTH]]
        return draw_word(request, best)

    def predicted(self, request: Request) -> NDArray[np.float64]:
        """Return what each answer will cost the opponent, as far as the history tells."""
        book = word_book(request.lexicon, request.rules)
        if self._described is None:
            self._described = _describe(request)
            size = self._described.shape[1]
            self._inverse, self._moment = np.eye(size) / _RIDGE, np.zeros(size)
        for game in request.history[self._seen :]:
            if game.solver == request.opponent and game.setter_verdict is None and game.answer:
                word = request.lexicon.answer_index(game.answer)
                row = self._described[word]
                # The inverse is kept up to date (Sherman and Morrison), not computed every round.
                part = self._inverse @ row
                self._inverse -= np.outer(part, part) / (1 + row @ part)
                self._moment += row * (game.cost - book.hardness[word])
        self._seen = len(request.history)
        return book.hardness + self._described @ (self._inverse @ self._moment)


def _describe(request: Request) -> NDArray[np.float64]:
    """Return a row per answer: its features, and each letter in its place."""
    table = table_of(request.lexicon)
    letters = table.letters[table.answer_guesses]
    places = letters[:, :, None] == np.arange(len(request.lexicon.alphabet))
    features = word_book(request.lexicon, request.rules).features
    return np.hstack([np.ones((len(letters), 1)), features, places.reshape(len(letters), -1)])
