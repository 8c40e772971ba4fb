"""What the exact search remembers of sets; each is compared in full, so that none is mistaken."""

from __future__ import annotations

import numpy as np

from salet.kernels.compiler import inner
from salet.kernels.tables import BEST, DEPTH, ENTRIES, NO_MEMO, SIZE, WITHOUT, WORDS


@inner
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


@inner
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
