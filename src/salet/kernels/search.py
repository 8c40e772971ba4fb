"""Exact search: the least total cost over a set of candidates.

An answer of weight w costs ``slope * w`` for every guess it takes, and ``penalty * w`` if it is
not found within the guesses allowed. A slope of 1 and an endless penalty (`NEVER`) give the
total number of guesses; a slope of 0 and a penalty of 1 the number of answers not found.

`run` walks the tree of play with a stack of its own, one row of every work array per turn,
because numba cannot cache functions that call each other (numba issue 6061: they crash when
loaded). On its way down it asks `look` what is known of a set without a search, and stops with a
guess as soon as its total is known to reach the cut. The bounds are derived in `salet.exact`;
each is a consequence of the remark that a guess can at best leave every candidate alone.

In hard mode the legal guesses of each turn live in `Tables.legal`; in normal mode all are legal.
"""

from __future__ import annotations

import numpy as np

from salet.kernels.compiler import compiled, inner
from salet.kernels.look import look
from salet.kernels.memo import note
from salet.kernels.tables import (
    BEAM,
    BEST,
    BOUND,
    CODE,
    CUT,
    DEPTH,
    GUESS,
    GUESSES,
    LARGE,
    LEAST,
    LISTED,
    MOST_PARTS,
    NEVER,
    NEVER_ARRANGED,
    NEXT,
    NO_ORDER,
    NO_PROBE,
    NORMAL,
    NOT_ARRANGED,
    PART,
    PARTS,
    PENALTY,
    PROBE,
    RANKED,
    SHELF,
    SHELVED,
    SIZE,
    SLOPE,
    SOLVING,
    STOP,
    TOTAL,
    TRIED,
    UNKNOWN,
    WEIGHT,
    WITHOUT,
    WORTH,
)

_PROBED_LAST = 256
"""Bounds of parts with more candidates cost most for what they bring."""

# What `run` does next.
_ENTER, _NEXT_GUESS, _NEXT_PART, _LEAVE = range(4)

_INDEX_BITS = 24


@inner
def rank_level(tables, turn):  # type: ignore[no-untyped-def]
    """List the guesses of the next lower worth, each with its pairs for `take` to choose by."""
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
    frame[WORTH] = worth
    frame[RANKED] = found
    frame[NEXT] = 0


@inner
def take(tables, turn):  # type: ignore[no-untyped-def]
    """Return the next of the guesses listed: with fewest pairs, then the first.

    Few of them are ever taken, so that looking for the next is less work than sorting all.
    """
    frame, order = tables.frames[turn], tables.order[turn]
    start = frame[NEXT]
    least = start
    for x in range(start + 1, frame[RANKED]):
        if order[x] < order[least]:
            least = x
    order[start], order[least] = order[least], order[start]
    frame[NEXT] += 1
    return order[start] & ((1 << _INDEX_BITS) - 1)


@inner
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


@inner
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
            frame[WORTH] = NEVER
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
                x = take(tables, turn)
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
