"""Each kernel against its plain twin, compiled and as plain Python."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from salet import Lexicon, pattern_of
from salet.groups import entropy_terms, tally_with_numpy
from salet.kernels import reference
from salet.kernels.groups import tally_groups
from salet.kernels.patterns import fill_patterns
from salet.table import code_dtype, letter_places, spell
from tests.words import word_lists


def plain(kernel):
    """Return the Python function under a kernel, also when compiling is switched off."""
    return getattr(kernel, "py_func", kernel)


def lists():
    return st.integers(2, 9).flatmap(lambda length: word_lists(length, "ab", max_size=12))


@given(lists())
def test_fill_patterns(vocabulary):
    lexicon = Lexicon.from_words(vocabulary)
    letters, places = spell(lexicon, lexicon.allowed), letter_places(lexicon)
    results = []
    for fill in (fill_patterns, reference.fill_patterns):
        codes = np.full((len(letters), places.shape[1]), 99, code_dtype(lexicon.length))
        fill(letters, places, codes)
        results.append(codes.tolist())
    expected = [[pattern_of(g, a).code for a in lexicon.answers] for g in lexicon.allowed]
    assert results == [expected, expected]


def test_fill_patterns_uncompiled():
    lexicon = Lexicon.from_words(["eerie", "there", "geese", "speed", "abide"])
    letters, places = spell(lexicon, lexicon.allowed), letter_places(lexicon)
    codes = np.zeros((5, 5), np.uint8)
    plain(fill_patterns)(letters, places, codes)
    expected = [[pattern_of(g, a).code for a in lexicon.answers] for g in lexicon.allowed]
    assert codes.tolist() == expected


@pytest.mark.parametrize("length", [2, 5, 6, 10, 11, 15])
def test_widest_pattern_fits(length):
    lexicon = Lexicon.from_words(["a" * length, "b" * length])
    codes = np.zeros((2, 2), code_dtype(length))
    fill_patterns(spell(lexicon, lexicon.allowed), letter_places(lexicon), codes)
    assert codes.tolist() == [[3**length - 1, 0], [0, 3**length - 1]]


@given(
    st.integers(1, 6).flatmap(
        lambda rows: st.lists(
            st.lists(st.integers(0, 8), min_size=rows, max_size=rows), min_size=1, max_size=20
        )
    ),
    st.data(),
)
def test_tally_groups(columns, data):
    codes = np.array(columns, np.uint8).T
    rows = np.array(data.draw(st.lists(st.integers(0, codes.shape[0] - 1), max_size=5)), np.int64)
    chosen = np.flatnonzero(
        data.draw(st.lists(st.booleans(), min_size=codes.shape[1], max_size=codes.shape[1]))
    )
    terms = entropy_terms(codes.shape[1])
    results = []
    tallies = (tally_groups, plain(tally_groups), reference.tally_groups, tally_with_numpy)
    for tally in tallies:
        out = np.full((len(rows), 4), -1, np.int64)
        tally(codes, rows, chosen, terms, 9, out)
        results.append(out.tolist())
    assert results == [results[-1]] * len(tallies)


def test_kernel_never_leaves_counts_behind():
    codes = np.array([[0, 1, 2, 2], [0, 0, 0, 0]], np.uint8)
    out = np.empty((3, 4), np.int64)
    tally_groups(codes, np.array([0, 1, 0]), np.arange(4), entropy_terms(4), 3, out)
    assert out[0].tolist() == out[2].tolist()
