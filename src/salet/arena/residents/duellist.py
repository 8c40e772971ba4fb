"""The duellist."""

from __future__ import annotations

from typing import TYPE_CHECKING

from salet.arena.residents.hedger import Hedger
from salet.arena.residents.stalker import Stalker

if TYPE_CHECKING:
    from salet.arena.bot import Request


class Duellist(Hedger):
    """Guesses as hedger and sets as stalker."""

    def __init__(self) -> None:
        super().__init__()
        self._setter = Stalker()

    def set_word(self, request: Request) -> str:
        """Set as the stalker would."""
        return self._setter.set_word(request)
