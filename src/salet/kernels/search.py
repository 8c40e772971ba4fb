"""Exact search: the least total cost over a set of candidates.

An answer of weight w costs ``slope * w`` for every guess it takes, and ``penalty * w`` if it is
not found within the guesses allowed. A slope of 1 and an endless penalty (`NEVER`) give the
total number of guesses; a slope of 0 and a penalty of 1 the number of answers not found.

`run` walks the tree of play with a stack of its own, one row of every work array per turn,
because numba cannot cache functions that call each other (numba issue 6061: they crash when
loaded). On its way down it asks `look` what is known of a set without a search, and stops with a
guess as soon as its total is known to reach the cut. The bounds are derived in `salet.optimal`;
each is a consequence of the remark that a guess can at best leave every candidate alone.

In hard mode the legal guesses of each turn live in `Tables.legal`; in normal mode all are legal.
All of it stands in one file, because numba does not notice a change in a helper elsewhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from salet.kernels.compiler import compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray

NEVER = 1 << 34
"""The total of a set that cannot be solved within the guesses left, and all that is more."""

NORMAL, NYT, STRICT = 0, 1, 2

# Places in `Tables.counts`.
NODES, ENTRIES, WORDS, PASSES, GUESSES, STOP, NODE_LIMIT, MOST_PARTS = range(8)
SLOPE, PENALTY, WEIGHTED, BEAM, WITHOUT = range(8, 13)
COUNTS = 13

# Bits of `counts[WITHOUT]`: parts of the search that a study of their worth turns off.
NO_MEMO, NO_FINISH, NO_PROBE, NO_ORDER, NO_BEST_GUESS, NO_EVERY_SET = 1, 2, 4, 8, 16, 32

# Places in a row of `Tables.frames`: a set under search, then the guess under evaluation.
SIZE, WEIGHT, DEPTH, CUT, LISTED, BOUND, LEAST, BEST, WORTH, RANKED, NEXT, TRIED = range(12)
GUESS, TOTAL, PARTS, LARGE, PART, SOLVING, CODE = range(12, 19)
SHELVED = 19
FRAME = 20

UNKNOWN = -2
"""Stands in `LISTED` for legal guesses that nobody has asked for yet; -1 is for all."""

# Numbers of numpy's: a plain one would make numba compile what is called with it once more.
PROBE = np.int64(-1)
_NONE = np.int64(-1)

# What `run` does next.
_ENTER, _NEXT_GUESS, _NEXT_PART, _LEAVE = range(4)

NOT_ARRANGED, NEVER_ARRANGED = -1, -2
"""Stand in `SHELVED`: nobody has asked for the guesses in order yet, or nobody will."""

_BLOCK = 1024
_FEW = 16
"""For fewer candidates all guesses are counted at once; ordering them would not pay."""
_MASKED = 64
"""For more candidates it is quicker to mark patterns in masks than to compare two by two."""
_MASK_BITS = 256
_LARGE, _TRIES = 512, 512
"""For more candidates so many guesses may show that no other is worth more."""
SHELF = 320
"""Sets of at most so many candidates have their guesses arranged for their parts."""
COMPARED = 128
"""Sets of at most so many candidates are compared two by two; larger ones are counted."""
_INDEX_BITS = 24


class Tables(NamedTuple):
    """Everything the search reads and writes.

    codes (guesses, answers) and by_answer (answers, guesses) are the pattern table in both
    layouts; answer_guesses maps answers to guesses; letters (guesses, length) and copies
    (guesses, alphabet) serve hard mode. weights belong to the answers, which are ordered by
    them, the heaviest first; marks are random numbers to hash sets with.

    Work space, one row per turn: frames; sets (candidates, ascending) and legal with its two
    hashes; parts, pairs and order of guesses; codes of the candidates, and groups, amounts and
    bounds of the parts of the guess under evaluation. parts holds the worth of each guess: the
    weight of the heaviest candidate of every part, once more for the guess itself if it is a
    candidate. gathered and first_rows hold patterns for the legal guesses alone; seen and masses
    count patterns.

    keys, facts, offsets and words are the memo: a hash, then (size, depth, total, exact, guess,
    two hashes of the legal guesses), then where the set itself is stored, which is compared in
    full.
    counts are statistics and limits, see the names above.
    """

    codes: NDArray[np.unsignedinteger]
    by_answer: NDArray[np.unsignedinteger]
    answer_guesses: NDArray[np.int64]
    letters: NDArray[np.uint16]
    copies: NDArray[np.uint8]
    marks: NDArray[np.uint64]
    guess_marks: NDArray[np.uint64]
    frames: NDArray[np.int64]
    sets: NDArray[np.int32]
    legal: NDArray[np.int32]
    legal_hashes: NDArray[np.uint64]
    parts: NDArray[np.int64]
    pairs: NDArray[np.int32]
    order: NDArray[np.int64]
    arranged: NDArray[np.int32]
    places: NDArray[np.int32]
    rows: NDArray[np.int32]
    shelves: NDArray[np.unsignedinteger]
    gathered: NDArray[np.unsignedinteger]
    first_rows: NDArray[np.int32]
    codes_here: NDArray[np.int64]
    groups: NDArray[np.int64]
    amounts: NDArray[np.int64]
    bounds: NDArray[np.int64]
    seen: NDArray[np.int64]
    masses: NDArray[np.int64]
    weights: NDArray[np.int64]
    keys: NDArray[np.uint64]
    facts: NDArray[np.int64]
    offsets: NDArray[np.int64]
    words: NDArray[np.int32]
    counts: NDArray[np.int64]


@compiled
def count_block(by_answer, candidates, start, end, parts, pairs):  # type: ignore[no-untyped-def]
    """Do what `count_parts` does for a block of guesses."""
    # Narrow numbers, for as many of them as possible in a vector; 128 candidates fit.
    width = end - start
    same = np.empty(width, np.uint8)
    block_parts = np.ones(width, np.uint8)
    block_pairs = np.zeros(width, np.uint16)
    for j in range(1, candidates.size):
        one = by_answer[candidates[j], start:end]
        for x in range(width):
            same[x] = 0
        i = 0
        while i + 3 < j:
            a = by_answer[candidates[i], start:end]
            b = by_answer[candidates[i + 1], start:end]
            c = by_answer[candidates[i + 2], start:end]
            d = by_answer[candidates[i + 3], start:end]
            for x in range(width):
                same[x] += (
                    np.uint8(a[x] == one[x])
                    + np.uint8(b[x] == one[x])
                    + np.uint8(c[x] == one[x])
                    + np.uint8(d[x] == one[x])
                )
            i += 4
        while i < j:
            a = by_answer[candidates[i], start:end]
            for x in range(width):
                same[x] += np.uint8(a[x] == one[x])
            i += 1
        for x in range(width):
            block_parts[x] += np.uint8(same[x] == 0)
            block_pairs[x] += same[x]
    parts[start:end] = block_parts
    pairs[start:end] = block_pairs
    most = np.uint8(0)
    for x in range(width):
        most = max(most, block_parts[x])
    return np.int64(most)


@compiled
def count_parts(
    by_answer: NDArray[np.unsignedinteger],
    candidates: NDArray[np.int32],
    guesses: int,
    parts: NDArray[np.int64],
    pairs: NDArray[np.int32],
) -> int:
    """Write, for each guess, into how many parts it splits and how many pairs stay together.

    The guesses are the first columns of `by_answer`. Returns the largest number of parts.

    Compares the patterns of candidates two by two, for a block of guesses at a time: quadratic
    in the candidates, but a few vector instructions for dozens of guesses, which beats counting
    up to about a hundred candidates. At most 128 candidates.
    """
    most = np.int64(0)
    for start in range(0, guesses, _BLOCK):
        end = min(start + _BLOCK, guesses)
        most = max(most, count_block(by_answer, candidates, start, end, parts, pairs))
    return most


@compiled
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


@compiled
def shelve(tables, turn, start, end):  # type: ignore[no-untyped-def]
    """Copy the patterns of a set for a block of its arranged guesses side by side."""
    arranged, shelf = tables.arranged[turn], tables.shelves[turn]
    for i in range(tables.frames[turn, SIZE]):
        row = tables.by_answer[tables.sets[turn, i]]
        for x in range(start, end):
            shelf[i, x] = row[arranged[x]]
    tables.frames[turn, SHELVED] = end


@compiled
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


@compiled
def ones(bits):  # type: ignore[no-untyped-def]
    """Count the ones of a 64-bit number."""
    bits -= bits >> np.uint64(1) & np.uint64(0x5555555555555555)
    bits = (bits & np.uint64(0x3333333333333333)) + (
        bits >> np.uint64(2) & np.uint64(0x3333333333333333)
    )
    bits = bits + (bits >> np.uint64(4)) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return bits * np.uint64(0x0101010101010101) >> np.uint64(56)


@compiled
def mark_block(by_answer, candidates, start, end, parts):  # type: ignore[no-untyped-def]
    """Do what `count_block` does, but for the pairs: linear in the candidates.

    Each guess has a bit for every pattern, in four numbers, which vector instructions fill for
    several guesses at once. At most 256 patterns.
    """
    width = end - start
    first, second, third, fourth = np.zeros((4, width), np.uint64)
    none = np.uint64(0)
    for candidate in candidates:
        row = by_answer[candidate, start:end]
        for x in range(width):
            code = np.uint64(row[x])
            bit = np.uint64(1) << (code & np.uint64(63))
            place = code >> np.uint64(6)
            first[x] |= bit if place == 0 else none
            second[x] |= bit if place == 1 else none
            third[x] |= bit if place == 2 else none
            fourth[x] |= bit if place == 3 else none
    most = np.int64(0)
    for x in range(width):
        found = ones(first[x]) + ones(second[x]) + ones(third[x]) + ones(fourth[x])
        parts[start + x] = np.int64(found)
        most = max(most, np.int64(found))
    return most


@compiled
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
    end = 0
    while end < guesses and (every or ceilings[arranged[end]] > most):
        start = end
        end = min(start + _BLOCK, guesses)
        if not every and tables.frames[above, SHELVED] < end:
            shelve(tables, above, start, end)
        if n > _MASKED and tables.seen.size <= _MASK_BITS:
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


@compiled
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
    return _NONE, best


@compiled
def quick_worth(tables, turn, n):  # type: ignore[no-untyped-def]
    """Return the largest worth of any guess on a set and a guess of it, or -1 if that is no quicker
    than counting for every guess.
    """
    if turn > 0 and n >= _FEW and tables.frames[turn - 1, SHELVED] != NEVER_ARRANGED:
        if tables.frames[turn - 1, SHELVED] == NOT_ARRANGED:
            arrange(tables, turn - 1)
        if n <= COMPARED or tables.seen.size <= _MASK_BITS:
            return most_worth(tables, turn, n, np.int64(turn - 1))
    if n > _LARGE:
        most, best = most_worth_of_large(tables, turn, n)
        if most >= 0:
            return most, best
    if n > _MASKED and tables.seen.size <= _MASK_BITS:
        return most_worth(tables, turn, n, _NONE)
    return _NONE, _NONE


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


@compiled
def gather(tables, turn, n, listed):  # type: ignore[no-untyped-def]
    """Copy the patterns of the candidates for the legal guesses side by side."""
    legal = tables.legal[turn]
    for i in range(n):
        row = tables.by_answer[tables.sets[turn, i]]
        for x in range(listed):
            tables.gathered[i, x] = row[legal[x]]


@compiled
def keep_legal(tables, turn, strict):  # type: ignore[no-untyped-def]
    """Write the words that may follow the turn's guess and pattern into the next turn's row.

    The rule is that of `salet.rules`: greens stay, and every letter shown is used as often; in
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


@compiled
def find(tables, turn, n, depth):  # type: ignore[no-untyped-def]
    """Look a set up in the memo: whether it is there, and its place or the first free one."""
    candidates = tables.sets[turn]
    legal = tables.legal_hashes[turn]
    key = legal[0] ^ (np.uint64(n) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(depth))
    for i in range(n):
        key ^= tables.marks[candidates[i]]
    key ^= key >> np.uint64(29)
    key *= np.uint64(0xBF58476D1CE4E5B9)
    key ^= key >> np.uint64(32)
    key |= np.uint64(1)  # 0 marks a free place
    mask = np.uint64(tables.keys.size - 1)
    place = key & mask
    while tables.keys[place] != 0:
        facts = tables.facts[place]
        if (
            tables.keys[place] == key
            and facts[0] == n
            and facts[1] == depth
            and np.uint64(facts[5]) == legal[0]
            and np.uint64(facts[6]) == legal[1]
        ):
            start = tables.offsets[place]
            equal = True
            for i in range(n):
                if tables.words[start + i] != candidates[i]:
                    equal = False
                    break
            if equal:
                return True, np.int64(place), key
        place = (place + np.uint64(1)) & mask
    return False, np.int64(place), key


@compiled
def note(tables, turn, total, guess):  # type: ignore[no-untyped-def]
    """Keep what is known of a set, as long as the memo has room: exact if there is a guess."""
    frame = tables.frames[turn]
    n, depth = frame[SIZE], frame[DEPTH]
    frame[BEST] = guess
    if tables.counts[WITHOUT] & NO_MEMO:
        return
    found, place, key = find(tables, turn, n, depth)
    if not found:
        start = tables.counts[WORDS]
        full = 4 * tables.counts[ENTRIES] >= 3 * tables.keys.size
        if full or start + n > tables.words.size:
            return
        tables.keys[place] = key
        tables.offsets[place] = start
        for i in range(n):
            tables.words[start + i] = tables.sets[turn, i]
        tables.counts[WORDS] += n
        tables.counts[ENTRIES] += 1
        tables.facts[place, 0] = n
        tables.facts[place, 1] = depth
        tables.facts[place, 5] = np.int64(tables.legal_hashes[turn, 0])
        tables.facts[place, 6] = np.int64(tables.legal_hashes[turn, 1])
    tables.facts[place, 2] = total
    tables.facts[place, 3] = guess >= 0
    tables.facts[place, 4] = guess


@compiled
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


@compiled
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
            note(tables, turn, bound, _NONE)
            return bound, True

    tables.counts[PASSES] += 1
    parts = tables.parts[turn]
    listed = frame[LISTED]
    most = _NONE
    if unit and finishes and listed < 0 and depth > 2 and not tables.counts[WITHOUT] & NO_BEST_GUESS:
        most, guess = quick_worth(tables, turn, n)
    if most >= 0:
        if most == n:  # not a candidate: else it would have been found above
            total = slope * 2 * n
            note(tables, turn, total, guess)
            return total, True
        bound = max(bound, slope * (3 * weight - most))
        if probe or bound >= cut:
            note(tables, turn, bound, _NONE)
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
        x = own if listed < 0 else np.searchsorted(tables.legal[turn, :listed], own)
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
        best = np.argmax(parts[:guesses])
        total = 2 * slope * weight + penalty * weight - parts[best]
        note(tables, turn, total, np.int64(best if listed < 0 else tables.legal[turn, best]))
        return total, True
    if tables.counts[WITHOUT] & NO_BEST_GUESS == 0:
        bound = max(bound, slope * (3 * weight - most))
    if probe or bound >= cut:
        note(tables, turn, bound, _NONE)
        return bound, True
    return bound, False


@compiled
def rank_level(tables, turn):  # type: ignore[no-untyped-def]
    """List the guesses of the next lower worth, those with fewest pairs first.

    Writes what a set costs at least with them into the frame.
    """
    frame = tables.frames[turn]
    parts = tables.parts[turn]
    guesses = tables.codes.shape[0] if frame[LISTED] < 0 else frame[LISTED]
    before = frame[WORTH]
    worth = np.int64(0)
    for x in range(guesses):
        if parts[x] < before:
            worth = max(worth, parts[x])
    ordered = tables.counts[WITHOUT] & NO_ORDER == 0
    found = 0
    if worth > 0:
        for x in range(guesses):
            if parts[x] == worth:
                pairs = np.int64(tables.pairs[turn, x]) if ordered else 0
                tables.order[turn, found] = (pairs << _INDEX_BITS) | x
                found += 1
        tables.order[turn, :found] = np.sort(tables.order[turn, :found])
    frame[WORTH] = worth
    frame[RANKED] = found
    frame[NEXT] = 0


@compiled
def split(tables, turn, guess, asked):  # type: ignore[no-untyped-def]
    """Write the parts that `guess` makes, the largest first, and the bound of their total.

    A guess that tells nothing is never best, but its total may have been asked for.
    """
    frame = tables.frames[turn]
    n, depth = frame[SIZE], frame[DEPTH]
    slope, most = tables.counts[SLOPE], tables.counts[MOST_PARTS]
    row = tables.codes[guess]
    seen = tables.seen
    masses = tables.masses
    groups, amounts, bounds = tables.groups[turn], tables.amounts[turn], tables.bounds[turn]
    solved = seen.size - 1
    count = 0
    for i in range(n):
        answer = tables.sets[turn, i]
        code = np.int64(row[answer])
        tables.codes_here[turn, i] = code
        if seen[code] == 0:
            groups[count] = code
            bounds[count] = tables.weights[answer]  # the heaviest of its part
            count += 1
        seen[code] += 1
        masses[code] += tables.weights[answer]
    total = slope * frame[WEIGHT]
    for k in range(count):
        code = groups[k]
        size = seen[code]
        mass = masses[code]
        bound = np.int64(0)
        if code != solved:
            bound = slope * max(2 * mass - bounds[k], 3 * mass - most)
            if depth == 1:
                bound = tables.counts[PENALTY] * mass
            total += bound
        seen[code] = 0
        masses[code] = 0
        # Insert by size: the largest part moves the total most.
        j = k - 1
        while j >= 0 and amounts[j] < size:
            amounts[j + 1] = amounts[j]
            groups[j + 1] = groups[j]
            bounds[j + 1] = bounds[j]
            j -= 1
        amounts[j + 1] = size
        groups[j + 1] = code
        bounds[j + 1] = bound
    if count == 1 and groups[0] != solved and not asked:
        total = NEVER  # tells nothing: the same set again, with a guess less
    large = 0
    while large < count and amounts[large] > _PROBED_LAST:
        large += 1
    frame[GUESS] = guess
    frame[TOTAL] = total
    frame[PARTS] = count
    frame[LARGE] = large
    frame[PART] = 0
    frame[SOLVING] = 1 if tables.counts[WITHOUT] & NO_PROBE else 0


@compiled
def hand_down(tables, turn, part, mode):  # type: ignore[no-untyped-def]
    """Begin the next turn's rows with the candidates of one part; its legal guesses can wait."""
    frame = tables.frames[turn]
    code = tables.groups[turn, part]
    n = 0
    weight = np.int64(0)
    for i in range(frame[SIZE]):
        if tables.codes_here[turn, i] == code:
            answer = tables.sets[turn, i]
            tables.sets[turn + 1, n] = answer
            weight += tables.weights[answer]
            n += 1
    below = tables.frames[turn + 1]
    below[SIZE] = n
    below[WEIGHT] = weight
    below[DEPTH] = frame[DEPTH] - 1
    below[LISTED] = -1 if mode == NORMAL else UNKNOWN
    frame[CODE] = code


@compiled
def run(tables, n, depth, cut, listed, mode, opener):  # type: ignore[no-untyped-def]
    """Return the least total of the first `n` candidates of ``sets[0]``, or that of an opener.

    Exact if below `cut` and the search was not stopped; else a lower bound. With `opener` of 0
    or more, that guess is played first. With a beam only so many guesses are tried for each set:
    the total is then that of some strategy, not of the best. The guess stands in the first frame.
    """
    turn = np.int64(0)
    frames = tables.frames
    frames[0, SIZE] = n
    frames[0, WEIGHT] = 0
    for i in range(n):
        frames[0, WEIGHT] += tables.weights[tables.sets[0, i]]
    frames[0, DEPTH] = depth
    frames[0, CUT] = cut
    frames[0, LISTED] = listed
    slope = tables.counts[SLOPE]
    beam = tables.counts[BEAM]
    solved = tables.seen.size - 1
    value = np.int64(0)
    action = _ENTER
    while True:
        frame = frames[turn]
        named = turn == 0 and opener >= 0
        if action == _ENTER:
            frame[LEAST] = frame[CUT]
            if named:
                frame[SHELVED] = NEVER_ARRANGED
                split(tables, turn, opener, named)
                action = _NEXT_PART
                continue
            known, done = look(tables, turn, frame[CUT], mode)
            if done:
                value = known
                action = _LEAVE
                continue
            frame[BEST] = -1
            frame[BOUND] = known
            small = frame[SIZE] <= SHELF
            frame[SHELVED] = NOT_ARRANGED if small else NEVER_ARRANGED
            frame[WORTH] = np.iinfo(np.int64).max
            frame[TRIED] = 0
            rank_level(tables, turn)
            action = _NEXT_GUESS
        elif action == _NEXT_GUESS:
            if frame[NEXT] == frame[RANKED] and frame[RANKED] > 0:
                rank_level(tables, turn)
            over = (
                frame[RANKED] == 0
                or frame[LEAST] <= slope * (3 * frame[WEIGHT] - frame[WORTH])
                or frame[LEAST] <= frame[BOUND]
                or tables.counts[STOP] != 0
                or (beam > 0 and frame[TRIED] >= beam)
            )
            if not over:
                x = tables.order[turn, frame[NEXT]] & ((1 << _INDEX_BITS) - 1)
                frame[NEXT] += 1
                frame[TRIED] += 1
                tables.counts[GUESSES] += 1
                guess = x if frame[LISTED] < 0 else np.int64(tables.legal[turn, x])
                split(tables, turn, guess, named)
                action = _NEXT_PART
                continue
            value = frame[LEAST]
            if tables.counts[STOP] != 0:
                value = frame[BOUND]
            else:
                note(tables, turn, value, frame[BEST])
            action = _LEAVE
        elif action == _NEXT_PART:
            if frame[TOTAL] >= frame[LEAST] or tables.counts[STOP] != 0:
                if named:
                    return min(frame[TOTAL], NEVER)
                action = _NEXT_GUESS
                continue
            part = frame[PART]
            if part == frame[PARTS]:
                if frame[SOLVING] == 0:
                    frame[SOLVING] = 1
                    frame[PART] = 0
                    continue
                if named:
                    return frame[TOTAL]
                frame[LEAST] = frame[TOTAL]
                frame[BEST] = frame[GUESS]
                action = _NEXT_GUESS
                continue
            if frame[SOLVING] == 0:
                # Probe the large parts last: their bounds cost most for what they bring.
                part = (part + frame[LARGE]) % frame[PARTS]
            size = tables.amounts[turn, part]
            if tables.groups[turn, part] == solved or (size <= 2 and frame[DEPTH] > size):
                frame[PART] += 1
                continue
            hand_down(tables, turn, part, mode)
            if frame[SOLVING] == 0:
                known, _ = look(tables, turn + 1, PROBE, mode)
                frame[TOTAL] += known - tables.bounds[turn, part]
                tables.bounds[turn, part] = known
                frame[PART] += 1
                continue
            frames[turn + 1, CUT] = frame[LEAST] - frame[TOTAL] + tables.bounds[turn, part]
            turn += 1
            action = _ENTER
        else:
            if turn == 0:
                return min(value, NEVER)
            turn -= 1
            frame = frames[turn]
            part = frame[PART]
            frame[TOTAL] += value - tables.bounds[turn, part]
            tables.bounds[turn, part] = value
            frame[PART] += 1
            action = _NEXT_PART
