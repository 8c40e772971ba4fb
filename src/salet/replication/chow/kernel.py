"""Plays a ranking with its decision rules on all answers, down its tree, in one call.

What a published program did differently from the game comes in as plain numbers: any table of
patterns, any list of words in any order, when guessed words leave that list, and how ties fall.
The names of these numbers stand below. Tests hold it to a twin that plays one game at a time in
plain Python.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from salet.kernels.compiler import compiled

Integers: TypeAlias = NDArray[np.int64]

LETTERS, TILES, LARGEST = range(3)
"""Rankings: most common letters, most colour, smallest largest group."""

NEVER, LATE, AT_ONCE = range(3)
"""When a guessed word leaves the list: never, one turn later than it could, at once."""

FIRST, QUICKSORT = range(2)
"""Ties: the first of the list, or whatever an unstable sort puts there."""

_SMALL = 16
_TILE = 64


class Manner(NamedTuple):
    """How a guess is chosen.

    Attributes
    ----------
    ranking, removal, ties
        one of the names above
    solve_below
        guess only candidates once at most this many remain
    popular_below
        guess the most popular candidate once at most this many remain
    eliminate
        whether words leave the list that share no letter in its place with any candidate
    """

    ranking: int
    removal: int
    ties: int
    solve_below: int
    popular_below: int
    eliminate: bool


class Words(NamedTuple):
    """What a guess is chosen from.

    Attributes
    ----------
    patterns, solved
        the number of patterns, and the one that wins
    by_answer
        (answers, words): the pattern of each word against each answer
    colour
        (answers, words): what that pattern counts in the ranking TILES, else empty
    letters
        (words, length): letter numbers
    first_letters
        the same, with the number beyond the alphabet for every further copy of a letter
    alphabet
        how many letters there are
    listed
        the words that may be guessed, in the order of the list
    answer_words
        (answers): which word an answer is
    answer_places
        (answers): where in the list it stands
    popularity
        (answers): larger is more popular, without ties
    """

    patterns: int
    solved: int
    by_answer: NDArray[np.unsignedinteger]
    colour: NDArray[np.uint8]
    letters: NDArray[np.uint16]
    first_letters: NDArray[np.uint16]
    alphabet: int
    listed: Integers
    answer_words: Integers
    answer_places: Integers
    popularity: Integers


@compiled
def _sink(values: Integers, heap: Integers, root: int, size: int, place: int) -> None:
    """Let `place` fall from `root` until no child is larger."""
    hole = root
    while 2 * hole + 1 < size:
        child = 2 * hole + 1
        if child + 1 < size and values[heap[child]] < values[heap[child + 1]]:
            child += 1
        if not values[place] < values[heap[child]]:
            break
        heap[hole] = heap[child]
        hole = child
    heap[hole] = place


@compiled
def _split(values: Integers, order: Integers, low: int, high: int) -> int:
    """Put smaller values left and larger ones right of a pivot; return where it lands."""
    middle = low + (high - low) // 2
    if values[order[middle]] < values[order[low]]:
        order[middle], order[low] = order[low], order[middle]
    if values[order[high]] < values[order[middle]]:
        order[high], order[middle] = order[middle], order[high]
    if values[order[middle]] < values[order[low]]:
        order[middle], order[low] = order[low], order[middle]
    pivot = values[order[middle]]
    order[middle], order[high - 1] = order[high - 1], order[middle]
    left, right = low, high - 1
    while True:
        left += 1
        while values[order[left]] < pivot:
            left += 1
        right -= 1
        while pivot < values[order[right]]:
            right -= 1
        if left >= right:
            break
        order[left], order[right] = order[right], order[left]
    order[left], order[high - 1] = order[high - 1], order[left]
    return left


@compiled
def pick_sorted(values: Integers, wanted: int, order: Integers) -> int:
    """Return which of `values` the quicksort of numpy before 1.25 puts at the place `wanted`.

    ``numpy.argsort``, and through it pandas' ``sort_values``, is not stable: which of several
    equally good guesses comes first is decided by the path of the sort. Later versions order ties
    otherwise, so a run that took "the first row" can only be repeated with the old path. This
    follows it only on the side where the wanted place lies. `order` is work space.
    """
    count = values.size
    splits = 0
    while count >> (splits // 2 + 1) > 0:
        splits += 2
    order[:count] = np.arange(count)
    low, high = 0, count - 1
    while high - low >= _SMALL:
        middle = _split(values, order, low, high)
        splits -= 1
        if wanted == middle:
            return int(order[middle])
        left_waits = middle - low >= high - middle
        goes_left = wanted < middle
        if goes_left:
            high = middle - 1
        else:
            low = middle + 1
        if splits < 0 and goes_left == left_waits:
            heap = order[low : high + 1]
            for root in range(heap.size // 2 - 1, -1, -1):
                _sink(values, heap, root, heap.size, heap[root])
            for end in range(heap.size - 1, 0, -1):
                last = heap[end]
                heap[end] = heap[0]
                _sink(values, heap, 0, end, last)
            return int(order[wanted])
    for end in range(low + 1, high + 1):
        place = order[end]
        hole = end
        while hole > low and values[place] < values[order[hole - 1]]:
            order[hole] = order[hole - 1]
            hole -= 1
        order[hole] = place
    return int(order[wanted])


@compiled
def _offered(
    words: Words, manner: Manner, candidates: Integers, played: NDArray[np.int16], out: Integers
) -> int:
    """Write the words to choose from into `out`, in the order of the list; return their number."""
    count = 0
    if candidates.size <= manner.solve_below:
        out[: candidates.size] = words.listed[np.sort(words.answer_places[candidates])]
        return int(candidates.size)
    length = words.letters.shape[1]
    gone = np.zeros(words.letters.shape[0], np.bool_)
    for j in range(played.size):
        gone[played[j]] = True
    here = np.zeros((length, words.alphabet), np.bool_)
    for j in range(candidates.size):
        for place in range(length):
            here[place, words.letters[words.answer_words[candidates[j]], place]] = True
    for k in range(words.listed.size):
        word = words.listed[k]
        useful = not manner.eliminate
        for place in range(length):
            useful |= here[place, words.letters[word, place]]
        if useful and not gone[word]:
            out[count] = word
            count += 1
    return count


@compiled
def _rank_letters(words: Words, candidates: Integers, offered: Integers, keys: Integers) -> None:
    """Sum, over the distinct letters of a word, how many candidates have the letter."""
    length = words.letters.shape[1]
    totals = np.zeros(words.alphabet + 1, np.int64)
    for j in range(candidates.size):
        for place in range(length):
            totals[words.first_letters[words.answer_words[candidates[j]], place]] += 1
    totals[words.alphabet] = 0
    for k in range(offered.size):
        total = 0
        for place in range(length):
            total += totals[words.first_letters[offered[k], place]]
        keys[k] = -total


@compiled
def _rank_tiles(words: Words, candidates: Integers, offered: Integers, keys: Integers) -> None:
    """Sum what the patterns of a word count over the candidates."""
    if offered.size <= candidates.size:
        for k in range(offered.size):
            total = 0
            for j in range(candidates.size):
                total += int(words.colour[candidates[j], offered[k]])
            keys[k] = -total
        return
    # All words at once, offered or not: whole rows are added with vector instructions.
    totals = np.zeros(words.colour.shape[1], np.int32)
    for j in range(candidates.size):
        row = words.colour[candidates[j]]
        for word in range(totals.size):
            totals[word] += row[word]
    for k in range(offered.size):
        keys[k] = -totals[offered[k]]


@compiled
def _rank_largest(words: Words, candidates: Integers, offered: Integers, keys: Integers) -> None:
    """Find the size of the largest group that a word leaves."""
    # Read the table along its rows, and keep what belongs to a few words at hand.
    tile = np.empty((_TILE, candidates.size), words.by_answer.dtype)
    sizes = np.zeros(words.patterns, np.uint16)
    for start in range(0, offered.size, _TILE):
        width = min(_TILE, offered.size - start)
        for j in range(candidates.size):
            row = words.by_answer[candidates[j]]
            for k in range(width):
                tile[k, j] = row[np.uint64(offered[start + k])]
        for k in range(width):
            for j in range(candidates.size):
                sizes[tile[k, j]] += np.uint16(1)
            largest = np.uint16(0)
            for code in range(sizes.size):
                largest = max(largest, sizes[code])
                sizes[code] = 0
            keys[start + k] = largest


@compiled
def _choose(
    words: Words, manner: Manner, candidates: Integers, played: NDArray[np.int16], space: Integers
) -> int:
    """Return the next guess. `space` is work space of four rows, one place per word."""
    if candidates.size <= max(1, manner.popular_below):
        return int(words.answer_words[candidates[words.popularity[candidates].argmax()]])
    count = _offered(words, manner, candidates, played, space[0])
    offered, keys = space[0, :count], space[1, :count]
    if manner.ranking == LETTERS:
        _rank_letters(words, candidates, offered, keys)
    elif manner.ranking == TILES:
        _rank_tiles(words, candidates, offered, keys)
    else:
        _rank_largest(words, candidates, offered, keys)
    if manner.ties == FIRST:
        return int(offered[keys.argmin()])
    if manner.ranking != LETTERS:
        return int(offered[pick_sorted(keys, 0, space[2])])
    # A descending sort of that time turned the values around, sorted them and turned them back.
    space[3, :count] = -keys[::-1]
    return int(offered[count - 1 - pick_sorted(space[3, :count], count - 1, space[2])])


@compiled
def _queue(
    sizes: Integers, solved: int, start: int, turn: int, groups: Integers, waiting: int
) -> int:
    """Put the groups of a guess, but for the solved one, behind those that wait.

    Turns their sizes into the places where their members begin; returns how many wait now.
    """
    place = start
    for code in range(sizes.size):
        size = sizes[code]
        sizes[code] = place
        if size > 0 and code != solved:
            groups[waiting, 0], groups[waiting, 1], groups[waiting, 2] = place, place + size, turn
            waiting += 1
        place += size
    return waiting


@compiled
def play_ranked(
    words: Words,
    manner: Manner,
    opener: int,
    guesses: NDArray[np.int16],
    after: NDArray[np.int16],
    lengths: Integers,
) -> None:
    """Play every answer, beginning with the word `opener`.

    Writes the guesses (answers, turns), the candidates left after each of them, and the number
    of guesses of each game, 0 if it did not end within as many turns as there is room for. A
    guess that wins tells nothing new: the candidates before it are counted again.
    """
    answers, turns = guesses.shape
    members = np.arange(answers)
    sorted_members = np.empty(answers, np.int64)
    space = np.empty((4, words.letters.shape[0]), np.int64)
    sizes = np.zeros(words.patterns, np.int64)
    # Groups that wait, by start, end and turn: disjoint, so at most as many as answers.
    groups = np.zeros((answers + 1, 3), np.int64)
    groups[0, 1] = answers
    waiting = 1
    while waiting > 0:
        waiting -= 1
        start, end, turn = groups[waiting, 0], groups[waiting, 1], groups[waiting, 2]
        if turn == turns:
            continue
        below = waiting
        here = members[start:end]
        guess = opener
        if turn > 0:
            leave = 0 if manner.removal == NEVER else turn - int(manner.removal == LATE)
            guess = _choose(words, manner, here, guesses[here[0], :leave], space)
        for j in range(here.size):
            sizes[words.by_answer[here[j], guess]] += 1
            guesses[here[j], turn] = guess
        waiting = _queue(sizes, words.solved, start, turn + 1, groups, waiting)
        for j in range(here.size):
            answer = here[j]
            code = words.by_answer[answer, guess]
            sorted_members[sizes[code]] = answer
            sizes[code] += 1
            if code == words.solved:
                lengths[answer] = turn + 1
                after[answer, turn] = here.size
        sizes[:] = 0
        members[start:end] = sorted_members[start:end]
        for k in range(below, waiting):
            for j in range(groups[k, 0], groups[k, 1]):
                after[members[j], turn] = groups[k, 1] - groups[k, 0]
