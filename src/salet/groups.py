"""How well guesses split the candidates: the numbers that most strategies are made of.

All of them are integers, so that two guesses that split equally well tie exactly and a tie is
broken by a stated rule, not by the last bit of a float. For entropy this takes a little care;
see `entropy_terms`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from salet.table import Codes, Indices, Table
from salet.words.letters import read_only

BITS_UNIT = 1 << 36
"""Entropy terms count bits in this unit: fine enough for 1e-10 bits, and the sum over
`MAX_CANDIDATES` still fits in 64 bits."""

MAX_CANDIDATES = 5_000_000

_NUMPY_CELLS = 1 << 26
"""Below this many cells, counting with numpy is quicker than loading numba (about 0.5 s)."""

_NUMPY_REPLIES = 2187
_CHUNK_CELLS = 1 << 20


@dataclass(frozen=True, slots=True)
class GroupStats:
    """For each guess, how it splits the candidates into groups of equal reply.

    A candidate counts as its weight, 1 unless a prior says otherwise.

    Attributes
    ----------
    total
        the weight of all candidates together
    groups
        the number of groups
    largest
        the weight of the heaviest group
    squares
        the sum of squared weights: total times the expected weight of the remaining group
    information
        an integer that grows with the entropy; equal for equal splits
    bits
        the entropy of the reply in bits
    """

    total: int
    groups: NDArray[np.int64]
    largest: NDArray[np.int64]
    squares: NDArray[np.int64]
    information: NDArray[np.int64]
    bits: NDArray[np.float64]

    @property
    def expected(self) -> NDArray[np.float64]:
        """Expected weight of the group that remains."""
        return self.squares / self.total


def group_stats(
    table: Table,
    guesses: Indices,
    candidates: Indices,
    weights: NDArray[np.int64] | None = None,
) -> GroupStats:
    """Split `candidates` (answer indices) by each of `guesses` (guess indices).

    `weights` are positive integers, one per candidate, below 2**31 in sum.

    >>> from salet import Lexicon
    >>> from salet.table import open_table
    >>> table = open_table(Lexicon.load("original"))
    >>> soare = np.array([table.lexicon.guess_index("soare")])
    >>> stats = group_stats(table, soare, np.arange(2315))
    >>> round(float(stats.bits[0]), 3), int(stats.largest[0]), int(stats.groups[0])
    (5.886, 183, 127)
    """
    if len(candidates) == 0:
        raise ValueError("there are no candidates to split")
    if len(candidates) > MAX_CANDIDATES:
        raise ValueError(f"cannot split more than {MAX_CANDIDATES:,} candidates")
    groups, largest, squares, last = _tallied(table, guesses, candidates, weights).T
    if weights is not None:
        return GroupStats(int(weights.sum()), groups, largest, squares, last, last / BITS_UNIT)
    n = len(candidates)
    bits = np.maximum(0, np.log2(n) - last / (n * BITS_UNIT))  # rounding may fall below 0
    return GroupStats(n, groups, largest, squares, -last, bits)


def sum_terms(
    table: Table, guesses: Indices, candidates: Indices, terms: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Add up ``terms[size]`` over the groups that each of `guesses` splits `candidates` into."""
    return _tallied(table, guesses, candidates, terms=terms)[:, 3]


def first_of(figures: NDArray[np.int64], count: int) -> Indices:
    """Return the places of the `count` largest figures, the first of equal ones, in no order.

    >>> sorted(first_of(np.array([3, 1, 3, 2, 3]), 2).tolist())
    [0, 2]
    """
    if count >= len(figures):
        return np.arange(len(figures))
    least = np.partition(figures, -count)[-count]
    above = np.flatnonzero(figures > least)
    return np.concatenate([above, np.flatnonzero(figures == least)[: count - len(above)]])


def _tallied(
    table: Table,
    guesses: Indices,
    candidates: Indices,
    weights: NDArray[np.int64] | None = None,
    terms: NDArray[np.int64] | None = None,
) -> NDArray[np.int64]:
    """Return groups, largest, squares and the last sum of each guess, piece by piece."""
    out = np.empty((len(guesses), 4), np.int64)
    replies = table.game.replies.size
    terms = _terms_for(len(candidates)) if terms is None else terms
    few = len(guesses) * len(candidates) <= _NUMPY_CELLS and replies <= _NUMPY_REPLIES
    table.count_work(len(guesses) * len(candidates))
    done = 0
    for codes, rows, columns in table.blocks(guesses, candidates):
        part = out[done : done + len(rows)]
        done += len(rows)
        if few and not table.prepared:
            tally_with_numpy(codes, rows, columns, weights, replies, part, terms)
            continue
        from salet.kernels.groups import Tally, tally_groups, tally_weights

        if weights is None:
            work = Tally.empty(codes, len(columns), replies)
            tally_groups(codes, rows, columns, terms, work, part)
        else:
            tally_weights(codes, rows, columns, weights, replies, float(BITS_UNIT), part)
    return out


def tally_with_numpy(
    codes: Codes,
    rows: Indices,
    columns: Indices,
    weights: NDArray[np.int64] | None,
    replies: int,
    out: NDArray[np.int64],
    terms: NDArray[np.int64] | None = None,
) -> None:
    """Do what the kernels of `salet.kernels.groups` do: slower, but it loads at once."""
    step = max(1, _CHUNK_CELLS // max(len(columns), replies))
    # Taking all columns of a row is far quicker as a slice than as a list of indices.
    every = len(columns) == codes.shape[1] and bool((np.diff(columns) == 1).all())
    terms = _terms_for(len(columns)) if terms is None else terms
    for start in range(0, len(rows), step):
        chunk = codes[rows[start : start + step]]
        if not every:
            chunk = chunk[:, columns]
        cells = (chunk + np.arange(len(chunk))[:, None] * replies).ravel()
        heavy = None if weights is None else np.tile(weights, len(chunk))
        sizes = np.bincount(cells, heavy, minlength=len(chunk) * replies)
        sizes = sizes.astype(np.int64, copy=False).reshape(len(chunk), replies)
        part = out[start : start + step]
        part[:, 0] = np.count_nonzero(sizes, axis=1)
        part[:, 1] = sizes.max(axis=1)
        part[:, 2] = (sizes * sizes).sum(axis=1)
        if weights is None:
            part[:, 3] = terms[sizes].sum(axis=1)
        else:
            shares = np.maximum(sizes, 1) / weights.sum()  # an empty group is multiplied away
            bits = np.rint(-shares * np.log2(shares) * BITS_UNIT) * (sizes > 0)
            part[:, 3] = bits.astype(np.int64).sum(axis=1)


def _terms_for(candidates: int) -> NDArray[np.int64]:
    """Return enough terms; rounding the number up lets one table serve all smaller sets."""
    return entropy_terms(max(4096, 1 << candidates.bit_length()))


@lru_cache(maxsize=8)
def entropy_terms(largest: int) -> NDArray[np.int64]:
    """Return ``size * log2(size)`` for sizes 0..`largest`, in units of 1 / `BITS_UNIT`.

    The logarithm of a size is put together from rounded logarithms of its prime factors. The
    logarithms of primes are independent over the integers, so sums of terms that are equal in
    truth are equal here: {6, 1, 1, 1, 1, 1, 1} and {3, 3, 2, 2, 2} both carry 6 + 6 log2(3), and
    tie.

    >>> terms = entropy_terms(12)
    >>> int(terms[6]) == int(2 * terms[3] + 3 * terms[2])
    True
    >>> int(terms[8]) == 24 * BITS_UNIT
    True
    """
    log = np.zeros(largest + 1, np.int64)
    for prime in range(2, largest + 1):
        if log[prime] == 0:  # no smaller prime divides it
            unit = round(float(np.log2(prime)) * BITS_UNIT)
            power = prime
            while power <= largest:
                log[power::power] += unit
                power *= prime
    return read_only(log * np.arange(largest + 1))


def code_sums(
    table: Table,
    guesses: Indices,
    candidates: Indices,
    weights: NDArray[np.int64],
    worth: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Sum, for each guess, the worth of its pattern over the weighted candidates."""
    out = np.empty(len(guesses), np.int64)
    done = 0
    for codes, rows, columns in table.blocks(guesses, candidates):
        part = out[done : done + len(rows)]
        if table.prepared:
            from salet.kernels.groups import sum_codes

            sum_codes(codes, rows, columns, weights, worth, part)
        else:
            sum_codes_with_numpy(codes, rows, columns, weights, worth, part)
        done += len(rows)
    return out


def sum_codes_with_numpy(
    codes: NDArray[np.unsignedinteger],
    rows: Indices,
    columns: Indices,
    weights: NDArray[np.int64],
    worth: NDArray[np.int64],
    out: NDArray[np.int64],
) -> None:
    """Do what `salet.kernels.groups.sum_codes` does, a few hundred rows at a time."""
    for start in range(0, len(rows), 256):
        chunk = codes[rows[start : start + 256]][:, columns]
        out[start : start + 256] = worth[chunk] @ weights


def letter_sums(
    table: Table, guesses: Indices, worth: NDArray[np.int64], *, distinct: bool = False
) -> NDArray[np.int64]:
    """Sum, for each guess, the worth (place, letter) of its letters.

    With `distinct`, only the first copy of a letter that the guess repeats counts.
    """
    letters = table.letters
    if distinct:
        # One more letter, worth nothing, stands for every further copy.
        letters = table.first_letters
        given, worth = worth, np.zeros((len(worth), worth.shape[1] + 1), np.int64)
        worth[:, :-1] = given
    out = np.empty(len(guesses), np.int64)
    if table.prepared:
        from salet.kernels.letters import sum_letters

        sum_letters(letters, guesses, worth, out)
    else:
        sum_letters_with_numpy(letters, guesses, worth, out)
    return out


def sum_letters_with_numpy(
    letters: NDArray[np.uint16],
    rows: Indices,
    worth: NDArray[np.int64],
    out: NDArray[np.int64],
) -> None:
    """Do what `salet.kernels.letters.sum_letters` does."""
    out[:] = worth[np.arange(letters.shape[1]), letters[rows]].sum(axis=1)
