"""What Chow's program did, every departure from the game as a switch; and its grid, played.

The grid is 17 openers in 5 configurations. The kernel plays it with the words laid out as the
author's program saw them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from salet import measures
from salet.errors import InvalidError
from salet.games.wordle import Wordle
from salet.parallel import worker_count
from salet.replication.chow import kernel
from salet.replication.feedback import NaiveWordle, table_of
from salet.replication.findings import Options
from salet.replication.procedure import Lengths, Tally, all_on, without
from salet.strategies.letters import tile_worth
from salet.table import Codes, Indices, StoredTable, Table, open_table
from salet.words.frequencies import Frequencies
from salet.words.lexicon import Lexicon

OPENERS = (
    *("arles", "arose", "dares", "lares", "lores", "nares", "raile", "raise", "rales"),
    *("rates", "reais", "roate", "soare", "stare", "tales", "tares", "tores"),
)


@dataclass(frozen=True, slots=True)
class Configuration:
    """A ranking and a decision rule: a column of the experiment."""

    name: str
    ranking: int
    popular: bool = False


CONFIGURATIONS = (
    Configuration("lf", kernel.LETTERS),
    Configuration("lf-pop", kernel.LETTERS, popular=True),
    Configuration("gyx", kernel.TILES),
    Configuration("gyx-pop", kernel.TILES, popular=True),
    Configuration("ncands", kernel.LARGEST),
)
"""Letter frequencies, GYX scores and maximum remaining candidates, two of them with popularity."""

CELLS = tuple((config, opener) for config in CONFIGURATIONS for opener in OPENERS)

SOLVE_BELOW, POPULAR_BELOW = 20, 10
"""The thresholds of the two decision rules, both "or fewer", the same in either convention."""


@dataclass(frozen=True, slots=True)
class Procedure:
    """The departures from the true rules that are in force; ``document.toml`` explains them."""

    naive_feedback: bool = False
    short_list: bool = False
    three_for_green: bool = False
    positional_elimination: bool = False
    quicksort_ties: bool = False
    listed_order: bool = False
    late_removal: bool = False
    older_program: bool = False

    def removes(self, config: Configuration, opener: str) -> bool:
        """Whether guessed words leave the list at all in this cell of the grid."""
        is_older = config.name == "lf" or (config.name == "gyx" and opener == "rales")
        return not (self.older_program and is_older)


PUBLISHED = all_on(Procedure)
CORRECTED = without(PUBLISHED)
CONVENTIONS = {"published": PUBLISHED, "corrected": CORRECTED}


# --- the words as the program saw them ---


class Order(NamedTuple):
    """How the words are laid before a ranking, as far as it can tell the difference.

    Attributes
    ----------
    naive
        patterns by the naive rule
    short
        no words with a double letter, but for answers
    calendar
        answers last, in the order of the game's calendar, not the alphabet's
    green
        what a green tile counts where a yellow one counts 1, for a ranking by tiles
    """

    naive: bool
    short: bool
    calendar: bool
    green: int | None


class WordBook:
    """Makes `kernel.Words` of one lexicon, in several orders that share their tables."""

    def __init__(self, lexicon: Lexicon, frequencies: Frequencies) -> None:
        self.lexicon = lexicon
        self.table = open_table(lexicon)
        self._counts = frequencies.of(lexicon.answers)
        self._by_answer: dict[bool, Codes] = {}
        self._colours: dict[tuple[bool, int], NDArray[np.uint8]] = {}
        self._words: dict[Order, kernel.Words] = {}

    def words(self, order: Order) -> kernel.Words:
        """Return the arrays for one order, the same as before if it was asked for."""
        if order not in self._words:
            self._words[order] = self._make(order)
        return self._words[order]

    def _make(self, order: Order) -> kernel.Words:
        by_calendar = self.answers_listed()
        answers, table = self.table.answer_guesses, self.table
        listed = np.concatenate([self.support(distinct=order.short), answers[by_calendar]])
        if not order.calendar:
            listed = np.sort(listed)
        places = np.full(len(self.lexicon.allowed), -1)
        places[listed] = np.arange(len(listed))
        return kernel.Words(
            patterns=table.game.replies.size,
            solved=table.game.replies.solved,
            by_answer=self.by_answer(naive=order.naive),
            colour=self._colour(naive=order.naive, green=order.green),
            letters=table.letters,
            first_letters=table.first_letters,
            alphabet=len(self.lexicon.alphabet),
            listed=listed,
            answer_words=answers,
            answer_places=places[answers],
            popularity=self._popularity(by_calendar if order.calendar else np.arange(len(answers))),
        )

    def by_answer(self, *, naive: bool) -> Codes:
        """Return the patterns (answers, words): the true ones, or the naive ones."""
        if naive not in self._by_answer:
            table = table_of(NaiveWordle(self.lexicon)) if naive else self.table
            table.prepare()
            assert isinstance(table, StoredTable)  # the original lists fit
            assert table.by_answer is not None
            self._by_answer[naive] = table.by_answer
        return self._by_answer[naive]

    def _colour(self, *, naive: bool, green: int | None) -> NDArray[np.uint8]:
        if green is None:
            return np.empty((0, 0), np.uint8)
        if (naive, green) not in self._colours:
            worth = tile_worth(self.lexicon.length, green, 1).astype(np.uint8)
            self._colours[naive, green] = worth[self.by_answer(naive=naive)]
        return self._colours[naive, green]

    def answers_listed(self) -> Indices:
        """Return the answers in the order of the game's calendar, as answer indices."""
        return np.array([self.lexicon.answer_index(word) for word in self.lexicon.listed])

    def support(self, *, distinct: bool) -> Indices:
        """Return the words that are no answers; with `distinct`, those without a double letter."""
        no_answer = np.ones(len(self.lexicon.allowed), dtype=bool)
        no_answer[self.table.answer_guesses] = False
        if distinct:
            no_answer &= ~repeats_a_letter(self.table)
        return np.flatnonzero(no_answer)

    def _popularity(self, order: Indices) -> NDArray[np.int64]:
        """Rank the answers by their counts, the larger the more popular, ties in this order."""
        least_first = order[::-1][np.argsort(self._counts[order[::-1]], kind="stable")]
        popularity = np.empty(len(order), np.int64)
        popularity[least_first] = np.arange(len(order))
        return popularity


def repeats_a_letter(table: Table) -> NDArray[np.bool_]:
    """For each allowed word, whether it has some letter twice."""
    again: NDArray[np.bool_] = (table.first_letters == len(table.lexicon.alphabet)).any(axis=1)
    return again


# --- the grid ---

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


@dataclass(frozen=True, eq=False)
class CellGames(Lengths):
    """The games of one cell, as the document measures them."""

    config: str
    opener: str

    @cached_property
    def games(self) -> int:
        """All games."""
        return len(self.guesses)

    @cached_property
    def wins(self) -> int:
        """Games that took at most six guesses."""
        return self.games - self.losses

    @cached_property
    def quick(self) -> int:
        """Games that took at most three guesses."""
        return self.games - measures.losses(self.guesses, 3)


class Experiment:
    """The experiment: words, popularity, and every outcome that was asked for, kept."""

    def __init__(self, options: Options) -> None:
        path = options.data.get("lexipedia")
        self.game = Wordle("original")
        self.lexicon = self.game.lexicon
        self.is_authors_table = path is not None
        self.frequencies = (
            Frequencies.load(STAND_IN) if path is None else Frequencies.from_file(path)
        )
        lacking = self.frequencies.lacking(self.lexicon.answers)
        if self.is_authors_table and lacking:
            raise InvalidError(f"{lacking}: not the author's table; add them, or leave it out")
        self.book = WordBook(self.lexicon, self.frequencies)
        self._jobs = worker_count(options.jobs)
        self.tally = Tally(options.step)
        self._outcomes: dict[_Key, CellGames] = {}

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
        cells = {_Key.of(way, *cell) for way in procedures for cell in CELLS}
        self.tally.total = len(cells) * len(self.lexicon.answers)

    def outcomes(self, procedure: Procedure) -> tuple[CellGames, ...]:
        """Measure the whole grid; a cell that plays as one before it is not played again."""
        keys = [_Key.of(procedure, *cell) for cell in CELLS]
        new = [cell for key, cell in zip(keys, CELLS, strict=True) if key not in self._outcomes]
        for (config, opener), cell in zip(new, self._play(procedure, new), strict=True):
            outcome = CellGames(cell.lengths, cell.config, opener)
            self._outcomes[_Key.of(procedure, config, opener)] = outcome
            self._count(cell)
        return tuple(self._outcomes[key] for key in keys)

    def _count(self, cell: Cell) -> None:
        self.tally.add(f"{cell.config} {cell.opener}", games=len(cell.lengths))

    def _play(
        self, procedure: Procedure, cells: Iterable[tuple[Configuration, str]]
    ) -> Iterator[Cell]:
        """Play cells side by side: the kernel releases the interpreter's lock."""

        def play(job: tuple[str, _Key, kernel.Words]) -> Cell:
            config, key, words = job
            guesses = np.full((len(self.lexicon.answers), MOST_TURNS), -1, np.int16)
            after, lengths = guesses.copy(), np.zeros(len(guesses), np.int64)
            opener = int(self.lexicon.guess_index(key.opener))
            kernel.play_ranked(words, key.manner, opener, guesses, after, lengths)
            return Cell(config, key.opener, guesses, after, lengths)

        keys = [(config.name, _Key.of(procedure, config, opener)) for config, opener in cells]
        jobs = [(config, key, self.book.words(key.order)) for config, key in keys]
        with ThreadPoolExecutor(self._jobs) as pool:
            yield from pool.map(play, jobs)


class _Key(NamedTuple):
    """All that the games of a cell depend on."""

    manner: kernel.Manner
    order: Order
    opener: str

    @classmethod
    def of(cls, procedure: Procedure, config: Configuration, opener: str) -> _Key:
        removal = kernel.LATE if procedure.late_removal else kernel.AT_ONCE
        manner = kernel.Manner(
            ranking=config.ranking,
            removal=removal if procedure.removes(config, opener) else kernel.NEVER,
            ties=kernel.QUICKSORT if procedure.quicksort_ties else kernel.FIRST,
            solve_below=SOLVE_BELOW,
            popular_below=POPULAR_BELOW if config.popular else 0,
            eliminate=procedure.positional_elimination,
        )
        green = 3 if procedure.three_for_green else 2
        order = Order(
            procedure.naive_feedback,
            procedure.short_list,
            # The ranking by remaining candidates came out of a grouping, which sorts.
            procedure.listed_order and config.ranking != kernel.LARGEST,
            green if config.ranking == kernel.TILES else None,
        )
        return cls(manner, order, opener)
