"""Lower bounds of the totals of openers, by ceilings that many openers share.

An opener is dismissed if the bounds of its parts add up to the cut. The bound of a part needs the
largest worth of any guess on it (`bounds.one_guess`), and to count that for every guess and part
is what a proof over all openers would spend most of its time on. Few guesses need it:

A reply tells several things, in Wordle the colour of every place. The candidates that agree with a
part in one or two of them hold the part, and no guess makes more parts of a part than of the whole.
So the parts that a guess makes of such a larger set are a ceiling of its worth. Openers that share
letters share these sets: their ceilings are counted once, for all guesses, and kept. A part then
has several ceilings for each guess; the lowest is above the best guess's true worth for a few
guesses in a hundred, and only these are counted.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from salet.kernels.compiler import int64, lean, lean_compiled
from salet.kernels.parts import MASK_BITS, MASKED, any_guess, count_parts, mark_parts, one_guess
from salet.kernels.state import BLOCK, Scratch

PICKED = 4
"""The number of ceilings that are compared for a part: those whose highest is lowest."""

SMALL = 8
"""Smaller parts are left with the bound of any guess."""

_MEDIUM = 12
"""For smaller parts it is as quick to count all guesses as to look at their ceilings."""

_FEW_USES = 3
"""The ceilings of two aspects are counted when they are asked for as often as this."""

_EIGHTH = 3
"""Sets of more than an eighth of the candidates are hardly closer by two aspects than by one."""

_STEP = 6
"""Each list of guesses spans this many more ceilings than the one before it."""

_MOST_ROWS, _PLACES = 3072, 1 << 17
"""Room for the ceilings of so many sets, and places of a table, at most half of them in use."""

MOST_REPLIES = 2500
"""With more replies, what is done for each of them takes too long."""

_MOST_PARTS = 254
"""A ceiling, and one more for a candidate, must fit in a byte: larger sets are passed over."""

SPAN = 64
"""The highest of this many ceilings is kept, so that a look at it may spare a look at each."""

_MANY = 24
"""If more guesses are left than this for each candidate, it is quicker to count all guesses."""

_EVEN_BYTES, _FOUR_SUMS = np.uint64(0x00FF00FF00FF00FF), np.uint64(0x0001000100010001)

FOUND, USED = range(2)
"""Places of `counts`: the rows of ceilings kept, and the places of the table in use."""

_PASSED_OVER, _NOT_ASKED, _NONE = -3, -2, -1


class Sieve(NamedTuple):
    """Ceilings found so far, and work space.

    codes (guesses, answers) and by_answer (answers, guesses) are the replies in both layouts, own
    the guess of each answer. aspects (aspects, replies) numbers what each reply tells; the first
    `single` are one thing each, the others two. marks are random numbers to hash sets with. keys,
    places and uses are a table of sets: the hash, the row of its ceilings, how often it was asked
    for. ceilings (rows, guesses) and highest (rows) are what was counted; sources (rows, 3) tell of
    which set: those candidates whose reply to a guess says a value in an aspect.

    sizes, bounds, worth (replies) are those of an opener's parts, picks (replies, 4) the rows for
    each, order the replies, the largest part first; hashes, held, rows (aspects, replies) are the
    hashes, sizes and rows of the larger sets. lowest (parts, guesses) has the lowest ceilings of
    the large parts, tops (parts, spans) the highest of these for 64 guesses at a time. words are
    the same bytes as seen. The others are for one part, or one guess.
    """

    codes: NDArray[np.unsignedinteger]
    by_answer: NDArray[np.unsignedinteger]
    own: NDArray[np.int32]
    solved: int
    single: int
    aspects: NDArray[np.uint16]
    marks: NDArray[np.uint64]
    keys: NDArray[np.uint64]
    places: NDArray[np.int32]
    uses: NDArray[np.int32]
    ceilings: NDArray[np.uint8]
    highest: NDArray[np.uint8]
    sources: NDArray[np.int64]
    counts: NDArray[np.int64]
    sizes: NDArray[np.int64]
    order: NDArray[np.int64]
    bounds: NDArray[np.int64]
    worth: NDArray[np.int64]
    picks: NDArray[np.int64]
    hashes: NDArray[np.uint64]
    held: NDArray[np.int64]
    rows: NDArray[np.int64]
    part: NDArray[np.int32]
    lowest: NDArray[np.uint8]
    tops: NDArray[np.uint8]
    listed: NDArray[np.int32]
    parts: NDArray[np.int64]
    pairs: NDArray[np.int32]
    seen: NDArray[np.uint8]
    words: NDArray[np.uint64]
    scratch: Scratch

    @classmethod
    def empty(
        cls,
        replies: tuple[NDArray[np.unsignedinteger], NDArray[np.unsignedinteger]],
        own: NDArray[np.int32],
        solved: int,
        aspects: tuple[NDArray[np.uint16], NDArray[np.uint16]],
        marks: NDArray[np.uint64],
    ) -> Sieve:
        """Make the arrays, for replies in both layouts, and for single aspects and pairs."""
        guesses, answers = replies[0].shape
        every = np.concatenate(aspects)
        size = every.shape[1]
        wide = -(-guesses // SPAN) * SPAN
        seen = np.zeros(-(-size // 8), np.uint64)
        return cls(
            codes=replies[0],
            by_answer=replies[1],
            own=own,
            solved=solved,
            single=len(aspects[0]),
            aspects=every,
            marks=marks,
            keys=np.zeros(_PLACES, np.uint64),
            places=np.zeros(_PLACES, np.int32),
            uses=np.zeros(_PLACES, np.int32),
            ceilings=np.zeros((_MOST_ROWS, wide), np.uint8),
            highest=np.zeros(_MOST_ROWS, np.uint8),
            sources=np.zeros((_MOST_ROWS, 3), np.int64),
            counts=np.zeros(2, np.int64),
            sizes=np.zeros(size, np.int64),
            order=np.zeros(size, np.int64),
            bounds=np.zeros(size, np.int64),
            worth=np.zeros(size, np.int64),
            picks=np.zeros((size, PICKED), np.int64),
            hashes=np.zeros(every.shape, np.uint64),
            held=np.zeros(every.shape, np.int64),
            rows=np.zeros(every.shape, np.int64),
            part=np.zeros(answers, np.int32),
            lowest=np.zeros((answers // _MEDIUM, wide), np.uint8),
            tops=np.zeros((answers // _MEDIUM, wide // SPAN), np.uint8),
            listed=np.zeros(wide + 1, np.int32),
            parts=np.zeros(guesses, np.int64),
            pairs=np.zeros(guesses, np.int32),
            seen=seen.view(np.uint8),
            words=seen,
            scratch=Scratch.empty(),
        )


@lean
def split_by_aspects(sieve: Sieve, guess: int, candidates: NDArray[np.int32]) -> None:
    """Write the sizes of an opener's parts, the largest first, and the sets that hold them."""
    row, aspects = sieve.codes[guess], sieve.aspects
    replies = sieve.sizes.size
    for code in range(replies):
        sieve.sizes[code] = 0
        for k in range(aspects.shape[0]):
            sieve.hashes[k, code] = np.uint64(0)
            sieve.held[k, code] = 0
            sieve.rows[k, code] = _NOT_ASKED
    for answer in candidates:
        code = int64(row[answer])
        sieve.sizes[code] += 1
        for k in range(aspects.shape[0]):
            value = aspects[k, code]
            sieve.hashes[k, value] ^= sieve.marks[answer]
            sieve.held[k, value] += 1
    for code in range(replies):
        place = code
        while place > 0 and sieve.sizes[sieve.order[place - 1]] < sieve.sizes[code]:
            sieve.order[place] = sieve.order[place - 1]
            place -= 1
        sieve.order[place] = code


@lean
def number_of_parts(sieve: Sieve, guess: int, count: int) -> int:
    """Return how many parts a guess makes of the first `count` of `part`."""
    row, part, seen, words = sieve.codes[guess], sieve.part, sieve.seen, sieve.words
    for k in range(words.size):
        words[k] = np.uint64(0)
    for i in range(count):
        seen[row[part[i]]] = 1
    # Eight bytes at once are added up in four sums of 16 bits each, and these at last.
    parts = np.uint64(0)
    for k in range(words.size):
        parts += (words[k] & _EVEN_BYTES) + (words[k] >> np.uint64(8) & _EVEN_BYTES)
    return int64((parts * _FOUR_SUMS) >> np.uint64(48))


@lean
def count_guesses(sieve: Sieve, count: int) -> int:
    """Count the parts that each guess makes of the first `count` of `part`; return the most."""
    table, some, scratch = sieve.by_answer, sieve.part[:count], sieve.scratch
    guesses = sieve.parts.size
    if count <= MASKED:
        return count_parts(table, some, 0, guesses, scratch, sieve.parts, sieve.pairs)
    most = int64(0)
    if sieve.sizes.size > MASK_BITS:
        for guess in range(guesses):
            sieve.parts[guess] = number_of_parts(sieve, guess, count)
            most = max(most, sieve.parts[guess])
        return most
    for start in range(0, guesses, BLOCK):
        end = min(start + BLOCK, guesses)
        most = max(most, mark_parts(table, some, start, end, scratch, sieve.parts))
    return most


@lean
def count_ceilings(sieve: Sieve, row: int, count: int) -> bool:
    """Keep the parts that each guess makes of the first `count` of `part` as a row, if they fit."""
    most = count_guesses(sieve, count)
    if most > _MOST_PARTS:
        return False
    sieve.highest[row] = most
    for x in range(sieve.parts.size):
        sieve.ceilings[row, x] = sieve.parts[x]
    return True


@lean
def row_of(sieve: Sieve, guess: int, candidates: NDArray[np.int32], aspect: int, value: int) -> int:
    """Return the row of ceilings of the candidates whose reply says `value`; -1 if there is none.

    They are counted if they are worth it and there is room.
    """
    pairs = aspect >= sieve.single
    if pairs and sieve.held[aspect, value] > candidates.size >> _EIGHTH:
        return _NONE
    key, size = sieve.hashes[aspect, value] | np.uint64(1), sieve.keys.size  # 0: an empty place
    place = int64(key % np.uint64(size))
    while sieve.keys[place] not in (np.uint64(0), key):
        place = (place + 1) % size
    if sieve.keys[place] == np.uint64(0):
        if sieve.counts[USED] * 2 >= size:
            return _NONE
        sieve.counts[USED] += 1
        sieve.keys[place] = key
        sieve.places[place] = _NONE
    sieve.uses[place] += 1
    known = int64(sieve.places[place])
    found = sieve.counts[FOUND]
    if known != _NONE or found == sieve.highest.size or (pairs and sieve.uses[place] < _FEW_USES):
        return known
    row, count = sieve.codes[guess], 0
    for answer in candidates:
        if sieve.aspects[aspect, row[answer]] == value:
            sieve.part[count] = answer
            count += 1
    if not count_ceilings(sieve, found, count):
        sieve.places[place] = _PASSED_OVER
        return _NONE
    sieve.sources[found, 0] = guess
    sieve.sources[found, 1] = aspect
    sieve.sources[found, 2] = value
    sieve.places[place] = found
    sieve.counts[FOUND] += 1
    return int64(found)


@lean
def pick(sieve: Sieve, guess: int, candidates: NDArray[np.int32], code: int) -> bool:
    """Choose the ceilings of a part, those whose highest is lowest; False if there are none."""
    picks, highest = sieve.picks[code], sieve.highest
    found = 0
    for k in range(sieve.aspects.shape[0]):
        value = sieve.aspects[k, code]
        if sieve.rows[k, value] == _NOT_ASKED:
            sieve.rows[k, value] = row_of(sieve, guess, candidates, k, value)
        row = sieve.rows[k, value]
        if row < 0 or (found == PICKED and highest[picks[PICKED - 1]] <= highest[row]):
            continue
        place = min(found, PICKED - 1)
        found = min(found + 1, PICKED)
        while place > 0 and highest[picks[place - 1]] > highest[row]:
            picks[place] = picks[place - 1]
            place -= 1
        picks[place] = row
    for place in range(found, PICKED):
        picks[place] = picks[0]
    return found > 0


@lean
def list_part(sieve: Sieve, guess: int, candidates: NDArray[np.int32], code: int) -> None:
    """Write the candidates of a part."""
    row, count = sieve.codes[guess], 0
    for answer in candidates:
        if row[answer] == code:
            sieve.part[count] = answer
            count += 1


@lean
def is_held(sieve: Sieve, code: int) -> bool:
    """Whether the sets that were picked hold the part that is listed: hashes may be the same."""
    for row in sieve.picks[code]:
        guess, aspect, value = sieve.sources[row, 0], sieve.sources[row, 1], sieve.sources[row, 2]
        for i in range(sieve.sizes[code]):
            if sieve.aspects[aspect, sieve.codes[guess, sieve.part[i]]] != value:
                return False
    return True


@lean
def lowest_ceilings(sieve: Sieve, code: int, k: int) -> int:
    """Write what no guess exceeds on the part that is listed, the k-th; return the highest."""
    lowest, tops, picks = sieve.lowest[k], sieve.tops[k], sieve.picks[code]
    a, b = sieve.ceilings[picks[0]], sieve.ceilings[picks[1]]
    c, d = sieve.ceilings[picks[2]], sieve.ceilings[picks[3]]
    for x in range(lowest.size):
        lowest[x] = min(a[x], b[x], c[x], d[x])
    # A candidate is worth one more, for its own part.
    for i in range(sieve.sizes[code]):
        lowest[sieve.own[sieve.part[i]]] += np.uint8(1)
    most = np.uint8(0)
    for span in range(tops.size):
        top = np.uint8(0)
        for x in range(span * SPAN, span * SPAN + SPAN):
            top = max(top, lowest[x])
        tops[span] = top
        most = max(most, top)
    return int64(most)


@lean
def worth_of_all(sieve: Sieve, count: int) -> int:
    """Return the largest worth of any guess on the part that is listed; all are counted."""
    best = count_guesses(sieve, count)
    for i in range(count):
        best = max(best, 1 + sieve.parts[sieve.own[sieve.part[i]]])
    return best


@lean
def largest_worth(sieve: Sieve, code: int, k: int) -> int:
    """Return the largest worth of any guess on the part that is listed; its ceilings are the k-th.

    The guesses are counted by their ceilings, the highest first, until the rest cannot do better.
    """
    lowest, tops, listed, own = sieve.lowest[k], sieve.tops[k], sieve.listed, sieve.own
    count, top = sieve.sizes[code], sieve.worth[code]
    best = int64(0)
    step = int64(1)
    while top > best:
        bottom = max(best + 1, top - step + 1)
        high, low = np.uint8(top), np.uint8(bottom)
        found = 0
        for span in range(tops.size):
            if tops[span] < low:
                continue
            for x in range(span * SPAN, span * SPAN + SPAN):
                listed[found] = x
                found += low <= lowest[x] <= high
        if found > _MANY * count:
            return worth_of_all(sieve, count)
        for n in range(found):
            guess = listed[n]
            if lowest[guess] <= best:
                continue
            worth = number_of_parts(sieve, guess, count)
            if worth < best:
                continue
            for i in range(count):
                worth += own[sieve.part[i]] == guess
            best = max(best, worth)
        top = bottom - 1
        step += _STEP
    return best


@lean_compiled
def opener_bound(sieve: Sieve, guess: int, candidates: NDArray[np.int32], cut: int) -> int:
    """Return a lower bound of the total of an opener; once it reaches the cut, no better one."""
    split_by_aspects(sieve, guess, candidates)
    sizes, bounds = sieve.sizes, sieve.bounds
    total = int64(candidates.size)
    large = 0
    for k in range(sizes.size):
        code = sieve.order[k]
        bounds[code] = 0
        if sizes[code] > 0 and code != sieve.solved:
            bounds[code] = any_guess(sizes[code], 1)
            total += bounds[code]
        large += sizes[code] >= SMALL
    for stage in range(3):  # first the ceilings alone, at last the parts that have none
        for k in range(large):
            if total >= cut:
                return total
            code = sieve.order[k]
            if stage == 0:
                sieve.worth[code] = _NONE
                if sizes[code] < _MEDIUM or not pick(sieve, guess, candidates, code):
                    continue
            elif (stage == 1) == (sieve.worth[code] == _NONE):
                continue
            list_part(sieve, guess, candidates, code)
            if stage == 0:
                if not is_held(sieve, code):
                    continue
                worth = lowest_ceilings(sieve, code, k)
            elif stage == 1:
                worth = largest_worth(sieve, code, k)
            else:
                worth = worth_of_all(sieve, sizes[code])
            sieve.worth[code] = worth
            bound = max(bounds[code], one_guess(sizes[code], worth))
            total += bound - bounds[code]
            bounds[code] = bound
    return total
