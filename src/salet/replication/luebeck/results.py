"""What we get for the figures and claims of Luebeck's document: words first, then the games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import log
from typing import Any

import numpy as np

from salet.groups import group_stats
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
from salet.replication.writeup import Measured, Values, Verdict
from salet.runs.walk import play
from salet.strategies.registry import make_strategy
from salet.table import Table, open_table
from salet.view import Setting
from salet.words.lexicon import Lexicon

CHART = 15
"""Bars of the chart of first words."""


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


class Results:
    """All that was played, and what the document shows of words without playing."""

    def __init__(self, games: Mapping[WordList, Variants[Lengths]]) -> None:
        self.games = games
        self.openers = {words: Openers.of(words) for words in WORD_LISTS}
        self.endings = {words: Ending.of(words, "ater") for words in (DEFAULT, EXPANDED)}
        table = open_table(Lexicon.load(EXPANDED.lexicon))
        row = table.row(table.lexicon.guess_index(EXPANDED.opener))
        self.sizes: list[int] = np.bincount(row, minlength=table.game.replies.size).tolist()
        """The words for each pattern of the full list's first guess, by code."""

    def measured(self) -> Measured:
        """Return our value of every printed figure."""
        words, full = self._words(), self.openers[EXPANDED]
        shown = " ".join(full.words)
        words |= {"chart": shown, "highest": full.nats[0], "lowest": full.nats[-1]}
        endings = {"ending": DEFAULT, "ending expanded": EXPANDED}
        told = words | {key: self.endings[one].guess for key, one in endings.items()}
        truly = words | {key: self.endings[one].corrected for key, one in endings.items()}
        games = {one.name: variants.map(_values) for one, variants in self.games.items()}
        return {"words": Variants(told, truly), **games}

    def _words(self) -> dict[str, Any]:
        lexicon = Lexicon.load(DEFAULT.lexicon)
        return {
            **{f"opener {words.name}": found.words[0] for words, found in self.openers.items()},
            "00000": self.sizes[0],
            "00001": self.sizes[1],
            "ending groups": self.endings[DEFAULT].groups("elchi"),
            "answers": len(lexicon.answers),
            "allowed": len(lexicon.allowed),
        }

    @cached_property
    def facts(self) -> dict[str, Any]:
        """What the texts of the document's file name."""
        default, ending = self.games[DEFAULT], self.endings[EXPANDED]
        totals = {name: games.total for name, games in default.without.items()}
        return {
            **{words.name: variants for words, variants in self.games.items()},
            "strategy": STRATEGY,
            "changes": {n: abs(total - default.published.total) for n, total in totals.items()},
            "best": [self.openers[words].words[0] for words in WORD_LISTS],
            "narrow": self.openers[DEFAULT],
            "wide": self.openers[EXPANDED],
            "remaining": ", ".join(self.endings[DEFAULT].words),
            "remaining_of_all": len(ending.words),
            "ending": ending,
            "elchi_groups": ending.groups("elchi"),
            "own_groups": ending.groups(ending.guess),
            "letters": _letter_games(),
        }

    def verdicts(self) -> dict[str, Verdict]:
        """Judge the claims of the document."""
        facts = self.facts
        default, ending = self.games[DEFAULT], self.endings[DEFAULT]
        apart = ending.groups("elchi") == len(ending.words)
        lexicon = Lexicon.load(DEFAULT.lexicon)
        listed = len(lexicon.answers) == 2315 and "vozhd" in {*lexicon.allowed} - {*lexicon.answers}

        def longer(variant: str) -> bool:
            won = [getattr(self.games[words], variant).won for words in (EXPANDED, SCRABBLE)]
            return [round(share, 2) for share in won] == [99.67, 99.71]

        return {
            "never_lost": (default.published.losses == 0, default.corrected.losses == 0),
            "longer_lists": (longer("published"), longer("corrected")),
            "first_words": _both(facts["best"] == ["soare", "tares", "tares"]),
            "fewest_left": _both(facts["narrow"].words[0] == facts["narrow"].narrowest),
            "steps_back": (
                ending.guess == "elchi" and apart,
                ending.corrected == "elchi" and apart,
            ),
            "letters": _both(facts["letters"].losses > 0),
            "list": _both(listed),
        }


def _both(holds: bool) -> Verdict:  # noqa: FBT001 - the verdict itself
    return holds, holds


def _values(games: Lengths) -> Values:
    names = ("mean", "losses", "won", "total", "histogram")
    return {name: getattr(games, name) for name in names}


def _letter_games() -> Lengths:
    """Play by letter frequency, to which the document compares itself."""
    table = open_table(Lexicon.load(DEFAULT.lexicon))
    answers = np.arange(len(table.lexicon.answers))
    strategy = make_strategy("letters+opener(arose)")
    return Lengths(play(strategy, Setting.of(table), answers).lengths)
