"""Guesses tried on every combination of answers, in plain Python.

The same numbers as the kernel `try_guesses`, which plays game by game. Here all games are played
together, and a state that several of them come to is looked at once; so a single suggestion is made
before the compiler would have been loaded.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product
from math import prod
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

State: TypeAlias = "tuple[tuple[int, ...], ...]"
"""The candidates of every board that is not solved."""


@dataclass(frozen=True)
class Trials:
    """Plays games out by the rule of least value, with few words to choose from.

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
    solve
        what it is worth to solve a board
    all_green
        the pattern that solves a board
    """

    codes: Sequence[Sequence[int]]
    answer_words: Sequence[int]
    shortlist: Sequence[int]
    terms: Sequence[int]
    weights: Sequence[int]
    solve: int
    all_green: int
    _totals: dict[State, int] = field(default_factory=dict)

    def total_after(self, state: State, guess: int) -> int:
        """Return the guesses that all games of `state` take together, if `guess` is played now."""
        games = prod(map(len, state))
        return games + sum(map(self._total, self._later(state, guess)))

    def _later(self, state: State, guess: int) -> Iterator[State]:
        """Return every state that a guess may lead to, each as often as games come to it."""
        row = self.codes[guess]
        parts = []
        for board in state:
            groups: dict[int, list[int]] = {}
            for answer in board:
                groups.setdefault(row[answer], []).append(answer)
            solved = groups.pop(self.all_green, None)
            parts.append([tuple(group) for group in groups.values()] + [()] * (solved is not None))
        for boards in product(*parts):
            yield tuple(board for board in boards if board)

    def _total(self, state: State) -> int:
        if all(len(board) == 1 for board in state):
            return len(state)
        if state not in self._totals:
            words = [self.answer_words[answer] for board in state for answer in board]
            # The first of equal ones, as `min` takes it.
            best = min([*words, *self.shortlist], key=lambda word: self._value(state, word))
            self._totals[state] = self.total_after(state, best)
        return self._totals[state]

    def _value(self, state: State, guess: int) -> int:
        row = self.codes[guess]
        left_open = chances = 0
        for board in state:
            sizes: dict[int, int] = {}
            for answer in board:
                code = row[answer]
                sizes[code] = sizes.get(code, 0) + 1
            left_open += sum(self.terms[size] for size in sizes.values()) // len(board)
            if self.all_green in sizes:
                chances += self.solve // len(board)
        return self.weights[len(state)] * left_open - chances
