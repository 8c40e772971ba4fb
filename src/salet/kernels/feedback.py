"""Patterns by two rules that are not the game's, for replicating programs that used them.

On the same bit masks as `salet.kernels.letters.fill_patterns`, with the same arrays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from salet.kernels.compiler import compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray


@compiled
def fill_naive(
    letters: NDArray[np.uint16],
    places: NDArray[np.uint16],
    codes: NDArray[np.unsignedinteger],
) -> None:
    """Write the pattern of every guess against every answer, copies of a letter not counted.

    A letter that is not green is yellow wherever the answer has it at all.
    """
    length = letters.shape[1]
    answers = places.shape[1]
    for row in range(letters.shape[0]):
        guess = letters[row]
        out = codes[row]
        out[:] = 0
        for place in range(length):
            here = places[guess[place]]
            worth = 3 ** (length - 1 - place)
            for a in range(answers):
                is_green = int(here[a] >> place) & 1
                is_yellow = int(here[a] != 0)
                out[a] += worth * (is_green + is_yellow)


@compiled
def fill_roy(
    letters: NDArray[np.uint16],
    places: NDArray[np.uint16],
    codes: NDArray[np.unsignedinteger],
) -> None:
    """Write the pattern of every guess against every answer, coloured places taken for used up.

    From left to right, a letter is yellow if the answer has it in a place where the guess is
    still grey; a yellow thereby hides the answer's letter behind it, whichever letter that is.
    """
    length = letters.shape[1]
    answers = places.shape[1]
    coloured = np.empty(answers, np.uint16)
    for row in range(letters.shape[0]):
        guess = letters[row]
        out = codes[row]
        coloured[:] = 0
        out[:] = 0
        for place in range(length):
            here = places[guess[place]]
            for a in range(answers):
                coloured[a] |= here[a] & np.uint16(1 << place)
        for place in range(length):
            here = places[guess[place]]
            worth = 3 ** (length - 1 - place)
            for a in range(answers):
                is_green = int(here[a] >> place) & 1
                is_yellow = (1 - is_green) * int(here[a] & ~coloured[a] != 0)
                coloured[a] |= np.uint16(is_yellow << place)
                out[a] += worth * (2 * is_green + is_yellow)
