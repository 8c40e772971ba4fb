"""How guesses split a set of candidates into groups of equal pattern."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from salet.kernels.compiler import compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray


@compiled
def tally_groups(
    codes: NDArray[np.unsignedinteger],
    rows: NDArray[np.int64],
    columns: NDArray[np.int64],
    terms: NDArray[np.int64],
    pattern_count: int,
    out: NDArray[np.int64],
) -> None:
    """Write groups, largest, squares and terms of every row into `out` (rows, 4).

    Over the group sizes s of a row: their number, max(s), sum(s * s) and sum(terms[s]).
    """
    sizes = np.zeros(pattern_count, np.int64)
    for k in range(rows.size):
        row = codes[rows[k]]
        for j in range(columns.size):
            sizes[row[columns[j]]] += 1
        groups = 0
        largest = 0
        squares = 0
        total = 0
        # Visit each group once: by candidate when they are few, else by pattern.
        visits = min(columns.size, pattern_count)
        by_pattern = visits == pattern_count
        for j in range(visits):
            pattern = j if by_pattern else row[columns[j]]
            size = sizes[pattern]
            if size > 0:
                sizes[pattern] = 0
                groups += 1
                largest = max(largest, size)
                squares += size * size
                total += terms[size]
        out[k, 0] = groups
        out[k, 1] = largest
        out[k, 2] = squares
        out[k, 3] = total
