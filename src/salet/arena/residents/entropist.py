"""The entropist."""

from __future__ import annotations

from salet.arena.strategist import StrategyBot


class Entropist(StrategyBot):
    """Guesses for most information; sets any word. Fixed."""

    def __init__(self) -> None:
        super().__init__("entropy")
