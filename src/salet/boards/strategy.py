"""How one guess is chosen for all boards.

A guess may solve boards, and it leaves something open on the others. Both are put on one scale,
guesses saved::

    value = worth(boards left) * sum of what stays open - sum of chances to solve a board

The least value is played. What stays open on a board is the expected logarithm of its candidates
in bits, and `unsure` bits more unless a single one remains: from two candidates to one is a
longer step than from four to two, because a sure board costs its own guess and nothing else.
A bit is worth less while many boards are left, because the guesses that solve them will tell
about the others anyway.

Near the end, where the answers can be combined in few ways, the guesses of least value are each
tried on every combination, and the game is played out by the rule above with a shortlist of
guesses; the one with the fewest guesses in all is played.

All of this is counted in integers, so a tie is a tie on every machine: the first word in
alphabetical order is played.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import prod
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from salet.groups import BITS_UNIT, entropy_terms, sum_terms
from salet.table import Indices, Table
from salet.words.lexicon import GuessIndex, Lexicon

WORTH_UNIT = 1000
"""A bit's worth is counted in thousandths of a guess."""

SOLVE = WORTH_UNIT * BITS_UNIT
"""One guess, in the unit of values."""


@dataclass(frozen=True, slots=True)
class Trial:
    """How guesses are tried near the end.

    Attributes
    ----------
    games
        in how many ways the answers may be combined at most
    tries
        how many guesses are tried
    shortlist
        how many guesses, beside the candidates, the game is played out with
    """

    games: int = 96
    tries: int = 8
    shortlist: int = 8


Candidates: TypeAlias = tuple[tuple[int, ...], ...]
"""The candidates of every board that is not solved."""


@dataclass(frozen=True)
class Trials:
    """Plays games out by the rule of least value, with few words to choose from.

    The same numbers as the kernel `try_guesses`, in plain Python. The kernel plays game by game;
    here all games are played together, and a state that several of them reach is looked at once, so
    that a single suggestion is made sooner than the compiler is loaded.

    Attributes
    ----------
    codes
        the pattern of every word against every answer
    answer_words
        for each answer, its word
    shortlist
        the words that are played beside the candidates
    terms
        what groups of 0, 1, ... candidates leave open, times their size
    weights
        what a bit is worth with 0, 1, ... boards left
    solved
        the code of the reply that solves a board
    """

    codes: Sequence[Sequence[int]]
    answer_words: Sequence[int]
    shortlist: Sequence[int]
    terms: Sequence[int]
    weights: Sequence[int]
    solved: int
    _totals: dict[Candidates, int] = field(default_factory=dict)

    def total_after(self, state: Candidates, guess: int) -> int:
        """Return the guesses that all games of `state` take together, if `guess` is played now."""
        games = prod(map(len, state))
        return games + sum(map(self._total, self._later(state, guess)))

    def _later(self, state: Candidates, guess: int) -> Iterator[Candidates]:
        """Return every state that a guess may lead to, each as often as games come to it."""
        row = self.codes[guess]
        parts = []
        for board in state:
            groups: dict[int, list[int]] = {}
            for answer in board:
                groups.setdefault(row[answer], []).append(answer)
            solved = groups.pop(self.solved, None)
            parts.append([tuple(group) for group in groups.values()] + [()] * (solved is not None))
        for boards in product(*parts):
            yield tuple(board for board in boards if board)

    def _total(self, state: Candidates) -> int:
        if all(len(board) == 1 for board in state):
            return len(state)
        if state not in self._totals:
            words = [self.answer_words[answer] for board in state for answer in board]
            # The first of equal ones, as `min` takes it.
            best = min([*words, *self.shortlist], key=lambda word: self._value(state, word))
            self._totals[state] = self.total_after(state, best)
        return self._totals[state]

    def _value(self, state: Candidates, guess: int) -> int:
        row = self.codes[guess]
        left_open = chances = 0
        for board in state:
            sizes: dict[int, int] = {}
            for answer in board:
                code = row[answer]
                sizes[code] = sizes.get(code, 0) + 1
            left_open += sum(self.terms[size] for size in sizes.values()) // len(board)
            if self.solved in sizes:
                chances += SOLVE // len(board)
        return self.weights[len(state)] * left_open - chances


@dataclass(frozen=True, slots=True)
class CommonGuess:
    """The strategy for several boards.

    Attributes
    ----------
    opener
        the first guess where the lexicon has it; empty for the guess of least value
    worth
        what a bit is worth, in guesses, when one board is left
    fade
        how fast that falls: with n boards left it is ``worth / n ** fade``
    unsure
        what a board with more than one candidate counts for, beside its logarithm, in bits
    trial
        how guesses are tried near the end

    >>> str(strategy_for(2))
    'common(opener=carle, worth=0.31, fade=0.29, unsure=1.2)'
    """

    opener: str
    worth: float
    fade: float
    unsure: float
    trial: Trial = Trial()

    def __str__(self) -> str:
        opener = f"opener={self.opener}, " if self.opener else ""
        return f"common({opener}worth={self.worth:g}, fade={self.fade:g}, unsure={self.unsure:g})"

    def fitted(self, lexicon: Lexicon) -> CommonGuess:
        """Return the same strategy, without its opener if the lexicon does not have it."""
        return self if self.opener in lexicon.allowed else replace(self, opener="")

    def first_guess(self, lexicon: Lexicon) -> GuessIndex | None:
        """Return the opener's place, if the lexicon has it."""
        return lexicon.guess_index(self.opener) if self.opener in lexicon.allowed else None

    def weights(self, boards: int) -> NDArray[np.int64]:
        """Return what a bit is worth with 0 to `boards` boards left."""
        left = np.arange(boards + 1)
        worth = self.worth / np.maximum(left, 1) ** self.fade
        return np.rint(worth * WORTH_UNIT).astype(np.int64)

    def terms(self, largest: int) -> NDArray[np.int64]:
        """Return what groups of 0 to `largest` candidates leave open, times their size."""
        sizes = np.arange(largest + 1)
        unsure = round(self.unsure * BITS_UNIT)
        return entropy_terms(largest) + np.where(sizes > 1, sizes * unsure, 0)

    def values(self, table: Table, sets: Sequence[Indices]) -> NDArray[np.int64]:
        """Return the value of every allowed guess for unsolved boards with these candidates."""
        every = np.arange(len(table.lexicon.allowed))
        left_open = np.zeros(len(every), np.int64)
        known: dict[bytes, NDArray[np.int64]] = {}  # at the start all boards are the same
        for candidates in sets:
            if len(candidates) == 1:
                continue
            key = candidates.tobytes()
            if key not in known:
                sums = sum_terms(table, every, candidates, self.terms(len(candidates)))
                known[key] = sums // len(candidates)
            left_open += known[key]
        values: NDArray[np.int64] = left_open * self.weights(len(sets))[-1]
        for candidates in sets:
            values[table.answer_guesses[candidates]] -= SOLVE // len(candidates)
        return values

    def ranked(
        self, table: Table, sets: Sequence[Indices], turns: int
    ) -> tuple[Indices, NDArray[np.float64]]:
        """Return all guesses, the best first; `sets` are the candidates of unsolved boards.

        Beside them, for each of the first guesses that was tried, the guesses until all boards are
        solved, on average if played on by the same strategy.
        """
        untried = np.empty(0)
        order = np.argsort(self.values(table, sets), kind="stable")
        opener = self.first_guess(table.lexicon)
        if turns == 0 and opener is not None:
            return np.array([opener, *order[order != opener]]), untried
        games = prod(len(candidates) for candidates in sets)
        if not 1 < games <= self.trial.games:
            return order, untried
        totals = self._totals(table, sets, order[: self.trial.shortlist])
        best = np.argsort(totals, kind="stable")
        tried = order[best]
        return np.concatenate([tried, order[len(best) :]]), totals[best] / games

    def _totals(
        self, table: Table, sets: Sequence[Indices], shortlist: Indices
    ) -> NDArray[np.int64]:
        """Try the first guesses of the shortlist on every combination of answers."""
        # Only the guesses that can be played are looked up, against the candidates alone.
        answers = np.unique(np.concatenate(sets))
        words = np.concatenate([shortlist, table.answer_guesses[answers]])
        largest = max(len(candidates) for candidates in sets)
        trials = Trials(
            [table.row(int(word))[answers].tolist() for word in words],
            range(len(shortlist), len(words)),
            range(len(shortlist)),
            self.terms(largest).tolist(),
            self.weights(len(sets)).tolist(),
            table.game.replies.solved,
        )
        state = tuple(tuple(np.searchsorted(answers, candidates).tolist()) for candidates in sets)
        tried = range(min(self.trial.tries, len(shortlist)))
        return np.array([trials.total_after(state, guess) for guess in tried], np.int64)


_TUNED = {
    2: CommonGuess("carle", 0.31, 0.29, 1.2, Trial(games=150, tries=30, shortlist=100)),
    4: CommonGuess("carle", 0.4, 1, 1.5),
    8: CommonGuess("snare", 0.42, 1.38, 2.7),
    16: CommonGuess("carle", 0.42, 1.38, 2.7),
    32: CommonGuess("carle", 0.42, 1.38, 2.7),
}
"""Found by scripts/tune_boards.py, on other games than those of the documentation."""


def strategy_for(boards: int) -> CommonGuess:
    """Return the strategy tuned for this number of boards, or for the next smaller one."""
    return _TUNED[max(number for number in _TUNED if number <= max(boards, 2))]
