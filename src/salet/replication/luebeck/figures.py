"""What Luebeck's document prints, and what we get: first words, the -ATER example, games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import log

import numpy as np

from salet.groups import group_stats
from salet.replication.findings import Figure, Section
from salet.replication.luebeck.program import (
    DEFAULT,
    EXPANDED,
    PUBLISHED,
    SCRABBLE,
    STRATEGY,
    WORD_LISTS,
    Solver,
    Splitter,
    State,
    WordList,
)
from salet.replication.switches import Variants
from salet.replication.walk import Lengths
from salet.strategies.registry import make_strategy
from salet.table import Table, open_table
from salet.view import Setting
from salet.words.lexicon import Lexicon

# The bar chart of first words, left to right, and the heights of its first and last bar.
_CHART = "tares lares rales rates teras nares soare tales reais tears arles tores salet aeros dares"
_HIGHEST, _LOWEST = 4.293, 4.166

# Mean, games over six guesses, and percent within six, from the table of results.
_PUBLISHED = {
    DEFAULT: (3.476, 0, 100.0),
    EXPANDED: (4.100, 43, 99.67),
    SCRABBLE: (4.083, 36, 99.71),
}

CHART = 15


@dataclass(frozen=True, slots=True)
class Openers:
    """How the first words of one list compare.

    Attributes
    ----------
    words, nats
        the best by entropy, with their entropy in natural logarithms
    expected
        the words that the best of them leaves on average
    narrowest, least
        the word that leaves fewest on average, and how many
    """

    words: tuple[str, ...]
    nats: tuple[float, ...]
    expected: float
    narrowest: str
    least: float

    @classmethod
    def of(cls, words: WordList) -> Openers:
        """Rank every allowed word of a list as a first guess."""
        lexicon = Lexicon.load(words.lexicon)
        table = open_table(lexicon)
        stats = group_stats(table, np.arange(len(lexicon.allowed)), np.arange(len(lexicon.answers)))
        order = np.argsort(-stats.information, kind="stable")[:CHART]
        narrowest = int(stats.squares.argmin())
        return cls(
            tuple(lexicon.allowed[guess] for guess in order),
            tuple(float(bits) * log(2) for bits in stats.bits[order]),
            float(stats.expected[order[0]]),
            lexicon.allowed[narrowest],
            float(stats.expected[narrowest]),
        )


@dataclass(frozen=True, slots=True)
class Ending:
    """What is guessed once all letters but the first are known.

    Attributes
    ----------
    words
        the answers with that ending
    guess, corrected
        what the program guesses, and what the project's strategy does
    """

    words: tuple[str, ...]
    guess: str
    corrected: str
    _table: Table

    @classmethod
    def of(cls, words: WordList, ending: str) -> Ending:
        """Ask about the answers of a list that end so."""
        table = open_table(Lexicon.load(words.lexicon))
        allowed, answers = table.lexicon.allowed, table.lexicon.answers
        candidates = np.array([i for i, word in enumerate(answers) if word.endswith(ending)])
        program = Solver(PUBLISHED, Splitter(table)).choose(State(candidates, turns=2))
        view = replace(Setting.of(table).start(), candidates=candidates)
        project = make_strategy(STRATEGY).choose(view)
        endings = tuple(answers[candidate] for candidate in candidates)
        return cls(endings, allowed[program], allowed[project], table)

    def groups(self, guess: str) -> int:
        """Return into how many groups a guess splits the words."""
        answers = [self._table.lexicon.answer_index(word) for word in self.words]
        row = self._table.row(self._table.lexicon.guess_index(guess))
        return len(np.unique(row[answers]))


def pattern_sizes(words: WordList) -> list[int]:
    """Return the size of the group of each pattern of the list's first guess."""
    table = open_table(Lexicon.load(words.lexicon))
    row = table.row(table.lexicon.guess_index(words.opener))
    sizes: list[int] = np.bincount(row, minlength=table.game.replies.size).tolist()
    return sizes


@dataclass(frozen=True, slots=True)
class Words:
    """What the document shows of words without playing.

    Attributes
    ----------
    openers
        the first words of each list
    endings
        the -ATER example, by list
    sizes
        the words for each pattern of the full list's first guess, by code
    """

    openers: Mapping[WordList, Openers]
    endings: Mapping[WordList, Ending]
    sizes: list[int]

    @classmethod
    def measured(cls) -> Words:
        """Measure all of it."""
        return cls(
            {words: Openers.of(words) for words in WORD_LISTS},
            {words: Ending.of(words, "ater") for words in (DEFAULT, EXPANDED)},
            pattern_sizes(EXPANDED),
        )


def sections(words: Words, results: Mapping[WordList, Variants[Lengths]]) -> tuple[Section, ...]:
    """Lay every printed figure beside ours."""
    return (
        _openers(words.openers),
        _patterns(words.sizes),
        *(_games(one, results[one]) for one in WORD_LISTS),
        _ending(words.endings),
        _words(),
    )


def _openers(openers: Mapping[WordList, Openers]) -> Section:
    best = [
        Figure(
            f"best first word, {words.title}",
            words.opener,
            openers[words].words[0],
            openers[words].words[0],
        )
        for words in WORD_LISTS
    ]
    full = openers[EXPANDED]
    chart = " ".join(full.words)
    return Section(
        "First words by entropy",
        (
            *best,
            Figure("15 best words, in order", _CHART, chart, chart),
            Figure("entropy of the first, nats", _HIGHEST, full.nats[0], full.nats[0], digits=3),
            Figure("entropy of the last, nats", _LOWEST, full.nats[-1], full.nats[-1], digits=3),
        ),
        note="The chart is of the full list, where any word may be the answer.",
    )


def _patterns(sizes: list[int]) -> Section:
    return Section(
        "Patterns of TARES (schematic)",
        (
            Figure("words with pattern 00000", 858, sizes[0], sizes[0]),
            Figure("words with pattern 00001", 296, sizes[1], sizes[1]),
        ),
    )


def _games(words: WordList, variants: Variants[Lengths]) -> Section:
    mean, losses, won = _PUBLISHED[words]
    return Section(
        f"Games: {words.title}",
        (
            variants.figure("mean guesses", mean, lambda games: games.mean, digits=3),
            variants.figure("games over six guesses", losses, lambda games: games.losses),
            variants.figure("won within six, %", won, lambda games: games.won, digits=2),
            variants.figure("guesses in all", None, lambda games: games.total),
            variants.figure("games by guesses", None, lambda games: games.histogram),
        ),
        note=f"Lexicon {words.lexicon}, first word {words.opener}.",
    )


def _ending(endings: Mapping[WordList, Ending]) -> Section:
    default, full = endings[DEFAULT], endings[EXPANDED]
    apart = default.groups("elchi")
    return Section(
        "The -ATER example",
        (
            Figure("guess, default answers", "elchi", default.guess, default.corrected),
            Figure("groups of ELCHI, default answers", None, apart, apart),
            Figure("guess, any word", None, full.guess, full.corrected),
        ),
        note="Asked with -ATER known, and nothing known to be absent.",
    )


def _words() -> Section:
    lexicon = Lexicon.load(DEFAULT.lexicon)
    answers, allowed = len(lexicon.answers), len(lexicon.allowed)
    return Section(
        "Words",
        (
            Figure("default answers", 2315, answers, answers),
            Figure(
                "words of the game",
                12927,
                allowed,
                allowed,
                note="a slip for 12,972; the schematic has 12,973",
            ),
        ),
    )
