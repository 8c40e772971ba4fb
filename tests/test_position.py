import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from salet import InvalidError, Pattern, Position, Wordle, pattern_of
from salet.errors import InvalidPositionError
from tests.helpers import fits, words

EXPECTED = (
    Position().after("raise", Pattern.from_text("--y-g")).after("clout", Pattern.from_text("-y---"))
)


@pytest.mark.parametrize(
    "text",
    [
        "raise:--y-g clout:-y---",
        "  RAISE:--y-g   Clout:-Y--- ",
        "raise=00102 clout=01000",
        "raise;xxyxg clout;xyxxx",
        "raise:BBYBG,clout:BYBBB",
        "raise --y-g clout -y---",
        "raise ⬛⬛🟨⬛🟩\nclout ⬜🟨⬜⬜⬜",
        "raise.BBYBG.clout.BYBBB",
        "raise.00102.clout.01000",
        "raise:..y.g clout:.y...",
        "raise : --y-g , clout : -y---",
        "raise 0 0 1 0 2 clout 0 1 0 0 0",
        "raise: - - y - g, clout: - y - - -",
        "raise⬛️⬛️🟨⬛️🟩️ clout⬛🟨⬛⬛⬛",
        "r0a0i1s0e2 c0l1o0u0t0",
    ],
)
def test_spellings(text):
    assert Position.from_text(text) == EXPECTED


def test_text_form():
    assert str(EXPECTED) == "raise:--y-g clout:-y---"
    assert repr(EXPECTED) == "Position.from_text('raise:--y-g clout:-y---')"
    assert Position.from_text("") == Position.from_text("  \n") == Position()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("raise", "does not pair guesses"),
        ("raise:--y-g clout", "does not pair guesses"),
        ("raise:--y-", "5 letters but its pattern '--y-' has 4"),
        ("raise:", "lacks a guess"),
        (":--y-g", "lacks a guess"),
        ("raise:--y-g word:----", "differ in length"),
        ("raise:--y-q", "has 'q'"),
        ("raise:11213", "0 grey"),
    ],
)
def test_bad_positions(text, message):
    with pytest.raises(InvalidError, match=message):
        Position.from_text(text)


@example("a0")
@given(st.text(max_size=30))
def test_reading_any_text_gives_a_position_or_a_clear_error(text):
    try:
        position = Position.from_text(text)
    except InvalidError as error:
        assert str(error)
        return
    assert Position.from_text(str(position)) == position


@given(st.lists(words(5, "abcdé"), max_size=4), words(5, "abcdé"))
def test_round_trip_and_the_answer_always_fits(guesses, answer):
    position = Position()
    for guess in guesses:
        position = position.after(guess, pattern_of(guess, answer))
    assert Position.from_text(str(position)) == position
    assert fits(answer, position)


def test_accents_are_composed():
    assert Position.from_text("E\u0301TE\u0301:-yg").turns[0].guess == "été"


def test_html_tiles_have_labels_and_borders():
    html = Position.from_text("raise:--y-g")._repr_html_()
    assert 'aria-label="E: correct"' in html
    assert 'aria-label="I: elsewhere"' in html
    assert html.count("dotted") == 1


@pytest.mark.parametrize("given", ["raise:--y-g", [("raise", "--y-g")], (("raise", "00102"),)])
def test_a_position_is_read_however_it_is_given(given):
    expected = Position.from_text("raise:--y-g")
    assert Position(given) == Wordle("original").position(given) == expected
    assert Wordle("original").position(expected) is expected
    assert Position(list(expected.turns)) == expected


@pytest.mark.parametrize("given", [None, 7, [("raise",)], [1, 2], ["raise:--y-g"]])
def test_what_is_no_position_is_refused_in_one_line(given):
    for read in (Position, Wordle("original").position):
        with pytest.raises(InvalidPositionError, match="write it as raise:--y-g") as caught:
            read(given)
        assert "\n" not in str(caught.value)
