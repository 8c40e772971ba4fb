"""Legal guesses in hard mode: as bits, and listed in the order of what they may be worth.

What a guess and its reply ask of the next guess does not depend on what was played before, so the
legal guesses of a turn are those of the turn before that are legal after its guess alone. As bits
they are found and hashed in no time. Only if a set must be looked at are they listed, in the
order of their worth on the larger set of the turn before.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from salet.kernels.compiler import int64, lean, lean_part, step
from salet.kernels.letters import keep_letters, list_clues, meets_clues
from salet.kernels.parts import MASK_BITS, MASKED, count_parts, mark_parts
from salet.kernels.state import (
    BLOCK,
    COMPARED,
    CORE_SIZE,
    CORES,
    ECHO,
    NONE,
    NOT_ARRANGED,
    STRICT,
    STRIP,
    Frame,
    Game,
    Goal,
    Hard,
    Ranks,
    Stack,
)
from salet.kernels.worth import copy_replies

_SIX_BITS = np.uint64(63)


@lean
def hash_legal(bits: NDArray[np.uint64], frame: Frame) -> None:
    """Write two hashes of the legal guesses into the frame."""
    one = two = np.uint64(0)
    for w in range(bits.size):
        one = (one ^ bits[w]) * np.uint64(0x9E3779B97F4A7C15)
        one ^= one >> np.uint64(32)
        two = (two ^ bits[w]) * np.uint64(0xBF58476D1CE4E5B9)
        two ^= two >> np.uint64(29)
    frame.hash_one = one
    frame.hash_two = two


@lean
def keep_legal(hard: Hard, above: Frame, turn: int) -> None:
    """Write the guesses that are legal after the guess and reply of the frame above, as bits."""
    before, after = hard.bits[turn - 1], hard.bits[turn]
    guess, code = above.guess, above.code
    if hard.mode == ECHO:
        echo = hard.echoes[guess]
        for w in range(after.size):
            bits = np.uint64(0)
            for word in range(w << 6, min((w + 1) << 6, echo.size)):
                bits |= np.uint64(echo[word] == code) << (np.uint64(word) & _SIX_BITS)
            after[w] = bits & before[w]
    else:
        strict = hard.mode == STRICT
        keep_letters(hard.letters, hard.having, guess, code, strict, hard.clues, before, after)


@lean
def is_legal(bits: NDArray[np.uint64], guess: int) -> bool:
    """Whether a guess is among those that are given as bits."""
    bit: bool = bits[guess >> 6] >> (np.uint64(guess) & _SIX_BITS) & np.uint64(1) != 0
    return bit


@lean
def guess_at(hard: Hard | None, turn: int, place: int) -> int:
    """Return the guess at a place of the legal ones; in normal mode all are, in their order."""
    if hard is None:
        return int64(place)
    return int64(hard.legal[turn, place])


@lean
def list_legal(
    hard: Hard, above: Frame, frame: Frame, places: NDArray[np.int32], turn: int
) -> None:
    """List the legal guesses in the order that those of the frame above have."""
    bits, before, legal = hard.bits[turn], hard.legal[turn - 1], hard.legal[turn]
    listed = 0
    for x in range(above.listed):
        word = before[x]
        if is_legal(bits, word):
            legal[listed] = word
            hard.ceilings[turn, listed] = hard.ceilings[turn - 1, x]
            places[word] = listed
            listed += 1
    frame.listed = listed


@lean
def takes_apart(
    row: NDArray[np.unsignedinteger],
    candidates: NDArray[np.int32],
    count: int,
    seen: NDArray[np.int64],
) -> bool:
    """Whether a guess with these replies leaves every candidate alone."""
    tried = 0
    while tried < count and seen[row[candidates[tried]]] == 0:
        seen[row[candidates[tried]]] = 1
        tried += 1
    for i in range(tried):
        seen[row[candidates[i]]] = 0
    return tried == count


@lean
def find_apart(game: Game, hard: Hard, stack: Stack, turn: int) -> int:
    """Return a legal guess that takes a set apart, so that two guesses solve it; -1 if none does.

    Only a guess that makes as many parts of the larger set above can do so.
    """
    frame: Frame = stack.frames[turn]
    above: Frame = stack.frames[turn - 1]
    count, candidates, seen = frame.count, stack.sets[turn], stack.seen
    ceilings, before = hard.ceilings[turn - 1], hard.legal[turn - 1]
    guess, code, by_reply = above.guess, above.code, hard.mode == ECHO
    numbers = (0, 0, 0)
    if not by_reply:
        numbers = list_clues(hard.letters, guess, code, hard.mode == STRICT, hard.clues)
    for x in range(above.listed):
        if ceilings[x] < count:
            break
        word = before[x]
        if by_reply:
            if hard.echoes[guess, word] != code:
                continue
        elif not meets_clues(hard.having, hard.clues, numbers, word):
            continue
        if takes_apart(game.codes[word], candidates, count, seen):
            return int64(word)
    return NONE


@lean
def is_core(game: Game, hard: Hard, stack: Stack, turn: int, core: NDArray[np.int32]) -> bool:
    """Whether no guess that is legal at a turn takes some of its candidates apart."""
    frame: Frame = stack.frames[turn]
    ceilings, legal, count = hard.ceilings[turn], hard.legal[turn], core.size
    for x in range(frame.listed):
        if ceilings[x] < count:
            break
        if takes_apart(game.codes[legal[x]], core, count, stack.seen):
            return False
    return True


@lean
def keep_core(game: Game, hard: Hard, stack: Stack, turn: int) -> None:
    """Keep a minimal core of a part that is not taken apart, for the set above, if it has one.

    Two guesses do not solve a set that holds a core. So with three guesses left, whatever keeps the
    core together misses an answer. A core for the legal guesses of one turn more serves more sets.
    Parts too large for a row are left.
    """
    count = stack.frames[turn].count
    if count >= CORE_SIZE:
        return
    core = hard.cores[turn - 1, CORES]  # a row to work in
    for i in range(count):
        core[1 + i] = stack.sets[turn, i]
    level = turn - 2
    if level < 0 or not is_core(game, hard, stack, level, core[1 : 1 + count]):
        level = turn - 1
        if not is_core(game, hard, stack, level, core[1 : 1 + count]):
            return
    i = 0
    while i < count:
        # Leave one out: the last takes its place.
        out = core[1 + i]
        core[1 + i] = core[count]
        if is_core(game, hard, stack, level, core[1:count]):
            count -= 1
        else:
            core[1 + i] = out
            i += 1
    core[0] = count
    for above in range(level, turn):
        add_core(hard, stack, above, core)


@lean
def add_core(hard: Hard, stack: Stack, turn: int, core: NDArray[np.int32]) -> None:
    """Copy a core into those of a turn; where there are too many, the oldest is lost."""
    frame: Frame = stack.frames[turn]
    own = hard.cores[turn, frame.cores % CORES]
    for i in range(core[0] + 1):
        own[i] = core[i]
    frame.cores += 1


@lean_part
def find_cores(hard: Hard, stack: Stack, turn: int) -> None:
    """Begin with the cores of the turn above that lie in the set of a turn."""
    frame: Frame = stack.frames[turn]
    frame.cores = 0
    if turn == 0 or frame.depth != 3:
        return
    above: Frame = stack.frames[turn - 1]
    for k in range(min(above.cores, CORES)):
        core = hard.cores[turn - 1, k]
        i = int64(1)
        while i <= core[0] and holds(stack.sets[turn], frame.count, core[i]):
            i += 1
        if i > core[0]:
            add_core(hard, stack, turn, core)


@lean
def holds(candidates: NDArray[np.int32], count: int, candidate: int) -> bool:
    """Whether a set, in ascending order, holds a candidate."""
    low, high = int64(0), int64(count)
    while low < high:
        middle = (low + high) >> 1
        if candidates[middle] < candidate:
            low = middle + 1
        else:
            high = middle
    return low < count and candidates[low] == candidate


@lean
def is_vain(game: Game, goal: Goal, hard: Hard, frame: Frame, turn: int, guess: int) -> bool:
    """Whether a guess keeps a core together, with two guesses left, so that an answer is missed.

    Only asked where a missed answer costs too much.
    """
    if frame.depth != 3 or frame.least > goal.penalty:
        return False
    row = game.codes[guess]
    for k in range(min(frame.cores, CORES)):
        core = hard.cores[turn, k]
        code = row[core[1]]
        i = int64(2)
        while i <= core[0] and row[core[i]] == code:
            i += 1
        if i > core[0]:
            return True
    return False


@step
def quick_worth_of_legal(
    game: Game, stack: Stack, ranks: Ranks, hard: Hard, turn: int
) -> tuple[int, int]:
    """Do what `quick_worth` does in hard mode, for the legal guesses.

    Replies to the guesses that are legal for the set above are put side by side. It is then quicker
    to count them all than to pick those that are still legal.
    """
    frame: Frame = stack.frames[turn]
    count, candidates = frame.count, stack.sets[turn]
    masked = count > MASKED and game.replies <= MASK_BITS
    if turn == 0 or stack.frames[turn - 1].shelved < 0 or (count > COMPARED and not masked):
        return NONE, NONE
    above: Frame = stack.frames[turn - 1]
    shelf, legal, ceilings = ranks.shelves[turn - 1], hard.legal[turn - 1], hard.ceilings[turn - 1]
    bits, worth, pairs = hard.bits[turn], ranks.worth[turn], ranks.pairs[turn]
    rows, scratch = ranks.places[turn], ranks.scratch
    for i in range(count):
        rows[i] = ranks.rows[turn - 1, candidates[i]]
    most = int64(0)
    best = int64(0)
    end = int64(0)
    reach = int64(0)
    while end < above.listed and ceilings[end] > most:
        start = end
        end = min(start + STRIP, above.listed)
        if above.shelved < end:
            whole = stack.sets[turn - 1]
            copy_replies(game.by_answer, whole, above.count, legal, start, end, shelf)
            above.shelved = end
        if masked:
            found = mark_parts(shelf, rows[:count], start, end, scratch, worth)
        else:
            found = count_parts(shelf, rows[:count], start, end, scratch, worth, pairs)
        reach = max(reach, found)
        for x in range(start, end):
            if worth[x] > most and is_legal(bits, legal[x]):
                most = worth[x]
                best = int64(x)
    # A candidate is worth one more; one that was not tried is not worth more than the best.
    for i in range(count):
        place = ranks.places[turn - 1, game.own[candidates[i]]]
        if place < end and worth[place] + 1 > most:
            most = worth[place] + 1
            best = int64(place)
    frame.reach = min(frame.reach, max(reach, most))
    return most, int64(legal[best])


@lean
def count_legal(game: Game, stack: Stack, ranks: Ranks, legal: NDArray[np.int32], turn: int) -> int:
    """Write the parts and pairs of the legal guesses; return the most parts."""
    frame: Frame = stack.frames[turn]
    count, listed, most = frame.count, frame.listed, int64(0)
    shelf, rows, scratch = ranks.shelves[turn], ranks.rows[-1, :count], ranks.scratch
    for start in range(0, listed, BLOCK):
        some = legal[start : min(start + BLOCK, listed)]
        copy_replies(game.by_answer, stack.sets[turn], count, some, 0, some.size, shelf)
        worth, pairs = ranks.worth[turn, start:], ranks.pairs[turn, start:]
        most = max(most, count_parts(shelf, rows, 0, some.size, scratch, worth, pairs))
    return most


@lean_part
def arrange_legal(stack: Stack, ranks: Ranks, hard: Hard, turn: int) -> None:
    """Order the legal guesses by their worth, the highest first, and all that is known of them."""
    frame: Frame = stack.frames[turn]
    candidates = stack.sets[turn]
    worth, pairs, sorted_pairs = ranks.worth[turn], ranks.pairs[turn], ranks.order[turn]
    arranged, places = ranks.arranged[turn], ranks.places[turn]
    legal, ceilings = hard.legal[turn], hard.ceilings[turn]
    most = int64(0)
    for x in range(frame.listed):
        most = max(most, worth[x])
    starts = ranks.order[turn + 1]
    for level in range(most + 2):
        starts[level] = 0
    for x in range(frame.listed):
        starts[most - worth[x] + 1] += 1
    for level in range(most):
        starts[level + 1] += starts[level]
    for x in range(frame.listed):
        place = starts[most - worth[x]]
        starts[most - worth[x]] += 1
        arranged[place] = legal[x]
        sorted_pairs[place] = pairs[x]
        ceilings[place] = worth[x]
        places[legal[x]] = place
    for x in range(frame.listed):
        legal[x] = arranged[x]
        pairs[x] = sorted_pairs[x]
        worth[x] = ceilings[x]
    for i in range(frame.count):
        ranks.rows[turn, candidates[i]] = i
    if frame.shelved == NOT_ARRANGED:
        frame.shelved = 0
    # A guess that leaves the set as it is tells nothing now or later.
    while worth[frame.listed - 1] < 2:
        frame.listed -= 1
