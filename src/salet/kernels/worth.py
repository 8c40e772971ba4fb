"""What guesses are worth on a set: the parts they make, and one more for a candidate.

The search needs the largest worth for a bound, and seldom more than that. Since no guess is worth
more on a part than on the whole, guesses are tried in the order of their worth on a larger set,
until the rest cannot be worth more than the best so far.
"""

from __future__ import annotations

import numpy as np

from salet.kernels.compiler import compiled, inner
from salet.kernels.parts import BLOCK, MASK_BITS, count_block, mark_block
from salet.kernels.tables import (
    COMPARED,
    NEVER_ARRANGED,
    NONE,
    NOT_ARRANGED,
    SHELVED,
    SIZE,
)

_FEW = 16
"""For fewer candidates all guesses are counted at once; ordering them would not pay."""

_MASKED = 64
"""For more candidates it is quicker to mark patterns in masks than to compare two by two."""

_LARGE, _TRIES = 512, 512
"""For more candidates so many guesses may show that no other is worth more."""


@compiled
def tally_parts(tables, turn, n, listed):  # type: ignore[no-untyped-def]
    """Do what `count_parts` does by counting, for all guesses or the `listed` legal ones.

    With weights a part counts as much as its heaviest candidate, which is the first.
    """
    candidates = tables.sets[turn]
    seen = tables.seen
    most = 0
    for x in range(tables.codes.shape[0] if listed < 0 else listed):
        row = tables.codes[x if listed < 0 else tables.legal[turn, x]]
        parts = 0
        pairs = 0
        for i in range(n):
            code = row[candidates[i]]
            if seen[code] == 0:
                parts += tables.weights[candidates[i]]
            pairs += seen[code]
            seen[code] += 1
        for i in range(n):
            seen[row[candidates[i]]] = 0
        tables.parts[turn, x] = parts
        tables.pairs[turn, x] = pairs
        most = max(most, parts)
    return most


@inner
def arrange(tables, turn):  # type: ignore[no-untyped-def]
    """Order the guesses by their worth on the set of a turn, the highest first."""
    frame = tables.frames[turn]
    worth = tables.parts[turn]
    most = frame[SIZE] + 1
    starts = np.zeros(most + 2, np.int64)
    guesses = tables.codes.shape[0]
    for x in range(guesses):
        starts[most - worth[x] + 1] += 1
    for level in range(most):
        starts[level + 1] += starts[level]
    for x in range(guesses):
        place = starts[most - worth[x]]
        starts[most - worth[x]] += 1
        tables.arranged[turn, place] = x
        tables.places[turn, x] = place
    for i in range(frame[SIZE]):
        tables.rows[turn, tables.sets[turn, i]] = i
    frame[SHELVED] = 0


@inner
def shelve(tables, turn, start, end):  # type: ignore[no-untyped-def]
    """Copy the patterns of a set for a block of its arranged guesses side by side."""
    arranged, shelf = tables.arranged[turn], tables.shelves[turn]
    for i in range(tables.frames[turn, SIZE]):
        row = tables.by_answer[tables.sets[turn, i]]
        for x in range(start, end):
            shelf[i, x] = row[arranged[x]]
    tables.frames[turn, SHELVED] = end


@inner
def number_of_parts(tables, turn, n, guess):  # type: ignore[no-untyped-def]
    """Count the parts of a set, one by one."""
    row, candidates, seen = tables.codes[guess], tables.sets[turn], tables.seen
    parts = 0
    for i in range(n):
        code = row[candidates[i]]
        parts += seen[code] == 0
        seen[code] = 1
    for i in range(n):
        seen[row[candidates[i]]] = 0
    return parts


@inner
def most_worth(tables, turn, n, above):  # type: ignore[no-untyped-def]
    """Return the largest worth of any guess on a set, and a guess of it.

    No guess is worth more on a part than on the whole: if the guesses are arranged for the set in
    row `above`, they are tried in the order of their worth there, until the rest cannot be worth
    more than the best. With -1 all are tried.
    """
    every = above < 0
    arranged, ceilings, parts = tables.arranged[above], tables.parts[above], tables.parts[turn]
    table = tables.by_answer if every else tables.shelves[above]
    guesses = tables.codes.shape[0]
    rows = np.empty(n, np.int32)
    for i in range(n):
        answer = tables.sets[turn, i]
        rows[i] = answer if every else tables.rows[above, answer]
    most = np.int64(0)
    end = np.int64(0)
    while end < guesses and (every or ceilings[arranged[end]] > most):
        start = end
        end = min(start + BLOCK, guesses)
        if not every and tables.frames[above, SHELVED] < end:
            shelve(tables, above, start, end)
        if n > _MASKED and tables.seen.size <= MASK_BITS:
            most = max(most, mark_block(table, rows, start, end, parts))
        else:
            most = max(most, count_block(table, rows, start, end, parts, tables.pairs[turn]))
    # A candidate is worth one more; one that was not tried is not worth more than the best.
    for i in range(n):
        own = tables.answer_guesses[tables.sets[turn, i]]
        place = own if every else np.int64(tables.places[above, own])
        if place < end:
            parts[place] += 1
            most = max(most, parts[place])
    place = 0
    while parts[place] != most:
        place += 1
    return most, np.int64(place if every else arranged[place])


@inner
def most_worth_of_large(tables, turn, n):  # type: ignore[no-untyped-def]
    """Do what `most_worth` does with a few guesses, those that are worth most on all answers.

    Returns -1 if they do not decide.
    """
    arranged, ceilings = tables.arranged[-1], tables.parts[-1]
    candidates = tables.sets[turn]
    most = np.int64(0)
    best = np.int64(0)
    for place in range(min(_TRIES, arranged.size)):
        guess = np.int64(arranged[place])
        if ceilings[guess] <= most:
            return most, best
        worth = number_of_parts(tables, turn, n, guess)
        for i in range(n):
            worth += tables.answer_guesses[candidates[i]] == guess
        if worth > most:
            most = worth
            best = guess
    return NONE, best


@inner
def quick_worth(tables, turn, n):  # type: ignore[no-untyped-def]
    """Return the largest worth of any guess on a set, and a guess of it.

    Returns -1 where that is no quicker than counting parts and pairs for every guess.
    """
    masked = tables.seen.size <= MASK_BITS
    above = NONE
    if turn > 0 and n >= _FEW and (masked or n <= COMPARED):
        shelved = tables.frames[turn - 1, SHELVED]
        if shelved == NOT_ARRANGED:
            arrange(tables, turn - 1)
        if shelved != NEVER_ARRANGED:
            above = np.int64(turn - 1)
    if above < 0:
        if n > _LARGE:
            most, best = most_worth_of_large(tables, turn, n)
            if most >= 0:
                return most, best
        if n <= _MASKED or not masked:
            return NONE, NONE
    return most_worth(tables, turn, n, above)
