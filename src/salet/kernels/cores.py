"""Small sets that no guess takes apart, and what follows from them for whole openers.

A guess takes a set apart if it leaves every candidate alone. A *core* is a set that no guess takes
apart, while some guess does as soon as a candidate is missing. A set that holds a core is not taken
apart either, so two guesses do not solve it. Hence, if every guess keeps some core of a set
together, three guesses do not solve the set; and if that is so for one part of an opener, four
guesses do not do with that opener.

For every core the guesses that keep it together are noted as bits, so that a core found once
speaks about all openers. Cores are found where they are missed: where a guess is not yet known to
fail on a set, one of its parts is not taken apart, and candidates are left out of it until a core
remains.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from salet.kernels.compiler import compiled, inner

# Places in `Cores.counts`.
FOUND, TESTS, STOP = range(3)
COUNTS = 3

REFUTED, SOLVED, STOPPED = range(3)
"""What `refute` says of a set: three guesses do not solve it, they do, or it was stopped."""

_BITS = np.uint64(63)
_SAMPLE = 64
"""So many guesses tell which candidates are alike: those stay, and make cores many guesses keep."""


class Cores(NamedTuple):
    """Cores found so far, and work space.

    codes (guesses, answers) and by_answer (answers, guesses) are the pattern table in both
    layouts. recent are guesses that took sets apart of late; every has all guesses as bits. first
    holds an answer of each core; kept (guesses / 64, cores) the guesses that keep it together, as
    bits. seen notes patterns by the stamp of a test, alone the guesses of a block. counts are
    statistics and a flag, see above.
    """

    codes: NDArray[np.unsignedinteger]
    by_answer: NDArray[np.unsignedinteger]
    recent: NDArray[np.int32]
    every: NDArray[np.uint64]
    first: NDArray[np.int32]
    kept: NDArray[np.uint64]
    seen: NDArray[np.int64]
    alone: NDArray[np.uint8]
    counts: NDArray[np.int64]


@inner
def taken_apart(cores: Cores, candidates: NDArray[np.int32]) -> bool:
    """Whether some guess leaves every candidate alone.

    First the guesses are tried that did so of late; then all, a block of them at once: vector
    instructions compare the candidates two by two, until no guess of the block is left.
    """
    recent, seen, alone, n = cores.recent, cores.seen, cores.alone, candidates.size
    for k in range(recent.size):
        row = cores.codes[recent[k]]
        cores.counts[TESTS] += 1
        stamp = cores.counts[TESTS]
        i = 0
        while i < n and seen[row[candidates[i]]] != stamp:
            seen[row[candidates[i]]] = stamp
            i += 1
        if i == n:
            recent[k], recent[k // 2] = recent[k // 2], recent[k]
            return True
    for start in range(0, cores.codes.shape[0], alone.size):
        end = min(start + alone.size, cores.codes.shape[0])
        for x in range(end - start):
            alone[x] = 1
        some = np.uint8(1)
        j = 1
        while j < n and some:
            one = cores.by_answer[candidates[j], start:end]
            for i in range(j):
                other = cores.by_answer[candidates[i], start:end]
                for x in range(end - start):
                    alone[x] &= np.uint8(one[x] != other[x])
            some = np.uint8(0)
            for x in range(end - start):
                some |= alone[x]
            j += 1
        if some:
            x = 0
            while not alone[x]:
                x += 1
            recent[-1] = start + x
            return True
    return False


@inner
def without(candidates: NDArray[np.int32], start: int, end: int) -> NDArray[np.int32]:
    """Return the candidates but for a range."""
    rest = np.empty(candidates.size - (end - start), np.int32)
    rest[:start] = candidates[:start]
    rest[start:] = candidates[end:]
    return rest


@inner
def shrink(cores: Cores, candidates: NDArray[np.int32]) -> NDArray[np.int32]:
    """Leave candidates out, the first ones if possible, until a core remains."""
    step = max(candidates.size // 2, 1)
    while True:
        start = 0
        while start < candidates.size:
            end = min(start + step, candidates.size)
            rest = without(candidates, start, end)
            if rest.size > 1 and not taken_apart(cores, rest):
                candidates = rest
            else:
                start = end
        if step == 1:
            return candidates
        step //= 2


@inner
def oddest_first(
    cores: Cores, candidates: NDArray[np.int32], left: NDArray[np.uint64]
) -> NDArray[np.int32]:
    """Sort candidates by how often guesses that are `left` give them the pattern of another."""
    n = candidates.size
    likeness = np.zeros(n, np.int64)
    sampled = 0
    for h in range(cores.codes.shape[0]):
        if left[h >> 6] >> (np.uint64(h) & _BITS) & np.uint64(1):
            row = cores.codes[h]
            for i in range(n):
                for j in range(i):
                    if row[candidates[i]] == row[candidates[j]]:
                        likeness[i] += 1
                        likeness[j] += 1
            sampled += 1
            if sampled == _SAMPLE:
                break
    return candidates[np.argsort(likeness, kind="mergesort")]


@inner
def keepers(cores: Cores, core: NDArray[np.int32]) -> NDArray[np.uint64]:
    """Return the guesses that keep a core together, as bits."""
    bits = np.zeros(cores.kept.shape[0], np.uint64)
    first = cores.by_answer[core[0]]
    for h in range(first.size):
        i = 1
        while i < core.size and cores.by_answer[core[i], h] == first[h]:
            i += 1
        if i == core.size:
            bits[h >> 6] |= np.uint64(1) << (np.uint64(h) & _BITS)
    return bits


@inner
def uncovered(cores: Cores, inside: NDArray[np.int64], left: NDArray[np.uint64]) -> bool:
    """Write who keeps none of the cores `inside` together; return whether any guess is left."""
    some = False
    for w in range(left.size):
        bits = np.uint64(0)
        row = cores.kept[w]
        for k in inside:
            bits |= row[k]
        left[w] = ~bits & cores.every[w]
        some |= left[w] != 0
    return some


@inner
def parts_of(
    row: NDArray[np.unsignedinteger], candidates: NDArray[np.int32]
) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Return the candidates part by part, the largest part first, and where each part begins."""
    codes = row[candidates]
    by_code = np.argsort(codes, kind="mergesort")
    ends = np.empty(codes.size + 1, np.int64)
    ends[0] = 0
    count = 0
    for i in range(1, codes.size + 1):
        if i == codes.size or codes[by_code[i]] != codes[by_code[i - 1]]:
            count += 1
            ends[count] = i
    sizes = ends[1 : count + 1] - ends[:count]
    parts = np.empty(codes.size, np.int32)
    starts = np.zeros(count + 1, np.int64)
    for place, k in enumerate(np.argsort(-sizes, kind="mergesort")):
        starts[place + 1] = starts[place] + sizes[k]
        parts[starts[place] : starts[place + 1]] = candidates[by_code[ends[k] : ends[k + 1]]]
    return parts, starts


@inner
def learn(cores: Cores, part: NDArray[np.int32], left: NDArray[np.uint64]) -> None:
    """Find a core in a part that is not taken apart, and strike off the guesses that keep it."""
    core = shrink(cores, oddest_first(cores, part, left))
    bits = keepers(cores, core)
    for w in range(left.size):
        left[w] &= ~bits[w]
    number = cores.counts[FOUND]
    if number < cores.first.size:  # else it has served here, and is forgotten
        cores.first[number] = core[0]
        cores.kept[:, number] = bits
        cores.counts[FOUND] += 1


@inner
def refute(cores: Cores, candidates: NDArray[np.int32], inside: NDArray[np.int64]) -> int:
    """Try to show that three guesses do not solve a set; `inside` are the known cores in it."""
    left = np.empty_like(cores.every)
    if not uncovered(cores, inside, left):
        return REFUTED
    for h in range(cores.codes.shape[0]):
        if not left[h >> 6] >> (np.uint64(h) & _BITS) & np.uint64(1):
            continue
        if cores.counts[STOP]:
            return STOPPED
        parts, starts = parts_of(cores.codes[h], candidates)
        solves = True
        for k in range(starts.size - 1):
            part = parts[starts[k] : starts[k + 1]]
            if part.size <= 2:  # one of a pair takes it apart
                break
            if not taken_apart(cores, part):
                learn(cores, part, left)
                solves = False
                break
        if solves:
            return SOLVED
    return REFUTED


@compiled
def refute_opener(cores: Cores, opener: int, candidates: NDArray[np.int32]) -> int:
    """Try to show that four guesses do not solve a set if `opener` is the first.

    One part that three guesses do not solve is enough: any that known cores settle, else the
    largest that can be shown to be one. The cores must have been found among `candidates`.
    """
    row = cores.codes[opener]
    bit = np.uint64(opener) & _BITS
    whole = np.flatnonzero(cores.kept[opener >> 6, : cores.counts[FOUND]] >> bit & np.uint64(1))
    codes = row[cores.first[whole]]
    parts, starts = parts_of(row, candidates)
    left = np.empty_like(cores.every)
    for k in range(starts.size - 1):
        inside = whole[codes == row[parts[starts[k]]]]
        if inside.size > 0 and not uncovered(cores, inside, left):
            return REFUTED
    for k in range(starts.size - 1):
        part = parts[starts[k] : starts[k + 1]]
        verdict = refute(cores, part, whole[codes == row[part[0]]])
        if verdict != SOLVED:
            return verdict
    return SOLVED
