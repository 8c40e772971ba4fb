"""Every experiment of Kay's document: with his program, and with the project's own strategies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Self

import numpy as np

from salet.replication.findings import Options
from salet.replication.kay.program import (
    FREQUENCY,
    LOG_FREQUENCY,
    PUBLISHED,
    STEPS,
    Counts,
    Procedure,
    Solver,
)
from salet.replication.procedure import (
    Lengths,
    Variants,
    game_text,
    play,
    side_by_side,
    turned_on,
    without,
    without_each,
)
from salet.runs import walk
from salet.runs.walk import Games
from salet.strategies.registry import make_strategy
from salet.table import Indices, Table, open_table
from salet.view import Setting
from salet.words.frequencies import Frequencies
from salet.words.lexicon import Lexicon

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

    table: Table = field(repr=False)
    answers: tuple[str, ...] = field(repr=False)
    counts: Counts
    procedure: Procedure

    @classmethod
    def of(cls, corpus: Path | None, procedure: Procedure) -> Self:
        """Set up the original game, any of whose words the program takes to be possible."""
        lexicon = Lexicon.load("original")
        table = open_table(lexicon.with_all_as_answers())
        table.prepared = True  # many sums are to come; the copy that `prepare` makes is not needed
        counts = Counts.of(lexicon.allowed, corpus, literal=procedure.literal_join)
        return cls(table, lexicon.listed, counts, procedure)

    @property
    def past(self) -> tuple[str, ...]:
        """The 202 past answers of the document, in the order of their days."""
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

        def row(place: int) -> str:
            corpus = "-" if counts.corpus is None else f"{counts.corpus[place]:.0f}"
            shares = f"{counts.count[place]:.4f} {counts.log_count[place]:.1f}"
            return f"{counts.words[place]} {counts.web[place]:.0f} {corpus} {shares}"

        return tuple(row(place) for place in np.argsort(-counts.count, kind="stable")[:_ROWS])

    def ranking(self) -> tuple[str, ...]:
        """Write the table of the best first guesses as the document prints it."""
        solver = self.solver(LOG_FREQUENCY, ratio=RATIO)
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
        self, table: str, twentieths: int = STEPS // 2, ratio: float | None = None
    ) -> Solver:
        """Return the program with one table and one weight; with a `ratio` it explores."""
        return Solver(
            self.table,
            self.counts.weights(table),
            twentieths,
            None if ratio is None else self.guess_list,
            ratio,
            not self.procedure.unguarded,
            self.procedure.loose_greys,
        )

    def sweep(self, table: str) -> Sweep:
        """Play the past answers with every weight."""
        played = [self._weighted(table, twentieths) for twentieths in range(STEPS + 1)]
        return Sweep(
            tuple(self.table.lexicon.allowed[games.guesses[0, 0]] for games in played),
            tuple(self.lengths(games, self.past) for games in played),
        )

    def hard(self) -> Mode:
        """Play with the words still possible as the only guesses."""
        return self._mode(self._play(self.solver(LOG_FREQUENCY), self.answers))

    def explore(self, ratio: float = RATIO) -> Mode:
        """Play with any word as a guess, exploring when guesses are close."""
        solver = self.solver(LOG_FREQUENCY, ratio=ratio)
        return self._mode(self._play(solver, self.answers))

    def lengths(self, games: Games, words: tuple[str, ...]) -> Lengths:
        """Return the lengths of the games on `words`, in their order."""
        return Lengths(games.lengths[np.searchsorted(games.answers, self.places(words))])

    def _weighted(self, table: str, twentieths: int) -> Games:
        """Play the past answers with one weight."""
        solver = self.solver(table, twentieths)
        first = self.solver(LOG_FREQUENCY, twentieths) if self.procedure.log_opener else solver
        return self._play(solver, self.past, first.choose(first.start()))

    def _play(self, solver: Solver, words: tuple[str, ...], opener: int | None = None) -> Games:
        answers = np.sort(self.places(words))
        return play(solver, solver.start(), self.table, answers, opener)

    def _mode(self, games: Games) -> Mode:
        """Sum up games on all answers of the game, and on the words that the document traces."""
        everywhere = self.lengths(games, self.answers)
        rows = np.searchsorted(games.answers, self.places(TRACED))
        traces = (game_text(games, row, self.table) for row in rows)
        lengths = zip(self.answers, everywhere.guesses, strict=True)
        return Mode(
            self.lengths(games, self.past),
            everywhere,
            dict(zip(TRACED, traces, strict=True)),
            tuple(word for word, length in lengths if length == 0),
        )


class Corrected(Bench):
    """The same experiments with the project's own strategies, under the true rules."""

    def hard(self) -> Mode:
        """Play with the words still possible as the only guesses."""
        return self._mode(self._run("greens+only_candidates", LOG_FREQUENCY, self.answers))

    def explore(self, ratio: float = RATIO) -> Mode:
        """Play with any word as a guess, exploring when guesses are close."""
        assert ratio == RATIO  # that of the strategy
        return self._mode(self._run("greens+explore_close", LOG_FREQUENCY, self.answers))

    def _weighted(self, table: str, twentieths: int) -> Games:
        strategy = f"greens({twentieths / STEPS})+only_candidates"
        return self._run(strategy, table, self.past)

    def _run(self, strategy: str, table: str, words: tuple[str, ...]) -> Games:
        answers = np.sort(self.places(words))
        return walk.play(make_strategy(strategy), self._settings[table], answers)

    @cached_property
    def _settings(self) -> dict[str, Setting]:
        """The game with either table as the prior."""
        counts = dict(zip(self.counts.words, self.counts.count.tolist(), strict=True))
        frequencies = Frequencies("kay", counts)
        priors = {FREQUENCY: "frequency", LOG_FREQUENCY: "log-frequency"}
        return {
            table: Setting.of(self.table, prior=prior, frequencies=frequencies)
            for table, prior in priors.items()
        }


# --- all experiments, under every variant ---

RATIOS = (1.0, 1.005, 1.01, 1.02, 1.05, 1.1)
"""Thresholds for exploring; the author's is 1.01, and 1.0 never explores."""

_TOUCHED = {
    "log_opener": ("frequency",),
    "answers_first": ("explore",),
    "unguarded": ("explore",),
}
"""What a switch can change, where that is not everything."""


@dataclass(frozen=True)
class Played:
    """What one variant gives.

    Attributes
    ----------
    common, ranking
        rows of the tables of frequent words and of first guesses, as the document prints them
    frequency, log_frequency
        the past answers played with all 21 weights
    hard, explore
        the two ways of play at weight 0.5
    """

    common: tuple[str, ...]
    ranking: tuple[str, ...]
    frequency: Sweep = field(repr=False)
    log_frequency: Sweep = field(repr=False)
    hard: Mode = field(repr=False)
    explore: Mode = field(repr=False)


_PARTS = tuple(Played.__dataclass_fields__)
_GAMES = {"frequency": 21 * 202, "log_frequency": 21 * 202, "hard": 2315, "explore": 2315}
"""The number of games of each part."""


def play_variants(options: Options) -> tuple[Variants[Played], dict[float, Mode]]:
    """Play the experiments under every variant, and with several thresholds for exploring."""
    corpus = options.data.get("bnc")
    alone = without_each(PUBLISHED)
    if corpus is None:
        del alone["literal_join"]  # there is nothing to join
    ways = {"corrected": without(PUBLISHED), "published": PUBLISHED, **alone}
    parts = {name: _TOUCHED.get(name, _PARTS) for name in ways}
    tasks: dict[str, Callable[[], Any]] = {
        name: partial(_play_parts, corpus, way, parts[name]) for name, way in ways.items()
    }
    games = {name: sum(_GAMES.get(part, 0) for part in parts[name]) for name in tasks}
    tasks["thresholds"] = partial(_thresholds, corpus)
    games["thresholds"] = len(RATIOS) * _GAMES["explore"]
    done = side_by_side(tasks, games, options)
    first = Played(**done["published"])
    rest = {name: replace(first, **done[name]) for name in alone}
    return Variants(first, Played(**done["corrected"]), rest), done["thresholds"]


def _play_parts(corpus: Path | None, way: Procedure, parts: tuple[str, ...]) -> dict[str, Any]:
    """Run the named parts of the experiments; without any switch, with our own strategies."""
    bench = (Bench if turned_on(way) else Corrected).of(corpus, way)
    work: dict[str, Callable[[], Any]] = {
        "common": bench.common,
        "ranking": bench.ranking,
        "frequency": lambda: bench.sweep(FREQUENCY),
        "log_frequency": lambda: bench.sweep(LOG_FREQUENCY),
        "hard": bench.hard,
        "explore": bench.explore,
    }
    return {part: work[part]() for part in parts}


def _thresholds(corpus: Path | None) -> dict[float, Mode]:
    """Explore with several thresholds; guarded, because without it many games never end."""
    bench = Bench.of(corpus, without(PUBLISHED, "unguarded"))
    return {ratio: bench.explore(ratio) for ratio in RATIOS}
