"""Where Kay's program is played: words, counts, and the answers of the document."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from salet.replication.kay.counts import LOG_FREQUENCY, Counts
from salet.replication.kay.solver import STEPS, Solver
from salet.replication.lengths import Lengths
from salet.replication.walk import game_text, play
from salet.table import open_table
from salet.words.lexicon import Lexicon

if TYPE_CHECKING:
    from pathlib import Path

    from salet.replication.kay.procedure import Procedure
    from salet.runs.walk import Games
    from salet.table import Indices, PatternTable

RATIO = 1.01
"""The document's threshold for exploring."""

TRACED = ("slump", "hatch")
_PAST = 202
_ROWS = 10


@dataclass(frozen=True, slots=True)
class Sweep:
    """The past answers played with weights 0, 0.05, ... 1."""

    openers: tuple[str, ...]
    games: tuple[Lengths, ...] = field(repr=False)

    @property
    def equal(self) -> Lengths:
        """The games with equal weight on greens and new letters."""
        return self.games[STEPS // 2]

    @property
    def least(self) -> float:
        """The least mean of all weights."""
        return min(games.mean for games in self.games)

    @property
    def best_weight(self) -> float:
        """The weight with the least mean; the first of several."""
        return [games.mean for games in self.games].index(self.least) / STEPS


@dataclass(frozen=True, slots=True)
class Mode:
    """One way of play, on the past answers and on all answers of the game.

    Attributes
    ----------
    traces
        whole games as positions, by answer
    endless
        the answers whose games never end
    """

    past: Lengths
    everywhere: Lengths
    traces: dict[str, str]
    endless: tuple[str, ...]


@dataclass(frozen=True)
class Bench:
    """The program's surroundings under one procedure."""

    table: PatternTable = field(repr=False)
    answers: tuple[str, ...] = field(repr=False)
    counts: Counts
    procedure: Procedure

    @classmethod
    def of(cls, corpus: Path | None, procedure: Procedure) -> Bench:
        """Set up the original game, any of whose words the program takes to be possible."""
        import salet.kernels.sums  # noqa: F401 - from here on, kernels instead of numpy

        lexicon = Lexicon.load("original")
        table = open_table(lexicon.with_all_as_answers())
        counts = Counts.of(lexicon.allowed, corpus, literal=procedure.literal_join)
        return cls(table, lexicon.listed, counts, procedure)

    @property
    def past(self) -> tuple[str, ...]:
        """The past answers of the document, in the order of their days."""
        return self.answers[:_PAST]

    @cached_property
    def guess_list(self) -> Indices:
        """Every word, in the order that breaks ties when any may be guessed."""
        words = np.arange(len(self.table.lexicon.allowed))
        if not self.procedure.answers_first:
            return words
        first = self.places(self.answers)
        return np.concatenate([first, np.delete(words, first)])

    def places(self, words: tuple[str, ...]) -> Indices:
        """Return the indices of words."""
        return np.array([self.table.lexicon.guess_index(word) for word in words])

    def common(self) -> tuple[str, ...]:
        """Write the table of the most frequent words as the document prints it."""
        counts = self.counts
        rows = []
        for place in np.argsort(-counts.count, kind="stable")[:_ROWS]:
            corpus = "-" if counts.corpus is None else f"{counts.corpus[place]:.0f}"
            rows.append(
                f"{counts.words[place]} {counts.web[place]:.0f} {corpus} "
                f"{counts.count[place]:.4f} {counts.log_count[place]:.1f}"
            )
        return tuple(rows)

    def ranking(self) -> tuple[str, ...]:
        """Write the table of the best first guesses as the document prints it."""
        solver = self.solver(LOG_FREQUENCY, explore=True)
        worth = solver.worth(solver.start())
        values = worth.values(solver.twentieths)
        rows = []
        for place in np.argsort(-values, kind="stable")[:_ROWS]:
            word = self.table.lexicon.allowed[worth.guesses[place]]
            greens, letters = worth.greens[place] / worth.total, worth.letters[place] / worth.total
            value = values[place] / STEPS / worth.total
            rows.append(f"{word} {greens:.3f} {letters:.2f} {value:.2f}")
        return tuple(rows)

    def solver(
        self,
        table: str,
        twentieths: int = STEPS // 2,
        *,
        explore: bool = False,
        ratio: float = RATIO,
    ) -> Solver:
        """Return the program with one table and one weight."""
        return Solver(
            self.table,
            self.counts.weights(table),
            twentieths,
            self.guess_list if explore else None,
            ratio if explore else None,
            not self.procedure.unguarded,
            self.procedure.loose_greys,
        )

    def sweep(self, table: str) -> Sweep:
        """Play the past answers with every weight."""
        openers, games = [], []
        for twentieths in range(STEPS + 1):
            solver = self.solver(table, twentieths)
            first = self.solver(LOG_FREQUENCY, twentieths) if self.procedure.log_opener else solver
            opener = first.choose(first.start())
            openers.append(self.table.lexicon.allowed[opener])
            games.append(self.lengths(self._play(solver, self.past, opener), self.past))
        return Sweep(tuple(openers), tuple(games))

    def hard(self) -> Mode:
        """Play with the words still possible as the only guesses."""
        return self._mode(self.solver(LOG_FREQUENCY))

    def explore(self, ratio: float = RATIO) -> Mode:
        """Play with any word as a guess, exploring when guesses are close."""
        return self._mode(self.solver(LOG_FREQUENCY, explore=True, ratio=ratio))

    def mode(self, games: Games) -> Mode:
        """Sum up games on all answers of the game, and on the words that the document traces."""
        rows = {int(answer): row for row, answer in enumerate(games.answers)}
        traced = [rows[int(place)] for place in self.places(TRACED)]
        endless = [word for word in self.answers if games.lengths[rows[self._place(word)]] == 0]
        return Mode(
            self.lengths(games, self.past),
            self.lengths(games, self.answers),
            {
                word: game_text(games, row, self.table)
                for word, row in zip(TRACED, traced, strict=True)
            },
            tuple(endless),
        )

    def lengths(self, games: Games, words: tuple[str, ...]) -> Lengths:
        """Return the lengths of the games on `words`, in their order."""
        return Lengths(games.lengths[np.searchsorted(games.answers, self.places(words))])

    def _place(self, word: str) -> int:
        return int(self.table.lexicon.guess_index(word))

    def _mode(self, solver: Solver) -> Mode:
        return self.mode(self._play(solver, self.answers))

    def _play(self, solver: Solver, words: tuple[str, ...], opener: int | None = None) -> Games:
        answers = np.sort(self.places(words))
        return play(solver, solver.start(), self.table, answers, opener)
