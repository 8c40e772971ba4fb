"""The three rules of colouring: plain functions, kernels and twins, and where they part."""

from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from salet import Lexicon, pattern_of
from salet.games.colours import Colour
from salet.games.wordle import Wordle
from salet.replication.feedback import (
    NaiveWordle,
    RoyWordle,
    faulty_pattern,
    fill_faulty,
    table_of,
)
from salet.table import code_dtype, open_table, table_path
from tests.helpers import pairs, word_lists

naive_pattern = partial(faulty_pattern, hides=False)
roy_pattern = partial(faulty_pattern, hides=True)
PLAIN = {"naive": naive_pattern, "roy": roy_pattern}
RULES = {"true": pattern_of, **PLAIN}
GAMES = {Wordle: pattern_of, NaiveWordle: naive_pattern, RoyWordle: roy_pattern}


def lists():
    return st.integers(2, 15).flatmap(lambda length: word_lists(length, "ab", max_size=8))


@pytest.mark.slow
@pytest.mark.parametrize("rule", ["naive", "roy"])
@given(lists())
def test_kernels_and_rules(rule, vocabulary):
    lexicon = Lexicon.from_words(vocabulary)
    letters, places = lexicon.letters.numbers, lexicon.letters.places
    codes = np.full((len(letters), places.shape[1]), 99, code_dtype(3**lexicon.length))
    fill_faulty(letters, places, codes, rule == "roy")
    expected = [[PLAIN[rule](g, a).code for a in lexicon.answers] for g in lexicon.allowed]
    assert codes.tolist() == expected


@pytest.mark.parametrize("rule", ["naive", "roy"])
def test_kernels_uncompiled(rule):
    lexicon = Lexicon.from_words(["eerie", "there", "geese", "aitch", "tares"])
    codes = np.zeros((5, 5), np.uint8)
    letters, places = lexicon.letters.numbers, lexicon.letters.places
    getattr(fill_faulty, "py_func", fill_faulty)(letters, places, codes, rule == "roy")
    expected = [[PLAIN[rule](g, a).code for a in lexicon.answers] for g in lexicon.allowed]
    assert codes.tolist() == expected


@given(pairs("abc"))
def test_all_rules_agree_on_greens(pair):
    guess, answer = pair
    greens = [letter == truth for letter, truth in zip(*pair, strict=True)]
    for colour_by in RULES.values():
        colours = colour_by(guess, answer).colours
        assert [colour is Colour.GREEN for colour in colours] == greens


@given(pairs("abc"))
def test_naive_is_never_greyer(pair):
    naive = naive_pattern(*pair).colours
    for colour_by in RULES.values():
        assert all(a >= b for a, b in zip(naive, colour_by(*pair).colours, strict=True))


@given(st.permutations("abcde").map("".join), st.text("abcdef", min_size=5, max_size=5))
def test_naive_is_true_where_the_guess_repeats_no_letter(guess, answer):
    assert naive_pattern(guess, answer) == pattern_of(guess, answer)


def test_roy_errs_without_repeated_letters():
    """The word that should not be in van Rijn's example: a is grey in tares, and aitch has it."""
    assert str(roy_pattern("tares", "aitch")) == "y----"
    assert str(pattern_of("tares", "aitch")) == "yy---"


@pytest.mark.parametrize(
    ("guess", "answer", "true", "naive", "roy"),
    [
        ("eerie", "there", "y-y-g", "yyy-g", "yyy-g"),
        ("ether", "other", "-gggg", "ygggg", "-gggg"),  # write-up 003's example
        ("speed", "abide", "--y-y", "--yyy", "--yy-"),
        ("babab", "ababa", "yyyy-", "yyyyy", "yyyy-"),
        ("aaaaa", "aaaaa", "ggggg", "ggggg", "ggggg"),
    ],
)
def test_by_hand(guess, answer, true, naive, roy):
    found = [str(colour_by(guess, answer)) for colour_by in RULES.values()]
    assert found == [true, naive, roy]


@pytest.mark.parametrize("kind", GAMES)
def test_tables(kind, original):
    table = table_of(kind(original))
    rng = np.random.default_rng(3)
    for guess, answer in rng.integers((12972, 2315), size=(300, 2)):
        expected = GAMES[kind](original.allowed[guess], original.answers[answer])
        assert table.row(guess)[answer] == expected.code


def test_games_with_the_same_words_and_another_rule_share_nothing(original):
    games = [kind(original) for kind in GAMES]
    assert len({game.id for game in games}) == len({game.rule for game in games}) == 3
    assert len(set(games)) == len({table_path(game) for game in games}) == 3
    # Cached one after the other, each has its own replies.
    words = Lexicon.from_words(["aitch", "tares", "eerie", "there"])
    tables = [open_table(kind(words)) for kind in GAMES]
    for table, colour_by in zip(tables, GAMES.values(), strict=True):
        codes = [[colour_by(g, a).code for a in words.answers] for g in words.allowed]
        assert [table.row(guess).tolist() for guess in range(4)] == codes


def test_words_of_different_lengths_are_refused():
    for colour in PLAIN.values():
        with pytest.raises(ValueError, match="argument 2"):
            colour("abcde", "abcd")


@pytest.mark.parametrize(
    ("guess", "answer", "pattern"),
    # From Chow's logs, github.com/chrischow/wordle_solver, kernel_output.
    [("eerie", "error", "GYGXY"), ("rarer", "paper", "YGYGG"), ("tatty", "batty", "YGGGG")],
)
def test_naive_feedback_of_an_author(guess, answer, pattern):
    assert str(naive_pattern(guess, answer)) == pattern.lower().replace("x", "-")
