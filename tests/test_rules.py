import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from salet import (
    IllegalGuessError,
    InvalidError,
    Lexicon,
    Position,
    Referee,
    Rules,
    Wordle,
    pattern_of,
)
from salet.table import ComputedTable
from tests.helpers import fits, objection, word_lists, words


def position_of(answer, *guesses):
    position = Position()
    for guess in guesses:
        position = position.after(guess, pattern_of(guess, answer))
    return position


# Words that USERS.md section 6 collects from disputes about hard mode.
CASES = [
    # A letter shown twice must be used twice.
    ("cecum:g-y--", "candy", "guess must contain C twice", "guess must contain C twice"),
    ("alley:-yy--", "slows", "guess must contain L twice", "guess must contain L twice"),
    # One green copy and one grey: one is enough.
    ("alley:-g---", "slows", None, None),
    ("crane:g-y--", "cacti", None, None),
    ("crane:g-y-- cacti:gg-y-", "caput", None, None),
    # The newspaper lets a yellow letter stay in its place and grey letters come back.
    ("tarse:-g--y", "pagle", None, "E must not be in position 5"),
    ("crane:g----", "crime", None, "guess must not contain R"),
    ("abase:g-g--", "abaca", None, "guess must not contain B"),
    ("eerie:y---g", "geese", None, "E must not be in position 2"),
    ("those:---gg", "geste", "S must be in position 4", "S must be in position 4"),
    ("crane:--y--", "crimp", "guess must contain A", "guess must contain A"),
    ("speed:--y--", "geese", None, "E must not be in position 3"),
    ("speed:--y--", "elite", None, "guess may contain E only once"),
    ("sassy:y-yy-", "asset", "guess must contain S 3 times", "guess must contain S 3 times"),
]


@pytest.mark.parametrize(("position", "guess", "nyt", "strict"), CASES)
def test_objections(position, guess, nyt, strict):
    position = Position.from_text(position)
    assert objection(Rules(hard="nyt"), guess, position) == nyt
    assert objection(Rules(hard="strict"), guess, position) == strict


def test_green_message_names_the_place():
    position = Position.from_text("crisp:---g-")
    assert objection(Rules(hard="nyt"), "cries", position) == "S must be in position 4"
    with pytest.raises(IllegalGuessError, match="cries is not allowed in hard mode nyt: S must"):
        Wordle("original").check("cries", position, Rules(hard="nyt"))


def test_off_allows_everything():
    assert objection(Rules(), "zzzzz", Position.from_text("crisp:ggggg")) is None


def test_bad_rules(original):
    with pytest.raises(InvalidError, match="1 or more, not 0"):
        Rules(max_guesses=0)
    # A mode belongs to the game, which knows what it has.
    with pytest.raises(InvalidError, match="no hard mode 'medium'; it has off, nyt, strict"):
        Referee(original, "crane", Rules(hard="medium"))


@pytest.mark.slow
@given(words(5, "abc"), st.lists(words(5, "abc"), min_size=1, max_size=3), words(5, "abc"))
def test_strict_is_consistency(answer, guesses, next_guess):
    position = position_of(answer, *guesses)
    allowed = objection(Rules(hard="strict"), next_guess, position) is None
    assert allowed == fits(next_guess, position)


@given(words(5, "abc"), st.lists(words(5, "abc"), max_size=3), words(5, "abc"))
def test_strict_implies_nyt_and_the_answer_is_always_legal(answer, guesses, next_guess):
    position = position_of(answer, *guesses)
    for mode in Wordle.modes:
        assert objection(Rules(hard=mode), answer, position) is None
    if objection(Rules(hard="strict"), next_guess, position) is None:
        assert objection(Rules(hard="nyt"), next_guess, position) is None


@given(word_lists(min_size=3), st.data())
def test_whole_arrays_agree_with_the_readable_rule(vocabulary, data):
    lexicon = Lexicon.from_words(vocabulary)
    answer = data.draw(st.sampled_from(lexicon.answers))
    guesses = data.draw(st.lists(st.sampled_from(lexicon.allowed), max_size=3))
    position = position_of(answer, *guesses)
    table = ComputedTable(lexicon)
    for mode in Wordle.modes:
        rules = Rules(hard=mode)
        expected = [
            index
            for index, word in enumerate(lexicon.allowed)
            if objection(rules, word, position) is None
        ]
        assert (
            table.game.mode(mode)
            .legal(table, position, np.arange(len(table.game.guesses)))
            .tolist()
            == expected
        )


def test_legal_guesses_keeps_to_those_given(original_table):
    position = Position.from_text("crane:g----")
    among = np.arange(0, 12972, 7)
    some = original_table.game.mode("nyt").legal(original_table, position, among)
    every = original_table.game.mode("nyt").legal(original_table, position, np.arange(12972))
    assert 0 < len(some) < len(every) < 12972
    assert set(some) == set(every) & set(among)
