"""Luebeck's program, the guess of greatest entropy with four tie rules, played on three lists."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import log

import numpy as np
from numpy.typing import NDArray

from salet.groups import code_sums, entropy_terms, group_stats
from salet.replication.feedback import fitting, letter_masks
from salet.replication.findings import Options
from salet.replication.procedure import (
    Lengths,
    Variants,
    all_on,
    play,
    side_by_side,
    turned_on,
    without_each,
)
from salet.runs.ground import run
from salet.table import Indices, Table, open_table
from salet.words.lexicon import Lexicon


@dataclass(frozen=True, slots=True)
class Procedure:
    """The program's departures from its text, as ``document.toml`` explains them."""

    loose_greys: bool = False
    grey_letters_dropped: bool = False
    late_candidates: bool = False
    candidate_ties: bool = False
    distinct_letters: bool = False
    log_positions: bool = False


PUBLISHED = all_on(Procedure)


_FEW = 3
"""With fewer words left, the program guesses one of them."""
_LATE = 5
"""From this number of guesses on, too."""
_PSEUDO_COUNT = 1e-5
_EPSILON = 1e-9


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What the program knows: candidates, absent letters (a bit for each), guesses made."""

    candidates: Indices
    absent: int = 0
    turns: int = 0


class Splitter:
    """The guesses of greatest entropy, remembered: most variants ask about the same sets.

    Ties are exact here; the program takes entropies within 1e-9 for equal, which comes to the
    same in every game that it plays.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self._memory: dict[tuple[bytes, int, bool], Indices] = {}
        bits = np.left_shift(1, table.letters.astype(np.int64))
        self._masks = np.bitwise_or.reduce(bits, axis=1)

    def best(self, candidates: Indices, absent: int, *, only_candidates: bool) -> Indices:
        """Return the best guesses by entropy, and among them those with the smallest grey group.

        The guesses are all words without an `absent` letter, or the candidates.
        """
        key = (candidates.tobytes(), absent, only_candidates)
        if key not in self._memory:
            every = np.flatnonzero((self._masks & absent) == 0)
            guesses = self.table.answer_guesses[candidates] if only_candidates else every
            self._memory[key] = self._best(candidates, guesses)
        return self._memory[key]

    def _best(self, candidates: Indices, guesses: Indices) -> Indices:
        information = group_stats(self.table, guesses, candidates).information
        tied = guesses[information == information.max()]
        if len(tied) > 1:  # the first tie rule
            only_grey = np.zeros(self.table.game.replies.size, np.int64)
            only_grey[0] = 1
            ones = np.ones(len(candidates), np.int64)
            grey = code_sums(self.table, tied, candidates, ones, only_grey)
            tied = tied[grey == grey.min()]
        return np.asarray(tied)


@dataclass(frozen=True)
class Solver:
    """The program under one procedure."""

    procedure: Procedure
    splitter: Splitter

    def start(self) -> Knowledge:
        """Return what the program knows before the first guess."""
        return Knowledge(np.arange(len(self.splitter.table.lexicon.answers)))

    def after(self, state: Knowledge, guess: int, code: int) -> Knowledge:
        """Take in the pattern of a guess."""
        table = self.splitter.table
        loose = self.procedure.loose_greys
        candidates = fitting(table, state.candidates, guess, code, loose=loose)
        absent = state.absent
        if self.procedure.grey_letters_dropped:
            shown, grey = letter_masks(table, guess, code)
            absent |= grey & ~shown
        return Knowledge(candidates, absent, state.turns + 1)

    def choose(self, state: Knowledge) -> int:
        """Return the guess of greatest entropy, by the tie rules."""
        table = self.splitter.table
        possible = table.answer_guesses[state.candidates]
        if len(possible) == 1:  # every guess has entropy 0, and the second tie rule decides
            return int(possible[0])
        few = len(state.candidates) < _FEW or state.turns >= _LATE
        late = self.procedure.late_candidates and few
        tied = self.splitter.best(state.candidates, state.absent, only_candidates=late)
        marks = np.zeros(len(table.lexicon.allowed), dtype=bool)
        marks[possible] = True
        if marks[tied].any():  # the second tie rule
            tied = tied[marks[tied]]
        elif self.procedure.candidate_ties:
            return int(tied[0])
        variety = self._variety(tied)
        return self._by_positions(state, tied[variety == variety.max()])

    def _variety(self, guesses: Indices) -> NDArray[np.int64]:
        """Apply the third tie rule: how many letters differ, or the entropy of the letters."""
        table = self.splitter.table
        if self.procedure.distinct_letters:
            first = table.first_letters[guesses] < len(table.lexicon.alphabet)
            return np.asarray(first.sum(axis=1))
        letters = table.letters[guesses]
        copies = (letters[:, :, None] == letters[:, None, :]).sum(axis=2)
        logarithms = entropy_terms(letters.shape[1])[copies] // copies  # exact: a term is a product
        return np.asarray(-logarithms.sum(axis=1))

    def _by_positions(self, state: Knowledge, guesses: Indices) -> int:
        """Apply the fourth tie rule: letters that stand where the candidates have them."""
        table = self.splitter.table
        words = table.letters[table.answer_guesses[state.candidates]]
        letters = table.letters[guesses]
        counts = np.stack(
            [
                np.bincount(words[:, place], minlength=len(table.lexicon.alphabet))[letter]
                for place, letter in enumerate(letters.T)
            ],
            axis=1,
        )
        if not self.procedure.log_positions:
            return int(guesses[counts.sum(axis=1).argmax()])
        chosen, least = int(guesses[0]), float("inf")
        for guess, row in zip(guesses.tolist(), counts.tolist(), strict=True):
            surprise = -sum(log((count + _PSEUDO_COUNT) / len(words)) for count in row)
            if surprise < least - _EPSILON:
                chosen, least = guess, surprise
        return chosen


STRATEGY = "entropy+ties(fewest_grey,candidates,distinct,positions)"
"""What the text describes, as the project plays it."""


@dataclass(frozen=True, slots=True)
class WordList:
    """One of the three games of the document: its lexicon here, and the first guess."""

    name: str
    title: str
    lexicon: str
    opener: str


DEFAULT = WordList("default", "default answers", "original", "soare")
EXPANDED = WordList("expanded", "any word of the game", "original-all", "tares")
SCRABBLE = WordList("scrabble", "Scrabble words", "sowpods", "tares")
WORD_LISTS = (DEFAULT, EXPANDED, SCRABBLE)


def play_list(words: WordList) -> Variants[Lengths]:
    """Play every answer of a list as published, corrected, and with each switch off."""
    corrected = play_corrected(words)
    table = open_table(words.lexicon)
    table.prepare()
    played = partial(play_variant, splitter=Splitter(table), opener=words.opener)
    rest = {name: played(way) for name, way in without_each(PUBLISHED).items()}
    return Variants(played(PUBLISHED), corrected, rest)


def play_variant(procedure: Procedure, splitter: Splitter, opener: str) -> Lengths:
    """Play the program on every answer of the splitter's table."""
    solver, table = Solver(procedure, splitter), splitter.table
    start, first = solver.start(), table.lexicon.guess_index(opener)
    return Lengths(play(solver, start, table, start.candidates, first).lengths)


def play_corrected(words: WordList) -> Lengths:
    """Play the project's own strategy on every answer."""
    return Lengths(run(STRATEGY, lexicon=words.lexicon, opener=words.opener).lengths)


def play_lists(lists: Sequence[WordList], options: Options) -> dict[WordList, Variants[Lengths]]:
    """Play several lists side by side."""
    variants = 2 + len(turned_on(PUBLISHED))  # as published, corrected, and with each switch off
    games = {one.title: variants * len(Lexicon.load(one.lexicon).answers) for one in lists}
    played = side_by_side({one.title: partial(play_list, one) for one in lists}, games, options)
    return {one: played[one.title] for one in lists}
