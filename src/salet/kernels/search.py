"""Exact search: the least total number of guesses over a set of candidates.

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

NEVER = 1 << 28
"""The total of a set that cannot be solved within the guesses left."""

NORMAL, NYT, STRICT = 0, 1, 2

# Places in `Tables.counts`.
NODES, ENTRIES, WORDS, PASSES, GUESSES, STOP, NODE_LIMIT, MOST_PARTS = range(8)

# Places in a row of `Tables.frames`: a set under search, then the guess under evaluation.
SIZE, DEPTH, CUT, LISTED, BOUND, LEAST, BEST, LEVEL, RANKED, NEXT = range(10)
GUESS, TOTAL, PARTS, LARGE, PART, SOLVING = range(10, 16)
FRAME = 16

# What `run` does next.
_ENTER, _NEXT_GUESS, _NEXT_PART, _LEAVE = range(4)

_BLOCK = 1024
_LARGE = 128
"""A set with more candidates is counted, not compared two by two."""
_INDEX_BITS = 24


class Tables(NamedTuple):
    """Everything the search reads and writes.

    codes (guesses, answers) and by_answer (answers, guesses) are the pattern table in both
    layouts; answer_guesses maps answers to guesses; letters (guesses, length) and copies
    (guesses, alphabet) serve hard mode. Work space, one row per turn: frames; sets (candidates,
    ascending) and legal with its two hashes; parts, pairs and order of guesses; codes of the
    candidates, and groups, amounts and bounds of the parts of the guess under evaluation. keys,
    facts, offsets and words are the memo: a hash, then (size, depth, total, exact, guess, two
    hashes of the legal guesses), then where the set itself is stored, which is compared in full.
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
    parts: NDArray[np.uint16]
    pairs: NDArray[np.int32]
    order: NDArray[np.int64]
    codes_here: NDArray[np.int64]
    groups: NDArray[np.int64]
    amounts: NDArray[np.int64]
    bounds: NDArray[np.int64]
    seen: NDArray[np.int64]
    keys: NDArray[np.uint64]
    facts: NDArray[np.int64]
    offsets: NDArray[np.int64]
    words: NDArray[np.int32]
    counts: NDArray[np.int64]


@compiled
def count_parts(
    by_answer: NDArray[np.unsignedinteger],
    candidates: NDArray[np.int32],
    parts: NDArray[np.uint16],
    pairs: NDArray[np.int32],
) -> int:
    """Write, for every guess, into how many parts it splits and how many pairs stay together.

    Returns the largest number of parts.

    Compares the patterns of candidates two by two, for a block of guesses at a time: quadratic
    in the candidates, but a few vector instructions for dozens of guesses, which beats counting
    up to about a hundred candidates. At most 128 candidates.
    """
    # Narrow numbers, for as many of them as possible in a vector; 128 candidates fit.
    same = np.empty(_BLOCK, np.uint8)
    block_parts = np.empty(_BLOCK, np.uint8)
    block_pairs = np.empty(_BLOCK, np.uint16)
    most = np.uint8(0)
    for start in range(0, by_answer.shape[1], _BLOCK):
        end = min(start + _BLOCK, by_answer.shape[1])
        width = end - start
        block_parts[:] = 1
        block_pairs[:] = 0
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
        parts[start:end] = block_parts[:width]
        pairs[start:end] = block_pairs[:width]
        for x in range(width):
            most = max(most, block_parts[x])
    return int(most)


@compiled
def tally_parts(tables, turn, n, listed):  # type: ignore[no-untyped-def]
    """Do what `count_parts` does by counting, for all guesses or the `listed` legal ones."""
    candidates = tables.sets[turn]
    seen = tables.seen
    most = 0
    for x in range(tables.codes.shape[0] if listed < 0 else listed):
        row = tables.codes[x if listed < 0 else tables.legal[turn, x]]
        parts = 0
        pairs = 0
        for i in range(n):
            code = row[candidates[i]]
            parts += seen[code] == 0
            pairs += seen[code]
            seen[code] += 1
        for i in range(n):
            seen[row[candidates[i]]] = 0
        tables.parts[turn, x] = parts
        tables.pairs[turn, x] = pairs
        most = max(most, parts)
    return most


@compiled
def keep_legal(tables, turn, listed, guess, code, strict):  # type: ignore[no-untyped-def]
    """Write the words that may follow `guess` with this pattern into the next turn's row.

    The rule is that of `salet.rules`: greens stay, and every letter shown is used as often; in
    the strict mode also: no letter where it was not green, and none more often than a grey copy
    of it allows. Returns their number; notes two hashes of them.
    """
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
def note(tables, turn, n, depth, total, exact, guess):  # type: ignore[no-untyped-def]
    """Keep what is known of a set, as long as the memo has room."""
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
    tables.facts[place, 3] = exact
    tables.facts[place, 4] = guess


@compiled
def best_candidate(tables, turn, n):  # type: ignore[no-untyped-def]
    """Return the candidate that makes most parts, as a guess, and their number."""
    candidates = tables.sets[turn]
    seen = tables.seen
    most = 0
    guess = np.int64(-1)
    for j in range(n):
        row = tables.codes[tables.answer_guesses[candidates[j]]]
        parts = 0
        for i in range(n):
            code = row[candidates[i]]
            parts += seen[code] == 0
            seen[code] = 1
        for i in range(n):
            seen[row[candidates[i]]] = 0
        if parts > most:
            most = parts
            guess = tables.answer_guesses[candidates[j]]
            if parts == n:
                break
    return guess, most


@compiled
def look(tables, turn, n, depth, cut, listed, probe):  # type: ignore[no-untyped-def]
    """Return what is known of the first `n` candidates of ``sets[turn]`` without a search.

    That is (total, True) where it is exact or a lower bound of `cut` or more, so that nothing is
    left to do, and else (lower bound, False), with the parts and pairs of all guesses written
    for the search to come. With `probe` any lower bound will do.
    """
    if n == 1:
        return (1 if depth >= 1 else NEVER), True
    if depth <= 1:
        return NEVER, True
    if n == 2:
        return 3, True
    bound = max(2 * n - 1, 3 * n - tables.counts[MOST_PARTS])
    if bound >= cut and not probe:
        return bound, True
    tables.counts[NODES] += 1
    if tables.counts[NODES] > tables.counts[NODE_LIMIT]:
        tables.counts[STOP] = 1
    if tables.counts[STOP] != 0:
        return bound, True
    found, place, _ = find(tables, turn, n, depth)
    if found:
        total = tables.facts[place, 2]
        if probe or tables.facts[place, 3] == 1 or total >= cut:
            return total, True
        bound = max(bound, total)

    guess, most = best_candidate(tables, turn, n)
    if most == n or (most == n - 1 and depth >= 3):
        total = 3 * n - 1 - most
        note(tables, turn, n, depth, total, 1, guess)
        return total, True
    bound = max(bound, 2 * n)
    if bound >= cut and not probe:
        note(tables, turn, n, depth, bound, 0, -1)
        return bound, True

    tables.counts[PASSES] += 1
    parts = tables.parts[turn]
    if listed < 0 and n <= _LARGE:
        most = count_parts(tables.by_answer, tables.sets[turn, :n], parts, tables.pairs[turn])
    else:
        most = tally_parts(tables, turn, n, listed)
    if most == n:
        x = 0
        while parts[x] != n:
            x += 1
        note(tables, turn, n, depth, 2 * n, 1, x if listed < 0 else tables.legal[turn, x])
        return 2 * n, True
    if depth == 2:
        # Whatever is guessed, some part keeps two words, and one guess cannot tell them apart.
        note(tables, turn, n, depth, NEVER, 1, -1)
        return NEVER, True

    # A candidate is worth one part more: its own part costs nothing.
    for i in range(n):
        own = tables.answer_guesses[tables.sets[turn, i]]
        x = own if listed < 0 else np.searchsorted(tables.legal[turn, :listed], own)
        parts[x] += 1
        most = max(most, np.int64(parts[x]))
    bound = max(bound, 3 * n - most)
    if probe or bound >= cut:
        note(tables, turn, n, depth, bound, 0, -1)
        return bound, True
    return bound, False


@compiled
def rank_level(tables, turn):  # type: ignore[no-untyped-def]
    """List the guesses whose bound is the frame's level, those with fewest pairs first."""
    frame = tables.frames[turn]
    wanted = 3 * frame[SIZE] - frame[LEVEL]
    parts = tables.parts[turn]
    found = 0
    for x in range(tables.codes.shape[0] if frame[LISTED] < 0 else frame[LISTED]):
        if parts[x] == wanted:
            tables.order[turn, found] = (np.int64(tables.pairs[turn, x]) << _INDEX_BITS) | x
            found += 1
    tables.order[turn, :found] = np.sort(tables.order[turn, :found])
    frame[RANKED] = found
    frame[NEXT] = 0


@compiled
def split(tables, turn, guess):  # type: ignore[no-untyped-def]
    """Write the parts that `guess` makes, the largest first, and the bound of their total."""
    frame = tables.frames[turn]
    n = frame[SIZE]
    row = tables.codes[guess]
    seen = tables.seen
    solved = seen.size - 1
    count = 0
    for i in range(n):
        code = np.int64(row[tables.sets[turn, i]])
        tables.codes_here[turn, i] = code
        if seen[code] == 0:
            tables.groups[turn, count] = code
            count += 1
        seen[code] += 1
    total = n
    for k in range(count):
        code = tables.groups[turn, k]
        size = seen[code]
        seen[code] = 0
        if code != solved:
            total += max(2 * size - 1, 3 * size - tables.counts[MOST_PARTS])
        # Insert by size: the largest part moves the total most.
        j = k - 1
        while j >= 0 and tables.amounts[turn, j] < size:
            tables.amounts[turn, j + 1] = tables.amounts[turn, j]
            tables.groups[turn, j + 1] = tables.groups[turn, j]
            j -= 1
        tables.amounts[turn, j + 1] = size
        tables.groups[turn, j + 1] = code
    if count == 1 and tables.groups[turn, 0] != solved:
        total = NEVER  # tells nothing: the same set again, with a guess less
    for k in range(count):
        size = tables.amounts[turn, k]
        tables.bounds[turn, k] = max(2 * size - 1, 3 * size - tables.counts[MOST_PARTS])
    large = 0
    while large < count and tables.amounts[turn, large] > _LARGE:
        large += 1
    frame[GUESS] = guess
    frame[TOTAL] = total
    frame[PARTS] = count
    frame[LARGE] = large
    frame[PART] = 0
    frame[SOLVING] = 0


@compiled
def hand_down(tables, turn, part, mode):  # type: ignore[no-untyped-def]
    """Write candidates and legal guesses of one part into the next turn's rows.

    Returns the number of candidates and of legal guesses, -1 for all.
    """
    frame = tables.frames[turn]
    code = tables.groups[turn, part]
    n = 0
    for i in range(frame[SIZE]):
        if tables.codes_here[turn, i] == code:
            tables.sets[turn + 1, n] = tables.sets[turn, i]
            n += 1
    if mode == NORMAL:
        return n, -1
    listed = frame[LISTED]
    return n, keep_legal(tables, turn, listed, frame[GUESS], code, mode == STRICT)


@compiled
def run(tables, n, depth, cut, listed, mode, opener):  # type: ignore[no-untyped-def]
    """Return the least total of the first `n` candidates of ``sets[0]``, or that of an opener.

    Exact if below `cut` and the search was not stopped; else a lower bound. With `opener` of 0
    or more, that guess is played first.
    """
    turn = 0
    frames = tables.frames
    frames[0, SIZE] = n
    frames[0, DEPTH] = depth
    frames[0, CUT] = cut
    frames[0, LISTED] = listed
    solved = tables.seen.size - 1
    value = np.int64(0)
    action = _ENTER
    while True:
        frame = frames[turn]
        if action == _ENTER:
            frame[LEAST] = frame[CUT]
            frame[BEST] = -1
            if turn == 0 and opener >= 0:
                frame[BOUND] = 2 * n - 1
                frame[LEVEL] = 3 * n  # no guess but the opener
                split(tables, turn, opener)
                frame[RANKED] = 0
                frame[NEXT] = 0
                action = _NEXT_PART
                continue
            size = frame[SIZE]
            known, done = look(tables, turn, size, frame[DEPTH], frame[CUT], frame[LISTED], False)
            if done:
                value = known
                action = _LEAVE
                continue
            frame[BOUND] = known
            frame[LEVEL] = known
            rank_level(tables, turn)
            action = _NEXT_GUESS
        elif action == _NEXT_GUESS:
            if frame[LEAST] <= frame[LEVEL] or tables.counts[STOP] != 0:
                frame[NEXT] = frame[RANKED]
                frame[LEVEL] = 3 * frame[SIZE]
            if frame[NEXT] < frame[RANKED]:
                x = tables.order[turn, frame[NEXT]] & ((1 << _INDEX_BITS) - 1)
                frame[NEXT] += 1
                tables.counts[GUESSES] += 1
                guess = x if frame[LISTED] < 0 else np.int64(tables.legal[turn, x])
                split(tables, turn, guess)
                action = _NEXT_PART
                continue
            frame[LEVEL] += 1
            if frame[LEVEL] < min(frame[LEAST], 3 * frame[SIZE]):
                rank_level(tables, turn)
                continue
            value = frame[LEAST]
            if tables.counts[STOP] != 0:
                value = frame[BOUND]
            elif not (turn == 0 and opener >= 0):
                exact = 1 if frame[BEST] >= 0 else 0
                note(tables, turn, frame[SIZE], frame[DEPTH], value, exact, frame[BEST])
            action = _LEAVE
        elif action == _NEXT_PART:
            if frame[TOTAL] >= frame[LEAST] or tables.counts[STOP] != 0:
                if turn == 0 and opener >= 0:
                    return min(frame[TOTAL], NEVER)
                action = _NEXT_GUESS
                continue
            part = frame[PART]
            if part == frame[PARTS]:
                if frame[SOLVING] == 0:
                    frame[SOLVING] = 1
                    frame[PART] = 0
                    continue
                if turn == 0 and opener >= 0:
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
            below, legal = hand_down(tables, turn, part, mode)
            if frame[SOLVING] == 0:
                known, _ = look(tables, turn + 1, below, frame[DEPTH] - 1, NEVER, legal, True)
                frame[TOTAL] += known - tables.bounds[turn, part]
                tables.bounds[turn, part] = known
                frame[PART] += 1
                continue
            frames[turn + 1, SIZE] = below
            frames[turn + 1, DEPTH] = frame[DEPTH] - 1
            frames[turn + 1, CUT] = frame[LEAST] - frame[TOTAL] + tables.bounds[turn, part]
            frames[turn + 1, LISTED] = legal
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
