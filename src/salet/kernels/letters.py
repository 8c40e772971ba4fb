"""Wordle's own kernels, which know letters and colours.

Patterns of many guesses against many answers: for one guess the loop runs over all answers at once,
place by place, on bit masks: bit i of ``places[letter, answer]`` is set where the answer has that
letter in place i. Every inner loop is then a few operations on contiguous small integers, which the
compiler turns into vector code.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from salet.kernels.compiler import compiled, lean


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
def list_clues(
    letters: NDArray[np.uint16], guess: int, code: int, strict: bool, clues: NDArray[np.int64]
) -> tuple[int, int, int]:
    """Write what a guess and its pattern ask of the next guess; return the numbers of clues.

    In the rows of `clues`: places and letters that are fixed; places and letters that are excluded;
    letters, and how often they must and may be used.
    """
    length = letters.shape[1]
    fixed = excluded = counted = 0
    for place in range(length):
        letter = letters[guess, place]
        if code // 3 ** (length - 1 - place) % 3 == 2:
            clues[0, fixed] = place
            clues[1, fixed] = letter
            fixed += 1
        elif strict:
            clues[2, excluded] = place
            clues[3, excluded] = letter
            excluded += 1
        first = 0
        while letters[guess, first] != letter:
            first += 1
        if first < place:
            continue  # counted before
        least = green = copies = 0
        for other in range(place, length):
            if letters[guess, other] == letter:
                colour = code // 3 ** (length - 1 - other) % 3
                copies += 1
                least += colour != 0
                green += colour == 2
        most = least if strict and least < copies else length
        if least > green or most < length:
            clues[4, counted] = letter
            clues[5, counted] = least
            clues[6, counted] = most
            counted += 1
    return fixed, excluded, counted


@lean
def meets_clues(
    having: NDArray[np.uint64],
    clues: NDArray[np.int64],
    numbers: tuple[int, int, int],
    word: int,
) -> bool:
    """Whether a word meets the clues that `list_clues` has written."""
    fixed, excluded, counted = numbers
    length, w, bit = clues.shape[1], word >> 6, np.uint64(1) << (np.uint64(word) & np.uint64(63))
    for k in range(fixed):
        if having[clues[0, k], clues[1, k], w] & bit == 0:
            return False
    for k in range(excluded):
        if having[clues[2, k], clues[3, k], w] & bit != 0:
            return False
    for k in range(counted):
        if clues[5, k] > 0 and having[length + clues[5, k] - 1, clues[4, k], w] & bit == 0:
            return False
        if clues[6, k] < length and having[length + clues[6, k], clues[4, k], w] & bit != 0:
            return False
    return True


@lean
def keep_letters(
    letters: NDArray[np.uint16],
    having: NDArray[np.uint64],
    guess: int,
    code: int,
    strict: bool,
    clues: NDArray[np.int64],
    before: NDArray[np.uint64],
    after: NDArray[np.uint64],
) -> None:
    """Write the words of `before` that hard mode allows after a guess into `after`, as bits.

    The rule is that of `salet.games.hard`: greens stay, every letter shown is used as often; in
    the strict mode also: no letter where it was not green, and none more often than a grey copy
    of it allows. `having` (2 * length, alphabet, bits) has the words with a letter in each place,
    and then those with at least 1, 2 and more copies of it. `clues` (7, length) is work space.
    """
    length = letters.shape[1]
    fixed, excluded, counted = list_clues(letters, guess, code, strict, clues)
    for w in range(before.size):
        bits = before[w]
        for k in range(fixed):
            bits &= having[clues[0, k], clues[1, k], w]
        for k in range(excluded):
            bits &= ~having[clues[2, k], clues[3, k], w]
        for k in range(counted):
            if clues[5, k] > 0:
                bits &= having[length + clues[5, k] - 1, clues[4, k], w]
            if clues[6, k] < length:
                bits &= ~having[length + clues[6, k], clues[4, k], w]
        after[w] = bits
