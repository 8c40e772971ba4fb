"""Exact search against brute force without any bound, and against published values."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from salet import InvalidError, Lexicon, Rules, SaletError, optimal
from salet.exact.search import Search
from salet.kernels.bounds import NEVER
from salet.kernels.compiler import compiled
from salet.kernels.parts import count_parts, weigh_parts
from salet.kernels.state import Scratch
from salet.tree import verify
from salet.view import Setting
from tests.helpers import NORMAL, brute_force, examples, lexicons, table_of, words

_count_parts = compiled(count_parts)
_weigh_parts = compiled(weigh_parts)


@pytest.mark.slow
@examples(150)
@given(lexicons(16), st.integers(2, 6))
def test_normal_mode_against_brute_force(lexicon, cap):
    rules = Rules(cap)
    search = Search(table_of(lexicon), rules)
    view = Setting.of(search.table, rules).start()
    assert search.total(view) == brute_force(lexicon, rules)


@examples(60)
@given(lexicons(9), st.sampled_from(["nyt", "strict"]), st.integers(2, 6))
def test_hard_modes_against_brute_force(lexicon, hard, cap):
    rules = Rules(cap, hard)
    search = Search(table_of(lexicon), rules)
    view = Setting.of(search.table, rules).start()
    assert search.total(view) == brute_force(lexicon, rules)


@examples(60)
@given(lexicons(14), st.data())
def test_cuts_give_true_bounds(lexicon, data):
    """Below the cut the total is exact; else what is returned is a lower bound of it."""
    rules = Rules(6)
    true = brute_force(lexicon, rules)
    cut = data.draw(st.integers(1, max(2, true + 3)) if true < NEVER else st.just(NEVER))
    search = Search(table_of(lexicon), rules)
    found = search.total(Setting.of(search.table, rules).start(), cut)
    assert found == true if true < cut else cut <= found <= true


@pytest.mark.slow
@examples(60)
@given(lexicons(14))
def test_openers_and_their_trees(lexicon):
    """The best opener has the least total; every tree is as long as it says."""
    rules = Rules(6)
    found = optimal(list(lexicon.allowed), lexicon=lexicon)
    totals = [solution.total for solution in found.solutions if solution.total is not None]
    assert min(totals, default=NEVER) == brute_force(lexicon, rules)
    for solution in found.solutions:
        if solution.tree is not None:
            verdict = verify(solution.tree.to_text(lexicon.answers), lexicon, rules)
            assert verdict.valid
            assert verdict.total == solution.total == solution.lower_bound
            assert verdict.histogram == solution.histogram


@pytest.mark.slow
@given(st.lists(words(4, "abc"), min_size=2, max_size=30, unique=True))
def test_count_parts_against_counting(vocabulary):
    table = table_of(Lexicon.from_words(vocabulary))
    table.prepare()
    parts = np.zeros(len(vocabulary), np.int64)
    pairs = np.zeros(len(vocabulary), np.int32)
    every = np.arange(len(vocabulary), dtype=np.int32)
    _count_parts(table.by_answer, every, 0, len(vocabulary), Scratch.empty(), parts, pairs)
    for guess in range(len(vocabulary)):
        sizes = np.unique(table.codes[guess], return_counts=True)[1]
        assert parts[guess] == len(sizes)
        assert pairs[guess] == sum(size * (size - 1) // 2 for size in sizes)


@pytest.mark.slow
@given(st.sets(words(4, "abc"), min_size=2), st.integers(0, 99))
def test_weigh_parts_against_counting(vocabulary, seed):
    """Few candidates and many take different ways; 81 words are possible."""
    table = table_of(Lexicon.from_words(vocabulary))
    weights = np.sort(np.random.default_rng(seed).integers(1, 9, len(vocabulary)))[::-1].copy()
    search = Search(table, Rules(6), weights=weights)
    worth = np.zeros(len(vocabulary), np.int64)
    every = np.arange(len(vocabulary), dtype=np.int32)
    game, scratch = search._state.game, Scratch.empty()
    most = _weigh_parts(game, every, game.by_answer, every, 0, len(vocabulary), scratch, worth)
    assert most == worth.max()
    for guess, row in enumerate(table.codes):
        assert worth[guess] == sum(weights[row == code].max() for code in np.unique(row))


HARD = {"salet": 8122, "least": 8127, "reast": 8134, "crate": 8143, "trape": 8144}
OTHER_LISTS = {"tarse": 7883, "salet": 7894, "reast": 7896}
OTHER_LISTS_HARD = {"salet": 8097, "least": 8104}


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("opener", NORMAL)
def test_published_totals(opener, original):
    found = optimal(opener)
    solution = found.best
    assert solution.total == NORMAL[opener]
    assert solution.proven
    assert solution.worst <= 6
    verdict = verify(solution.tree.to_text(original.answers), original, found.rules)
    assert verdict.valid
    assert verdict.total == NORMAL[opener]


@pytest.mark.long
@pytest.mark.slow
def test_published_totals_in_hard_mode(original):
    for opener, total in HARD.items():
        found = optimal(opener, hard="nyt")
        assert found.best.total == total
        verdict = verify(found.best.tree.to_text(original.answers), original, found.rules)
        assert verdict.valid
        assert verdict.total == total


@pytest.mark.long
@pytest.mark.slow
def test_published_totals_on_other_lists():
    found = optimal(list(OTHER_LISTS), lexicon="nyt2022")
    assert {solution.opener: solution.total for solution in found.solutions} == OTHER_LISTS
    found = optimal(list(OTHER_LISTS_HARD), lexicon="nyt2022", hard="nyt")
    assert {solution.opener: solution.total for solution in found.solutions} == OTHER_LISTS_HARD


@pytest.mark.slow
def test_positions(original_table):
    found = optimal(position="salet:-----")
    assert found.best.proven
    assert found.best.total == optimal(found.best.opener, position="salet:-----").best.total
    other = optimal("crane", position="salet:-----").best.total
    assert found.best.total <= other


def test_a_cap_that_cannot_be_met():
    found = optimal("salet", max_guesses=3)
    assert found.best is None
    (solution,) = found.solutions
    assert solution.total is None
    assert solution.proven
    assert solution.lower_bound is None


@pytest.mark.long
@pytest.mark.slow
def test_all_words_as_answers():
    # 52,896 from lants was the best known total (docs/optimal.md).
    found = optimal("tares", lexicon="original-all", beam=10, max_guesses=12).best
    assert (found.total, found.proven) == (52_637, False)
    assert found.lower_bound >= 48_390


@pytest.mark.long
@pytest.mark.slow
def test_the_most_answers_within_three_guesses():
    # Proven over all openers by `salet optimal --all --objective solved --max-guesses 3`.
    for lexicon, opener, missed in (("original", "trace", 927), ("nyt", "tarse", 1507)):
        options = {"lexicon": lexicon, "objective": "solved", "max_guesses": 3}
        assert optimal(opener, **options).best.value == missed


@pytest.mark.slow
def test_no_cap():
    assert optimal(position="salet:-----", max_guesses=None).best.total == (
        optimal(position="salet:-----").best.total
    )


@pytest.mark.slow
def test_limits_give_bounds_and_no_claim():
    (solution,) = optimal("crane", nodes=200).solutions
    assert not solution.proven
    assert 2 * 2315 < solution.lower_bound <= 7930 <= solution.total
    (solution,) = optimal("crane", seconds=0.05).solutions
    assert solution.lower_bound <= 7930 <= solution.total


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "options"),
    [
        (["zzzzz"], {}),
        ([None], {}),
        (["salet"], {"position": "salet:-----"}),
        (["crane"], {"position": "crane:ggggg slate:ggggg"}),
        (["salet"], {"hard": "nyt", "position": "crane:--g--"}),
        (["salet"], {"max_guesses": 1, "position": "crane:-----"}),
    ],
)
def test_bad_input(arguments, options):
    with pytest.raises(SaletError):
        optimal(*arguments, **options)


def test_the_memo_does_not_change_results(monkeypatch):
    from salet.exact import search

    monkeypatch.setattr(search, "_MEMO_SETS", 4)
    lexicon = Lexicon.from_words(["aab", "aba", "baa", "abb", "bab", "bba", "aaa", "bbb"])
    rules = Rules(6)
    small = Search(table_of(lexicon), rules)
    assert small.total(Setting.of(small.table, rules).start()) == brute_force(lexicon, rules)


def test_too_large_for_an_exact_search(monkeypatch, original):
    from salet import table

    monkeypatch.setattr(table, "STORED_BYTES", 10)
    with pytest.raises(InvalidError, match="too many words"):
        optimal("salet", lexicon=original)
