"""How guesses split a set of candidates into groups of equal reply, and sums over the replies."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from salet.kernels.compiler import compiled


@compiled
def tally_groups(
    codes: NDArray[np.unsignedinteger],
    rows: NDArray[np.int64],
    columns: NDArray[np.int64],
    terms: NDArray[np.int64],
    replies: int,
    out: NDArray[np.int64],
) -> None:
    """Write groups, largest, squares and terms of every row into `out` (rows, 4).

    Over the group sizes s of a row: their number, max(s), sum(s * s) and sum(terms[s]).
    """
    sizes = np.zeros(replies, np.int64)
    few = columns.size < replies
    for k in range(rows.size):
        row = codes[rows[k]]
        groups = 0
        largest = 0
        squares = 0
        total = 0
        if few:
            # Add up what each candidate changes as it joins its group: one pass, no branch.
            for j in range(columns.size):
                pattern = row[columns[j]]
                size = sizes[pattern]
                sizes[pattern] = size + 1
                groups += size == 0
                largest = max(largest, size + 1)
                squares += 2 * size + 1
                total += terms[size + 1] - terms[size]
            for j in range(columns.size):
                sizes[row[columns[j]]] = 0
        else:
            for j in range(columns.size):
                sizes[row[columns[j]]] += 1
            for pattern in range(replies):
                size = sizes[pattern]
                groups += size > 0
                largest = max(largest, size)
                squares += size * size
                total += terms[size]
            sizes[:] = 0
        out[k, 0] = groups
        out[k, 1] = largest
        out[k, 2] = squares
        out[k, 3] = total


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


@compiled
def transpose(codes: NDArray[np.unsignedinteger], out: NDArray[np.unsignedinteger]) -> None:
    """Write the transpose of `codes` into `out`, tile by tile so that both stay in the cache."""
    tile = 64
    rows, columns = codes.shape
    for top in range(0, rows, tile):
        for left in range(0, columns, tile):
            for i in range(top, min(top + tile, rows)):
                for j in range(left, min(left + tile, columns)):
                    out[j, i] = codes[i, j]
