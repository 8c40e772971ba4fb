"""What a person may type in `salet solve`, right and wrong."""

from contextlib import suppress

import pytest

from salet import Lexicon, Position, RepairWarning, Rules, SaletError
from salet.boards.session import Session
from salet.coach.suggest import Advisor


@pytest.fixture
def session(original_table):
    return Session(Advisor.of("original"))


def position(session):
    return str(session.position)


@pytest.mark.parametrize(
    "lines",
    [
        ["raise:--y-g clout:-y---"],
        ["raise --y-g clout -y---"],
        ["RAISE=00102", "clout;xyxxx"],
        ["raise --y-g", "clout -y---"],
        ["raise", "--y-g", "clout", "BYBBB"],
        ["raise clout", "--y-g -y---"],
        ["raise clout", "⬛⬛🟨⬛🟩", "⬛🟨⬛⬛⬛"],
        ["Wordle 1,234 4/6*", "", "⬜⬜🟦⬜🟧", "⬜🟦⬜⬜⬜", "raise clout"],
        ["Wordle 1,234 4/6", "⬛⬛🟨⬛🟩", "⬛🟨⬛⬛⬛", "raise", "clout"],
        ["raise.BBYBG.clout.BYBBB"],
        ["raise 0 0 1 0 2", "clout - y - - -"],
        ["raise⬛️⬛️🟨⬛️🟩️", "c0l1o0u0t0"],
        ["Wordle 1,234 4/6 ⬛⬛🟨⬛🟩 ⬛🟨⬛⬛⬛", "raise clout"],
        ["raise", "⬛ ⬛ 🟨 ⬛ 🟩", "clout ⬛🟨⬛⬛⬛"],
        ["raise --y-g", "undo", "raise --y-g", "clout -y---"],
    ],
)
def test_every_way_to_type_two_turns(session, lines):
    for line in lines:
        session.take(line)
    assert position(session) == "raise:--y-g clout:-y---"
    assert session.waiting_for == ""
    assert session.advice().candidates == ("belie", "bible", "bilge", "liege")


def test_a_reply_alone_is_to_the_first_suggestion(session):
    first = session.advice().suggestions[0].guess
    assert session.take("-----") == f"read as the reply to {first.upper()}"
    assert position(session) == f"{first}:-----"


def test_another_word_waits_for_its_reply(session):
    session.take("crane")
    assert session.waiting_for == "reply to CRANE"
    session.take("-----")
    assert position(session) == "crane:-----"


def test_a_rejected_word_is_not_suggested_again(session):
    session.take("raise:--y-g")
    first = session.advice().suggestions[0].guess
    assert session.take("r") == f"{first} will not be suggested again"
    second = session.advice().suggestions[0].guess
    assert second != first
    session.take(f"rejected {second}")
    assert {first, second}.isdisjoint(s.guess for s in session.advice().suggestions)
    session.take("crane")
    assert session.take("r") == "crane will not be suggested again"
    assert session.waiting_for == ""
    session.take("u")
    session.take("u")
    session.take("u")
    assert session.advice().suggestions[0].guess == second


def test_undo_goes_back_to_the_start(session):
    for line in ("raise:--y-g", "clout -y---", "crane"):
        session.take(line)
    for _ in range(3):
        session.take("undo")
    assert position(session) == ""
    with pytest.raises(SaletError, match="nothing to undo"):
        session.take("u")


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("crate --y", "3 colours"),
        ("crate y", "1 letter;"),
        ("--y-gg", "6 colours"),
        ("crne", "4 letters"),
        ("zzzzz", "did you mean pzazz"),
        ("crane:ggggy", "yellow E has nowhere else to go"),
        ("clout:g---y", "CLOUT:g---y says"),
        ("12345", "'3'"),
        ("crane:", "lacks a guess"),
        ("🟨🟨🟨", "3 colours"),
        ("r qqqqq", "'qqqqq' is not among"),
        ("reject any text", "not a letter"),
    ],
)
def test_mistakes_change_nothing_and_the_talk_goes_on(session, line, message):
    session.take("raise:--y-- plant:g----")
    before = session.state
    with pytest.raises(SaletError, match=message):
        session.take(line)
    assert session.state == before
    assert "undo" in session.take("?")


def test_an_unknown_word_is_used_when_typed_twice(session):
    with pytest.raises(SaletError, match="type it again"):
        session.take("zzzzy")
    session.take("zzzzy")
    session.take("-----")
    assert position(session) == "zzzzy:-----"
    assert all("z" not in word for word in session.advice().candidates)


def test_a_whole_turn_with_an_unknown_word_drops_the_word_that_waited(session):
    session.take("raise")
    with pytest.raises(SaletError, match="type it again"):
        session.take("bcdfg -----")
    assert session.waiting_for == "reply to RAISE"
    assert session.take("bcdfg -----") == "no reply to raise: counted as not played"
    assert (position(session), session.waiting_for) == ("bcdfg:-----", "")


def test_a_word_of_a_wider_list_needs_no_second_typing(session):
    session.take("rossa -----")
    assert position(session) == "rossa:-----"


def test_one_bad_turn_of_several_keeps_the_good_ones(session):
    with pytest.raises(SaletError, match="did you mean"):
        session.take("raise:--y-g zzzzz:-----")
    assert position(session) == "raise:--y-g"
    session.take("u")
    assert position(session) == ""


def test_solved_and_new(session):
    session.take("raise:ggggg")
    assert session.solved
    with pytest.raises(SaletError, match="solved"):
        session.take("crane:-----")
    session.take("new")
    assert not session.solved
    session.take("q")
    assert session.closed


def test_words_left_and_help(session):
    session.take("raise:--y-g clout:-y---")
    assert session.take("w") == "4 words: belie bible bilge liege"
    assert "rejected" in session.take("?")


def test_commands_that_are_words(original_table):
    """Quit may be a word of four letters; q is not."""
    session = Session(Advisor.of(Lexicon.from_words(["quit", "undo", "suit", "bird"])))
    session.take("quit")
    assert session.waiting_for == "reply to QUIT"
    session.take("-ggg")
    assert session.advice().candidates == ("suit",)
    session.take("q")
    assert session.closed


def test_words_that_could_be_patterns():
    """PAPPY is made of letters that are also colours: a word, until a reply is waited for."""
    session = Session(Advisor.of(Lexicon.from_words(["pappy", "crane", "gappy"])))
    session.take("pappy")
    assert session.waiting_for == "reply to PAPPY"
    session.take("BGBGG")
    assert position(session) == "pappy:-g-gg"


def test_a_position_to_begin_with(original_table):
    start = Position.from_text("raise:--y-g")
    assert Session(Advisor.of("original"), start).position == start


@pytest.mark.slow
def test_rejected_words_are_not_the_answer(session):
    """Four words fit; when the game has refused all of them, the wider list is looked at."""
    session.take("raise:--y-g clout:-y---")
    for left in (3, 2, 1):
        session.take("r")
        assert len(session.advice().candidates) == left
    session.take("r")
    assert "12,972 allowed words" in session.advice().note
    assert {"belie", "bible", "bilge", "liege"}.isdisjoint(session.advice().candidates)
    session.take("u")
    assert len(session.advice().candidates) == 1


def test_nothing_left_but_rejected_words(original_table):
    session = Session(Advisor.of(Lexicon.from_words(["quit", "suit"])))
    session.take("quit -ggg")
    with pytest.raises(SaletError, match="only words that you rejected fit"):
        session.take("r")
    assert session.advice().candidates == ("suit",)


@pytest.mark.parametrize("line", ["clout -y---", "clout:-y---", "CLOUT=01000"])
def test_a_whole_turn_where_a_reply_was_awaited(session, line):
    session.take("raise --y-g")
    session.take("clout")
    assert session.take(line) == ""
    assert str(session.position) == "raise:--y-g clout:-y---"
    assert session.waiting_for == ""


def test_a_word_without_a_reply_gives_way_to_a_turn(session):
    session.take("raise --y-g")
    session.take("crane")
    assert session.take("clout -y---") == "no reply to crane: counted as not played"
    assert str(session.position) == "raise:--y-g clout:-y---"
    assert session.waiting_for == ""


def test_another_word_replaces_the_one_that_waits(session):
    """Somebody who corrects a word has not played the first one."""
    session.take("crane")
    assert session.take("slate") == "no reply to crane: counted as not played"
    session.take("-----")
    assert position(session) == "slate:-----"


def test_a_word_that_was_insisted_on_goes_with_its_puzzle(session):
    before = session.advisor.lexicon.id
    for _ in range(2):
        with suppress(SaletError):
            session.take("zzzzy")
    session.take("-----")
    assert session.advisor.lexicon.id != before
    session.take("n")
    assert session.advisor.lexicon.id == before
    assert session.advice().suggestions[0].guess == "salet"
    assert session.advice().exact


def test_undo_says_what_is_undone_and_a_word_played_twice_is_remarked_on(session):
    session.take("raise --y-g")
    assert session.take("raise") == "raise was already played"
    assert session.take("u") == "undone: raise"
    session.take("r crane")
    assert session.take("u") == "undone: crane"
    assert session.take("u") == "undone: raise"


def test_undo_of_a_reply_says_that_the_word_still_waits(session):
    session.take("raise")
    session.take("--y-g")
    assert session.take("u") == "undone: the reply to RAISE"
    assert session.waiting_for == "reply to RAISE"


def test_a_broken_rule_is_noted_once_and_as_soon_as_the_word_is_named(original_table):
    session = Session(Advisor.of("original", Rules(hard="nyt")))
    session.take("raise --y-g")
    session.take("clout -y---")
    with pytest.warns(RepairWarning, match="clout breaks hard mode nyt"):
        session.advice()
    with pytest.warns(RepairWarning, match="bingo breaks hard mode nyt"):
        session.take("bingo")
    session.advice()  # no warning, which would be an error
