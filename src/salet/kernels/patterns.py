"""Patterns of many guesses against many answers.

For one guess the loop runs over all answers at once, place by place, on bit masks: bit i of
``places[letter, answer]`` is set where the answer has that letter in place i. Every inner loop
is then a few operations on contiguous small integers, which the compiler turns into vector code.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from salet.kernels.compiler import compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray


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


@compiled
def _ones(mask: int) -> int:
    """Count the set bits of a mask of at most 16 bits."""
    mask = mask - ((mask >> 1) & 0x5555)
    mask = (mask & 0x3333) + ((mask >> 2) & 0x3333)
    mask = (mask + (mask >> 4)) & 0x0F0F
    return (mask + (mask >> 8)) & 0x1F


@compiled
def fill_patterns(
    letters: NDArray[np.uint16],
    places: NDArray[np.uint16],
    codes: NDArray[np.unsignedinteger],
) -> None:
    """Write the pattern of every guess (row) against every answer (column) into `codes`.

    Place i of a guess is green where the answer has the letter there. Otherwise it is yellow
    iff the answer has more copies outside green places than the guess has non-green copies
    before place i; this is the left-to-right rule without the walk.
    """
    length = letters.shape[1]
    answers = places.shape[1]
    green = np.empty(answers, np.uint16)
    for row in range(letters.shape[0]):
        guess = letters[row]
        out = codes[row]
        green[:] = 0
        out[:] = 0
        for place in range(length):
            here = places[guess[place]]
            for a in range(answers):
                green[a] |= here[a] & np.uint16(1 << place)
        for place in range(length):
            here = places[guess[place]]
            earlier = 0
            for before in range(place):
                if guess[before] == guess[place]:
                    earlier |= 1 << before
            worth = 3 ** (length - 1 - place)
            if earlier == 0:
                for a in range(answers):
                    is_green = int(green[a] >> place) & 1
                    is_yellow = int(here[a] & ~green[a] != 0)
                    out[a] += worth * (2 * is_green + (1 - is_green) * is_yellow)
            else:
                for a in range(answers):
                    is_green = int(green[a] >> place) & 1
                    is_yellow = int(_ones(here[a] & ~green[a]) > _ones(earlier & ~green[a]))
                    out[a] += worth * (2 * is_green + (1 - is_green) * is_yellow)
