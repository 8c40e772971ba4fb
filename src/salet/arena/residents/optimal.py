"""The proven-optimal player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from salet.arena.hardness import best_strategy
from salet.arena.strategist import StrategyBot, choices_of

if TYPE_CHECKING:
    from salet.arena.bot import Request


class Optimal(StrategyBot):
    """Guesses by the proven tree of least total; sets any word. Fixed.

    The tree is proven for the original lists, in normal play and hard mode nyt. On other words it
    guesses by entropy, which is not proven.
    """

    def __init__(self) -> None:
        super().__init__("tree")

    def guess(self, request: Request) -> str:
        """Look the position up."""
        strategy = best_strategy(request.lexicon, request.rules)
        return choices_of(strategy, request.lexicon, request.rules).guess(request)
