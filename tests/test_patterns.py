import pytest
from hypothesis import given
from hypothesis import strategies as st

from salet import IllegalGuessError, Pattern, pattern_of
from salet.errors import InvalidPatternError
from salet.games.colours import SPELLINGS, STYLES, Colour, all_green, pattern_count, read_colours
from tests.helpers import pairs

# The pairs that USERS.md section 6 collects from bug reports of other programs, worked by hand.
DOUBLE_LETTERS = [
    ("eerie", "there", "y-y-g"),
    ("error", "elder", "g---g"),
    ("elder", "error", "g---g"),
    ("sease", "essay", "yyyy-"),
    ("essay", "sease", "yyyy-"),
    ("speed", "abide", "--y-y"),
    ("abide", "speed", "---yy"),
    ("added", "dread", "yy-yg"),
    ("dread", "added", "y-yyg"),
    ("geese", "those", "---gg"),
    ("those", "geese", "---gg"),
    ("abbey", "orbit", "--g--"),
    ("orbit", "abbey", "--g--"),
]


@pytest.mark.parametrize(("guess", "answer", "expected"), DOUBLE_LETTERS)
def test_double_letters(guess, answer, expected):
    assert str(pattern_of(guess, answer)) == expected


def test_words_of_different_lengths_are_refused():
    with pytest.raises(IllegalGuessError, match="4 letters"):
        pattern_of("word", "words")


@given(pairs())
def test_pattern_says_only_what_is_true(pair):
    guess, answer = pair
    pattern = pattern_of(guess, answer)
    assert pattern.solved == (guess == answer)
    for letter in set(guess):
        shown = sum(
            g == letter and colour is not Colour.GREY
            for g, colour in zip(guess, pattern.colours, strict=True)
        )
        assert shown == min(guess.count(letter), answer.count(letter))
    for g, a, colour in zip(guess, answer, pattern.colours, strict=True):
        assert (colour is Colour.GREEN) == (g == a)


@given(st.integers(2, 15).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, 3**n - 1))))
def test_code_round_trips(length_and_code):
    length, code = length_and_code
    pattern = Pattern.from_code(code, length)
    assert pattern.code == code
    assert len(pattern) == length
    assert eval(repr(pattern), {"Pattern": Pattern}) == pattern
    for style in STYLES:
        assert Pattern.from_text(pattern.to_text(style)) == pattern


def test_all_green_is_the_largest_code():
    assert all_green(5) == 242
    assert pattern_count(5) == 243
    assert Pattern.from_text("ggggg").code == 242
    assert Pattern.from_text("-----").code == 0


@pytest.mark.parametrize("code", [-1, 243])
def test_code_out_of_range(code):
    with pytest.raises(InvalidPatternError, match=r"0\.\.242"):
        Pattern.from_code(code, 5)


@pytest.mark.parametrize(
    "text",
    [
        *("-yg-g", "01202", "BYGBG", "bygbg", "xygxg", ".yg.g", "_?+_+", "wmcwc", "apcac", "x~vxv"),
        *("⬛🟨🟩⬛🟩", "⬜🟨🟩⬜🟩", "⬛🟦🟧⬛🟧", "⬜🟦🟧⬜🟧", "⬛️🟨🟩⬛️🟩"),
    ],
)
def test_every_spelling_reads_the_same(text):
    assert Pattern.from_text(text) == Pattern.from_text("-yg-g")


def test_spaces_are_ignored():
    assert Pattern.from_text(" - y g - g ") == Pattern.from_text("-yg-g")


def test_no_character_has_two_meanings():
    characters = "".join(SPELLINGS.values())
    assert len(set(characters)) == len(characters)


@pytest.mark.parametrize("text", ["12312", "ny?", "yes", "", "   ", "y y\nq", "３"])
def test_what_cannot_be_read_is_refused(text):
    with pytest.raises(InvalidPatternError):
        read_colours(text)


def test_the_one_two_three_spelling_is_refused_with_the_reason():
    with pytest.raises(InvalidPatternError, match="0 grey, 1 yellow, 2 green"):
        read_colours("11213")


@given(st.text(max_size=8))
def test_reading_never_fails_otherwise(text):
    try:
        colours = read_colours(text)
    except InvalidPatternError:
        return
    assert 1 <= len(colours) <= len(text)
