"""Sums over tiles and letters for many guesses at once: a kernel, or numpy without numba."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from salet.table import Indices, PatternTable


def code_sums(
    table: PatternTable,
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
        if "numba" in sys.modules:
            from salet.kernels.sums import sum_codes

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
    """Do what `salet.kernels.sums.sum_codes` does, a few hundred rows at a time."""
    for start in range(0, len(rows), 256):
        chunk = codes[rows[start : start + 256]][:, columns]
        out[start : start + 256] = worth[chunk] @ weights


def letter_sums(
    table: PatternTable, guesses: Indices, worth: NDArray[np.int64], *, distinct: bool = False
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
    if "numba" in sys.modules:
        from salet.kernels.sums import sum_letters

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
    """Do what `salet.kernels.sums.sum_letters` does."""
    out[:] = worth[np.arange(letters.shape[1]), letters[rows]].sum(axis=1)
