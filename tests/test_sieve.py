"""What openers cost at least by ceilings, against the same bound without any."""

from collections import Counter
from itertools import product
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from salet import Lexicon, Mastermind, Rules, pattern_of
from salet.exact.objectives import OBJECTIVES, SievedSearch, allocate_sieve, aspects_of
from salet.exact.search import Search
from salet.kernels import sieve as kernel
from salet.kernels.bounds import NEVER, any_guess, one_guess
from salet.table import open_table
from salet.view import Setting
from tests.helpers import examples

FEW = 12
"""Parts from this size on are counted."""


def vocabulary(seed, letters, answers):
    """Make a lexicon of words that share few letters, so that some parts are large."""
    every = ["".join(word) for word in product(letters, repeat=4)]
    chosen = Random(seed).sample(every, answers + 20)
    return Lexicon.from_words(chosen[:answers], chosen)


vocabularies = st.builds(
    vocabulary, st.integers(), st.sampled_from(["abcdef", "abcdefgh"]), st.integers(60, 150)
)


def plain_bound(lexicon, opener):
    """Add up the bounds of all parts of an opener, each by the best of all guesses."""
    groups = {}
    for answer in lexicon.answers:
        groups.setdefault(pattern_of(opener, answer).code, []).append(answer)
    groups.pop(pattern_of(opener, opener).code, None)
    total = len(lexicon.answers)
    for part in groups.values():
        bound = any_guess(len(part), 1)
        if len(part) >= FEW:
            worth = max(
                len({pattern_of(guess, answer).code for answer in part}) + (guess in part)
                for guess in lexicon.allowed
            )
            bound = max(bound, one_guess(len(part), worth))
        total += bound
    return total


@pytest.mark.slow
@examples(40)
@given(vocabularies, st.data())
def test_the_bound_is_that_of_all_guesses(lexicon, data):
    """Also once sets have come often enough, and where there is room for few ceilings."""
    sieve = allocate_sieve(open_table(lexicon))
    room = data.draw(st.sampled_from([1, 20, 4096]))
    sieve = sieve._replace(highest=sieve.highest[:room].copy())
    every = np.arange(len(lexicon.answers), dtype=np.int32)
    openers = data.draw(st.lists(st.sampled_from(lexicon.allowed), min_size=1, max_size=4))
    bounds = {lexicon.guess_index(word): plain_bound(lexicon, word) for word in openers}
    for _ in range(4):
        for guess, bound in bounds.items():
            for cut in (NEVER, bound - 3, bound, bound + 1):
                found = kernel.opener_bound(sieve, guess, every, cut)
                assert found <= bound
                if room > 20:
                    assert found == bound or found >= cut


@pytest.mark.slow
@examples(10)
@given(vocabularies, st.sampled_from(["off", "nyt", "strict"]), st.integers(3, 6))
def test_sieved_totals_are_those_of_the_search(lexicon, hard, cap):
    table, rules = open_table(lexicon), Rules(cap, hard)
    view, search = Setting.of(table, rules).start(), Search(table, rules)
    sieved = SievedSearch(view, Search(table, rules))
    for guess in range(0, len(lexicon.allowed), 7):
        total = search.total_of(view, guess)
        assert sieved.total_of(view, guess) == total
        assert sieved.total_of(view, guess, total + 1) == total
        assert total >= sieved.total_of(view, guess, total) >= total
        assert total >= sieved.total_of(view, guess, total - 2) >= total - 2


def test_sets_with_the_same_hash_are_told_apart(original_table):
    """If all hashes are alike, nothing is known of most sets, and no bound is too high."""
    sieve = allocate_sieve(original_table)
    same = sieve._replace(marks=np.zeros_like(sieve.marks))
    every = np.arange(len(original_table.lexicon.answers), dtype=np.int32)
    for word in ("salet", "crane", "fuzzy"):
        guess = original_table.lexicon.guess_index(word)
        bound = kernel.opener_bound(sieve, guess, every, NEVER)
        assert kernel.opener_bound(same, guess, every, NEVER) <= bound


def test_what_replies_tell():
    replies = Mastermind(2, 3).replies
    single, double = aspects_of(replies)
    assert len(single) == 2  # how many pegs are right, and how many colours more
    assert Counter(map(len, (single, double))) == {2: 1, 1: 1}
    texts = [str(reply) for reply in replies]
    assert len(set(double[0].tolist())) == len(set(texts))


def test_only_large_questions_are_sieved(original_table):
    start = Setting.of(original_table, Rules()).start()
    mean, solved = OBJECTIVES["mean"], OBJECTIVES["solved"]
    assert isinstance(mean.opener_search(start, None), SievedSearch)
    assert isinstance(solved.opener_search(start, None), Search)
    weights = np.arange(1, len(start.candidates) + 1)
    assert isinstance(mean.opener_search(start, weights), Search)
