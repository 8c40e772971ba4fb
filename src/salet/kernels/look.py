"""What is known of a set without a search: exact totals of simple sets, and lower bounds.

`is_known`, `is_bounded` and `is_counted` are asked in turn, from the quickest to the slowest. Each
says whether a set needs no search: `Frame.value` is then exact, or a lower bound that reaches the
cut; with a cut of `PROBE` any lower bound will do. An exact total leaves its guess in the frame.
Else `Frame.bound` is a lower bound.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from salet.kernels.compiler import int64, lean, lean_part, step
from salet.kernels.legal import (
    count_legal,
    find_apart,
    guess_at,
    hash_legal,
    keep_core,
    keep_legal,
)
from salet.kernels.parts import (
    MASK_BITS,
    any_guess,
    count_parts,
    crowded,
    least_of,
    one_guess,
    ones,
    weigh_parts,
    weigh_row,
)
from salet.kernels.state import (
    BLOCK,
    COMPARED,
    NO_BEST_GUESS,
    NO_CORES,
    NO_EVERY_SET,
    NO_FINISH,
    NONE,
    PROBE,
    SIMILAR,
    UNKNOWN,
    Counts,
    Frame,
    Game,
    Goal,
    Hard,
    Part,
    Ranks,
    Similar,
    Stack,
    State,
    recall,
    settle,
)
from salet.kernels.worth import column_of


@step
def is_trivial(game: Game, goal: Goal, candidates: NDArray[np.int32], frame: Frame) -> bool:
    """Whether its size or the guesses left tell the total of a set; it then stands in the frame."""
    slope, penalty, weight = goal.slope, goal.penalty, frame.weight
    heaviest = game.weights[candidates[0]]
    frame.best = game.own[candidates[0]]
    if frame.depth == 0:
        frame.value = penalty * weight
    elif frame.count == 1:
        frame.value = slope * weight
    elif frame.depth == 1:
        frame.value = slope * weight + penalty * (weight - heaviest)
    elif frame.count == 2:
        frame.value = slope * any_guess(weight, heaviest)
    else:
        return False
    return True


@lean
def finish(
    game: Game,
    goal: Goal,
    candidates: NDArray[np.int32],
    frame: Frame,
    seen: NDArray[np.int64],
) -> bool:
    """Whether a candidate decides the total; both then stand in the frame.

    A candidate that leaves every candidate alone is best, if none is heavier; where all weigh
    the same and there is none, one that leaves all but two alone is.
    """
    count = frame.count
    most = 0
    best = 0
    for j in range(count):
        row = game.codes[game.own[candidates[j]]]
        tried = 0
        parts = 0
        while tried < count and tried < parts + 2:  # not once two are together with others
            code = row[candidates[tried]]
            parts += seen[code] == 0
            seen[code] = 1
            tried += 1
        for i in range(tried):
            seen[row[candidates[i]]] = 0
        if tried == count and parts > most:
            most = parts
            best = j
            if parts == count:
                break
    frame.best = game.own[candidates[best]]
    heaviest = game.weights[candidates[0]]
    if most == count and game.weights[candidates[best]] == heaviest:
        frame.value = goal.slope * any_guess(frame.weight, heaviest)
        return True
    if most == count - 1 and frame.depth >= 3 and goal.unit:
        frame.value = goal.slope * 2 * count
        return True
    return False


@lean_part
def count_all(
    game: Game,
    goal: Goal,
    stack: Stack,
    ranks: Ranks,
    hard: Hard | None,
    heavy: Similar | None,
    turn: int,
) -> int:
    """Write parts and pairs of all guesses, or of the legal ones; return the most parts."""
    frame: Frame = stack.frames[turn]
    candidates, count = stack.sets[turn], frame.count
    worth, pairs = ranks.worth[turn], ranks.pairs[turn]
    guesses = worth.size if hard is None else frame.listed
    most = int64(0)
    if count <= COMPARED and goal.unit:
        if hard is None:
            rows, scratch = candidates[:count], ranks.scratch
            return count_parts(game.by_answer, rows, 0, guesses, scratch, worth, pairs)
        return count_legal(game, stack, ranks, hard.legal[turn], turn)
    if hard is None and heavy is not None and game.replies <= MASK_BITS:
        for start in range(0, guesses, BLOCK):
            end = min(start + BLOCK, guesses)
            table, some, scratch = game.by_answer, candidates[:count], ranks.scratch
            found = weigh_parts(game, some, table, some, start, end, scratch, worth)
            for x in range(start, end):
                pairs[x] = 0  # weights seldom tie
            most = max(most, found)
        return most
    for x in range(guesses):
        row = game.codes[guess_at(hard, turn, x)]
        worth[x], pairs[x] = weigh_row(row, game.weights, candidates, count, stack.seen)
        most = max(most, worth[x])
    return most


@lean
def last_but_one(
    game: Game,
    goal: Goal,
    candidates: NDArray[np.int32],
    frame: Frame,
    worth: NDArray[np.int64],
    places: NDArray[np.int32],
) -> tuple[int, int]:
    """Return the exact total with two guesses left, and the place of its guess.

    The last guess finds the heaviest candidate of its part and no other.
    """
    slope, penalty, listed = goal.slope, goal.penalty, frame.listed
    guesses = worth.size if listed < 0 else listed
    for x in range(guesses):
        worth[x] *= penalty
    for i in range(frame.count):
        own = column_of(game.own[candidates[i]], places, listed)
        worth[own] += slope * game.weights[candidates[i]]
    best = int64(0)
    for x in range(guesses):
        if worth[x] > worth[best]:
            best = x
    return 2 * slope * frame.weight + penalty * frame.weight - worth[best], best


@lean
def most_parts_left(
    game: Game,
    candidates: NDArray[np.int32],
    frame: Frame,
    worth: NDArray[np.int64],
    places: NDArray[np.int32],
) -> int:
    """Return the most parts that any guess leaves to be searched; all answers weigh 1."""
    listed = frame.listed
    for i in range(frame.count):  # for a candidate: without its own part, which is worth 2
        worth[column_of(game.own[candidates[i]], places, listed)] -= 2
    most = int64(0)
    for x in range(worth.size if listed < 0 else listed):
        most = max(most, worth[x])
    for i in range(frame.count):
        worth[column_of(game.own[candidates[i]], places, listed)] += 2
    return most


@lean_part
def is_known(state: State, hard: Hard | None, turn: int) -> bool:
    """Whether its size, the memo, or one of its candidates tells enough of a set."""
    game, goal, memo = state.game, state.goal, state.memo
    frame: Frame = state.stack.frames[turn]
    candidates, seen = state.stack.sets[turn], state.stack.seen
    counts: Counts = state.counts[0]
    if is_trivial(game, goal, candidates, frame):
        return True
    frame.value = frame.bound
    if frame.cut != PROBE and frame.bound >= frame.cut:
        return True
    counts.nodes += 1
    if counts.nodes > counts.node_limit:
        counts.stop = 1
    if counts.stop != 0:
        return True

    finishes = goal.without & NO_FINISH == 0
    if hard is not None:
        # Candidates are always legal: only if none of them decides are the others listed.
        if finishes and finish(game, goal, candidates, frame, seen):
            return True
        if frame.listed == UNKNOWN:
            missed = goal.slope * any_guess(frame.weight, 1) + goal.penalty
            decides = frame.cut == PROBE or frame.cut <= missed
            if frame.depth == 2 and goal.unit and finishes and decides:
                frame.best = find_apart(game, hard, state.stack, turn)
                frame.value = goal.slope * 2 * frame.count
                if frame.best < 0:
                    frame.value = missed
                    above: Frame = state.stack.frames[turn - 1]
                    if above.least <= goal.penalty and goal.without & NO_CORES == 0:
                        keep_core(game, hard, state.stack, turn)
                return True
            keep_legal(hard, state.stack.frames[turn - 1], turn)
        hash_legal(hard.bits[turn], frame)
    if recall(memo, candidates, frame):
        return True
    if hard is None and finishes and finish(game, goal, candidates, frame, seen):
        return settle(memo, candidates, frame, frame.value, frame.best)
    if finishes and goal.unit:
        frame.bound = max(frame.bound, goal.slope * 2 * frame.count)
        if frame.cut != PROBE and frame.bound >= frame.cut:
            return settle(memo, candidates, frame, frame.bound, NONE)
    return False


@lean_part
def is_bounded(state: State, turn: int, most: int, guess: int) -> bool:
    """Whether the largest worth of any guess tells enough of a set; -1 is for unknown."""
    goal, memo = state.goal, state.memo
    frame: Frame = state.stack.frames[turn]
    candidates = state.stack.sets[turn]
    if most >= 0:
        frame.worth = min(frame.worth, most)
    if most < 0 or (goal.unit and crowded(frame.count, most)):
        return False
    if goal.unit and most == frame.count:  # no candidate: it would have been found above
        return settle(memo, candidates, frame, goal.slope * 2 * frame.count, guess)
    frame.bound = max(frame.bound, goal.slope * one_guess(frame.weight, most))
    if frame.cut == PROBE or frame.bound >= frame.cut:
        return settle(memo, candidates, frame, frame.bound, NONE)
    return False


@lean_part
def is_counted(state: State, hard: Hard | None, turn: int, most: int) -> bool:
    """Whether the parts that all guesses make tell enough of a set; `most` is the largest number.

    If not, the worth of all guesses stands ready for the search.
    """
    game, goal, memo, worth = state.game, state.goal, state.memo, state.ranks.worth[turn]
    frame: Frame = state.stack.frames[turn]
    candidates, places = state.stack.sets[turn], state.ranks.places[turn]
    count, listed, slope = frame.count, frame.listed, goal.slope
    if goal.unit and goal.without & NO_FINISH == 0 and most == count:
        x = 0
        while worth[x] != count:
            x += 1
        return settle(memo, candidates, frame, slope * 2 * count, guess_at(hard, turn, x))
    if frame.depth == 2:
        total, x = last_but_one(game, goal, candidates, frame, worth, places)
        return settle(memo, candidates, frame, total, guess_at(hard, turn, x))
    # A candidate is worth its part twice: its own part costs nothing more.
    for i in range(count):
        x = column_of(game.own[candidates[i]], places, listed)
        worth[x] += game.weights[candidates[i]]
        most = max(most, worth[x])
    left = most_parts_left(game, candidates, frame, worth, places) if goal.unit else NONE
    if goal.without & NO_BEST_GUESS == 0:
        heaviest = game.weights[candidates[0]]
        least = least_of(goal, most, left, count, frame.weight, heaviest, frame.depth)
        frame.bound = max(frame.bound, least)
    if goal.without & NO_EVERY_SET == 0:
        frame.worth = most
        frame.left = left
    if frame.cut == PROBE or frame.bound >= frame.cut:
        return settle(memo, candidates, frame, frame.bound, NONE)
    return False


# --- by similar parts of the same set ---
#
# Let no guess be worth more than w on a set Q, without weights. What is it worth on another set P?
# Each candidate of P that is not in Q makes at most one more part, and what else there is of P lies
# in Q. If the guess itself is one of these candidates, it counts once more as a candidate. So no
# guess is worth more on P than w, the number of candidates of P outside Q, and 1 if there are any.
#
# With weights, what a candidate outside Q makes more is its weight; and the heaviest of them may be
# the guess itself. Weighted sets are kept apart (`heavy`), as adding weights up takes longer.
#
# In hard mode w is for all guesses that are legal for the whole set, so that it serves every part.
# Guesses that have letters in common make similar parts, so that most guesses for a large set are
# dismissed by what was found for the parts of earlier ones.
#
# Where answers not found are counted, and two guesses are left, those of a part are its candidates
# less the most parts that any guess makes of it. So the parts alone are kept as the worth, and a
# guess that is a candidate does not count once more.

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
def keep_part(similar: Similar, stack: Stack, turn: int, worth: int) -> None:
    """Keep the part that was handed down, with a worth that no guess exceeds on it."""
    frame: Frame = stack.frames[turn]
    place = frame.similar % SIMILAR
    mark_part(stack.codes[turn], frame.count, frame.code, similar.bits[turn, place])
    similar.worth[turn, place] = worth
    frame.similar += 1


@lean
def bound_by_similar(goal: Goal, similar: Similar, stack: Stack, turn: int, part: Part) -> int:
    """Return a lower bound of a part, by the parts that were kept."""
    frame: Frame = stack.frames[turn]
    own = similar.bits[turn, SIMILAR]
    length = mark_part(stack.codes[turn], frame.count, part.code, own)
    most = min(part.count + 1, frame.worth)
    candidate = int64(goal.slope > 0)  # what is not found is counted by parts alone
    for k in range(min(frame.similar, SIMILAR)):
        worth = similar.worth[turn, k]
        if worth >= most:
            continue
        other = similar.bits[turn, k]
        outside = int64(0)
        for w in range(length):
            outside += int64(ones(own[w] & ~other[w]))
        most = min(most, worth + outside + (candidate if outside > 0 else 0))
    if goal.slope > 0:
        return int64(goal.slope * one_guess(part.count, most))
    return int64(goal.penalty * (part.count - most))


@lean
def bound_by_heavy(
    game: Game, goal: Goal, heavy: Similar, stack: Stack, turn: int, part: Part
) -> int:
    """Do what `bound_by_similar` does, with weights."""
    frame: Frame = stack.frames[turn]
    own, candidates = heavy.bits[turn, SIMILAR], stack.sets[turn]
    length = mark_part(stack.codes[turn], frame.count, part.code, own)
    most = frame.worth
    for k in range(min(frame.similar, SIMILAR)):
        worth = heavy.worth[turn, k]
        other = heavy.bits[turn, k]
        first = True
        w = int64(0)
        while w < length and worth < most:
            bits = own[w] & ~other[w]
            while bits != 0 and worth < most:
                low = bits & (~bits + np.uint64(1))
                place = (w << 6) + int64(ones(low - np.uint64(1)))
                # The first is the heaviest, which may be the guess itself.
                worth += game.weights[candidates[place]] * (2 if first else 1)
                first = False
                bits ^= low
            w += 1
        most = min(most, worth)
    return int64(goal.slope * one_guess(part.weight, most))
