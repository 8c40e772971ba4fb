"""The novice."""

from __future__ import annotations

from salet.arena.strategist import StrategyBot


class Novice(StrategyBot):
    """Guesses by letter frequency; sets any word. Fixed."""

    def __init__(self) -> None:
        super().__init__("letters")
