"""Several boards played by a person: the game, the text to share, and the command."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from salet import Lexicon
from salet.boards.notation import Boards, allowed_guesses
from salet.boards.puzzle import SeveralBoards, draw_different
from salet.boards.session import Session
from salet.coach.sharing import share_boards
from salet.coach.suggest import Advisor
from salet.errors import IllegalGuessError, InvalidError, SaletError
from salet.games.rules import Rules
from salet.games.wordle import pattern_of
from salet.view import Setting

pytestmark = pytest.mark.usefixtures("original_lists")

WORDS = ("there", "crane", "mummy", "piano")
TWO = ["play", "--boards", "2", "--answer", "there", "--answer", "crane"]


@pytest.fixture
def boards(original_table):
    return SeveralBoards.hiding(WORDS, Setting.of(original_table, Rules(9)))


def test_a_guess_is_for_all_boards_until_they_are_solved(boards):
    later = boards.after("crane").after("there")
    assert later.solved_at == (2, 1, None, None)
    assert str(later.positions.positions[1]) == "crane:ggggg"
    for word, board in zip(WORDS, later, strict=True):
        for turn in board.position:
            assert turn.reply == pattern_of(turn.guess, word)
    assert not later.over
    assert boards.turns == 0  # what was before is left as it was


def test_a_guess_that_is_refused_is_refused_everywhere(boards):
    with pytest.raises(IllegalGuessError):
        boards.after("zzzzz")
    over = boards
    for _ in range(9):
        over = over.after("crane")
    assert over.over
    assert not over.solved
    with pytest.raises(IllegalGuessError, match="over after 9 guesses"):
        over.after("there")


def test_answers_are_drawn_without_repetition():
    lexicon = Lexicon.from_words(["abc", "abd", "abe"])
    assert sorted(draw_different(lexicon, 3)) == ["abc", "abd", "abe"]
    with pytest.raises(InvalidError, match="4 boards need 4 answers"):
        draw_different(lexicon, 4)


@pytest.mark.parametrize(
    ("solved_at", "cap", "shared"),
    [
        ([3, 4], 7, "t 4/7\n\n3️⃣4️⃣"),
        ([3, None, 9, 4], 9, "t X/9\n\n3️⃣🟥\n9️⃣4️⃣"),
        ([4, 5, 3], 8, "t 5/8\n\n4️⃣5️⃣\n3️⃣"),
        ([4, 10, 11, 12, 13, None, 5, 6], 13, "t X/13\n\n4️⃣🔟\n🕚🕛\n🕐🟥\n5️⃣6️⃣"),
        ([9, 14, None], 21, "t X/21\n\n0️⃣9️⃣ 1️⃣4️⃣\n🟥🟥"),
    ],
)
def test_what_is_shared(solved_at, cap, shared):
    assert share_boards("t", solved_at, cap) == shared


@given(st.lists(st.none() | st.integers(1, 37), min_size=2, max_size=32))
def test_shared_digits_can_be_read_back(solved_at):
    cap = allowed_guesses(32)
    _, _, *rows = share_boards("t", solved_at, cap, style="text").split("\n")
    assert len({len(row) for row in rows[: len(solved_at) // 2]}) == 1
    assert [None if n == "X" else int(n) for row in rows for n in row.split()] == solved_at


def test_playing_two_boards(ok):
    text = ok(*TWO, input="carle\n?\nzzzzz\n9\nthere\ncrane\n")
    assert "2 boards, 5 letters, 7 guesses" in text
    assert "1: 53 left        2: 4 left" in text
    assert " C  A (R) L [E]   [C](A)(R) L [E]" in text
    assert "qwERtyuiop        qwERtyuiop" in text
    assert "! there is no board 9; the boards are 1 to 2" in text
    assert "did you mean pzazz?" in text
    assert "of the 57 words on average" in text
    assert "salet original 2 boards 3/7\n\n2️⃣3️⃣" in text


@pytest.mark.slow
def test_boards_that_do_not_fit_side_by_side_are_listed(ok):
    for columns in (30, 32):
        text = ok(*TWO, "--ascii", input="carle\nthere\n2\nq\n", env={"COLUMNS": str(columns)})
        # In a pipe the prompt stays on the line, for nobody presses Enter.
        assert max(len(line.split(" > ")[-1]) for line in text.splitlines()) <= columns
        assert "c---e" in text
        assert "solved: 1 in 2" in text
        assert text.isascii()
    assert "the word not found: CRANE" in text
    eight = ok("play", "--boards", "8", input="carle\n8\n")
    assert "C  A  R  L  E" in eight
    assert "12 guesses left" in eight
    assert "Input closed; stopping." in eight
    assert eight.rstrip().splitlines()[-1].count(",") >= 6  # the words not found


def test_losing_on_several_boards(ok):
    text = ok(*TWO, "--max-guesses", "1", input="there\n")
    assert "the word not found: CRANE" in text
    assert "salet original 2 boards X/1\n\n1️⃣🟥" in text


@pytest.mark.slow
def test_an_answer_that_is_not_listed(ok):
    text = ok(
        "play", "--boards", "2", "--answer", "maven", "--answer", "crane", input="haven\n?\nq\n"
    )
    assert "MAVEN" in text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--boards", "33"], "33 is not a whole number from 2 to 32"),
        (["--boards", "2", "--host", "adversary"], "several would all reply alike"),
        (["--boards", "2", "--hard", "nyt"], "--hard does not go with --boards"),
        (["--boards", "3", "--answer", "crane"], "once for each of the 3 boards"),
        (["--answer", "crane", "--answer", "there"], "add --boards"),
    ],
)
def test_what_several_boards_do_not_offer(salet_command, arguments, message):
    done = salet_command("play", *arguments, input="")
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.slow
def test_advice_on_several_boards_has_a_reason(answer, ok):
    text = "raise:--y-g clout:-y--- | raise:y---- clout:--yy-"
    best = answer("suggest", text)["suggestions"][0]
    assert "of the 9 words on average" in best["reason"]
    assert f"{best['guess']} {best['reason']}" in ok("suggest", text)
    one_left = answer("suggest", "raise:----- clout:ggggg | raise:ggggg")
    assert one_left["suggestions"] == []


@pytest.fixture
def session(original_table):
    return Session(Advisor.of("original"), Boards.from_text("raise:--y-g | raise:y----"), top=1)


@pytest.mark.parametrize(
    "line", ["clout -y--- --yy-", "CLOUT:01000 | 00110", "clout ⬛🟨⬛⬛⬛ ⬛⬛🟨🟨⬛"]
)
def test_a_turn_on_several_boards(session, line):
    assert session.take(line) == ""
    assert str(session.boards) == "raise:--y-g clout:-y--- | raise:y---- clout:--yy-"
    assert session.take("u") == "undone: clout"
    assert session.boards.turns == 1


def test_replies_alone_are_to_the_first_suggestion(session):
    best = session.advice().suggestions[0].guess
    assert session.take("----- -----") == f"read as the replies to {best.upper()}"
    assert session.boards.guesses == ("raise", best)


def test_a_solved_board_takes_no_more_replies(session):
    session.take("belie ggggg -----")
    session.take("mourn -ggg-")
    assert session.boards.unsolved == (1,)
    session.take("n")
    assert session.boards == Boards.start(2)
    session.take("crane ggggg ggggg")
    assert session.solved
    with pytest.raises(InvalidError, match="is solved"):
        session.take("crane ggggg ggggg")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("clout -y---", "one reply for each unsolved board .1 2.: you gave 1 reply"),
        ("-y---", "you gave 1 reply"),
        ("clout -y-- -----", "4 colours"),
        ("clout -y--- ggg--", "board 2: none of the .* and O is in position 3"),
        ("clout -y--- ggggy", "board 2: clout:ggggy is impossible"),
        ("zzzzz ----- -----", "did you mean pzazz"),
        ("zzzzz -----", "did you mean pzazz"),
    ],
)
def test_mistakes_on_several_boards_change_nothing(session, line, message):
    before = session.boards
    with pytest.raises(SaletError, match=message):
        session.take(line)
    assert session.boards == before
    with pytest.raises(InvalidError, match="nothing to undo"):
        session.take("u")


def test_another_word_waits_for_its_replies(session):
    session.take("clout")
    assert session.waiting_for == "replies to CLOUT"
    session.take("-y--- --yy-")
    assert session.boards.guesses == ("raise", "clout")
    session.take("u")
    session.take("u")
    assert session.waiting_for == ""
    session.take("pappy")  # its letters are colours, too
    assert session.waiting_for == "replies to PAPPY"


def test_a_rejected_word_on_several_boards(session):
    first = session.advice().suggestions[0].guess
    assert session.take("r") == f"{first} will not be suggested again"
    second = session.advice().suggestions[0].guess
    assert second != first
    session.take("clout -y--- --yy-")
    session.take("r bible")
    assert session.advice().candidates[0] == ("belie", "bilge", "liege")
    assert session.take("w").splitlines()[0] == "board 1: belie bilge liege"


@pytest.mark.slow
def test_where_no_listed_answer_fits_a_board_the_wider_list_is_looked_at(answer, ok):
    """Emoji is no answer of the original lists; the other board keeps to the listed ones."""
    text = "raise:--y-y clout:--g-- dying:--y-- | raise:--y-g clout:-y--- dying:--y--"
    found = answer("suggest", text)
    assert found["note"].startswith("board 1: none of the 2,315 listed answers fits")
    assert "12,972" in found["note"]
    first, second = (board["candidates"] for board in found["boards"])
    assert "emoji" in first
    alone = answer("suggest", text.split("|")[1])
    assert second == [candidate["word"] for candidate in alone["candidates"]]
    assert found["suggestions"]
    assert "! board 1: none of" in ok("solve", text, input="q\n")


@pytest.mark.slow
def test_a_guess_that_only_a_wider_list_allows(salet_command):
    done = salet_command("suggest", "rossa:----- | rossa:y----", "--top", "1")
    assert done.returncode == 0
    assert "rossa is not an allowed word of original" in done.stderr


@pytest.mark.slow
def test_solving_several_boards_in_a_pipe(ok, salet_command):
    lines = "raise --y-g y----\nclout\n?\nclout -y--- --yy-\nbelie ggggg -----\nmourn ggggg\nq\n"
    text = ok("solve", "|", input=lines)
    assert "furor gourd humor juror mourn" in text
    assert "replies to CLOUT >" in text
    assert "solved: nothing is left to guess" in text
    assert "Input closed" in ok("solve", "|||", input="")
    done = salet_command("solve", "|", "--hard", "nyt", input="")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


def test_a_word_of_digits_is_a_guess_and_no_board(ok):
    text = ok("play", "--game", "bulls", "--boards", "2", input="0123\n2\n0012\nq\n")
    assert "0123" in text
    assert "no board" not in text
    assert "! '0012' is not among the 5,040 allowed codes of bulls(4)" in text
