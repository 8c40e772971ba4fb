"""The games of a run as arrays, and where its strategy failed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from salet.table import Indices, Progress

    Codes: TypeAlias = NDArray[np.integer]


@dataclass(frozen=True, slots=True)
class Problem:
    """A strategy that failed: where, why, and how many games could not go on for it."""

    position: str
    message: str
    games: int

    def __str__(self) -> str:
        """Go on from the name of the strategy.

        >>> str(Problem("salet:-----", "guessed salet again", 3))
        'guessed salet again (after salet:-----; 3 games not finished)'
        """
        if self.games == 0:
            return self.message
        where = f"after {self.position}" if self.position else "at the first guess"
        games = "1 game" if self.games == 1 else f"{self.games:,} games"
        return f"{self.message} ({where}; {games} not finished)"


class Games:
    """The games of a walk: one row per answer, one column per turn; -1 after the end.

    Attributes
    ----------
    guesses, patterns, after
        guess index, pattern code, and candidates left after each turn
    lengths
        turns until the answer was guessed; 0 where it never was
    """

    def __init__(self, answers: Indices, progress: Progress | None = None) -> None:
        self.answers = answers
        self._progress = progress
        self._ended = 0
        self.guesses = np.full((len(answers), 6), -1, np.int64)
        self.patterns = self.guesses.copy()
        self.after = self.guesses.copy()
        self.lengths = np.zeros(len(answers), np.int64)
        self.problems: list[Problem] = []

    def write(self, rows: Indices, turns: Indices, guesses: Indices, codes: Codes) -> None:
        """Note what was guessed in which turn of which row, and the pattern that came."""
        if turns.max() >= self.guesses.shape[1]:
            self._widen(2 * self.guesses.shape[1])
        self.guesses[rows, turns] = guesses
        self.patterns[rows, turns] = codes

    def solve(self, rows: Indices, turns: Indices) -> None:
        """Note that `turns` were the ones in which `rows` found their answers."""
        self.after[rows, turns] = 1
        self.lengths[rows] = turns + 1
        self._end(len(rows))

    def guess_last(self, rows: Indices, turns: Indices, guesses: Indices, solved: int) -> None:
        """Note that `turns` left one candidate, and that it was guessed in the turn after."""
        if len(rows) == 0:
            return
        self.after[rows, turns] = 1
        self.write(rows, turns + 1, guesses[self.answers[rows]], np.full(len(rows), solved))
        self.solve(rows, turns + 1)

    def give_up(self, problem: Problem) -> None:
        """Note that some games cannot go on."""
        self.problems.append(problem)
        self._end(problem.games)

    def _end(self, count: int) -> None:
        self._ended += count
        if self._progress is not None and count > 0:
            self._progress(self._ended, len(self.answers))

    def _widen(self, turns: int) -> None:
        more = np.full((len(self.answers), turns - self.guesses.shape[1]), -1, np.int64)
        self.guesses = np.hstack([self.guesses, more])
        self.patterns = np.hstack([self.patterns, more])
        self.after = np.hstack([self.after, more])

    @classmethod
    def joined(cls, parts: list[Games]) -> Games:
        """Put the games of several walks together, in their order."""
        widest = max(part.guesses.shape[1] for part in parts)
        for part in parts:
            part._widen(widest)
        games = cls(np.concatenate([part.answers for part in parts]))
        games.guesses = np.vstack([part.guesses for part in parts])
        games.patterns = np.vstack([part.patterns for part in parts])
        games.after = np.vstack([part.after for part in parts])
        games.lengths = np.concatenate([part.lengths for part in parts])
        games.problems = [problem for part in parts for problem in part.problems]
        return games
