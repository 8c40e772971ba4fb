"""How long the exact search takes: the search alone, on one thread, without writing the tree."""

import numpy as np
import pytest

from salet import Lexicon, Rules
from salet.exact.search import NOT_FOUND, Search
from salet.exact.shortcuts import DepthSearch
from salet.exact.subsets import Refuter, SubsetSearch
from salet.kernels import worth
from salet.kernels.compiler import compiled
from salet.kernels.state import Scratch
from salet.table import open_table
from salet.view import Setting


@pytest.mark.benchmark(group="exact search, one thread")
@pytest.mark.parametrize("case", ["salet off", "raise off", "tares off", "crane off", "salet nyt"])
def test_total_of(benchmark, original_table, case):
    opener, hard = case.split()
    rules = Rules(hard=hard)
    start = Setting.of(original_table, rules).start()
    guess = original_table.lexicon.guess_index(opener)
    Search(original_table, rules, nodes=10).total_of(start, guess)  # compile apart

    def fresh():
        return (Search(original_table, rules), start, guess), {}

    benchmark.pedantic(Search.total_of, setup=fresh, rounds=3)


@pytest.mark.benchmark(group="worst case, one thread")
def test_no_opener_does_with_four_guesses(benchmark, original_table):
    """All 12,972 openers; the kernel is compiled by the first."""
    start = Setting.of(original_table, Rules()).start()
    DepthSearch(original_table, "off").total_of(start, 0, 5)

    def prove():
        search, guesses = (
            DepthSearch(original_table, "off"),
            range(len(original_table.game.guesses)),
        )
        return {search.total_of(start, guess, 5) for guess in guesses}

    assert benchmark.pedantic(prove, rounds=1) == {5}


def view_of_nyt(rules):
    view = Setting.of(open_table(Lexicon.load("nyt")), rules).start()
    return view, SubsetSearch(view, Search(view.table, rules, *NOT_FOUND))


@pytest.mark.benchmark(group="five guesses in hard mode, openers of nyt that resist, one thread")
@pytest.mark.parametrize("opener", ["mulch", "snips"])
@pytest.mark.parametrize("by", ["small sets", "families of words"])
def test_refute(benchmark, monkeypatch, opener, by):
    view, families = view_of_nyt(Rules(5, "nyt"))
    guess, small_sets = view.lexicon.guess_index(opener), Refuter(view.table, "nyt")
    if by == "small sets":
        found = benchmark.pedantic(small_sets.solves, (view, guess), rounds=1)
        assert found is False
    else:
        monkeypatch.setattr(Refuter, "solves", lambda *_: None)
        assert benchmark.pedantic(families.total_of, (view, guess, 1), rounds=1) == 1


@pytest.mark.benchmark(group="four guesses: do five openers of nyt leave 93 unfound, one thread")
@pytest.mark.parametrize("by", ["two sets first", "all answers"])
def test_unfound(benchmark, monkeypatch, by):
    view, search = view_of_nyt(Rules(4))
    search.total_of(view, 0, 9)  # load it
    if by == "all answers":
        monkeypatch.setattr(SubsetSearch, "_added_up", lambda *_: 0)
    guesses = [
        view.lexicon.guess_index(word) for word in ("sight", "mould", "candy", "ovens", "brick")
    ]

    def unfound():
        return [search.total_of(view, guess, 93) for guess in guesses]

    assert min(benchmark.pedantic(unfound, rounds=1)) >= 93


@pytest.mark.benchmark(group="parts of all guesses")
@pytest.mark.parametrize("candidates", [8, 32, 128])
def test_count_parts(benchmark, original_table, candidates):
    original_table.prepare()
    count_parts = compiled(worth.count_parts)
    some = np.linspace(0, 2314, candidates).astype(np.int32)
    parts, pairs = np.zeros(12972, np.int64), np.zeros(12972, np.int32)
    arguments = (original_table.by_answer, some, 0, 12972, Scratch.empty(), parts, pairs)
    count_parts(*arguments)
    benchmark.pedantic(count_parts, args=arguments, rounds=50)
