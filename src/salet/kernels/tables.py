"""Everything the exact search reads and writes, and the names of places in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

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
NO_MEMO, NO_FINISH, NO_PROBE, NO_ORDER, NO_BEST_GUESS, NO_EVERY_SET, NO_CEILINGS = (
    1 << bit for bit in range(7)
)

# Places in a row of `Tables.frames`: a set under search, then the guess under evaluation.
SIZE, WEIGHT, DEPTH, CUT, LISTED, SHELVED = range(6)
BOUND, LEAST, BEST, WORTH, RANKED, NEXT, TRIED = range(6, 13)
GUESS, TOTAL, PARTS, LARGE, PART, SOLVING, CODE = range(13, 20)
FRAME = 20

UNKNOWN = -2
"""Stands in `LISTED` for legal guesses that nobody has asked for yet; -1 is for all."""

NOT_ARRANGED, NEVER_ARRANGED = -1, -2
"""Stand in `SHELVED`: nobody has asked for the guesses in order yet, or nobody will."""

# Numbers of numpy's: a plain one would make numba compile what is called with it once more.
PROBE = np.int64(-1)
NONE = np.int64(-1)

COMPARED = 128
"""Sets of at most so many candidates are compared two by two; larger ones are counted."""

SHELF = 320
"""Sets of at most so many candidates have their guesses arranged for their parts."""


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
    candidate. arranged lists the guesses in the order of their worth, places is its inverse, and
    shelves holds their patterns for the candidates, whose rows stand in rows; these two for normal
    mode only. The last row of parts, arranged and places is for all answers. gathered and
    first_rows hold patterns for the legal guesses alone; seen and masses count patterns.

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
