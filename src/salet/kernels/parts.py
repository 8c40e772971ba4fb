"""Into how many parts guesses split a set: for all guesses at once, with vector instructions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from salet.kernels.compiler import inner

if TYPE_CHECKING:
    from numpy.typing import NDArray

BLOCK = 1024
"""Guesses that are counted together: their numbers stay in the fastest memory."""

MASK_BITS = 256
"""`mark_block` is for at most so many patterns."""


@inner
def count_block(by_answer, candidates, start, end, parts, pairs):  # type: ignore[no-untyped-def]
    """Do what `count_parts` does for a block of guesses."""
    # Narrow numbers, for as many of them as possible in a vector; 128 candidates fit.
    width = end - start
    same = np.empty(width, np.uint8)
    block_parts = np.ones(width, np.uint8)
    block_pairs = np.zeros(width, np.uint16)
    for j in range(1, candidates.size):
        one = by_answer[candidates[j], start:end]
        for x in range(width):
            same[x] = 0
        i = 0
        while i + 3 < j:
            a = by_answer[candidates[i], start:end]
            b = by_answer[candidates[i + 1], start:end]
            c = by_answer[candidates[i + 2], start:end]
            d = by_answer[candidates[i + 3], start:end]
            for x in range(width):
                same[x] += (
                    np.uint8(a[x] == one[x])
                    + np.uint8(b[x] == one[x])
                    + np.uint8(c[x] == one[x])
                    + np.uint8(d[x] == one[x])
                )
            i += 4
        while i < j:
            a = by_answer[candidates[i], start:end]
            for x in range(width):
                same[x] += np.uint8(a[x] == one[x])
            i += 1
        for x in range(width):
            block_parts[x] += np.uint8(same[x] == 0)
            block_pairs[x] += same[x]
    most = np.int64(0)
    for x in range(width):  # one by one: numba compiles seconds longer for an assigned slice
        parts[start + x] = block_parts[x]
        pairs[start + x] = block_pairs[x]
        most = max(most, np.int64(block_parts[x]))
    return most


@inner
def count_parts(
    by_answer: NDArray[np.unsignedinteger],
    candidates: NDArray[np.int32],
    guesses: int,
    parts: NDArray[np.int64],
    pairs: NDArray[np.int32],
) -> int:
    """Write, for each guess, into how many parts it splits and how many pairs stay together.

    The guesses are the first columns of `by_answer`. Returns the largest number of parts.

    Compares the patterns of candidates two by two, for a block of guesses at a time: quadratic
    in the candidates, but a few vector instructions for dozens of guesses, which beats counting
    up to about a hundred candidates. At most 128 candidates.
    """
    most = 0
    for start in range(0, guesses, BLOCK):
        end = min(start + BLOCK, guesses)
        most = max(most, count_block(by_answer, candidates, start, end, parts, pairs))
    return most


@inner
def ones(bits):  # type: ignore[no-untyped-def]
    """Count the ones of a 64-bit number."""
    bits -= bits >> np.uint64(1) & np.uint64(0x5555555555555555)
    bits = (bits & np.uint64(0x3333333333333333)) + (
        bits >> np.uint64(2) & np.uint64(0x3333333333333333)
    )
    bits = bits + (bits >> np.uint64(4)) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return bits * np.uint64(0x0101010101010101) >> np.uint64(56)


@inner
def mark_block(by_answer, candidates, start, end, parts):  # type: ignore[no-untyped-def]
    """Do what `count_block` does, but for the pairs: linear in the candidates.

    Each guess has a bit for every pattern, in four numbers, which vector instructions fill for
    several guesses at once. At most 256 patterns.
    """
    width = end - start
    first = np.zeros(width, np.uint64)
    second = np.zeros(width, np.uint64)
    third = np.zeros(width, np.uint64)
    fourth = np.zeros(width, np.uint64)
    none = np.uint64(0)
    for candidate in candidates:
        row = by_answer[candidate, start:end]
        for x in range(width):
            code = np.uint64(row[x])
            bit = np.uint64(1) << (code & np.uint64(63))
            place = code >> np.uint64(6)
            first[x] |= bit if place == 0 else none
            second[x] |= bit if place == 1 else none
            third[x] |= bit if place == 2 else none
            fourth[x] |= bit if place == 3 else none
    most = np.int64(0)
    for x in range(width):
        found = ones(first[x]) + ones(second[x]) + ones(third[x]) + ones(fourth[x])
        parts[start + x] = np.int64(found)
        most = max(most, np.int64(found))
    return most
