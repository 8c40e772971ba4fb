"""Legal guesses in hard mode: as bits, and listed in the order of what they may be worth.

What a guess and its reply ask of the next guess does not depend on what was played before, so the
legal guesses of a turn are those of the turn before that are legal after its guess alone. As bits
they are found and hashed in no time. Only if a set must be looked at are they listed, in the
order of their worth on the larger set of the turn before.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from salet.kernels.compiler import int64, lean, step
from salet.kernels.letters import keep_letters
from salet.kernels.state import BLOCK, COMPARED, ECHO, NONE, STRICT, Frame, Game, Hard, Ranks, Stack
from salet.kernels.worth import MASK_BITS, MASKED, copy_replies, count_parts, mark_parts

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
def find_apart(game: Game, hard: Hard, stack: Stack, turn: int) -> int:
    """Return a legal guess that takes a set apart, so that two guesses solve it; -1 if none does.

    Only a guess that makes as many parts of the larger set above can do so.
    """
    frame: Frame = stack.frames[turn]
    above: Frame = stack.frames[turn - 1]
    count, candidates, seen = frame.count, stack.sets[turn], stack.seen
    ceilings, before, bits = hard.ceilings[turn - 1], hard.legal[turn - 1], hard.bits[turn]
    for x in range(above.listed):
        if ceilings[x] < count:
            break
        if not is_legal(bits, before[x]):
            continue
        row = game.codes[before[x]]
        tried = 0
        while tried < count and seen[row[candidates[tried]]] == 0:
            seen[row[candidates[tried]]] = 1
            tried += 1
        for i in range(tried):
            seen[row[candidates[i]]] = 0
        if tried == count:
            return int64(before[x])
    return NONE


@lean
def count_block(
    game: Game,
    candidates: NDArray[np.int32],
    count: int,
    legal: NDArray[np.int32],
    start: int,
    listed: int,
    ranks: Ranks,
    turn: int,
    paired: bool,
) -> int:
    """Write the parts, and the pairs if asked for, of a block of the legal guesses from `start` on.

    Returns the largest number of parts.
    """
    guesses = legal[start : min(start + BLOCK, listed)]
    table, rows = ranks.shelves[0], ranks.rows[0, :count]
    worth, pairs = ranks.worth[turn, start:], ranks.pairs[turn, start:]
    copy_replies(game.by_answer, candidates, count, guesses, 0, guesses.size, table)
    if paired:
        return count_parts(table, rows, 0, guesses.size, ranks.scratch, worth, pairs)
    return mark_parts(table, rows, 0, guesses.size, ranks.scratch, worth)


@step
def quick_worth_of_legal(
    game: Game, stack: Stack, ranks: Ranks, hard: Hard, turn: int
) -> tuple[int, int]:
    """Do what `quick_worth` does in hard mode, for the legal guesses."""
    frame: Frame = stack.frames[turn]
    count, listed, candidates = frame.count, frame.listed, stack.sets[turn]
    legal, ceilings, worth = hard.legal[turn], hard.ceilings[turn], ranks.worth[turn]
    masked = count > MASKED and game.replies <= MASK_BITS
    if count > COMPARED and not masked:
        return NONE, NONE
    most = int64(0)
    best = int64(0)
    end = int64(0)
    while end < listed and ceilings[end] > most:
        found = count_block(game, candidates, count, legal, end, listed, ranks, turn, not masked)
        if found > most:
            most = found
            best = end
        end = min(end + BLOCK, listed)
    while worth[best] != most:
        best += 1
    # A candidate is worth one more; one that was not tried is not worth more than the best.
    for i in range(count):
        place = ranks.places[turn, game.own[candidates[i]]]
        if place < end and worth[place] + 1 > most:
            most = worth[place] + 1
            best = int64(place)
    return most, int64(legal[best])


@lean
def arrange_legal(frame: Frame, ranks: Ranks, hard: Hard, turn: int) -> None:
    """Order the legal guesses by their worth, the highest first, and all that is known of them."""
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
    # A guess that leaves the set as it is tells nothing now or later.
    while worth[frame.listed - 1] < 2:
        frame.listed -= 1
