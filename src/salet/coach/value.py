"""What a guess is worth: how many guesses are left, and the chances to win."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from salet.view import View


@dataclass(frozen=True, slots=True)
class Value:
    """What a guess is worth.

    Attributes
    ----------
    expected
        guesses until the answer is found, this one included: the mean over the candidates
    exact
        whether `expected` is the least there is, or an estimate
    win_now
        chance that the guess is the answer
    win_within
        chance that the answer is found within the guesses that the rules leave. With one or two
        guesses left this is the best chance there is; with more, that of the play whose length is
        `expected`
    """

    expected: float
    exact: bool
    win_now: float
    win_within: float


class Values(ABC):
    """The worth of guesses at one view."""

    exact: bool
    """Whether the totals of all guesses are exact."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.weight = int(view.weights.sum())

    def is_exact(self, guess: int) -> bool:  # noqa: ARG002 - some know a few guesses exactly
        """Whether the total of a guess is exact."""
        return self.exact

    @abstractmethod
    def total(self, guess: int) -> float:
        """Return the expected length after `guess`, times the weight of all candidates."""

    @property
    @abstractmethod
    def least(self) -> float:
        """The least total of all guesses."""

    @abstractmethod
    def _share_within(self, guess: int, guesses: int) -> float:
        """Return the share of candidates found by `guess` and what follows, three at least."""

    @abstractmethod
    def ranked(self, top: int) -> list[int]:
        """Return the best guesses, the best first."""

    @abstractmethod
    def group_length(self, guess: int, code: int) -> float:
        """Return how many guesses are to be expected after `guess` was answered by `code`."""

    def of(self, guess: int) -> Value:
        """Say what a guess is worth."""
        chance = np.isin(self.view.candidate_guesses, guess)
        now = float(self.view.weights[chance].sum() / self.weight)
        exact = self.is_exact(guess)
        return Value(self.total(guess) / self.weight, exact, now, self._within(guess, now))

    def _within(self, guess: int, now: float) -> float:
        left = self.view.guesses_left
        if left <= 1:
            return now if left == 1 else 0.0
        if left == 2:
            return float(self._heaviest(guess) / self.weight)
        return self._share_within(guess, left)

    def _heaviest(self, guess: int) -> int:
        """Add up the likeliest word of every group: what one more guess can win."""
        codes = self.view.table.row(guess)[self.view.candidates]
        order = np.lexsort((-self.view.weights, codes))
        first = np.ones(len(codes), bool)
        first[1:] = codes[order][1:] != codes[order][:-1]
        return int(self.view.weights[order][first].sum())


def groups_of(view: View, guess: int) -> list[tuple[int, int]]:
    """Return code and weight of every group."""
    return [(code, weight) for code, weight, _ in sized_groups(view, guess)]


def sized_groups(view: View, guess: int) -> list[tuple[int, int, int]]:
    """Return code, weight and number of words of every group."""
    codes, group, sizes = np.unique(
        view.table.row(guess)[view.candidates], return_inverse=True, return_counts=True
    )
    weights = np.zeros(len(codes), np.int64)
    np.add.at(weights, group, view.weights)
    return list(zip(codes.tolist(), weights.tolist(), sizes.tolist(), strict=True))
