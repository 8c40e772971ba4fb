"""Contradictions in words, wider lists, and reasons."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from salet import InconsistentHistoryError, Lexicon, Position, pattern_of, suggest
from salet.coach.contradiction import (
    contradiction,
    explanation,
    facts_of,
    impossible_pattern,
)
from salet.coach.reasons import Reasons, largest_family
from salet.coach.suggest import Advisor
from salet.coach.wider import with_words
from salet.games.colours import Pattern
from salet.games.position import Turn
from tests.helpers import word_lists, words


@given(words(4, "abc"), words(4, "abcd"))
def test_facts_are_true_of_the_answer(guess, answer):
    turn = Turn(guess, pattern_of(guess, answer))
    assert all(fact.fits(answer) for fact in facts_of(turn))
    assert impossible_pattern(turn) is None


@given(words(3, "ab"), st.integers(0, 26))
def test_impossible_patterns_are_those_no_string_gives(guess, code):
    """Over a, b and a letter that is in no guess, every string of three is tried."""
    pattern = Pattern.from_code(code, 3)
    strings = [a + b + c for a in "abc" for b in "abc" for c in "abc"]
    possible = any(pattern_of(guess, answer) == pattern for answer in strings)
    assert (impossible_pattern(Turn(guess, pattern)) is None) == possible


@pytest.mark.slow
@given(word_lists(3, "abc", max_size=8), st.data())
def test_smallest_contradiction(vocabulary, data):
    """As few facts as trying all subsets finds, and they do rule out every word."""
    turns = tuple(
        Turn(
            data.draw(st.sampled_from(vocabulary)),
            Pattern.from_code(data.draw(st.integers(0, 26)), 3),
        )
        for _ in range(2)
    )
    position = Position(turns)
    found = contradiction(position, vocabulary)
    facts = [fact for turn in turns for fact in facts_of(turn)]
    fitting = [word for word in vocabulary if all(fact.fits(word) for fact in facts)]
    assert (found == ()) == bool(fitting)
    if found:
        assert not any(all(fact.fits(word) for fact in found) for word in vocabulary)
        for smaller in combinations(facts, len(found) - 1):
            assert any(all(fact.fits(word) for fact in smaller) for word in vocabulary)


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "plant:g---- slate:g----",
            "PLANT:g---- says P is in position 1, SLATE:g---- says S is in position 1",
        ),
        (
            "raise:--y-g clout:-y--- belie:ggg--",
            "RAISE:--y-g says E is in position 5, BELIE:ggg-- says E is not in position 5",
        ),
        (
            "crane:gg--- crwth:--g-g",
            "CRANE:gg--- says C is in position 1, CRWTH:--g-g says there is no C",
        ),
    ],
)
def test_contradictions_in_words(original, text, said):
    assert explanation(Position.from_text(text), original.allowed, str.upper) == said
    with pytest.raises(InconsistentHistoryError) as caught:
        suggest(text)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("crane:ggggy", "all are green but one, and the yellow E has nowhere else to go"),
        ("eerie:-y---", "of two E's the first is coloured before the second, but here it is grey"),
        ("abbey:gyygg", "the yellow letters have nowhere else to go"),
    ],
)
def test_patterns_that_cannot_be(text, said):
    with pytest.raises(InconsistentHistoryError, match="is impossible") as caught:
        suggest(text)
    assert said in str(caught.value)


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("answer", ["maven", "emoji", "kefir", "loris", "guano", "snafu"])
def test_never_a_dead_end(original, answer):
    """None of them is listed; following the first suggestion finds each all the same."""
    assert answer not in original.answers
    position, notes = Position(), set()
    for guess in ("raise", "clout"):
        position = position.after(guess, pattern_of(guess, answer))
    for _ in range(12):
        advice = suggest(position, top=1, lexicon=original)
        notes.add(advice.note)
        guess = advice.suggestions[0].guess
        position = position.after(guess, pattern_of(guess, answer))
        if guess == answer:
            break
    assert position.turns[-1].guess == answer
    assert any("all 12,972 allowed words of original" in note for note in notes)


def test_wider_than_the_allowed_words(original):
    """Rossa is in the newspaper's list alone (docs/words.md)."""
    position = Position()
    for guess in ("stoas", "moral"):
        position = position.after(guess, pattern_of(guess, "rossa"))
    advice = suggest(position)
    assert "rossa" in advice.candidates
    assert "14,855 allowed words of nyt" in advice.note
    assert advice.to_dict()["note"] == advice.note


def test_more_words_in_a_table(original_table):
    table = with_words(original_table, answers=["maven", "zzzzz"], allowed=["aaaaa", "crane"])
    lexicon = table.lexicon
    assert (len(lexicon.answers), len(lexicon.allowed)) == (2317, 12974)
    for guess in ("aaaaa", "crane", "zzzzz", "maven"):
        for answer in ("aback", "maven", "zonal", "zzzzz"):
            code = table.row(lexicon.guess_index(guess))[lexicon.answer_index(answer)]
            assert code == pattern_of(guess, answer).code


def test_reasons(original_table):
    def why(position, guess, lexicon="original"):
        view, _ = Advisor.of(lexicon).view(Position.from_text(position))
        place = int(view.lexicon.guess_index(guess))
        return Reasons(view).of(place, view.split(place)[2])

    assert why("slate:-gggg", "plate") == "tells both words apart, and may be the answer"
    assert why("raise:--y-g clout:-y--- belie:g-gyg", "bilge") == "is the only word left"
    only = why("raise:--y-g clout:-y--- belie:g-gyg", "which")
    assert only == "cannot be the answer: only bilge is left"
    family = ["batch", "catch", "hatch", "latch", "match", "patch"]
    rhymes = Lexicon.from_words(family, [*family, "bumph", "fuzzy"])
    assert why("", "bumph", lexicon=rhymes) == "splits the 6 -atch words into 4 groups"
    assert why("", "fuzzy", lexicon=rhymes) == "tells nothing new"


def test_families():
    assert largest_family(["abc", "abd", "abe"]) is None
    assert largest_family(["abc", "abd", "abe", "abf", "xyz"]) == (
        "ab-",
        ["abc", "abd", "abe", "abf"],
    )
