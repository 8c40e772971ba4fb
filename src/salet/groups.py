"""How well guesses split the candidates: the numbers that most strategies are made of.

All of them are integers, so that two guesses that split equally well tie exactly and a tie is
broken by a stated rule, not by the last bit of a float. For entropy this takes a little care;
see `entropy_terms`.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from salet.patterns import pattern_count

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from salet.table import Codes, Indices, PatternTable

BITS_UNIT = 1 << 40
"""`GroupStats.terms` counts bits in this unit: fine enough for 1e-11 bits, and the sum over
400,000 candidates still fits in 64 bits."""

_NUMPY_CELLS = 1 << 26
"""Below this many cells, counting with numpy is quicker than loading numba (about 0.5 s)."""

_NUMPY_PATTERNS = 3**7
_CHUNK_CELLS = 1 << 20


@dataclass(frozen=True, slots=True)
class GroupStats:
    """For each guess, how it splits the candidates into groups of equal pattern.

    Attributes
    ----------
    candidates
        how many candidates are split
    groups
        the number of groups
    largest
        the size of the largest group
    squares
        the sum of squared sizes: candidates times the expected size of the remaining group
    terms
        the sum of ``size * log2(size)`` in units of 1 / `BITS_UNIT`
    """

    candidates: int
    groups: NDArray[np.int64]
    largest: NDArray[np.int64]
    squares: NDArray[np.int64]
    terms: NDArray[np.int64]

    @property
    def bits(self) -> NDArray[np.float64]:
        """Entropy of the pattern: log2(n) - sum(size * log2(size)) / n."""
        bits: NDArray[np.float64] = np.log2(self.candidates) - self.terms / (
            self.candidates * BITS_UNIT
        )
        return bits

    @property
    def expected(self) -> NDArray[np.float64]:
        """Expected size of the group that remains."""
        return self.squares / self.candidates


def group_stats(table: PatternTable, guesses: Indices, candidates: Indices) -> GroupStats:
    """Split `candidates` (answer indices) by each of `guesses` (guess indices).

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
    terms = entropy_terms(len(candidates))
    patterns = pattern_count(table.lexicon.length)
    out = np.empty((len(guesses), 4), np.int64)
    done = 0
    for codes, rows, columns in table.blocks(guesses, candidates):
        part = out[done : done + len(rows)]
        _tally(codes, rows, columns, terms, patterns, part)
        done += len(rows)
    return GroupStats(len(candidates), out[:, 0], out[:, 1], out[:, 2], out[:, 3])


def _tally(
    codes: Codes,
    rows: Indices,
    columns: Indices,
    terms: NDArray[np.int64],
    patterns: int,
    out: NDArray[np.int64],
) -> None:
    """Run the kernel, or numpy where that is quicker than loading the kernel."""
    small = len(rows) * len(columns) <= _NUMPY_CELLS and patterns <= _NUMPY_PATTERNS
    if small and "numba" not in sys.modules:
        tally_with_numpy(codes, rows, columns, terms, patterns, out)
    else:
        from salet.kernels.groups import tally_groups

        tally_groups(codes, rows, columns, terms, patterns, out)


def tally_with_numpy(
    codes: Codes,
    rows: Indices,
    columns: Indices,
    terms: NDArray[np.int64],
    patterns: int,
    out: NDArray[np.int64],
) -> None:
    """Do what `salet.kernels.groups.tally_groups` does, in numpy: slower, but loads at once."""
    step = max(1, _CHUNK_CELLS // max(len(columns), patterns))
    # Taking all columns of a row is far quicker as a slice than as a list of indices.
    every = len(columns) == codes.shape[1] and bool((np.diff(columns) == 1).all())
    for start in range(0, len(rows), step):
        chunk = codes[rows[start : start + step]]
        if not every:
            chunk = chunk[:, columns]
        offsets = np.arange(len(chunk))[:, None] * patterns
        sizes = np.bincount((chunk + offsets).ravel(), minlength=len(chunk) * patterns)
        sizes = sizes.reshape(len(chunk), patterns)
        part = out[start : start + step]
        part[:, 0] = np.count_nonzero(sizes, axis=1)
        part[:, 1] = sizes.max(axis=1)
        part[:, 2] = (sizes * sizes).sum(axis=1)
        part[:, 3] = terms[sizes].sum(axis=1)


@lru_cache(maxsize=64)
def entropy_terms(largest: int) -> NDArray[np.int64]:
    """Return ``size * log2(size)`` for sizes 0..`largest`, in units of 1 / `BITS_UNIT`.

    The logarithm of a size is put together from rounded logarithms of its prime factors. The
    logarithms of primes are independent over the integers, so two sums of terms are equal here
    exactly when they are equal in truth: {6, 1, 1, 1, 1, 1, 1} and {3, 3, 2, 2, 2} both carry
    6 + 6 log2(3), and tie.

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
    terms = log * np.arange(largest + 1)
    terms.setflags(write=False)
    return terms
