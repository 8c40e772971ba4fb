"""What guesses are worth on a set: the parts they make, and one more for a candidate.

The search needs the largest worth for a bound, and seldom more than that. Since no guess is worth
more on a part than on the whole, guesses are tried in the order of their worth on a larger set,
until the rest cannot be worth more than the best so far.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from salet.kernels.bounds import NEVER
from salet.kernels.compiler import int64, lean, lean_part, step
from salet.kernels.parts import (
    MASK_BITS,
    MASKED,
    count_parts,
    mark_parts,
    weigh_parts,
    weigh_row,
)
from salet.kernels.state import (
    BLOCK,
    COMPARED,
    NEVER_ARRANGED,
    NO_ORDER,
    NONE,
    NOT_ARRANGED,
    Frame,
    Game,
    Goal,
    Ranks,
    Similar,
    Stack,
)
from salet.kernels.twins import Twins, is_twin

_FEW = 16
"""For fewer candidates all guesses are counted at once; ordering them would not pay."""

_LARGE, _TRIES = 512, 512
"""For more than `_LARGE` candidates, `_TRIES` guesses may show that no other is worth more."""


@lean
def arrange(
    frame: Frame,
    candidates: NDArray[np.int32],
    worth: NDArray[np.int64],
    arranged: NDArray[np.int32],
    places: NDArray[np.int32],
    rows: NDArray[np.int32],
    starts: NDArray[np.int64],
) -> None:
    """Order the guesses by their worth on the set of a frame, the highest first.

    `starts` is work space. Where a worth may be larger than there is room there, because answers
    have weights, guesses whose worth differs by less than `Frame.grain` are in no order.
    """
    top = int64(0)
    for x in range(worth.size):
        top = max(top, worth[x])
    grain = top // (starts.size - 2) + 1
    for level in range(top // grain + 2):
        starts[level] = 0
    for x in range(worth.size):
        starts[(top - worth[x]) // grain + 1] += 1
    for level in range(top // grain):
        starts[level + 1] += starts[level]
    for x in range(worth.size):
        level = (top - worth[x]) // grain
        place = starts[level]
        starts[level] += 1
        arranged[place] = x
        places[x] = place
    frame.grain = grain
    for i in range(frame.count):
        rows[candidates[i]] = i
    frame.shelved = 0


@lean
def copy_replies(
    by_answer: NDArray[np.unsignedinteger],
    candidates: NDArray[np.int32],
    count: int,
    guesses: NDArray[np.int32],
    start: int,
    end: int,
    shelf: NDArray[np.unsignedinteger],
) -> None:
    """Copy the replies of the candidates to a range of the guesses side by side."""
    for i in range(count):
        row = by_answer[candidates[i]]
        for x in range(start, end):
            shelf[i, x] = row[guesses[x]]


@lean
def column_of(guess: int, places: NDArray[np.int32], listed: int) -> int:
    """Return the place of a guess, or of a legal one in hard mode."""
    return guess if listed < 0 else int64(places[guess])


@lean_part
def most_worth(
    game: Game, stack: Stack, ranks: Ranks, heavy: Similar | None, turn: int, above: int
) -> tuple[int, int]:
    """Return the largest worth of any guess on a set, and a guess of it.

    No guess is worth more on a part than on the whole: if the guesses are arranged for the set in
    row `above`, they are tried in the order of their worth there, until the rest cannot be worth
    more than the best. With -1 all are tried. Without weights `heavy` is None.
    """
    every = above < 0
    whole: Frame = stack.frames[above]
    count, candidates = stack.frames[turn].count, stack.sets[turn]
    worth, rows, scratch = ranks.worth[turn], ranks.places[turn], ranks.scratch
    arranged, ceilings = ranks.arranged[above], ranks.worth[above]
    table = game.by_answer if every else ranks.shelves[above]
    for i in range(count):
        rows[i] = candidates[i] if every else ranks.rows[above, candidates[i]]
    most = int64(0)
    end = int64(0)
    while end < worth.size and (every or ceilings[arranged[end]] + whole.grain > most + 1):
        start = end
        end = min(start + BLOCK, worth.size)
        if not every and whole.shelved < end:
            some = stack.sets[above]
            copy_replies(game.by_answer, some, whole.count, arranged, start, end, table)
            whole.shelved = end
        if heavy is not None:
            found = weigh_parts(game, candidates, table, rows[:count], start, end, scratch, worth)
        elif count > MASKED and game.replies <= MASK_BITS:
            found = mark_parts(table, rows[:count], start, end, scratch, worth)
        else:
            pairs = ranks.pairs[turn]
            found = count_parts(table, rows[:count], start, end, scratch, worth, pairs)
        most = max(most, found)
    # A candidate is worth its weight more; one that was not tried is not worth more than the best.
    for i in range(count):
        own = game.own[candidates[i]]
        place = own if every else int64(ranks.places[above, own])
        if place < end:
            worth[place] += game.weights[candidates[i]]
            most = max(most, worth[place])
    place = int64(0)
    while worth[place] != most:
        place += 1
    return most, place if every else int64(arranged[place])


@lean_part
def most_worth_of_large(game: Game, stack: Stack, ranks: Ranks, turn: int) -> tuple[int, int]:
    """Do what `most_worth` does with a few guesses, those that are worth most on all answers.

    Returns -1 if they do not decide.
    """
    arranged, ceilings = ranks.arranged[-1], ranks.worth[-1]
    count, candidates = stack.frames[turn].count, stack.sets[turn]
    most = int64(0)
    best = int64(0)
    for place in range(min(_TRIES, arranged.size)):
        guess = int64(arranged[place])
        if ceilings[guess] <= most:
            return most, best
        worth, _ = weigh_row(game.codes[guess], game.weights, candidates, count, stack.seen)
        for i in range(count):
            worth += game.own[candidates[i]] == guess
        if worth > most:
            most = worth
            best = guess
    return NONE, best


@step
def quick_worth(
    game: Game, stack: Stack, ranks: Ranks, heavy: Similar | None, turn: int
) -> tuple[int, int]:
    """Return the largest worth of any guess on a set, and a guess of it.

    Returns -1 where that is no quicker than counting parts and pairs for every guess.
    """
    count = stack.frames[turn].count
    masked = game.replies <= MASK_BITS
    above = NONE
    if turn > 0 and count >= _FEW and (masked or (heavy is None and count <= COMPARED)):
        whole: Frame = stack.frames[turn - 1]
        if whole.shelved == NOT_ARRANGED:
            arrange(
                whole,
                stack.sets[turn - 1],
                ranks.worth[turn - 1],
                ranks.arranged[turn - 1],
                ranks.places[turn - 1],
                ranks.rows[turn - 1],
                ranks.order[turn],
            )
        if whole.shelved != NEVER_ARRANGED:
            above = int64(turn - 1)
    if above < 0:
        if heavy is not None:
            return NONE, NONE
        if count > _LARGE:
            most, best = most_worth_of_large(game, stack, ranks, turn)
            if most >= 0:
                return most, best
        if count <= MASKED or not masked:
            return NONE, NONE
    return most_worth(game, stack, ranks, heavy, turn, above)


# --- the order in which guesses are tried ---

_INDEX_BITS = 24


@lean
def rank_level(
    goal: Goal,
    frame: Frame,
    worth: NDArray[np.int64],
    pairs: NDArray[np.int32],
    order: NDArray[np.int64],
    twins: Twins | None,
    turn: int,
) -> None:
    """List the guesses of the next lower worth, each with its pairs for `take` to choose by.

    A twin is left out: the guess that it is like has the same worth.
    """
    guesses = worth.size if frame.listed < 0 else frame.listed
    before = frame.level
    level = int64(0)
    for x in range(guesses):
        if worth[x] < before:
            level = max(level, worth[x])
    ordered = goal.without & NO_ORDER == 0
    most_pairs = NEVER
    if goal.unit and frame.depth == 3 and frame.least <= goal.penalty:
        # Two guesses find one more candidate than one guess leaves parts: no part may be larger.
        most_pairs = frame.count * frame.left // 2
    found = 0
    if level > 0:
        for x in range(guesses):
            if worth[x] == level and pairs[x] <= most_pairs and not is_twin(twins, turn, x):
                together = int64(pairs[x]) if ordered else 0
                order[found] = (together << _INDEX_BITS) | x
                found += 1
    frame.level = level
    frame.ranked = found
    frame.next = 0


@lean
def take(frame: Frame, order: NDArray[np.int64]) -> int:
    """Return the next of the guesses listed: with fewest pairs, then the first.

    Few of them are ever taken, so that looking for the next is less work than sorting all.
    """
    start = frame.next
    least = start
    for x in range(start + 1, frame.ranked):
        if order[x] < order[least]:
            least = x
    order[start], order[least] = order[least], order[start]
    frame.next += 1
    index: int = order[start] & ((1 << _INDEX_BITS) - 1)
    return index
