"""Chow's kernel against plain twins: old numpy's order of ties, and one game at a time.

``argsort`` is the path of the quicksort of numpy before 1.25 in plain Python; ``play_game`` plays
one game of the author's bot step by step, sorts everything, and shares nothing with the kernel but
its arguments. Both are for reading too.
"""

import hashlib
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from salet import Lexicon
from salet.games.wordle import Wordle
from salet.replication.chow import kernel
from salet.replication.chow.kernel import pick_sorted
from salet.replication.feedback import NaiveWordle, table_of
from salet.strategies.letters import tile_worth
from tests.helpers import word_lists

# --- the order of ties in old numpy ---

SMALL = 16
"""Stretches of at most this many values are sorted by insertion, which keeps ties in order."""


def argsort(values):
    """Return the places of `values` from smallest to largest, as old numpy returned them."""
    order = list(range(len(values)))
    if not order:
        return order
    # Twice the logarithm: so many splits are in order, after more of them it is a heap's turn.
    waiting = [(0, len(order) - 1, 2 * (len(order).bit_length() - 1))]
    while waiting:
        low, high, splits = waiting.pop()
        if splits < 0:
            order[low : high + 1] = _heap_sorted(values, order[low : high + 1])
            continue
        while high - low >= SMALL:
            middle = _split(values, order, low, high)
            splits -= 1
            # The longer side waits. Only what has waited is ever given to the heap.
            if middle - low < high - middle:
                waiting.append((middle + 1, high, splits))
                high = middle - 1
            else:
                waiting.append((low, middle - 1, splits))
                low = middle + 1
        # sorted() is stable, as insertion is.
        order[low : high + 1] = sorted(order[low : high + 1], key=lambda place: values[place])
    return order


def _split(values, order, low, high):
    """Put smaller values left and larger ones right of a pivot; return where it lands.

    The pivot is the median of the first, middle and last value. Both scans stop at values equal
    to it and exchange them: that is where ties lose their order.
    """

    def exchange(one, other):
        order[one], order[other] = order[other], order[one]

    middle = low + (high - low) // 2
    for one, other in ((low, middle), (middle, high), (low, middle)):
        if values[order[other]] < values[order[one]]:
            exchange(one, other)
    pivot = values[order[middle]]
    exchange(middle, high - 1)
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
        exchange(left, right)
    exchange(left, high - 1)
    return left


def _heap_sorted(values, places):
    """Sort by a heap with the largest value on top, always cut off from its end."""
    for root in reversed(range(len(places) // 2)):
        _sink(values, places, root, len(places), places[root])
    for end in reversed(range(1, len(places))):
        last = places[end]
        places[end] = places[0]
        _sink(values, places, 0, end, last)
    return places


def _sink(values, heap, hole, size, place):
    """Let `place` fall from `hole` until no child is larger."""
    while (child := 2 * hole + 1) < size:
        if child + 1 < size and values[heap[child]] < values[heap[child + 1]]:
            child += 1
        if not values[place] < values[heap[child]]:
            break
        heap[hole] = heap[child]
        hole = child
    heap[hole] = place


def digest(order):
    return hashlib.sha256(np.array(order, "<i4").tobytes()).hexdigest()[:16]


def values(count, kinds):
    """Whole numbers with many ties, the same on every machine."""
    return [(7 * i * i + 3 * i) % 1009 % kinds for i in range(count)]


def hard_to_split(count):
    """Values for which the median of three is as bad as it can be, so that the heap comes in."""
    half = count // 2
    hard = [0] * count
    for i in range(1, half + 1):
        if i % 2:
            hard[i - 1], hard[i] = i, half + i
        hard[half + i - 1] = 2 * i
    return [value // 3 for value in hard]


# numpy.argsort of numpy 1.24.4 on the same values (integers and floats alike).
NUMPY = {
    (17, 1): [0, 14, 13, 12, 11, 10, 9, 15, 8, 6, 5, 4, 3, 2, 1, 7, 16],
    (18, 3): [0, 14, 13, 3, 6, 9, 16, 11, 10, 8, 5, 4, 2, 1, 7, 12, 15, 17],
    (100, 5): "fa0e7c1266daca04",
    (1000, 7): "e176c252821e6537",
    (9071, 30): "7512f1095e2e946c",
    (9071, 400): "2f57b66e82f3221e",
}
NUMPY_HARD = {1000: "a64ecdf99da89497", 9070: "eadc9327852cb42c"}


@pytest.mark.parametrize("case", NUMPY)
def test_orders_ties_as_numpy_1_24_did(case):
    order = argsort(values(*case))
    assert NUMPY[case] in (order, digest(order))


@pytest.mark.parametrize("count", NUMPY_HARD)
def test_gives_up_to_the_heap_where_numpy_did(count):
    assert digest(argsort(hard_to_split(count))) == NUMPY_HARD[count]


@given(st.lists(st.integers(-3, 3), max_size=80))
def test_sorts(numbers):
    order = argsort(numbers)
    assert sorted(order) == list(range(len(numbers)))
    assert [numbers[place] for place in order] == sorted(numbers)


@given(st.lists(st.integers(0, 2), max_size=SMALL))
def test_keeps_the_order_of_few(numbers):
    assert argsort(numbers) == sorted(range(len(numbers)), key=numbers.__getitem__)


def pick(function, numbers, wanted):
    return function(np.array(numbers, np.int64), wanted, np.empty(len(numbers), np.int64))


@given(st.lists(st.integers(0, 9), min_size=1, max_size=200), st.data())
def test_kernel_finds_any_place(numbers, data):
    wanted = data.draw(st.integers(0, len(numbers) - 1))
    expected = argsort(numbers)[wanted]
    assert pick(pick_sorted, numbers, wanted) == expected


@pytest.mark.parametrize("function", [pick_sorted, getattr(pick_sorted, "py_func", pick_sorted)])
def test_kernel_with_a_heap(function):
    numbers = hard_to_split(500)
    order = argsort(numbers)
    places = (0, 1, 250, 400, 460, 480, 499)
    assert [pick(function, numbers, place) for place in places] == [order[at] for at in places]


# --- whole games ---

TURNS = 8


def play_game(words, rules, opener, answer, turns):
    """Return the guesses of a game and the candidates left after each; at most `turns`."""
    candidates = list(range(len(words.answer_words)))
    guesses, after = [], []
    while len(guesses) < turns:
        guess = _choose(words, rules, candidates, guesses) if guesses else opener
        guesses.append(guess)
        if guess == words.answer_words[answer]:
            after.append(len(candidates))
            break
        pattern = words.by_answer[answer, guess]
        candidates = [one for one in candidates if words.by_answer[one, guess] == pattern]
        after.append(len(candidates))
    return guesses, after


def _choose(words, rules, candidates, guesses):
    if len(candidates) == 1:
        return int(words.answer_words[candidates[0]])
    if len(candidates) <= rules.popular_below:
        return int(words.answer_words[max(candidates, key=words.popularity.__getitem__)])
    offered = _offered(words, rules, candidates, guesses)
    rank = {kernel.LETTERS: _letters, kernel.TILES: _tiles, kernel.LARGEST: _largest}[rules.ranking]
    values = [rank(words, candidates, word) for word in offered]
    if rules.ties == kernel.FIRST:
        best = min(values) if rules.ranking == kernel.LARGEST else max(values)
        return offered[values.index(best)]
    if rules.ranking == kernel.LARGEST:
        return offered[argsort(values)[0]]
    if rules.ranking == kernel.TILES:
        return offered[argsort([-value for value in values])[0]]
    return offered[::-1][argsort(values[::-1])[-1]]


def _offered(words, rules, candidates, guesses):
    """Return the words to choose from, in the order of the list."""
    listed = [int(word) for word in words.listed]
    solving = {int(words.answer_words[one]) for one in candidates}
    if len(candidates) <= rules.solve_below:
        return [word for word in listed if word in solving]
    leave = {kernel.NEVER: 0, kernel.LATE: len(guesses) - 1, kernel.AT_ONCE: len(guesses)}
    gone = guesses[: leave[rules.removal]]
    here = [{words.letters[word, place] for word in solving} for place in range(_length(words))]
    return [
        word
        for word in listed
        if word not in gone
        and (
            not rules.eliminate
            or any(words.letters[word, place] in here[place] for place in range(_length(words)))
        )
    ]


def _letters(words, candidates, word):
    have = [set(words.letters[words.answer_words[one]]) for one in candidates]
    return sum(letter in letters for letter in set(words.letters[word]) for letters in have)


def _tiles(words, candidates, word):
    return sum(int(words.colour[one, word]) for one in candidates)


def _largest(words, candidates, word):
    return max(Counter(int(words.by_answer[one, word]) for one in candidates).values())


def _length(words):
    return int(words.letters.shape[1])


def words_of(table, codes, listed):
    lexicon = table.lexicon
    places = np.full(len(lexicon.allowed), -1)
    places[listed] = np.arange(len(listed))
    by_answer = np.ascontiguousarray(codes.T)
    return kernel.Words(
        patterns=table.game.replies.size,
        solved=table.game.replies.solved,
        by_answer=by_answer,
        colour=tile_worth(lexicon.length, 3, 1).astype(np.uint8)[by_answer],
        letters=table.letters,
        first_letters=table.first_letters,
        alphabet=len(lexicon.alphabet),
        listed=listed,
        answer_words=table.answer_guesses,
        answer_places=places[table.answer_guesses],
        popularity=np.random.default_rng(5).permutation(len(lexicon.answers)),
    )


def rules():
    return st.builds(
        kernel.Manner,
        ranking=st.sampled_from([kernel.LETTERS, kernel.TILES, kernel.LARGEST]),
        removal=st.sampled_from([kernel.NEVER, kernel.LATE, kernel.AT_ONCE]),
        ties=st.sampled_from([kernel.FIRST, kernel.QUICKSORT]),
        solve_below=st.integers(0, 6),
        popular_below=st.integers(0, 3),
        eliminate=st.booleans(),
    )


@pytest.mark.slow
@given(word_lists(3, "abcd", min_size=2, max_size=60), rules(), st.booleans(), st.data())
def test_plays_as_the_plain_twin(vocabulary, rule, naive, data):
    # Up to 60 words, so that the sort has something to split; few letters, so that they repeat.
    some = data.draw(st.integers(1, len(vocabulary)))
    lexicon = Lexicon.from_words(vocabulary[:some], vocabulary)
    table = table_of(Wordle(lexicon))
    listed = np.array(data.draw(st.permutations(range(len(lexicon.allowed)))))
    words = words_of(table, table_of(NaiveWordle(lexicon)).codes if naive else table.codes, listed)
    opener = data.draw(st.integers(0, len(lexicon.allowed) - 1))
    guesses = np.full((len(lexicon.answers), TURNS), -1, np.int16)
    after = guesses.copy()
    lengths = np.zeros(len(guesses), np.int64)
    kernel.play_ranked(words, rule, opener, guesses, after, lengths)
    for answer in range(len(lexicon.answers)):
        played, left = play_game(words, rule, opener, answer, TURNS)
        solved = played[-1] == words.answer_words[answer]
        padding = [-1] * (TURNS - len(played))
        assert guesses[answer].tolist() == played + padding
        assert after[answer].tolist() == left + padding
        assert lengths[answer] == (len(played) if solved else 0)


@pytest.mark.slow
def test_one_answer_and_an_opener_that_wins():
    table = table_of(Wordle(Lexicon.from_words(["ab"])))
    words = words_of(table, table.codes, np.array([0]))
    rule = kernel.Manner(kernel.LARGEST, kernel.LATE, kernel.QUICKSORT, 20, 10, eliminate=True)
    guesses = np.full((1, 2), -1, np.int16)
    after, lengths = guesses.copy(), np.zeros(1, np.int64)
    kernel.play_ranked(words, rule, 0, guesses, after, lengths)
    assert (guesses.tolist(), after.tolist(), lengths.tolist()) == ([[0, -1]], [[1, -1]], [1])
