import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given

from salet import Lexicon, groups, pattern_of
from salet.groups import BITS_UNIT, entropy_terms, group_stats
from salet.kernels.groups import Tally, tally_groups
from salet.table import ComputedTable, open_table
from tests.helpers import word_lists


@given(word_lists(max_size=20))
def test_against_counting(vocabulary):
    lexicon = Lexicon.from_words(vocabulary)
    stats = group_stats(
        ComputedTable(lexicon), np.arange(len(vocabulary)), np.arange(len(vocabulary))
    )
    for place, guess in enumerate(lexicon.allowed):
        sizes = Counter(pattern_of(guess, answer) for answer in lexicon.answers).values()
        n = sum(sizes)
        assert stats.groups[place] == len(sizes)
        assert stats.largest[place] == max(sizes)
        assert stats.expected[place] == pytest.approx(sum(s * s for s in sizes) / n)
        entropy = -sum(s / n * math.log2(s / n) for s in sizes)
        assert stats.bits[place] == pytest.approx(entropy, abs=1e-9)


def test_terms_are_close_to_the_true_logarithm():
    terms = entropy_terms(3000)
    assert terms[0] == terms[1] == 0
    for size in range(2, 3001):
        assert terms[size] / BITS_UNIT == pytest.approx(size * math.log2(size), abs=1e-7)


def test_sums_that_are_equal_in_truth_tie_exactly():
    terms = entropy_terms(100)
    # 4 log2(4) = 4 * 2 log2(2); 6 log2(6) = 6 + 2 * 3 log2(3); 12 log2(12) = 24 + 4 * 3 log2(3)
    assert terms[4] == 4 * terms[2]
    assert terms[6] == 2 * terms[3] + 3 * terms[2]
    assert terms[12] == 4 * terms[3] + 12 * terms[2]


@pytest.mark.long
@pytest.mark.slow
def test_largest_lexicon_does_not_overflow():
    assert (np.diff(entropy_terms(groups.MAX_CANDIDATES)[1:]) > 0).all()


def test_weights_count_as_copies():
    """A candidate of weight 3 splits as three candidates do that no guess tells apart."""
    lexicon = Lexicon.from_words(["aab", "aba", "baa", "bbb", "abb"])
    guesses, every = np.arange(5), np.arange(5)
    plain = group_stats(ComputedTable(lexicon), guesses, every)
    same = group_stats(ComputedTable(lexicon), guesses, every, np.full(5, 7))
    assert same.groups.tolist() == plain.groups.tolist()
    assert same.bits == pytest.approx(plain.bits)
    assert same.expected == pytest.approx(7 * plain.expected)
    heavy = group_stats(ComputedTable(lexicon), guesses, every, np.array([1, 1, 1, 1, 96]))
    assert (heavy.largest >= 96).all()
    assert (heavy.bits < plain.bits).all()


def test_no_candidates(original_table):
    with pytest.raises(ValueError, match="no candidates"):
        group_stats(original_table, np.arange(3), np.arange(0))


# The best first guesses by one step on the original lists, published many times over.
def test_one_step_records(original_table):
    allowed = original_table.lexicon.allowed
    stats = group_stats(original_table, np.arange(12972), np.arange(2315))

    def best(values, count):
        return [allowed[index] for index in np.argsort(-values, kind="stable")[:count]]

    assert best(stats.bits, 3) == ["soare", "roate", "raise"]
    assert stats.bits.max() == pytest.approx(5.886, abs=5e-4)
    assert best(-stats.expected, 2) == ["roate", "raise"]
    assert stats.expected.min() == pytest.approx(60.42, abs=5e-3)
    assert best(-stats.largest, 5) == ["aesir", "arise", "raise", "reais", "serai"]
    assert stats.largest.min() == 168
    assert best(stats.groups, 3) == ["trace", "crate", "salet"]
    assert stats.groups.max() == 150


@pytest.mark.slow
def test_entropy_opener_when_every_word_may_be_the_answer(original_all_table):
    stats = group_stats(original_all_table, np.arange(12972), np.arange(12972))
    best = int(stats.information.argmax())
    assert original_all_table.lexicon.allowed[best] == "tares"
    assert stats.bits[best] == pytest.approx(6.194, abs=5e-4)


def test_numpy_and_kernel_agree_on_the_real_table(original_table):
    guesses, columns = np.arange(0, 12972, 11), np.arange(0, 2315, 3)
    kernel = np.empty((len(guesses), 4), np.int64)
    plain = kernel.copy()
    terms = entropy_terms(1 + len(columns))

    codes = original_table.codes
    tally_groups(codes, guesses, columns, terms, Tally.empty(codes, len(columns), 243), kernel)
    groups.tally_with_numpy(codes, guesses, columns, None, 243, plain)
    assert (kernel == plain).all()


@pytest.mark.slow
def test_after_many_questions_kernels_count_unasked():
    table = open_table(Lexicon.load("original"))
    every = np.arange(len(table.lexicon.allowed))
    first = group_stats(table, every, np.arange(2000))
    assert not table.prepared
    while not table.prepared:
        again = group_stats(table, every, np.arange(2000))
    assert (again.squares == first.squares).all()
