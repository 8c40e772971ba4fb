"""The cautious one."""

from __future__ import annotations

from salet.arena.strategist import StrategyBot


class Cautious(StrategyBot):
    """Guesses for the smallest largest group; sets any word. Fixed."""

    def __init__(self) -> None:
        super().__init__("minimax")
