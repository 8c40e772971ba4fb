"""First words by entropy, and the -ATER example: what the document shows without playing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import log
from typing import TYPE_CHECKING

import numpy as np

from salet.groups import group_stats
from salet.replication.luebeck.procedure import PUBLISHED
from salet.replication.luebeck.results import STRATEGY
from salet.replication.luebeck.solver import Solver, Splitter, State
from salet.strategies.registry import make_strategy
from salet.table import open_table
from salet.view import Setting
from salet.words.lexicon import Lexicon

if TYPE_CHECKING:
    from salet.replication.luebeck.results import WordList
    from salet.table import PatternTable

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
    _table: PatternTable

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
    sizes: list[int] = np.bincount(row, minlength=3**table.lexicon.length).tolist()
    return sizes
