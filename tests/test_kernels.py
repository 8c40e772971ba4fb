"""Each kernel against its plain twin, compiled and as plain Python."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from salet import Lexicon, Position, Rules, Wordle, pattern_of
from salet.exact.search import bits_of, words_having
from salet.groups import (
    BITS_UNIT,
    entropy_terms,
    letter_sums,
    sum_codes_with_numpy,
    sum_letters_with_numpy,
    tally_with_numpy,
)
from salet.kernels.groups import Tally, sum_codes, tally_groups, tally_weights
from salet.kernels.letters import (
    fill_patterns,
    keep_letters,
    list_clues,
    meets_clues,
    sum_letters,
)
from salet.table import ComputedTable, StoredTable, code_dtype
from tests import reference
from tests.helpers import objection, word_lists


def plain(kernel):
    """Return the Python function under a kernel, also when compiling is switched off."""
    return getattr(kernel, "py_func", kernel)


def lists():
    return st.integers(2, 15).flatmap(lambda length: word_lists(length, "ab", max_size=8))


@given(lists())
def test_fill_patterns(vocabulary):
    lexicon = Lexicon.from_words(vocabulary)
    letters, places = lexicon.letters.numbers, lexicon.letters.places
    results = []
    for fill in (fill_patterns, reference.fill_patterns):
        codes = np.full((len(letters), places.shape[1]), 99, code_dtype(3**lexicon.length))
        fill(letters, places, codes)
        results.append(codes.tolist())
    expected = [[pattern_of(g, a).code for a in lexicon.answers] for g in lexicon.allowed]
    assert results == [expected, expected]


def test_fill_patterns_uncompiled():
    lexicon = Lexicon.from_words(["eerie", "there", "geese", "speed", "abide"])
    letters, places = lexicon.letters.numbers, lexicon.letters.places
    codes = np.zeros((5, 5), np.uint8)
    plain(fill_patterns)(letters, places, codes)
    expected = [[pattern_of(g, a).code for a in lexicon.answers] for g in lexicon.allowed]
    assert codes.tolist() == expected


@pytest.mark.parametrize("length", [2, 5, 6, 10, 11, 15])
def test_widest_pattern_fits(length):
    lexicon = Lexicon.from_words(["a" * length, "b" * length])
    codes = np.zeros((2, 2), code_dtype(3**length))
    fill_patterns(lexicon.letters.numbers, lexicon.letters.places, codes)
    assert codes.tolist() == [[3**length - 1, 0], [0, 3**length - 1]]


def tables():
    """Small tables of two-letter patterns."""
    return (
        st.integers(1, 6)
        .flatmap(
            lambda rows: st.lists(
                st.lists(st.integers(0, 8), min_size=rows, max_size=rows), min_size=1, max_size=20
            )
        )
        .map(lambda columns: np.ascontiguousarray(np.array(columns, np.uint8).T))
    )


def draw_part(codes, data):
    """Some rows, in any order and repeated, and some columns, possibly none."""
    rows = data.draw(st.lists(st.integers(0, codes.shape[0] - 1), max_size=5))
    marks = data.draw(st.lists(st.booleans(), min_size=codes.shape[1], max_size=codes.shape[1]))
    return np.array(rows, np.int64), np.flatnonzero(marks)


@given(tables(), st.data())
def test_tally_groups(codes, data):
    rows, chosen = draw_part(codes, data)
    terms = entropy_terms(codes.shape[1] + 1)
    results = []
    for tally in (tally_groups, plain(tally_groups), reference.tally_groups):
        out = np.full((len(rows), 4), -1, np.int64)
        tally(codes, rows, chosen, terms, Tally.empty(codes, len(chosen), 9), out)
        results.append(out.tolist())
    out = np.full((len(rows), 4), -1, np.int64)
    tally_with_numpy(codes, rows, chosen, None, 9, out)
    assert results == [out.tolist()] * 3


@pytest.mark.slow
@given(tables(), st.data())
def test_tally_weights(codes, data):
    rows, chosen = draw_part(codes, data)
    weights = np.array([data.draw(st.integers(1, 1000)) for _ in chosen], np.int64)
    results = []
    for tally in (tally_weights, plain(tally_weights), reference.tally_weights):
        out = np.full((len(rows), 4), -1, np.int64)
        tally(codes, rows, chosen, weights, 9, float(BITS_UNIT), out)
        results.append(out.tolist())
    if len(chosen):
        tally_with_numpy(codes, rows, chosen, weights, 9, out)
        results.append(out.tolist())
    assert results == [results[0]] * len(results)


@pytest.mark.slow
@given(tables(), st.data())
def test_sum_codes(codes, data):
    rows, chosen = draw_part(codes, data)
    weights = np.array([data.draw(st.integers(1, 9)) for _ in chosen], np.int64)
    worth = np.array([data.draw(st.integers(-5, 5)) for _ in range(9)], np.int64)
    results = []
    for total in (sum_codes, plain(sum_codes), reference.sum_codes, sum_codes_with_numpy):
        out = np.full(len(rows), -1, np.int64)
        total(codes, rows, chosen, weights, worth, out)
        results.append(out.tolist())
    assert results == [results[0]] * 4


@given(word_lists(5, "abc", max_size=12), st.booleans())
def test_sum_letters(vocabulary, distinct):
    lexicon = Lexicon.from_words(vocabulary)
    table = ComputedTable(lexicon)
    worth = np.arange(100, 100 + 5 * len(lexicon.alphabet)).reshape(5, -1)
    expected = [
        sum(
            int(worth[place, lexicon.alphabet.index(letter)])
            for place, letter in enumerate(word)
            if not (distinct and letter in word[:place])
        )
        for word in lexicon.allowed
    ]
    rows = np.arange(len(lexicon.allowed))
    assert letter_sums(table, rows, worth, distinct=distinct).tolist() == expected
    results = []
    for total in (sum_letters, plain(sum_letters), reference.sum_letters, sum_letters_with_numpy):
        out = np.full(len(rows), -1, np.int64)
        total(table.letters, rows, worth, out)
        results.append(out.tolist())
    assert results == [results[0]] * 4


@given(lists(), st.booleans(), st.data())
def test_one_word_meets_the_clues_that_keep_it(vocabulary, strict, data):
    """`meets_clues` asks of one word what `keep_letters` and the readable rule ask of all."""
    lexicon = Lexicon.from_words(vocabulary)
    guess, answer = (data.draw(st.sampled_from(lexicon.allowed)) for _ in range(2))
    turn = Wordle(lexicon).turn_for(guess, answer)
    place, code = lexicon.guess_index(guess), turn.reply.code
    letters, count = lexicon.letters.numbers, len(lexicon.allowed)
    having = words_having(StoredTable(Wordle(lexicon), np.zeros((count, count), np.uint8)))
    every, after = bits_of(np.ones(count, bool)), bits_of(np.zeros(count, bool))
    clues = np.zeros((7, lexicon.length), np.int64)
    keep_letters(letters, having, place, code, strict, clues, every, after)
    kept = [bool(int(after[0]) >> word & 1) for word in range(count)]
    numbers = list_clues(letters, place, code, strict, clues)
    assert [meets_clues(having, clues, numbers, word) for word in range(count)] == kept
    rules = Rules(hard="strict" if strict else "nyt")
    position = Position((turn,))
    assert [objection(rules, word, position) is None for word in lexicon.allowed] == kept


def test_kernel_never_leaves_counts_behind():
    codes = np.array([[0, 1, 2, 2], [0, 0, 0, 0]], np.uint8)
    out = np.empty((3, 4), np.int64)
    work = Tally.empty(codes, 4, 3)
    tally_groups(codes, np.array([0, 1, 0]), np.arange(4), entropy_terms(8), work, out)
    assert out[0].tolist() == out[2].tolist()
