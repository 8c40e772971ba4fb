"""The fox."""

from __future__ import annotations

from typing import TYPE_CHECKING

from salet.arena.residents.gambler import Gambler
from salet.arena.residents.hedger import Hedger

if TYPE_CHECKING:
    from salet.arena.bot import Request


class Fox(Hedger):
    """Guesses as hedger and sets as gambler."""

    def __init__(self) -> None:
        super().__init__()
        self._setter = Gambler()

    def set_word(self, request: Request) -> str:
        """Set as the gambler would."""
        return self._setter.set_word(request)
