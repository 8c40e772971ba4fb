"""The trapper."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from salet.arena.hardness import word_book
from salet.arena.residents.optimal import Optimal
from salet.arena.strategist import draw_word, unused_of

if TYPE_CHECKING:
    from salet.arena.bot import Request

_WIDTH = 50


class Trapper(Optimal):
    """Guesses as optimal; sets one of the 50 hardest unused words. Fixed.

    Hardest by what they cost on average over the known strategies, whoever sits opposite.
    """

    def set_word(self, request: Request) -> str:
        """Draw one of the hardest words."""
        hardness = word_book(request.lexicon, request.rules).hardness
        unused = unused_of(request)
        hardest = unused[np.argsort(-hardness[unused], kind="stable")[:_WIDTH]]
        return draw_word(request, hardest)
