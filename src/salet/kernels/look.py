"""What is known of a set without a search: exact totals of simple sets, and lower bounds."""

from __future__ import annotations

import numpy as np

from salet.kernels.compiler import inner
from salet.kernels.legal import gather, keep_legal
from salet.kernels.memo import find, note
from salet.kernels.parts import count_parts
from salet.kernels.tables import (
    BEST,
    COMPARED,
    DEPTH,
    LISTED,
    MOST_PARTS,
    NEVER,
    NO_BEST_GUESS,
    NO_CEILINGS,
    NO_FINISH,
    NODE_LIMIT,
    NODES,
    NONE,
    NORMAL,
    PASSES,
    PENALTY,
    PROBE,
    SIZE,
    SLOPE,
    STOP,
    STRICT,
    UNKNOWN,
    WEIGHT,
    WEIGHTED,
    WITHOUT,
)
from salet.kernels.worth import quick_worth, tally_parts


@inner
def finish(tables, turn):  # type: ignore[no-untyped-def]
    """Return the total if a candidate decides it, else -1; its guess stands in the frame.

    A candidate that leaves every candidate alone is best, if none is heavier; where all weigh
    the same and there is none, one that leaves all but two alone is.
    """
    frame = tables.frames[turn]
    n, slope = frame[SIZE], tables.counts[SLOPE]
    candidates = tables.sets[turn]
    seen = tables.seen
    most = 0
    best = 0
    for j in range(n):
        row = tables.codes[tables.answer_guesses[candidates[j]]]
        tried = 0
        parts = 0
        while tried < n and tried < parts + 2:  # not once two are together with others
            code = row[candidates[tried]]
            parts += seen[code] == 0
            seen[code] = 1
            tried += 1
        for i in range(tried):
            seen[row[candidates[i]]] = 0
        if tried == n and parts > most:
            most = parts
            best = j
            if parts == n:
                break
    frame[BEST] = tables.answer_guesses[candidates[best]]
    heaviest = tables.weights[candidates[0]]
    if most == n and tables.weights[candidates[best]] == heaviest:
        return slope * (2 * frame[WEIGHT] - heaviest)
    if most == n - 1 and frame[DEPTH] >= 3 and tables.counts[WEIGHTED] == 0:
        return slope * 2 * n
    return np.int64(-1)


@inner
def column_of(tables, turn, guess, listed):  # type: ignore[no-untyped-def]
    """Return the place of a guess among the legal ones, by halves: they are in order."""
    if listed < 0:
        return guess
    low, high = np.int64(0), np.int64(listed - 1)
    while low < high:
        middle = (low + high) // 2
        if tables.legal[turn, middle] < guess:
            low = middle + 1
        else:
            high = middle
    return low


@inner
def crowded(n, most):  # type: ignore[no-untyped-def]
    """Whether some candidate needs a fourth guess, whoever is found first: see `levels`."""
    return n > 1 + max(0, most - 2) * max(1, most - 1)


@inner
def levels(tables, turn, guesses):  # type: ignore[no-untyped-def]
    """Return what a set costs at least because no guess makes many parts of it.

    With at most C parts left to be searched after any guess, at most C ** (k - 1) candidates are
    found by the guess number k; see `salet.exact.bounds`.
    """
    frame = tables.frames[turn]
    n, depth, listed = frame[SIZE], frame[DEPTH], frame[LISTED]
    slope, penalty = tables.counts[SLOPE], tables.counts[PENALTY]
    parts = tables.parts[turn]
    for i in range(n):  # for a candidate: without its own part, which is worth 2
        own = tables.answer_guesses[tables.sets[turn, i]]
        parts[column_of(tables, turn, own, listed)] -= 2
    most = np.int64(0)
    for x in range(guesses):
        most = max(most, parts[x])
    for i in range(n):
        own = tables.answer_guesses[tables.sets[turn, i]]
        parts[column_of(tables, turn, own, listed)] += 2
    total = np.int64(0)
    room = np.int64(1)
    left = n
    for level in range(1, depth + 1):
        found = min(left, room)
        total += slope * level * found
        left -= found
        room = min(room * most, n)
    return min(total + left * (slope * depth + penalty), NEVER)


@inner
def look(tables, turn, cut, mode):  # type: ignore[no-untyped-def]
    """Return what is known of the set in row `turn` without a search.

    That is (total, True) where it is exact or a lower bound of `cut` or more, so that nothing is
    left to do, and else (lower bound, False), with the worth and pairs of all guesses written
    for the search to come. With a cut of `PROBE` any lower bound will do. An exact total leaves its
    guess in the frame.
    """
    probe = cut == PROBE
    frame = tables.frames[turn]
    n, depth, weight = frame[SIZE], frame[DEPTH], frame[WEIGHT]
    slope, penalty = tables.counts[SLOPE], tables.counts[PENALTY]
    if depth == 0:
        return penalty * weight, True
    first = tables.weights[tables.sets[turn, 0]]
    frame[BEST] = tables.answer_guesses[tables.sets[turn, 0]]
    if n == 1:
        return slope * weight, True
    if depth == 1:
        return slope * weight + penalty * (weight - first), True
    if n == 2:
        return slope * (2 * weight - first), True
    bound = slope * max(2 * weight - first, 3 * weight - tables.counts[MOST_PARTS])
    if bound >= cut and not probe:
        return bound, True
    tables.counts[NODES] += 1
    if tables.counts[NODES] > tables.counts[NODE_LIMIT]:
        tables.counts[STOP] = 1
    if tables.counts[STOP] != 0:
        return bound, True

    finishes = tables.counts[WITHOUT] & NO_FINISH == 0
    if mode != NORMAL:
        # Candidates are always legal: only if none of them decides are the others listed.
        if finishes:
            total = finish(tables, turn)
            if total >= 0:
                return total, True
        if frame[LISTED] == UNKNOWN:
            frame[LISTED] = keep_legal(tables, turn - 1, mode == STRICT)
    found, place, _ = find(tables, turn, n, depth)
    if found:
        total = tables.facts[place, 2]
        if probe or tables.facts[place, 3] == 1 or total >= cut:
            frame[BEST] = tables.facts[place, 4]
            return total, True
        bound = max(bound, total)
    if finishes and mode == NORMAL:
        total = finish(tables, turn)
        if total >= 0:
            note(tables, turn, total, frame[BEST])
            return total, True
    unit = tables.counts[WEIGHTED] == 0
    if finishes and unit:
        bound = max(bound, slope * 2 * n)
        if bound >= cut and not probe:
            note(tables, turn, bound, NONE)
            return bound, True

    tables.counts[PASSES] += 1
    parts = tables.parts[turn]
    listed = frame[LISTED]
    most = NONE
    bounded = tables.counts[WITHOUT] & (NO_BEST_GUESS | NO_CEILINGS) == 0
    if bounded and unit and finishes and listed < 0 and depth > 2:
        most, guess = quick_worth(tables, turn, n)
    if most >= 0 and not crowded(n, most):
        if most == n:  # not a candidate: else it would have been found above
            total = slope * 2 * n
            note(tables, turn, total, guess)
            return total, True
        bound = max(bound, slope * (3 * weight - most))
        if probe or bound >= cut:
            note(tables, turn, bound, NONE)
            return bound, True
    pairs = tables.pairs[turn]
    guesses = tables.codes.shape[0] if listed < 0 else listed
    if n > COMPARED or not unit:
        most = tally_parts(tables, turn, n, listed)
    elif listed < 0:
        most = count_parts(tables.by_answer, tables.sets[turn, :n], guesses, parts, pairs)
    else:
        gather(tables, turn, n, listed)
        most = count_parts(tables.gathered, tables.first_rows[:n], guesses, parts, pairs)
    if unit and finishes and most == n:
        x = 0
        while parts[x] != n:
            x += 1
        total = slope * 2 * n
        note(tables, turn, total, np.int64(x if listed < 0 else tables.legal[turn, x]))
        return total, True

    # A candidate is worth its part twice: its own part costs nothing more.
    for i in range(n):
        own = tables.answer_guesses[tables.sets[turn, i]]
        x = column_of(tables, turn, own, listed)
        if depth == 2:
            # The last guess finds the heaviest candidate of its part and no other.
            parts[x] = parts[x] * penalty + slope * tables.weights[tables.sets[turn, i]]
            tables.pairs[turn, x] = -1
        else:
            parts[x] += tables.weights[tables.sets[turn, i]]
            most = max(most, parts[x])
    if depth == 2:
        for x in range(guesses):
            if tables.pairs[turn, x] >= 0:
                parts[x] *= penalty
        best = 0
        for x in range(guesses):
            if parts[x] > parts[best]:
                best = x
        total = 2 * slope * weight + penalty * weight - parts[best]
        note(tables, turn, total, np.int64(best if listed < 0 else tables.legal[turn, best]))
        return total, True
    if tables.counts[WITHOUT] & NO_BEST_GUESS == 0:
        bound = max(bound, slope * (3 * weight - most))
        if unit and crowded(n, most):
            bound = max(bound, levels(tables, turn, guesses))
    if probe or bound >= cut:
        note(tables, turn, bound, NONE)
        return bound, True
    return bound, False
