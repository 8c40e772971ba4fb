"""Progress of a replication: games played, how fast, and how much is left."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from salet.study.pace import pace_text

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass
class Tally:
    """Counts the games of a replication, and tells `step` of them.

    Attributes
    ----------
    step
        called with (done, total, what is being done); None if nobody listens
    total
        all games that will be played
    """

    step: Callable[[int, int, str], None] | None = None
    total: int = 0
    done: int = 0
    begun: float = field(default_factory=time.monotonic)

    def add(self, what: str, games: int = 0) -> None:
        """Note that so many games were played, and say what comes."""
        self.done += games
        if self.step is None:
            return
        seconds = time.monotonic() - self.begun
        left = seconds * (self.total - self.done) / self.done if self.done else None
        pace = f": {pace_text(self.done, seconds, left)}" if self.done else ""
        self.step(self.done, self.total, f"{what}{pace}")
