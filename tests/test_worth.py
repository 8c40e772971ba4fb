"""The largest worth of any guess on a set, in all the ways that are quicker than to look at all."""

import numpy as np
import pytest

from salet import Lexicon, Rules
from salet.exact.search import Search
from salet.kernels import tables as names
from salet.kernels.parts import count_parts, mark_block
from salet.kernels.worth import arrange, most_worth, most_worth_of_large, quick_worth
from salet.table import open_table
from salet.view import Setting


def worth_of_all(table, candidates):
    """Count for every guess, plainly."""
    parts = np.array([len(set(row)) for row in table.codes[:, candidates].tolist()])
    own = np.isin(np.arange(len(parts)), table.answer_guesses[candidates])
    return parts + own


@pytest.fixture(scope="module")
def search(original_table):
    return Search(original_table, Rules())


def put(tables, turn, candidates):
    tables.sets[turn, : len(candidates)] = candidates
    tables.frames[turn, names.SIZE] = len(candidates)
    return len(candidates)


@pytest.mark.parametrize("size", [65, 129, 400])
def test_marking_counts_like_comparing(original_table, size):
    original_table.lay_out_by_answer()
    some = np.linspace(0, 2314, size).astype(np.int32)
    marked = np.zeros(12972, np.int64)
    mark_block(original_table.by_answer, some, 0, 5000, marked)
    mark_block(original_table.by_answer, some, 5000, 12972, marked)
    plain = [len(set(row)) for row in original_table.codes[:, some].tolist()]
    assert marked.tolist() == plain
    if size <= 128:
        compared = np.zeros(12972, np.int64)
        count_parts(original_table.by_answer, some, 12972, compared, np.zeros(12972, np.int32))
        assert marked.tolist() == compared.tolist()


@pytest.mark.parametrize("whole", [320, 200, 60])
def test_the_order_of_a_larger_set_finds_the_best_of_its_parts(search, original_table, whole):
    tables = search._tables
    random = np.random.default_rng(whole)
    above = np.sort(random.choice(2315, whole, replace=False))
    put(tables, 0, above)
    tables.parts[0] = worth_of_all(original_table, above)
    arrange(tables, 0)
    assert (np.diff(tables.parts[0][tables.arranged[0]]) <= 0).all()
    assert (tables.arranged[0][tables.places[0]] == np.arange(12972)).all()
    for size in (1, 2, 16, 40, 64, 65, 128, 129, 200):
        part = np.sort(random.choice(above, min(size, whole), replace=False))
        put(tables, 1, part)
        plain = worth_of_all(original_table, part)
        most, guess = most_worth(tables, 1, len(part), 0)
        assert most == plain.max() == plain[guess]
        most, guess = most_worth(tables, 1, len(part), -1)
        assert most == plain.max() == plain[guess]


def test_a_few_guesses_decide_for_large_sets_or_say_that_they_do_not(search, original_table):
    tables = search._tables
    search.total(Setting.of(original_table, Rules()).start(), cut=1)  # begin with fresh frames
    decided = 0
    for word in ("fuzzy", "brick", "mooli", "crane"):
        row = original_table.codes[original_table.lexicon.guess_index(word)]
        part = np.flatnonzero(row == np.bincount(row).argmax())
        n = put(tables, 1, part)
        plain = worth_of_all(original_table, part)
        most, guess = most_worth_of_large(tables, 1, n)
        if most >= 0:
            assert most == plain.max() == plain[guess]
            decided += 1
        tables.frames[0, names.SHELVED] = names.NEVER_ARRANGED
        most, guess = quick_worth(tables, 1, n)
        assert most == plain.max() == plain[guess]
    assert 0 < decided < 4


@pytest.mark.parametrize("length", [5, 6])
def test_totals_without_the_order(original, length):
    """Sets of all sizes; with six letters there are more patterns than a mask has bits."""
    answers = [word[: length - 1] + word[-(length - 4) :] for word in original.answers[::7]]
    lexicon = Lexicon.from_words(dict.fromkeys(answers), name="some")
    table = open_table(lexicon)
    start = Setting.of(table, Rules()).start()
    plain = Search(table, Rules(), without=names.NO_CEILINGS)
    quick = Search(table, Rules())
    for guess in range(0, len(lexicon.allowed), 40):
        assert quick.total_of(start, guess) == plain.total_of(start, guess)
    assert quick.nodes == plain.nodes
