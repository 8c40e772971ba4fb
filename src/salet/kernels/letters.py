"""Wordle's own kernels, which know letters and colours.

Patterns of many guesses against many answers: for one guess the loop runs over all answers at once,
place by place, on bit masks: bit i of ``places[letter, answer]`` is set where the answer has that
letter in place i. Every inner loop is then a few operations on contiguous small integers, which the
compiler turns into vector code.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from salet.kernels.compiler import compiled, int64, lean


@lean
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


@lean
def keeps_letters(
    letters: NDArray[np.uint16],
    copies: NDArray[np.uint8],
    guess: int,
    code: int,
    strict: bool,
    before: NDArray[np.int32],
    listed: int,
    legal: NDArray[np.int32],
    clues: NDArray[np.int64],
) -> int:
    """Write the words of `before` that hard mode allows after a guess into `legal`; count them.

    The rule is that of `salet.games.rules`: greens stay, every letter shown is used as often; in
    the strict mode also: no letter where it was not green, and none more often than a grey copy
    of it allows. With `listed` below 0 all words were legal before. `clues` (4, length) is work
    space.
    """
    length = letters.shape[1]
    # By the first place of a letter in the guess: how often it must and may be used.
    green, first, least, most = clues[0], clues[1], clues[2], clues[3]
    for place in range(length):
        first[place] = 0
        least[place] = 0
        most[place] = length
    for place in range(length):
        colour = code // 3 ** (length - 1 - place) % 3
        green[place] = colour == 2
        while letters[guess, first[place]] != letters[guess, place]:
            first[place] += 1
        least[first[place]] += colour != 0
    for place in range(length):
        if strict and code // 3 ** (length - 1 - place) % 3 == 0:
            most[first[place]] = least[first[place]]
    kept = 0
    for x in range(letters.shape[0] if listed < 0 else listed):
        word = x if listed < 0 else int64(before[x])
        fits = True
        for place in range(length):
            same = letters[word, place] == letters[guess, place]
            if (green[place] == 1 and not same) or (strict and same and green[place] == 0):
                fits = False
                break
        if not fits:
            continue
        for place in range(length):
            if least[place] > 0 or most[place] < length:
                number = copies[word, letters[guess, place]]
                if number < least[place] or number > most[place]:
                    fits = False
                    break
        if fits:
            legal[kept] = word
            kept += 1
    return kept
