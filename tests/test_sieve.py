"""What openers cost at least by ceilings, against the same bound without any."""

from dataclasses import replace
from itertools import product
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from salet import Lexicon, Mastermind, Rules, Wordle
from salet.exact import shortcuts
from salet.exact.objectives import OBJECTIVES
from salet.exact.optimum import best_openers
from salet.exact.search import Search
from salet.exact.shortcuts import SievedSearch, allocate_sieve, aspects_of
from salet.exact.subsets import SubsetSearch
from salet.games.game import Replies
from salet.kernels import sieve as kernel
from salet.kernels.bounds import NEVER, any_guess, one_guess
from salet.table import open_table
from salet.view import Setting
from tests.helpers import examples


def vocabulary(seed, letters, answers, others=20, length=4):
    """Make a lexicon of words that share few letters, so that some parts are large."""
    every = ["".join(word) for word in product(letters, repeat=length)]
    chosen = Random(seed).sample(every, answers + others)
    return Lexicon.from_words(chosen[:answers], chosen)


letters, sizes = st.sampled_from(["abcdef", "abcdefgh"]), st.integers(60, 150)
vocabularies = st.builds(vocabulary, st.integers(), letters, sizes)
# With many guesses for few candidates, all of them are counted at once.
large_vocabularies = st.builds(vocabulary, st.integers(), letters, sizes, st.just(700))
# With more than 256 replies, and of large sets, guesses are counted in another way.
long_vocabularies = st.builds(
    vocabulary, st.integers(), st.sampled_from(["abc", "abcd"]), sizes, st.just(200), st.just(6)
)


def plain_bound(game, opener, candidates):
    """Add up the bounds of all parts of an opener, each by the best of all guesses."""
    groups = {}
    for answer in candidates:
        groups.setdefault(game.reply(opener, answer), []).append(answer)
    groups.pop(game.replies.solved, None)
    total = len(candidates)
    for part in groups.values():
        bound = any_guess(len(part), 1)
        if len(part) >= kernel.SMALL:
            worth = max(
                len({game.reply(guess, answer) for answer in part}) + (guess in part)
                for guess in game.guesses
            )
            bound = max(bound, one_guess(len(part), worth))
        total += bound
    return total


@pytest.mark.slow
@examples(40)
@given(vocabularies, st.data())
def test_the_bound_is_that_of_all_guesses(lexicon, data):
    check_bounds(lexicon, data)


@pytest.mark.slow
@examples(10)
@given(large_vocabularies | long_vocabularies, st.data())
def test_the_bound_is_that_of_many_guesses(lexicon, data):
    check_bounds(lexicon, data)


def check_bounds(lexicon, data):
    """Also of some candidates, once sets have come often, and where there is room for few."""
    game = Wordle(lexicon)
    sieve = allocate_sieve(open_table(game))
    room = data.draw(st.sampled_from([1, 20, 4096, 4096]))
    sieve = sieve._replace(highest=sieve.highest[:room].copy())
    some = np.arange(data.draw(st.integers(0, 20)), len(game.answers), dtype=np.int32)
    candidates = [game.answers[i] for i in some]
    openers = data.draw(st.lists(st.sampled_from(game.guesses), min_size=1, max_size=4))
    bounds = {game.guesses.index(word): plain_bound(game, word, candidates) for word in openers}
    for _ in range(4):
        for guess, bound in bounds.items():
            for cut in (NEVER, bound - 3, bound, bound + 1):
                found = kernel.opener_bound(sieve, guess, some, cut)
                assert found <= bound
                if room > 20:
                    assert found == bound or found >= cut


def word_with_reply(guess, marks, chance):
    """Make up a word to which `guess` gets such marks: 2 in place, 1 in another place."""
    loose = [letter for letter, mark in zip(guess, marks, strict=True) if mark == 1]
    places = [place for place, mark in enumerate(marks) if mark < 2]
    for _ in range(100):
        word = [
            letter if mark == 2 else chance.choice("xyz")
            for letter, mark in zip(guess, marks, strict=True)
        ]
        chosen = chance.sample(places, len(loose))
        if all(guess[place] != letter for place, letter in zip(chosen, loose, strict=True)):
            for place, letter in zip(chosen, loose, strict=True):
                word[place] = letter
            return "".join(word)
    return None


def test_sets_of_more_parts_than_a_byte_holds():
    """Seven letters: one guess makes 274 parts, and each eighth reply only is among them."""
    chance, guess = Random(7), "abcdefg"
    numbered = enumerate(product(range(3), repeat=7))
    made = [word_with_reply(guess, marks, chance) for code, marks in numbered if code % 8 == 0]
    answers = [word for word in made if word is not None]
    lost = ["qqqqqqq", "rrrrrrr"]
    game = Wordle(Lexicon.from_words(answers, [*answers, guess, *lost]))
    codes = {game.reply(guess, answer) for answer in answers}
    assert len(codes) > 256
    assert len({code % 8 for code in codes}) == 1
    sieve = allocate_sieve(open_table(game))
    every = np.arange(len(game.answers), dtype=np.int32)
    for word in (*lost, guess, *answers[:3]):
        bound = plain_bound(game, word, game.answers)
        assert kernel.opener_bound(sieve, game.guesses.index(word), every, NEVER) == bound
        if word in lost:  # all answers were counted at last
            assert sieve.parts[game.guesses.index(guess)] == len(codes)


def test_the_bound_of_another_game():
    game = Mastermind(3, 6)
    sieve = allocate_sieve(open_table(game))
    every = np.arange(len(game.answers), dtype=np.int32)
    for guess in (0, 1, 8, 50):
        bound = plain_bound(game, game.guesses[guess], game.answers)
        assert kernel.opener_bound(sieve, guess, every, NEVER) == bound


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
        assert sieved.total_of(view, guess, total) == total
        assert total >= sieved.total_of(view, guess, total - 2) >= total - 2


def test_sets_with_the_same_hash_are_told_apart():
    """With few hashes, most ceilings are those of another set, and all bounds are the same."""
    lexicon = vocabulary(1, "abcdefgh", 150)
    sieve, every = allocate_sieve(open_table(lexicon)), np.arange(150, dtype=np.int32)
    true = {}
    for guess in range(0, 170, 7):
        true[guess] = kernel.opener_bound(sieve, guess, every, NEVER)
    mixed = allocate_sieve(open_table(lexicon))
    mixed = mixed._replace(marks=sieve.marks & np.uint64(14))
    for _ in range(3):
        for guess, bound in true.items():
            assert kernel.opener_bound(mixed, guess, every, NEVER) == bound
    assert mixed.counts[kernel.FOUND] < sieve.counts[kernel.FOUND]  # else no hash was the same


@pytest.mark.slow
@examples(10)
@given(vocabularies, st.sampled_from(["off", "nyt"]), st.integers(1, 2))
def test_the_best_openers_with_a_sieve_and_without(lexicon, hard, jobs):
    with pytest.MonkeyPatch.context() as patch:
        without = best_openers(lexicon=lexicon, hard=hard, top=3, jobs=jobs)
        patch.setattr(shortcuts, "_LEAST_TO_SIEVE", 1)
        found = best_openers(lexicon=lexicon, hard=hard, top=3, jobs=jobs)
    assert found.openers_proven
    assert [(s.opener, s.total) for s in found.solutions] == [
        (s.opener, s.total) for s in without.solutions
    ]


def test_what_replies_tell():
    replies = Mastermind(2, 3).replies
    single, double = aspects_of(replies)
    assert len(single) == 2  # how many pegs are right, and how many colours more
    assert len(double) == 1
    assert len(set(double[0].tolist())) == replies.size
    uneven = Replies(["0", "1", "solved"], "solved")
    assert [rows.shape for rows in aspects_of(uneven)] == [(0, 3), (0, 3)]


def test_only_large_questions_are_sieved(original_table):
    start = Setting.of(original_table, Rules()).start()
    mean, solved = OBJECTIVES["mean"], OBJECTIVES["solved"]
    assert isinstance(mean.opener_search(start, None), SievedSearch)
    assert isinstance(solved.opener_search(start, None), SubsetSearch)
    weights = np.arange(1, len(start.candidates) + 1)
    assert isinstance(mean.opener_search(start, weights), Search)
    assert not SievedSearch.pays(replace(start, candidates=start.candidates[:499]))
    assert SievedSearch.pays(replace(start, candidates=start.candidates[:500]))
