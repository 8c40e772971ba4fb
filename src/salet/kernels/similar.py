"""Bounds of a part from similar parts of the same set.

Let no guess be worth more than w on a set Q, without weights. What is it worth on another set P?
Each candidate of P that is not in Q makes at most one more part, and what else there is of P lies
in Q. If the guess itself is one of these candidates, it counts once more as a candidate. So no
guess is worth more on P than w, the number of candidates of P outside Q, and 1 if there are any.

Guesses that have letters in common make similar parts, so that most guesses for a large set are
dismissed by what was found for the parts of earlier ones.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from salet.kernels.compiler import int64, lean
from salet.kernels.state import SIMILAR, Frame, Part, Similar, Stack
from salet.kernels.worth import ones

_SIX_BITS = np.uint64(63)


@lean
def mark_part(codes: NDArray[np.int64], count: int, code: int, bits: NDArray[np.uint64]) -> int:
    """Write a part as bits, by the places of its candidates in the set; return their length."""
    length = (count + 63) >> 6
    for w in range(length):
        bits[w] = np.uint64(0)
    for i in range(count):
        bits[i >> 6] |= np.uint64(codes[i] == code) << (np.uint64(i) & _SIX_BITS)
    return length


@lean
def keep_part(similar: Similar, stack: Stack, turn: int) -> None:
    """Keep the part that was handed down, with what no guess exceeds on it."""
    frame: Frame = stack.frames[turn]
    below: Frame = stack.frames[turn + 1]
    place = frame.similar % SIMILAR
    mark_part(stack.codes[turn], frame.count, frame.code, similar.bits[turn, place])
    similar.worth[turn, place] = below.worth
    frame.similar += 1


@lean
def worth_by_similar(similar: Similar, stack: Stack, turn: int, part: Part) -> int:
    """Return a worth that no guess exceeds on a part, by the parts that were kept."""
    frame: Frame = stack.frames[turn]
    own = similar.bits[turn, SIMILAR]
    length = mark_part(stack.codes[turn], frame.count, part.code, own)
    most = min(part.count + 1, frame.worth)
    for k in range(min(frame.similar, SIMILAR)):
        worth = similar.worth[turn, k]
        if worth >= most:
            continue
        other = similar.bits[turn, k]
        outside = int64(0)
        for w in range(length):
            outside += int64(ones(own[w] & ~other[w]))
        most = min(most, worth + outside + (outside > 0))
    return most
