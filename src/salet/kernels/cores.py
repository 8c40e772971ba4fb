"""Small sets that no guess takes apart, and what follows from them for whole openers.

A guess takes a set apart if it leaves every candidate alone. A *core* is a set that no guess takes
apart, while some guess does as soon as a candidate is missing. A set that holds a core is not taken
apart either, so two guesses do not solve it. Hence, if every guess keeps some core of a set
together, three guesses do not solve the set; and if that is so for one part of an opener, four
guesses do not do with that opener. If, after one reply to an opener, every guess leaves such a
part, five do not.

For every core the guesses that keep it together are noted as bits, so that a core found once
speaks about all openers. Cores are found where they are missed: where a guess is not yet known to
fail on a set, one of its parts is not taken apart, and candidates are left out of it until a core
remains.

In hard mode a core that only illegal guesses take apart is noted for the guesses that are legal at
that place. Such a guess shows all that was shown, so whatever is legal after it was legal before:
if it keeps the core together, the core stands. For the same reason the clues of the last guess are
enough, if all guesses were legal when they were made, the opener too. The strict rule allows fewer
guesses still, so that what is refuted here is refuted there.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from salet.kernels.compiler import compiled, inner
from salet.kernels.legal import is_legal
from salet.kernels.letters import keep_letters

# Places in `Cores.counts`.
FOUND, TESTS, STOP, LOOKED, LIMIT = range(5)
COUNTS = 5

REFUTED, SOLVED, STOPPED = range(3)
"""The number of guesses asked about does not solve the set, does, or the answer is not known."""

CORE_SIZE = 23
"""Larger cores, which are rare, are forgotten once they have served."""

_BITS = np.uint64(63)
_SAMPLE = 64
"""So many guesses tell which candidates are alike: those stay, and make cores many guesses keep."""


class Cores(NamedTuple):
    """Cores found so far, and work space.

    codes (guesses, answers) and by_answer (answers, guesses) are the pattern table in both
    layouts. letters, having and clues are those of `kernels.letters` in hard mode, else they have
    no rows. recent are guesses that took sets apart of late; every has all guesses as bits. sets
    holds the size of each core and its answers; kept (guesses / 64, cores) the guesses that keep
    it together, as bits. seen notes patterns by the stamp of a test, alone the guesses of a block.
    counts are statistics, a flag, and how many guesses were and may be looked at, see above.
    """

    codes: NDArray[np.unsignedinteger]
    by_answer: NDArray[np.unsignedinteger]
    letters: NDArray[np.uint16]
    having: NDArray[np.uint64]
    clues: NDArray[np.int64]
    recent: NDArray[np.int32]
    every: NDArray[np.uint64]
    sets: NDArray[np.int32]
    kept: NDArray[np.uint64]
    seen: NDArray[np.int64]
    alone: NDArray[np.uint8]
    counts: NDArray[np.int64]


@inner
def must_stop(cores: Cores) -> bool:
    """Count a guess that is looked at; return whether it is one too many."""
    cores.counts[LOOKED] += 1
    stops: bool = cores.counts[STOP] != 0 or cores.counts[LOOKED] > cores.counts[LIMIT]
    return stops


@inner
def legal_after(cores: Cores, guess: int, code: int) -> NDArray[np.uint64]:
    """Return the guesses that are legal after a guess and its reply, as bits."""
    if cores.letters.shape[0] == 0:
        return cores.every
    legal = np.empty_like(cores.every)
    keep_letters(cores.letters, cores.having, guess, code, False, cores.clues, cores.every, legal)
    return legal


@inner
def taken_apart(cores: Cores, candidates: NDArray[np.int32], legal: NDArray[np.uint64]) -> bool:
    """Whether some legal guess leaves every candidate alone.

    First the guesses are tried that did so of late; then all, a block of them at once: vector
    instructions compare the candidates two by two, until no guess of the block is left.
    """
    recent, seen, alone, n = cores.recent, cores.seen, cores.alone, candidates.size
    for k in range(recent.size):
        if not is_legal(legal, recent[k]):
            continue
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
            for x in range(end - start):
                if alone[x] and is_legal(legal, start + x):
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
def shrink(
    cores: Cores, candidates: NDArray[np.int32], legal: NDArray[np.uint64]
) -> NDArray[np.int32]:
    """Leave candidates out, the first ones if possible, until a core remains."""
    step = max(candidates.size // 2, 1)
    while True:
        start = 0
        while start < candidates.size:
            end = min(start + step, candidates.size)
            rest = without(candidates, start, end)
            if rest.size > 1 and not taken_apart(cores, rest, legal):
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
    likeness = np.zeros(candidates.size, np.int64)
    sizes = np.zeros(cores.seen.size, np.int64)
    sampled = 0
    for h in range(cores.codes.shape[0]):
        if is_legal(left, h):
            row = cores.codes[h]
            for candidate in candidates:
                sizes[row[candidate]] += 1
            for i in range(candidates.size):
                likeness[i] += sizes[row[candidates[i]]]
            for candidate in candidates:
                sizes[row[candidate]] = 0
            sampled += 1
            if sampled == _SAMPLE:
                break
    return candidates[np.argsort(likeness, kind="mergesort")]


@inner
def keepers(cores: Cores, core: NDArray[np.int32], legal: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return the legal guesses that keep a core together, as bits."""
    bits = np.zeros_like(legal)
    first = cores.by_answer[core[0]]
    for h in range(first.size):
        i = 1
        while i < core.size and cores.by_answer[core[i], h] == first[h]:
            i += 1
        if i == core.size:
            bits[h >> 6] |= np.uint64(1) << (np.uint64(h) & _BITS)
    return bits & legal


@inner
def known_inside(cores: Cores, candidates: NDArray[np.int32]) -> NDArray[np.int64]:
    """Return the cores that lie among the candidates."""
    found = cores.counts[FOUND]
    if candidates.size == cores.codes.shape[1]:
        return np.arange(found)
    among = np.zeros(cores.codes.shape[1], np.bool_)
    among[candidates] = True
    inside = np.empty(found, np.int64)
    count = 0
    for k in range(found):
        core = cores.sets[k]
        i = 1
        while i <= core[0] and among[core[i]]:
            i += 1
        if i > core[0]:
            inside[count] = k
            count += 1
    return inside[:count]


@inner
def are_covered(cores: Cores, inside: NDArray[np.int64], legal: NDArray[np.uint64]) -> bool:
    """Whether every legal guess keeps one of the cores `inside` together."""
    for w in range(legal.size):
        left = legal[w]
        row = cores.kept[w]
        i = 0
        while left != 0 and i < inside.size:
            left &= ~row[inside[i]]
            i += 1
        if left != 0:
            return False
    return True


@inner
def uncovered(
    cores: Cores, inside: NDArray[np.int64], legal: NDArray[np.uint64]
) -> NDArray[np.uint64]:
    """Return the legal guesses that keep none of the cores `inside` together, as bits."""
    left = np.empty_like(legal)
    for w in range(left.size):
        bits = np.uint64(0)
        row = cores.kept[w]
        for k in inside:
            bits |= row[k]
        left[w] = ~bits & legal[w]
    return left


@inner
def parts_of(
    cores: Cores, guess: int, candidates: NDArray[np.int32]
) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Return the candidates part by part, the largest part first, and where each part begins."""
    row, sizes = cores.codes[guess], np.zeros(cores.seen.size, np.int64)
    for candidate in candidates:
        sizes[row[candidate]] += 1
    found = np.flatnonzero(sizes)
    found = found[np.argsort(-sizes[found], kind="mergesort")]
    starts = np.zeros(found.size + 1, np.int64)
    ends = np.empty(sizes.size, np.int64)
    for k, code in enumerate(found):
        starts[k + 1] = starts[k] + sizes[code]
        ends[code] = starts[k]
    parts = np.empty(candidates.size, np.int32)
    for candidate in candidates:
        code = row[candidate]
        parts[ends[code]] = candidate
        ends[code] += 1
    return parts, starts


@inner
def learn(
    cores: Cores,
    part: NDArray[np.int32],
    legal: NDArray[np.uint64],
    left: NDArray[np.uint64],
) -> None:
    """Find a core in a part that is not taken apart, and strike off the guesses that keep it.

    One that no guess at all takes apart is best: all that keep it together are struck off.
    """
    if cores.letters.shape[0] > 0 and not taken_apart(cores, part, cores.every):
        legal = cores.every
    core = shrink(cores, oddest_first(cores, part, left), legal)
    bits = keepers(cores, core, legal)
    for w in range(left.size):
        left[w] &= ~bits[w]
    number = cores.counts[FOUND]
    if number < len(cores.sets) and core.size <= CORE_SIZE:
        cores.sets[number, 0] = core.size
        cores.sets[number, 1 : core.size + 1] = core
        cores.kept[:, number] = bits
        cores.counts[FOUND] += 1


@inner
def refute(
    cores: Cores,
    candidates: NDArray[np.int32],
    legal: NDArray[np.uint64],
    inside: NDArray[np.int64],
) -> int:
    """Try to show that three guesses do not solve a set; `inside` are the known cores in it."""
    left = uncovered(cores, inside, legal)
    for h in range(cores.codes.shape[0]):
        if not is_legal(left, h):
            continue
        if must_stop(cores):
            return STOPPED
        row = cores.codes[h]
        parts, starts = parts_of(cores, h, candidates)
        solves = True
        for k in range(starts.size - 1):
            part = parts[starts[k] : starts[k + 1]]
            if part.size <= 2:  # one of a pair takes it apart
                break
            after = legal_after(cores, h, row[part[0]])
            if not taken_apart(cores, part, after):
                learn(cores, part, after, left)
                solves = False
                break
        if solves:
            return SOLVED
    return REFUTED


@inner
def kept_together(
    cores: Cores, guess: int, known: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the known cores that lie in one part of a guess, part by part, and where each begins.

    In hard mode the guess need not be legal where the core was found.
    """
    row = cores.codes[guess]
    starts = np.zeros(cores.seen.size + 1, np.int64)
    count = 0
    whole = np.empty_like(known)
    for k in known:
        core = cores.sets[k]
        i = 2
        while i <= core[0] and row[core[i]] == row[core[1]]:
            i += 1
        if i > core[0]:
            whole[count] = k
            count += 1
            starts[np.int64(row[core[1]]) + 1] += 1
    starts = np.cumsum(starts)
    ends = starts.copy()
    by_part = np.empty(count, np.int64)
    for k in whole[:count]:
        code = row[cores.sets[k, 1]]
        by_part[ends[code]] = k
        ends[code] += 1
    return by_part, starts


@inner
def refute_guess(
    cores: Cores, guess: int, candidates: NDArray[np.int32], known: NDArray[np.int64]
) -> int:
    """Try to show that four guesses do not solve a set if `guess` is the first.

    One part that three guesses do not solve is enough: any that known cores settle, else the
    largest that can be shown to be one. The cores that are `known` must lie among the candidates.
    """
    row = cores.codes[guess]
    whole, begins = kept_together(cores, guess, known)
    parts, starts = parts_of(cores, guess, candidates)
    for k in range(starts.size - 1):
        code = row[parts[starts[k]]]
        inside = whole[begins[code] : begins[np.int64(code) + 1]]
        if inside.size > 0 and are_covered(cores, inside, legal_after(cores, guess, code)):
            return REFUTED
    for k in range(starts.size - 1):
        part = parts[starts[k] : starts[k + 1]]
        if part.size <= 3:  # each of them is a guess
            break
        code = row[part[0]]
        inside = whole[begins[code] : begins[np.int64(code) + 1]]
        verdict = refute(cores, part, legal_after(cores, guess, code), inside)
        if verdict != SOLVED:
            return verdict
    return SOLVED


@inner
def refute_guesses(cores: Cores, candidates: NDArray[np.int32], legal: NDArray[np.uint64]) -> int:
    """Try to show that four guesses do not solve a set; those that make most parts come first."""
    counts = np.full(cores.codes.shape[0], -1)
    for g in range(counts.size):
        if is_legal(legal, g):
            cores.counts[TESTS] += 1
            stamp = cores.counts[TESTS]
            row = cores.codes[g]
            counts[g] = 0
            for answer in candidates:
                counts[g] += cores.seen[row[answer]] != stamp
                cores.seen[row[answer]] = stamp
    known = np.empty(len(cores.sets), np.int64)
    first = known_inside(cores, candidates)
    known[: first.size] = first
    size, found = first.size, cores.counts[FOUND]
    for g in np.argsort(-counts, kind="mergesort"):
        if counts[g] < 0:
            break
        if must_stop(cores):
            return STOPPED
        verdict = refute_guess(cores, g, candidates, known[:size])
        if verdict != REFUTED:
            return verdict
        while found < cores.counts[FOUND]:
            known[size] = found
            size += 1
            found += 1
    return REFUTED


@compiled
def refute_opener(cores: Cores, opener: int, candidates: NDArray[np.int32], depth: int) -> int:
    """Try to show that `depth` guesses do not solve a set if `opener`, a legal one, is the first.

    Of other depths than 4 and 5 nothing is known.
    """
    if depth == 4:
        return refute_guess(cores, opener, candidates, known_inside(cores, candidates))
    if depth != 5:
        return STOPPED
    row = cores.codes[opener]
    parts, starts = parts_of(cores, opener, candidates)
    for k in range(starts.size - 1):
        part = parts[starts[k] : starts[k + 1]]
        if part.size <= 4:
            break
        verdict = refute_guesses(cores, part, legal_after(cores, opener, row[part[0]]))
        if verdict != SOLVED:
            return verdict
    return SOLVED
