"""The result of many games of several boards."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from salet.words.lexicon import Lexicon


@dataclass(frozen=True)
class BoardsRun:
    """Games of several boards, each played until all its boards are solved.

    Attributes
    ----------
    answers
        the answer indices (games, boards)
    solved_at
        which guess solved each board (games, boards)
    max_guesses
        how many guesses the game allows; longer games are played on, and are losses
    """

    strategy: str
    lexicon: Lexicon
    opener: str
    max_guesses: int
    seed: int
    answers: NDArray[np.int64] = field(repr=False)
    solved_at: NDArray[np.int64] = field(repr=False)
    seconds: float

    @property
    def boards(self) -> int:
        """The number of boards of each game."""
        return int(self.answers.shape[1])

    @property
    def lengths(self) -> NDArray[np.int64]:
        """The number of guesses of each game, until the last board is solved."""
        lengths: NDArray[np.int64] = self.solved_at.max(axis=1)
        return lengths

    @property
    def mean(self) -> float:
        """Guesses per game, a loss counted at its true length."""
        return float(self.lengths.mean())

    @property
    def standard_error(self) -> float:
        """How far the mean of so many games is off, typically."""
        games = len(self.lengths)
        return float(self.lengths.std(ddof=1) / np.sqrt(games)) if games > 1 else 0.0

    @property
    def losses(self) -> int:
        """Games not finished within the allowed number of guesses."""
        return int(np.count_nonzero(self.lengths > self.max_guesses))

    @property
    def within_limit(self) -> float:
        """The share of games finished within the allowed number of guesses."""
        return 1 - self.losses / len(self.lengths)

    @property
    def worst(self) -> int:
        """The longest game."""
        return int(self.lengths.max())

    @property
    def histogram(self) -> dict[int, int]:
        """How many games took how many guesses."""
        lengths, counts = np.unique(self.lengths, return_counts=True)
        return {int(length): int(count) for length, count in zip(lengths, counts, strict=True)}

    def hardest(self) -> tuple[str, ...]:
        """Return the answers of the longest game, the first of several."""
        return tuple(self.lexicon.answers[index] for index in self.answers[self.lengths.argmax()])

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as plain values for JSON."""
        return {
            "lexicon": self.lexicon.summary(),
            "strategy": self.strategy,
            "opener": self.opener,
            "boards": self.boards,
            "max_guesses": self.max_guesses,
            "games": len(self.lengths),
            "seed": self.seed,
            "total": int(self.lengths.sum()),
            "mean": self.mean,
            "standard_error": self.standard_error,
            "losses": self.losses,
            "within_limit": self.within_limit,
            "worst": self.worst,
            "histogram": {str(length): count for length, count in self.histogram.items()},
            "hardest": list(self.hardest()),
            "seconds": self.seconds,
        }
