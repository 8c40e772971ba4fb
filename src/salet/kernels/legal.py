"""Which guesses hard mode leaves, for the exact search."""

from __future__ import annotations

import numpy as np

from salet.kernels.compiler import inner
from salet.kernels.tables import CODE, GUESS, LISTED


@inner
def gather(tables, turn, n, listed):  # type: ignore[no-untyped-def]
    """Copy the patterns of the candidates for the legal guesses side by side."""
    legal = tables.legal[turn]
    for i in range(n):
        row = tables.by_answer[tables.sets[turn, i]]
        for x in range(listed):
            tables.gathered[i, x] = row[legal[x]]


@inner
def keep_legal(tables, turn, strict):  # type: ignore[no-untyped-def]
    """Write the words that may follow the turn's guess and pattern into the next turn's row.

    The rule is that of `salet.games.rules`: greens stay, every letter shown is used as often; in
    the strict mode also: no letter where it was not green, and none more often than a grey copy
    of it allows. Returns their number; notes two hashes of them.
    """
    listed = tables.frames[turn, LISTED]
    guess = tables.frames[turn, GUESS]
    code = tables.frames[turn, CODE]
    letters = tables.letters
    length = letters.shape[1]
    green = np.zeros(length, np.bool_)
    least = np.zeros(length, np.int64)  # by the first place of a letter in the guess; 0 elsewhere
    most = np.full(length, length)
    for place in range(length):
        colour = code // 3 ** (length - 1 - place) % 3
        green[place] = colour == 2
        first = place
        for before in range(place, -1, -1):
            if letters[guess, before] == letters[guess, place]:
                first = before
        least[first] += colour != 0
    for place in range(length):
        if strict and code // 3 ** (length - 1 - place) % 3 == 0:
            first = place
            for before in range(place, -1, -1):
                if letters[guess, before] == letters[guess, place]:
                    first = before
            most[first] = least[first]
    kept = 0
    one = np.uint64(0)
    two = np.uint64(0)
    for x in range(letters.shape[0] if listed < 0 else listed):
        word = x if listed < 0 else np.int64(tables.legal[turn, x])
        fits = True
        for place in range(length):
            same = letters[word, place] == letters[guess, place]
            if (green[place] and not same) or (strict and same and not green[place]):
                fits = False
                break
        if not fits:
            continue
        for place in range(length):
            if least[place] > 0 or most[place] < length:
                copies = tables.copies[word, letters[guess, place]]
                if copies < least[place] or copies > most[place]:
                    fits = False
                    break
        if fits:
            tables.legal[turn + 1, kept] = word
            one ^= tables.guess_marks[0, word]
            two ^= tables.guess_marks[1, word]
            kept += 1
    tables.legal_hashes[turn + 1, 0] = one
    tables.legal_hashes[turn + 1, 1] = two
    return kept
