"""How long the exact search takes: the search alone, on one thread, without writing the tree."""

import numpy as np
import pytest

from salet import Rules
from salet.exact.search import Search
from salet.exact.shortcuts import DepthSearch
from salet.kernels import worth
from salet.kernels.compiler import compiled
from salet.kernels.state import Scratch
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
