"""Plays the grid of openers and configurations, under any setting of the switches."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from salet.errors import InvalidError
from salet.parallel import worker_count
from salet.replication.chow.procedure import CELLS, POPULAR_BELOW, SOLVE_BELOW
from salet.replication.chow.words import WordBook
from salet.replication.tally import Tally
from salet.words.frequencies import Frequencies
from salet.words.lexicon import Lexicon

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from salet.kernels.ranked import Rules, Words
    from salet.replication.chow.procedure import Configuration, Procedure
    from salet.replication.figures import Options

STAND_IN = "web"
"""The bundled table that orders the answers most as Lexipedia does (Spearman 0.89; books 0.84)."""

MOST_TURNS = 24
"""Room for the longest game; one that does not end by then is going round in circles."""


@dataclass(frozen=True, slots=True)
class Cell:
    """All answers played with one opener in one configuration.

    Rows are answers in alphabetical order, columns are turns; -1 after the end of a game. A game
    that never ended has length 0.
    """

    config: str
    opener: str
    guesses: NDArray[np.int16] = field(repr=False)
    after: NDArray[np.int16] = field(repr=False)
    lengths: NDArray[np.int64] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the document measures of a cell, in whole games."""

    config: str
    opener: str
    games: int
    total: int
    wins: int
    quick: int
    worst: int

    @classmethod
    def of(cls, cell: Cell) -> Outcome:
        """Measure a cell: all guesses, games within six and within three, the longest."""
        ended = cell.lengths[cell.lengths > 0]
        return cls(
            cell.config,
            cell.opener,
            len(cell.lengths),
            int(ended.sum()),
            int((ended <= 6).sum()),
            int((ended <= 3).sum()),
            int(ended.max(initial=0)),
        )

    @property
    def mean(self) -> float:
        """Guesses per game, a game that took more than six counted at its true length."""
        return self.total / self.games

    @property
    def success(self) -> float:
        """Share of games that took at most six guesses."""
        return self.wins / self.games

    @property
    def within3(self) -> float:
        """Share of games that took at most three guesses."""
        return self.quick / self.games

    @property
    def losses(self) -> int:
        """Games that took more than six guesses."""
        return self.games - self.wins


class Grid:
    """The experiment: words, popularity, and every outcome that was asked for, kept."""

    def __init__(self, options: Options) -> None:
        path = options.data.get("lexipedia")
        self.lexicon = Lexicon.load("original")
        self.is_authors_table = path is not None
        self.frequencies = (
            Frequencies.load(STAND_IN) if path is None else Frequencies.from_file(path)
        )
        lacking = self.frequencies.lacking(self.lexicon.answers)
        if self.is_authors_table and lacking:
            raise InvalidError(f"{lacking}: not the author's table; add them, or leave it out")
        self._jobs = worker_count(options.jobs)
        self.tally = Tally(options.step)
        self._words: dict[_Kind, Words] = {}
        self._outcomes: dict[tuple[object, ...], Outcome] = {}

    @cached_property
    def book(self) -> WordBook:
        """The words as arrays, made on first use."""
        return WordBook(self.lexicon, self.frequencies)

    def cells(self, procedure: Procedure) -> Iterator[Cell]:
        """Play the whole grid and give the cells in the order of `CELLS`."""
        for cell in self._play(procedure, CELLS):
            self._count(cell)
            yield cell

    def cell(self, procedure: Procedure, config: Configuration, opener: str) -> Cell:
        """Play one cell."""
        return next(self._play(procedure, [(config, opener)]))

    def expect(self, procedures: Iterable[Procedure]) -> None:
        """Count the games that these procedures will take, for the progress."""
        cells = {self._key(way, *cell) for way in procedures for cell in CELLS}
        self.tally.total = len(cells) * len(self.lexicon.answers)

    def outcomes(self, procedure: Procedure) -> tuple[Outcome, ...]:
        """Measure the whole grid; a cell that plays as one before it is not played again."""
        keys = [self._key(procedure, config, opener) for config, opener in CELLS]
        new = [cell for key, cell in zip(keys, CELLS, strict=True) if key not in self._outcomes]
        for (config, opener), cell in zip(new, self._play(procedure, new), strict=True):
            self._outcomes[self._key(procedure, config, opener)] = Outcome.of(cell)
            self._count(cell)
        return tuple(self._outcomes[key] for key in keys)

    def _count(self, cell: Cell) -> None:
        self.tally.add(f"{cell.config} {cell.opener}", games=len(cell.lengths))

    def list_size(self, procedure: Procedure) -> int:
        """Count the words that a bot of this procedure chooses from."""
        support = self.book.support(distinct=procedure.short_list)
        return len(support) + len(self.lexicon.answers)

    def _play(
        self, procedure: Procedure, cells: Iterable[tuple[Configuration, str]]
    ) -> Iterator[Cell]:
        """Play cells side by side: the kernel does without the interpreter's lock."""

        def play(job: tuple[Configuration, str, Rules, Words]) -> Cell:
            config, opener, rules, words = job
            return Cell(config.name, opener, *self._games(words, rules, opener))

        jobs = [(*cell, *self._parts(procedure, *cell)) for cell in cells]
        with ThreadPoolExecutor(self._jobs) as pool:
            yield from pool.map(play, jobs)

    def _games(
        self, words: Words, rules: Rules, opener: str
    ) -> tuple[NDArray[np.int16], NDArray[np.int16], NDArray[np.int64]]:
        """Play all answers; return guesses, candidates after each, and lengths."""
        from salet.kernels.ranked import play_ranked

        guesses = np.full((len(self.lexicon.answers), MOST_TURNS), -1, np.int16)
        after = guesses.copy()
        lengths = np.zeros(len(guesses), np.int64)
        play_ranked(words, rules, int(self.lexicon.guess_index(opener)), guesses, after, lengths)
        return guesses, after, lengths

    def _parts(
        self, procedure: Procedure, config: Configuration, opener: str
    ) -> tuple[Rules, Words]:
        """Return what the kernel needs to play one cell."""
        kind = _Kind.of(procedure, config)
        if kind not in self._words:
            self._words[kind] = self._make_words(kind)
        return self._rules(procedure, config, opener), self._words[kind]

    def _rules(self, procedure: Procedure, config: Configuration, opener: str) -> Rules:
        """Return how the kernel is to play one cell."""
        from salet.kernels import ranked

        removal = ranked.LATE if procedure.late_removal else ranked.AT_ONCE
        return ranked.Rules(
            ranking={"letters": ranked.LETTERS, "tiles": ranked.TILES, "largest": ranked.LARGEST}[
                config.ranking
            ],
            removal=removal if procedure.removes(config, opener) else ranked.NEVER,
            ties=ranked.QUICKSORT if procedure.quicksort_ties else ranked.FIRST,
            solve_below=SOLVE_BELOW,
            popular_below=POPULAR_BELOW if config.popular else 0,
            eliminate=procedure.positional_elimination,
        )

    def _key(self, procedure: Procedure, config: Configuration, opener: str) -> tuple[object, ...]:
        """Return all that a cell's games depend on."""
        rules = self._rules(procedure, config, opener)
        return (rules, _Kind.of(procedure, config), opener)

    def _make_words(self, kind: _Kind) -> Words:
        support = self.book.support(distinct=kind.short)
        by_calendar = self.book.answers_listed()
        listed = np.concatenate([support, self.book.table.answer_guesses[by_calendar]])
        return self.book.words(
            listed=listed if kind.calendar else np.sort(listed),
            naive=kind.naive,
            green=kind.green,
            popular_first=by_calendar if kind.calendar else None,
        )


class _Kind(NamedTuple):
    """How the words are laid before a ranking, as far as it can tell the difference."""

    naive: bool
    short: bool
    calendar: bool
    green: int | None

    @classmethod
    def of(cls, procedure: Procedure, config: Configuration) -> _Kind:
        green = 3 if procedure.three_for_green else 2
        return cls(
            procedure.naive_feedback,
            procedure.short_list,
            # The ranking by remaining candidates came out of a grouping, which sorts.
            procedure.listed_order and config.ranking != "largest",
            green if config.ranking == "tiles" else None,
        )
