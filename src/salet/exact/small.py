"""Exact values of small sets of candidates, at once: numpy alone, nothing to compile.

This is a second exact search, beside the compiled one, because it answers before the other has
begun. For the 102 candidates after salet:-y--- it took 0.07 s of processor time; the compiled one
took 0.8 s in a fresh process, nearly all of it to load numba and the compiled code. The bounds are
the same, and come from `salet.kernels.bounds`. A candidate may weigh more than another, by any
integer.

Guesses that split the candidates alike are one guess here, so that a few thousand distinct splits
stand for all guesses.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from salet.games.position import Position
from salet.kernels.bounds import any_guess, one_guess, sum_of_parts
from salet.table import Codes, Indices
from salet.view import View

Set: TypeAlias = tuple[int, ...]
"""Candidates by their place in the set that the search began with, the heaviest first."""
Rows: TypeAlias = NDArray[np.int64] | None
"""The splits that are legal; None for all."""

MOST_CANDIDATES = 255
"""A place has to fit in a byte; but sets of more than about 60 take seconds."""

UNCAPPED = 20
"""This number of guesses beyond the cap is enough for every game of best play."""
ENDLESS = 1 << 62
"""More than any total."""
_SEEN_CELLS = 1 << 22
_LOOK, _HARD_LOOK = 1 << 16, 1 << 19
"""The cost of a look at a set beside its cells, counted in cells; hard modes have more to do."""


class OutOfWorkError(Exception):
    """The search did not end within the work it may do."""


@dataclass(frozen=True, slots=True)
class Least:
    """The least total of a set, and the split that has it."""

    total: int
    row: int


class SmallSearch:
    """Searches the candidates of one view.

    Its work is counted in cells: for every set that it looks at, some for the look and one for each
    candidate under each split. With a limit of `work` it gives up when that is done: at the same
    point on every machine, and in the page's engine, which is this search in another language.
    """

    def __init__(self, view: View, work: float = float("inf")) -> None:
        if len(view.candidates) > MOST_CANDIDATES:
            raise ValueError(f"cannot search more than {MOST_CANDIDATES} candidates")
        self.view = view
        self._mode = view.game.mode(view.rules.hard)
        self.hard = self._mode.search != "every"
        self.work_left = work
        order = np.argsort(-view.weights, kind="stable")
        self.candidates: Indices = view.candidates[order]
        self.weights: list[int] = view.weights[order].tolist()
        self.everything: Set = tuple(range(len(order)))
        codes = _codes(view, self.candidates)
        own = view.table.answer_guesses[self.candidates]
        self._labels, self._guesses, self.row_of_guess = _splits(codes, view.legal, own, self.hard)
        places = {int(guess): place for place, guess in enumerate(own)}
        self._solves = [places.get(int(guess), -1) for guess in self._guesses]
        self._row_of_candidate = {
            place: row for row, place in enumerate(self._solves) if place >= 0
        }
        # Plain lists: for a handful of words they are quicker than arrays.
        self._own_labels = {
            place: self._labels[:, row].tolist() for place, row in self._row_of_candidate.items()
        }
        self._alike = len(set(self.weights)) == 1
        self._label_bits = _bits(self._labels)
        self._memo: dict[tuple[Set, bytes], Least] = {}
        self._bounds: dict[tuple[Set, bytes], int] = {}
        self._ideals: dict[Set, int | None] = {}
        self._lengths: dict[tuple[Set, bytes], dict[int, int]] = {}

    @contextmanager
    def patience(self) -> Iterator[None]:
        """Let what is asked meanwhile be answered, however much work it is."""
        left, self.work_left = self.work_left, float("inf")
        try:
            yield
        finally:
            self.work_left = left

    def _count_work(self, some: Set, rows: Rows) -> None:
        if self.work_left <= 0:
            raise OutOfWorkError
        splits = len(self._guesses) if rows is None else len(rows)
        self.work_left -= len(some) * splits + (_HARD_LOOK if self.hard else _LOOK)

    def guess_of(self, row: int) -> int:
        """Return the first guess that splits like this."""
        return int(self._guesses[row])

    def bounds(self, some: Set | None = None, rows: Rows = None) -> NDArray[np.int64]:
        """Return for every split (of `rows`) what it costs at least."""
        some = self.everything if some is None else some
        weight = self._weight(some)
        worth = np.zeros(len(self._guesses) if rows is None else len(rows), np.int64)
        for word in self._label_bits:  # of 64 labels each
            found = np.zeros(len(worth), np.uint64)
            for column in some:
                # The heaviest word of a part is the first of it, for the set is in that order.
                here = word[column] if rows is None else word[column, rows]
                if not self._alike:
                    worth += self.weights[column] * ((here & ~found) != 0)
                found |= here
            if self._alike:
                worth += self.weights[0] * np.bitwise_count(found).astype(np.int64)
        for column in some:
            row = self._place(column, rows)
            if row is not None:
                worth[row] += self.weights[column]
        bounds: NDArray[np.int64] = one_guess(weight, worth)
        return bounds

    def _weight(self, some: Set) -> int:
        if self._alike:
            return len(some) * self.weights[0]
        return sum(self.weights[column] for column in some)

    def _floor(self, some: Set) -> int:
        """Return what a set costs at least, whatever is guessed."""
        return any_guess(self._weight(some), self.weights[some[0]])

    def _place(self, column: int, rows: Rows) -> int | None:
        """Find the split of a candidate's own word among `rows`."""
        row = self._row_of_candidate.get(column)
        if row is None or rows is None:
            return row
        place = int(np.searchsorted(rows, row))
        return place if place < len(rows) and rows[place] == row else None

    def total(self, some: Set | None = None, rows: Rows = None) -> int:
        """Return the least total of a set."""
        some = self.everything if some is None else some
        if self._ideal(some) is not None:
            return self._floor(some)
        return self._best(some, rows).total

    def best_row(self, some: Set, rows: Rows = None) -> int:
        """Return the split to play."""
        ideal = self._ideal(some)
        return self._row_of_candidate[ideal] if ideal is not None else self._best(some, rows).row

    def _ideal(self, some: Set) -> int | None:
        """Find a heaviest word that tells all others apart: nothing can be better.

        A candidate is legal in every mode, so this needs no look at the rules.
        """
        if some not in self._ideals:
            self._ideals[some] = self._find_ideal(some)
        return self._ideals[some]

    def _find_ideal(self, some: Set) -> int | None:
        for column in some:
            if self.weights[column] < self.weights[some[0]]:
                break
            labels = self._own_labels.get(column)
            if labels is not None and len({labels[other] for other in some}) == len(some):
                return column
        return None

    def _best(self, some: Set, rows: Rows) -> Least:
        key = _key(some, rows)
        if key in self._memo:
            return self._memo[key]
        self._count_work(some, rows)
        bounds = self.bounds(some, rows)
        place = int(bounds.argmin())
        row = place if rows is None else int(rows[place])
        best = self.total_of(row, some, rows)
        found = Least(best, row)
        (promising,) = np.nonzero(bounds < best)
        for place in promising[np.argsort(bounds[promising], kind="stable")].tolist():
            if bounds[place] >= found.total:
                break
            row = place if rows is None else int(rows[place])
            total = self.total_of(row, some, rows, found.total)
            if total < found.total:
                found = Least(total, row)
        self._memo[key] = found
        return found

    def total_of(
        self,
        row: int,
        some: Set | None = None,
        rows: Rows = None,
        cut: int = ENDLESS,
    ) -> int:
        """Return the total of playing a split: exact if below `cut`, else a lower bound."""
        some = self.everything if some is None else some
        parts = self.parts(row, some)
        if len(parts) == 1 and len(some) > 1:
            return ENDLESS  # it tells nothing, and to play it again and again would not end
        floors = [self._floor(part) for part in parts]
        total = sum_of_parts(self._weight(some), floors)
        if self._solves[row] in some:
            total -= self.weights[self._solves[row]]
        hard = []  # the parts that cost more than their floor
        for part, floor in sorted(zip(parts, floors, strict=True), key=lambda item: -len(item[0])):
            if len(part) > 2 and self._ideal(part) is None:
                legal = self.legal_after(self.guess_of(row), part, rows)
                bound = self._bound(part, legal)
                total += bound - floor
                if total >= cut:
                    return total
                hard.append((part, legal, bound))
        for part, legal, bound in hard:
            total += self._best(part, legal).total - bound
            if total >= cut:
                break
        return total

    def _bound(self, some: Set, rows: Rows) -> int:
        """Return what a set costs at least, after one look at it."""
        key = _key(some, rows)
        if key in self._memo:
            return self._memo[key].total
        if key not in self._bounds:
            self._count_work(some, rows)
            self._bounds[key] = int(self.bounds(some, rows).min())
        return self._bounds[key]

    def greedy_total(self, some: Set | None = None, rows: Rows = None) -> int:
        """Return the total of playing the split with the least bound everywhere: not the least."""
        some = self.everything if some is None else some
        if self._ideal(some) is not None:
            return self._floor(some)
        place = int(self.bounds(some, rows).argmin())
        row = place if rows is None else int(rows[place])
        total = self._weight(some)
        for part in self.parts(row, some):
            if part != (self._solves[row],):
                total += self.greedy_total(part, self.legal_after(self.guess_of(row), part, rows))
        return total

    def parts(self, row: int, some: Set) -> list[Set]:
        """Split a set."""
        groups: dict[int, list[int]] = {}
        labels: list[int] = self._labels[:, row].tolist()
        for column in some:
            groups.setdefault(labels[column], []).append(column)
        return [tuple(group) for group in groups.values()]

    def legal_after(self, guess: int, part: Set, rows: Rows = None) -> Rows:
        """Return the splits that hard mode still allows once `guess` has left `part`."""
        if not self.hard:
            return None
        game, table = self.view.game, self.view.table
        code = int(table.row(guess)[self.candidates[part[0]]])
        turn = game.turn(game.guesses[guess], code)
        among = self._guesses if rows is None else self._guesses[rows]
        legal = self._mode.legal(table, Position((turn,)), among)
        legal_rows = np.searchsorted(self._guesses, legal)
        # What does not split a set splits no part of it; without it, more positions are the same.
        labels = self._labels[list(part)][:, legal_rows]
        useful: NDArray[np.int64] = legal_rows[(labels != labels[0]).any(axis=0)]
        return useful

    def lengths(self, row: int, some: Set | None = None, rows: Rows = None) -> dict[int, int]:
        """Return the weight of the candidates found by the 1st, 2nd, ... guess from here."""
        some = self.everything if some is None else some
        found: dict[int, int] = {}
        for part in self.parts(row, some):
            if len(part) == 1 and part[0] == self._solves[row]:
                found[1] = found.get(1, 0) + self.weights[part[0]]
                continue
            for length, weight in self._lengths_of_part(row, part, rows).items():
                found[length + 1] = found.get(length + 1, 0) + weight
        return found

    def _lengths_of_part(self, row: int, part: Set, rows: Rows) -> dict[int, int]:
        """Return the `lengths` of best play on a part; many guesses leave the same parts."""
        ideal = self._ideal(part) is not None
        legal = None if ideal else self.legal_after(self.guess_of(row), part, rows)
        key = _key(part, legal)
        if key not in self._lengths:
            self._lengths[key] = self.lengths(self.best_row(part, legal), part, legal)
        return self._lengths[key]


def _key(some: Set, rows: Rows) -> tuple[Set, bytes]:
    return some, b"" if rows is None else rows.tobytes()


def _codes(view: View, candidates: Indices) -> Codes:
    """Return the replies of the legal guesses against the candidates (candidates, guesses)."""
    pieces = [
        codes[:, columns][rows].T
        for codes, rows, columns in view.table.blocks(view.legal, candidates)
    ]
    return np.ascontiguousarray(np.concatenate(pieces, axis=1))


def _splits(
    codes: Codes,
    guesses: Indices,
    own: Indices,
    keep_all: bool,  # noqa: FBT001
) -> tuple[NDArray[np.uint8], Indices, NDArray[np.int64]]:
    """Write each guess as the split it makes, and keep one guess of those that split alike.

    Returns the splits (candidates, rows), a guess for each row, and a row for each guess. The
    label of a candidate is the place of the first candidate with the same reply, so that equal
    splits are equal columns. A candidate stays apart, for it may also be right.
    """
    labels = _labels(codes)
    if keep_all:
        return labels, guesses, np.arange(len(guesses))
    marks = np.zeros((codes.shape[1], 1), np.uint8)
    marks[np.isin(guesses, own), 0] = np.arange(1, 1 + np.isin(guesses, own).sum())
    cells = np.ascontiguousarray(np.concatenate([marks, labels.T], axis=1))
    keys = cells.view([("", f"V{cells.shape[1]}")]).ravel()
    _, first, row = np.unique(keys, return_index=True, return_inverse=True)
    order = np.argsort(first)  # rows in the order of their guesses, not of their bytes
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    return np.ascontiguousarray(labels[:, first[order]]), guesses[first[order]], rank[row]


def _labels(codes: Codes) -> NDArray[np.uint8]:
    """Give each candidate, for each guess, the place of the first one with the same reply."""
    labels = np.empty(codes.shape, np.uint8)
    patterns = int(codes.max()) + 1
    step = max(1, _SEEN_CELLS // patterns)
    for start in range(0, codes.shape[1], step):
        chunk = codes[:, start : start + step]
        first = np.empty(chunk.shape[1] * patterns, np.uint8)
        cells = chunk + np.arange(chunk.shape[1]) * patterns
        for place in range(len(chunk) - 1, -1, -1):
            first[cells[place]] = place
        labels[:, start : start + step] = first[cells]
    return labels


def _bits(labels: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """Write each label as one bit of a word, so that the parts of a set can be counted at once.

    Returns as many words as there are 64 labels (words, candidates, rows).
    """
    bits = np.empty((-(-len(labels) // 64), *labels.shape), np.uint64)
    for number, word in enumerate(bits):
        bit_of = np.zeros(256, np.uint64)
        bit_of[64 * number : 64 * (number + 1)] = np.uint64(1) << np.arange(64, dtype=np.uint64)
        np.take(bit_of, labels, out=word, mode="clip")  # the mode that writes to `out` directly
    return bits
