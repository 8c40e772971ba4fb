"""What the exact search reads and writes, by what belongs together, and its memory of sets."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from salet.kernels.compiler import int64, lean

NYT, STRICT, ECHO = range(3)
"""Hard modes: the newspaper's and the strict one, by letters; the strict one of any game."""

# Bits of `Goal.without`: parts of the search that a study of their worth turns off.
NO_MEMO, NO_FINISH, NO_PROBE, NO_ORDER, NO_BEST_GUESS, NO_EVERY_SET = (1 << k for k in range(6))
NO_CEILINGS, NO_SIMILAR, NO_CORES = (1 << k for k in range(6, 9))

PROBE = -1
"""Stands for a cut: any lower bound will do."""

ALL, UNKNOWN = -1, -2
"""Stand in `Frame.listed`: all guesses are legal, or nobody has asked yet which ones are."""

NOT_ARRANGED, NEVER_ARRANGED = -1, -2
"""Stand in `Frame.shelved`: nobody has asked for the guesses in order yet, or nobody will."""

NONE = int64(-1)
"""Stands for a guess, or for a worth: there is none."""

COMPARED = 128
"""Sets of at most this many candidates are compared two by two; larger ones are counted."""

BLOCK = 1024
"""Guesses that are counted together: their numbers stay in the fastest memory."""

STRIP = 256
"""Guesses that are counted together while the rest may prove needless."""

LARGE = 24
"""For sets of at least this many candidates, some of the memo is kept free."""

SHELF = 2048
"""Sets of at most this many candidates have their guesses arranged for their parts."""


SIMILAR = 1024
"""So many of the parts that were looked at last are compared with the parts of the next guess."""

CORES, CORE_SIZE = 256, 16
"""So many cores of a set are kept, of fewer candidates than this."""

HINT, LOOK, SOLVE = range(3)
"""Stand in `Frame.stage`: the parts are compared with similar ones, probed, or searched."""


class Frame(Protocol):
    """A set under search, and the guess under evaluation: one record per turn.

    count, weight, depth, cut
        number and weight of the candidates, the guesses left, and the total of no interest
    listed, hash_one, hash_two
        the number of legal guesses, and two hashes of them
    bound, value, least, best
        a lower bound; what is known in the end; the least total so far, and its guess
    worth, left
        the largest worth of any guess, and the most parts that any leaves to be searched
    reach
        in hard mode, no guess that is legal for the set above is worth more than this
    shelved, grain
        how many of the arranged guesses have their replies on the shelf; and by how much less than
        this the worth of two of them differs that are in no order
    level, ranked, next, tried
        guesses of one worth: that worth, their number, the next of them; guesses tried in all
    similar
        how many parts that were looked at are kept to be compared with others
    cores
        how many cores are known: candidates that two guesses do not solve
    guess, total, parts, large, part, stage
        the guess under evaluation: the bound of its total; its parts, the large ones of them, and
        how many are done; what is done with them
    child, code
        the part that was handed down to the next turn, and its reply
    """

    count: int
    weight: int
    depth: int
    cut: int
    listed: int
    hash_one: np.uint64
    hash_two: np.uint64
    bound: int
    value: int
    least: int
    best: int
    worth: int
    left: int
    reach: int
    shelved: int
    grain: int
    level: int
    ranked: int
    next: int
    tried: int
    similar: int
    cores: int
    guess: int
    total: int
    parts: int
    large: int
    part: int
    stage: int
    child: int
    code: int


class Part(Protocol):
    """A part of a set: its reply, number and weight of its candidates, and a bound of its total."""

    code: int
    count: int
    weight: int
    bound: int


class Fact(Protocol):
    """What the memo knows of a set: exact if there is a guess, else a lower bound.

    start is where the set itself stands, to be compared in full.
    """

    key: np.uint64
    hash_one: np.uint64
    hash_two: np.uint64
    count: int
    depth: int
    total: int
    guess: int
    start: int


class Counts(Protocol):
    """Sets looked at, and when to stop; `stop` may be set by any thread."""

    nodes: int
    node_limit: int
    stop: int


class Game(NamedTuple):
    """The game, only read: answers are ordered by weight, the heaviest first.

    codes (guesses, answers) and by_answer (answers, guesses) are the replies in both layouts; own
    maps answers to guesses; replies is the number of codes, solved the one that ends the game.
    """

    codes: NDArray[np.unsignedinteger]
    by_answer: NDArray[np.unsignedinteger]
    own: NDArray[np.int64]
    weights: NDArray[np.int64]
    replies: int
    solved: int


class Goal(NamedTuple):
    """What to look for.

    slope, penalty
        what a guess costs, and an answer that is not found, per unit of weight
    unit
        1 if all answers weigh 1
    most
        no guess is worth more than this on any set
    beam
        how many guesses to try for each set; 0 for as many as a proof needs
    """

    slope: int
    penalty: int
    unit: int
    most: int
    beam: int
    without: int


class Memo(NamedTuple):
    """Sets and what is known of them: marks to hash answers with, facts, and the sets themselves.

    places has, by hash, the number of a fact and 1; 0 if the place is free. Facts come one after
    the other, so that no more memory is touched than they need. used has the number of facts, the
    most there may be, and the length of the sets so far.
    """

    marks: NDArray[np.uint64]
    places: NDArray[np.int32]
    facts: NDArray[np.void]
    words: NDArray[np.int32]
    used: NDArray[np.int64]


class Stack(NamedTuple):
    """Work space, one row per turn, but for the last two, which count replies and are left at 0.

    sets are candidates, ascending; codes their replies to the guess under evaluation, and parts
    what it makes of them.
    """

    frames: NDArray[np.void]
    sets: NDArray[np.int32]
    codes: NDArray[np.int64]
    parts: NDArray[np.void]
    seen: NDArray[np.int64]
    masses: NDArray[np.int64]


class Scratch(NamedTuple):
    """Work space for a block of guesses: numbers of parts and pairs, and four rows of masks."""

    same: NDArray[np.uint8]
    parts: NDArray[np.uint8]
    pairs: NDArray[np.uint16]
    masks: NDArray[np.uint64]

    @classmethod
    def empty(cls) -> Scratch:
        """Make the arrays."""
        return cls(
            np.zeros(BLOCK, np.uint8),
            np.zeros(BLOCK, np.uint8),
            np.zeros(BLOCK, np.uint16),
            np.zeros((4, BLOCK), np.uint64),
        )


class Ranks(NamedTuple):
    """What guesses are worth on the set of each turn; the last row of some is for all answers.

    worth, pairs
        the weight of the heaviest candidate of every part, once more for a candidate; and how many
        pairs of candidates stay together
    order
        guesses of one worth, to choose the next from
    arranged, places
        the guesses in the order of their worth, and the inverse; in hard mode, of the legal ones
    rows, shelves
        where each candidate's replies to the arranged guesses stand, and these
    """

    worth: NDArray[np.int64]
    pairs: NDArray[np.int32]
    order: NDArray[np.int64]
    arranged: NDArray[np.int32]
    places: NDArray[np.int32]
    rows: NDArray[np.int32]
    shelves: NDArray[np.unsignedinteger]
    scratch: Scratch


class Similar(NamedTuple):
    """Parts of the set of each turn, as bits, and a worth that no guess exceeds on them.

    The last of each turn is the one that is compared.
    """

    bits: NDArray[np.uint64]
    worth: NDArray[np.int64]


class Hard(NamedTuple):
    """Hard mode: the mode, what it is judged by, and the legal guesses by turn.

    letters, having, clues
        serve the modes of Wordle, see `salet.kernels.letters`
    echoes
        (guesses, guesses), the replies of guesses to guesses, serves any game
    bits
        the legal guesses as bits
    legal, ceilings
        those that may be of use, in the order of their worth on a larger set, and that worth
    cores
        (turns, cores, candidates), candidates that no legal guess takes apart, their number first;
        the last of each turn is work space
    """

    mode: int
    letters: NDArray[np.uint16]
    having: NDArray[np.uint64]
    clues: NDArray[np.int64]
    echoes: NDArray[np.unsignedinteger]
    bits: NDArray[np.uint64]
    legal: NDArray[np.int32]
    ceilings: NDArray[np.int32]
    cores: NDArray[np.int32]


class State(NamedTuple):
    """What every search reads and writes."""

    game: Game
    goal: Goal
    memo: Memo
    stack: Stack
    ranks: Ranks
    counts: NDArray[np.void]


def records(kind: type, *shape: int) -> NDArray[np.void]:
    """Make an array of records with the fields of `kind`, all 0."""
    types = {"int": np.int64, "np.uint64": np.uint64}
    fields = [(name, types[text]) for name, text in kind.__annotations__.items()]
    return np.zeros(shape, np.dtype(fields, align=True)).view(np.recarray)


@lean
def find(memo: Memo, candidates: NDArray[np.int32], frame: Frame) -> tuple[int, int, np.uint64]:
    """Look a set up: the number of its fact, or -1; its place or the first free one; its key."""
    places = memo.places
    count, depth = frame.count, frame.depth
    key = frame.hash_one ^ (np.uint64(count) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(depth))
    for i in range(count):
        key ^= memo.marks[candidates[i]]
    key ^= key >> np.uint64(29)
    key *= np.uint64(0xBF58476D1CE4E5B9)
    key ^= key >> np.uint64(32)
    mask = np.uint64(places.size - 1)
    place = key & mask
    while places[place] != 0:
        number = int64(places[place]) - 1
        fact: Fact = memo.facts[number]
        if (
            fact.key == key
            and fact.count == count
            and fact.depth == depth
            and fact.hash_one == frame.hash_one
            and fact.hash_two == frame.hash_two
        ):
            i = 0
            while i < count and memo.words[fact.start + i] == candidates[i]:
                i += 1
            if i == count:
                return number, int64(place), key
        place = (place + np.uint64(1)) & mask
    return NONE, int64(place), key


@lean
def recall(memo: Memo, candidates: NDArray[np.int32], frame: Frame) -> bool:
    """Whether the memo knows enough of a set; what it knows stands in the frame."""
    number, _, _ = find(memo, candidates, frame)
    if number < 0:
        return False
    fact: Fact = memo.facts[number]
    if frame.cut == PROBE or fact.guess >= 0 or fact.total >= frame.cut:
        frame.best = fact.guess
        frame.value = fact.total
        return True
    frame.bound = max(frame.bound, fact.total)
    return False


@lean
def settle(memo: Memo, candidates: NDArray[np.int32], frame: Frame, total: int, guess: int) -> bool:
    """Write down what is known of a set: exact if there is a guess. Always True.

    The memo keeps it, too, as long as it has room for sets of that size.
    """
    frame.value = total
    frame.best = guess
    number, place, key = find(memo, candidates, frame)
    if number < 0:
        number, most, start = memo.used[0], memo.used[1], memo.used[2]
        room = memo.words.size
        if frame.count < LARGE:  # of these there are most, and they are soon searched again
            most, room = most * 3 // 4, room // 2
        if number >= most or start + frame.count > room:
            return True
        memo.places[place] = number + 1
        fact: Fact = memo.facts[number]
        fact.key = key
        fact.hash_one = frame.hash_one
        fact.hash_two = frame.hash_two
        fact.count = frame.count
        fact.depth = frame.depth
        fact.start = start
        for i in range(frame.count):
            memo.words[start + i] = candidates[i]
        memo.used[0] += 1
        memo.used[2] += frame.count
    fact = memo.facts[number]
    fact.total = total
    fact.guess = guess
    return True
