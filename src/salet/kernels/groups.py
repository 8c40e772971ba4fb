"""How guesses split a set of candidates into groups of equal reply, and sums over the replies."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from salet.kernels.compiler import compiled, int64, lean_compiled

_TILE = 32
"""The number of guesses counted together: the cells they share in memory are read once."""

_REPLIES_PER_CANDIDATE = 4
"""With more replies than this for each candidate, not all replies are looked through."""


class Tally(NamedTuple):
    """Work space: sizes of groups by reply, those that are found, and replies side by side."""

    sizes: NDArray[np.int32]
    found: NDArray[np.int32]
    near: NDArray[np.unsignedinteger]

    @classmethod
    def empty(cls, codes: NDArray[np.unsignedinteger], candidates: int, replies: int) -> Tally:
        """Make the arrays for so many candidates: with few of them, one row of sizes will do."""
        few = _REPLIES_PER_CANDIDATE * candidates < replies
        return cls(
            np.zeros((1 if few else _TILE, replies), np.int32),
            np.empty(replies + 1, np.int32),
            np.empty((_TILE, candidates if few else 0), codes.dtype),
        )


@lean_compiled
def tally_groups(
    codes: NDArray[np.unsignedinteger],
    rows: NDArray[np.int64],
    columns: NDArray[np.int64],
    terms: NDArray[np.int64],
    work: Tally,
    out: NDArray[np.int64],
) -> None:
    """Write groups, largest, squares and terms of every row into `out` (rows, 4).

    Over the group sizes s of a row: their number, max(s), sum(s * s) and sum(terms[s]).
    """
    sizes, found, near = work.sizes, work.found, work.near
    few = sizes.shape[0] == 1
    replies = sizes.shape[1]
    for start in range(0, rows.size, _TILE):
        some = rows[start : start + _TILE]
        for j in range(columns.size):
            # An unsigned index spares the test for a negative one.
            column = np.uint64(columns[j])
            for k in range(some.size):
                pattern = codes[np.uint64(some[k]), column]
                if few:
                    near[k, j] = pattern
                else:
                    sizes[k, pattern] += np.int32(1)
        for k in range(some.size):
            groups = 0
            if few:
                for j in range(columns.size):
                    sizes[0, near[k, j]] += np.int32(1)
                for j in range(columns.size):
                    found[np.uint64(groups)] = sizes[0, near[k, j]]
                    groups += sizes[0, near[k, j]] > 0
                    sizes[0, near[k, j]] = 0
            else:
                for pattern in range(replies):
                    found[np.uint64(groups)] = sizes[k, pattern]
                    groups += sizes[k, pattern] > 0
            largest = 0
            squares = 0
            total = 0
            for i in range(groups):
                size = int64(found[i])
                largest = max(largest, size)
                squares += size * size
                total += terms[np.uint64(size)]
            out[start + k, 0] = groups
            out[start + k, 1] = largest
            out[start + k, 2] = squares
            out[start + k, 3] = total
        if not few:
            for k in range(some.size):
                for pattern in range(replies):
                    sizes[k, pattern] = 0


@compiled
def tally_weights(
    codes: NDArray[np.unsignedinteger],
    rows: NDArray[np.int64],
    columns: NDArray[np.int64],
    weights: NDArray[np.int64],
    replies: int,
    unit: float,
    out: NDArray[np.int64],
) -> None:
    """Write groups, largest, squares and entropy of every row into `out`, by weight.

    As `tally_groups`, with each candidate counting as its weight; the entropy of the shares is
    rounded to multiples of 1 / `unit` group by group, so that the order of groups does not
    matter.
    """
    heaps = np.zeros(replies, np.int64)
    total = weights.sum()
    for k in range(rows.size):
        row = codes[rows[k]]
        for j in range(columns.size):
            heaps[row[columns[j]]] += weights[j]
        groups = 0
        largest = 0
        squares = 0
        entropy = 0
        for j in range(columns.size):
            heap = heaps[row[columns[j]]]
            if heap > 0:
                heaps[row[columns[j]]] = 0
                groups += 1
                largest = max(largest, heap)
                squares += heap * heap
                share = heap / total
                entropy += round(-share * np.log2(share) * unit)
        out[k, 0] = groups
        out[k, 1] = largest
        out[k, 2] = squares
        out[k, 3] = entropy


@compiled
def sum_codes(
    codes: NDArray[np.unsignedinteger],
    rows: NDArray[np.int64],
    columns: NDArray[np.int64],
    weights: NDArray[np.int64],
    worth: NDArray[np.int64],
    out: NDArray[np.int64],
) -> None:
    """For every row, sum ``weight * worth[pattern]`` over the columns into `out`."""
    for k in range(rows.size):
        row = codes[rows[k]]
        total = 0
        for j in range(columns.size):
            # An unsigned index spares the test for a negative one.
            total += weights[j] * worth[row[np.uint64(columns[j])]]
        out[k] = total
