"""The parts that guesses make of a set: how many, for a block of guesses at once, and which."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from salet.kernels import bounds
from salet.kernels.compiler import int64, lean, lean_part
from salet.kernels.state import (
    BLOCK,
    HINT,
    LOOK,
    NO_PROBE,
    PROBE,
    SOLVE,
    Frame,
    Game,
    Goal,
    Part,
    Scratch,
    Stack,
)

MASK_BITS = 256
"""`mark_parts` is for at most this many replies."""

MASKED = 64
"""For more candidates it is quicker to mark replies in masks than to compare two by two."""

_PROBED_LAST = 256
"""Bounds of parts with more candidates cost most for what they bring."""

any_guess = lean(bounds.any_guess)
one_guess = lean(bounds.one_guess)
crowded = lean(bounds.crowded)
levels = lean(bounds.levels)


@lean
def count_parts(
    table: NDArray[np.unsignedinteger],
    rows: NDArray[np.int32],
    start: int,
    end: int,
    scratch: Scratch,
    parts: NDArray[np.int64],
    pairs: NDArray[np.int32],
) -> int:
    """Write, for each guess, into how many parts it splits and how many pairs stay together.

    The candidates are `rows` of `table`, the guesses its columns from `start` to `end`. Returns the
    largest number of parts.

    Compares the replies of candidates two by two, for a block of guesses at a time: quadratic
    in the candidates, but a few vector instructions for dozens of guesses, which beats counting
    up to about a hundred candidates. At most 128 candidates.
    """
    # Narrow numbers, for as many of them as possible in a vector; 128 candidates fit.
    same, few_parts, few_pairs = scratch.same, scratch.parts, scratch.pairs
    most = int64(0)
    for left in range(start, end, BLOCK):
        right = min(left + BLOCK, end)
        width = right - left
        for x in range(width):
            few_parts[x] = 1
            few_pairs[x] = 0
        for j in range(1, rows.size):
            one = table[rows[j], left:right]
            for x in range(width):
                same[x] = 0
            i = 0
            while i + 3 < j:
                a = table[rows[i], left:right]
                b = table[rows[i + 1], left:right]
                c = table[rows[i + 2], left:right]
                d = table[rows[i + 3], left:right]
                for x in range(width):
                    same[x] += (
                        np.uint8(a[x] == one[x])
                        + np.uint8(b[x] == one[x])
                        + np.uint8(c[x] == one[x])
                        + np.uint8(d[x] == one[x])
                    )
                i += 4
            while i < j:
                a = table[rows[i], left:right]
                for x in range(width):
                    same[x] += np.uint8(a[x] == one[x])
                i += 1
            for x in range(width):
                few_parts[x] += np.uint8(same[x] == 0)
                few_pairs[x] += same[x]
        for x in range(width):  # one by one: numba compiles seconds longer for an assigned slice
            parts[left + x] = few_parts[x]
            pairs[left + x] = few_pairs[x]
            most = max(most, int64(few_parts[x]))
    return most


@lean
def ones(bits: np.uint64) -> np.uint64:
    """Count the ones of a 64-bit number."""
    bits -= bits >> np.uint64(1) & np.uint64(0x5555555555555555)
    bits = (bits & np.uint64(0x3333333333333333)) + (
        bits >> np.uint64(2) & np.uint64(0x3333333333333333)
    )
    bits = bits + (bits >> np.uint64(4)) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return bits * np.uint64(0x0101010101010101) >> np.uint64(56)


@lean
def mark_parts(
    table: NDArray[np.unsignedinteger],
    rows: NDArray[np.int32],
    start: int,
    end: int,
    scratch: Scratch,
    parts: NDArray[np.int64],
) -> int:
    """Do what `count_parts` does, but for the pairs: linear in the candidates.

    Each guess has a bit for every reply, in four numbers, which vector instructions fill for
    several guesses at once. At most 256 replies, and 1,024 guesses.
    """
    width = end - start
    masks, none = scratch.masks, np.uint64(0)
    first, second, third, fourth = masks[0], masks[1], masks[2], masks[3]
    for x in range(width):
        first[x] = none
        second[x] = none
        third[x] = none
        fourth[x] = none
    for row in rows:
        codes = table[row, start:end]
        for x in range(width):
            code = np.uint64(codes[x])
            bit = np.uint64(1) << (code & np.uint64(63))
            place = code >> np.uint64(6)
            first[x] |= bit if place == 0 else none
            second[x] |= bit if place == 1 else none
            third[x] |= bit if place == 2 else none
            fourth[x] |= bit if place == 3 else none
    most = int64(0)
    for x in range(width):
        found = ones(first[x]) + ones(second[x]) + ones(third[x]) + ones(fourth[x])
        parts[start + x] = int64(found)
        most = max(most, int64(found))
    return most


@lean
def weigh_parts(
    game: Game,
    candidates: NDArray[np.int32],
    table: NDArray[np.unsignedinteger],
    rows: NDArray[np.int32],
    start: int,
    end: int,
    scratch: Scratch,
    worth: NDArray[np.int64],
) -> int:
    """Write what `weigh_row` returns for each guess from `start` to `end`, but for the pairs.

    The replies of the candidates are `rows` of `table`, as for `count_parts`. Returns the largest.

    Like `count_parts` for few candidates, and like `mark_parts` for many; at most 256 replies, and
    1,024 guesses.
    """
    width = end - start
    masks, none, same = scratch.masks, np.uint64(0), scratch.same
    first, second, third, fourth = masks[0], masks[1], masks[2], masks[3]
    for x in range(width):
        first[x] = none
        second[x] = none
        third[x] = none
        fourth[x] = none
        worth[start + x] = 0
    few = rows.size <= MASKED
    for j in range(rows.size):
        weight = game.weights[candidates[j]]
        codes = table[rows[j], start:end]
        if few:
            for x in range(width):
                same[x] = 0
            for i in range(j):
                other = table[rows[i], start:end]
                for x in range(width):
                    same[x] |= np.uint8(other[x] == codes[x])
            for x in range(width):
                worth[start + x] += weight if same[x] == 0 else 0
            continue
        for x in range(width):
            code = np.uint64(codes[x])
            bit = np.uint64(1) << (code & np.uint64(63))
            place = code >> np.uint64(6)
            one = bit if place == 0 else none
            two = bit if place == 1 else none
            three = bit if place == 2 else none
            four = bit if place == 3 else none
            known = (one & first[x]) | (two & second[x]) | (three & third[x]) | (four & fourth[x])
            worth[start + x] += weight if known == none else 0
            first[x] |= one
            second[x] |= two
            third[x] |= three
            fourth[x] |= four
    most = int64(0)
    for x in range(start, end):
        most = max(most, worth[x])
    return most


@lean
def weigh_row(
    row: NDArray[np.unsignedinteger],
    weights: NDArray[np.int64],
    candidates: NDArray[np.int32],
    count: int,
    seen: NDArray[np.int64],
) -> tuple[int, int]:
    """Return the weight of the heaviest candidates of all parts of a guess, and its pairs.

    The heaviest candidate of a part is the first of it.
    """
    parts = 0
    pairs = 0
    for i in range(count):
        code = row[candidates[i]]
        if seen[code] == 0:
            parts += weights[candidates[i]]
        pairs += seen[code]
        seen[code] += 1
    for i in range(count):
        seen[row[candidates[i]]] = 0
    return parts, pairs


# --- the parts of one guess ---


@lean
def least_of(
    goal: Goal, worth: int, left: int, count: int, weight: int, heaviest: int, depth: int
) -> int:
    """Return a lower bound of a set, from the best that any guess does on it or on a larger one.

    That is the largest worth, and the most parts that are left to be searched.
    """
    least: int = goal.slope * max(any_guess(weight, heaviest), one_guess(weight, worth))
    if goal.unit and (depth < 3 or crowded(count, worth)):
        least = max(least, levels(count, left, depth, goal.slope, goal.penalty))
    return least


@lean_part
def split(game: Game, goal: Goal, stack: Stack, turn: int, guess: int) -> None:
    """Write the parts that `guess` makes, the largest first, and the bound of their total."""
    frame: Frame = stack.frames[turn]
    row, candidates, codes = game.codes[guess], stack.sets[turn], stack.codes[turn]
    parts, seen, masses = stack.parts[turn], stack.seen, stack.masses
    slope = goal.slope
    count = 0
    for i in range(frame.count):
        answer = candidates[i]
        code = int64(row[answer])
        codes[i] = code
        if seen[code] == 0:
            parts[count].code = code
            parts[count].bound = game.weights[answer]  # the heaviest of its part
            count += 1
        seen[code] += 1
        masses[code] += game.weights[answer]
    total = slope * frame.weight
    for k in range(count):
        code = parts[k].code
        size = seen[code]
        mass = masses[code]
        bound = int64(0)
        if code != game.solved:
            bound = goal.penalty * mass
            if frame.depth > 1:
                worth, left, heaviest = frame.worth, frame.left, parts[k].bound
                bound = least_of(goal, worth, left, size, mass, heaviest, frame.depth - 1)
            total += bound
        seen[code] = 0
        masses[code] = 0
        # Insert by size: the largest part moves the total most.
        j = k - 1
        while j >= 0 and parts[j].count < size:
            parts[j + 1].count = parts[j].count
            parts[j + 1].code = parts[j].code
            parts[j + 1].weight = parts[j].weight
            parts[j + 1].bound = parts[j].bound
            j -= 1
        parts[j + 1].count = size
        parts[j + 1].code = code
        parts[j + 1].weight = mass
        parts[j + 1].bound = bound
    large = 0
    while large < count and parts[large].count > _PROBED_LAST:
        large += 1
    frame.guess = guess
    frame.total = total
    frame.parts = count
    frame.large = large
    frame.part = 0
    frame.stage = HINT if frame.similar > 0 else LOOK
    if goal.without & NO_PROBE:
        frame.stage = SOLVE


@lean
def hand_down(stack: Stack, listed: int, turn: int) -> None:
    """Begin the next turn's rows with the candidates of one part; its legal guesses can wait."""
    frame: Frame = stack.frames[turn]
    below: Frame = stack.frames[turn + 1]
    part: Part = stack.parts[turn, frame.child]
    frame.code = part.code
    count = 0
    for i in range(frame.count):
        if stack.codes[turn, i] == part.code:
            stack.sets[turn + 1, count] = stack.sets[turn, i]
            count += 1
    below.count = count
    below.weight = part.weight
    below.depth = frame.depth - 1
    below.listed = listed
    below.bound = part.bound
    below.worth = below.reach = frame.worth
    below.left = frame.left
    below.cut = frame.least - frame.total + part.bound if frame.stage == SOLVE else PROBE
