"""How long games took: the figures that documents print of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

MAX_GUESSES = 6


@dataclass(frozen=True)
class Lengths:
    """The number of guesses of each game; 0 where the game never ended.

    >>> games = Lengths(np.array([3, 4, 4, 7]))
    >>> games.total, games.mean, games.losses, games.won, games.histogram
    (18, 4.5, 1, 75.0, '3:1 4:2 7:1')
    """

    guesses: NDArray[np.int64] = field(repr=False)

    @property
    def endless(self) -> int:
        """Games that never ended."""
        return int(np.count_nonzero(self.guesses == 0))

    @property
    def finished(self) -> NDArray[np.int64]:
        """The lengths of the games that ended."""
        ended: NDArray[np.int64] = self.guesses[self.guesses > 0]
        return ended

    @property
    def total(self) -> int:
        """All guesses together."""
        return int(self.guesses.sum())

    @property
    def mean(self) -> float:
        """Guesses per finished game, a loss counted at its true length."""
        return float(self.finished.mean())

    @property
    def losses(self) -> int:
        """Games of more than six guesses, endless ones among them."""
        return int(np.count_nonzero(self.guesses > MAX_GUESSES)) + self.endless

    @property
    def won(self) -> float:
        """The share of games won within six guesses, in percent."""
        return 100 * (1 - self.losses / len(self.guesses))

    @property
    def worst(self) -> int:
        """The longest finished game."""
        return int(self.guesses.max())

    @property
    def counts(self) -> dict[str, int]:
        """How many games took how many guesses; by text, as JSON has it."""
        lengths, counts = np.unique(self.finished, return_counts=True)
        return {str(n): int(count) for n, count in zip(lengths, counts, strict=True)}

    @property
    def histogram(self) -> str:
        """The same in one line, as in ``2:44 3:1201``."""
        return " ".join(f"{n}:{count}" for n, count in self.counts.items())
