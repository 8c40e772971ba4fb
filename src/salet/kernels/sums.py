"""Sums over tiles and over letters: what cheap rankings are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from salet.kernels.compiler import compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray


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
def sum_letters(
    letters: NDArray[np.uint16],
    rows: NDArray[np.int64],
    worth: NDArray[np.int64],
    out: NDArray[np.int64],
) -> None:
    """For every word (row), sum ``worth[place, letter]`` over its places into `out`."""
    length = letters.shape[1]
    if length == 5:  # the usual length, written out: half the time of the loop
        for k in range(rows.size):
            row = np.uint64(rows[k])
            out[k] = (
                worth[0, letters[row, 0]]
                + worth[1, letters[row, 1]]
                + worth[2, letters[row, 2]]
                + worth[3, letters[row, 3]]
                + worth[4, letters[row, 4]]
            )
        return
    for k in range(rows.size):
        row = np.uint64(rows[k])
        total = 0
        for place in range(length):
            total += worth[place, letters[row, place]]
        out[k] = total
