"""The coach with a game that is not about letters: Mastermind."""

import pytest

from salet import InconsistentHistoryError, Position, Rules, review, suggest
from salet.boards.advice import suggest_boards
from salet.boards.session import Session
from salet.boards.simulation import run_boards
from salet.coach.forced import forced_win
from salet.coach.host import Adversary, Board, Cruel, Honest, make_host
from salet.coach.review import best_line
from salet.coach.sharing import share_text
from salet.coach.suggest import Advisor
from salet.errors import IllegalGuessError, InvalidPatternError, SaletError
from salet.games.mastermind import Mastermind

GAME = "mastermind(4,6)"


@pytest.fixture(scope="module")
def advisor():
    return Advisor.of(GAME, Rules(10))


@pytest.fixture
def session(advisor):
    return Session(advisor, top=3)


@pytest.mark.slow
def test_the_first_guess(advisor):
    advice = advisor.advise(Position(), 2000)
    assert (len(advice.candidates), len(advice.suggestions)) == (1296, 1296)
    assert not advice.exact
    # By exact search AABC is best with 5,625 guesses in all (Koyama and Lai 1993).
    assert min(s.expected_guesses for s in advice.suggestions) == pytest.approx(5625 / 1296, 0.05)
    assert advice.to_dict()["lexicon"]["rule"] == "mastermind-1"
    assert "<table>" in advice._repr_html_()


@pytest.mark.long
@pytest.mark.slow
def test_advice_after_a_guess():
    """36 codes fit; every number beside a guess is checked against the plain rule."""
    advice, game = suggest("aabb:1.2", game=GAME, top=5), Mastermind(4, 6)
    seen = game.replies.read("1.2").code
    fitting = [code for code in game.answers if game.reply("aabb", code) == seen]
    assert list(advice.candidates) == fitting
    assert advice.exact
    best = advice.suggestions[0]
    sizes = {}
    for code in fitting:
        reply = game.reply(best.guess, code)
        sizes[reply] = sizes.get(reply, 0) + 1
    assert (best.groups, best.largest_group) == (len(sizes), max(sizes.values()))
    assert best.reason == f"splits the 36 answers into {best.groups} groups, at most 9 together"
    assert (best.legal_nyt, best.legal_strict) == (None, False)
    compiled = suggest("aabb:1.2", game=GAME, top=1, hard="strict").suggestions[0]
    assert compiled.legal_strict
    assert compiled.expected_guesses > best.expected_guesses


def test_replies_that_contradict_each_other_are_named():
    with pytest.raises(InconsistentHistoryError) as caught:
        suggest("aabb:1.2 ffff:0.0 ccdd:4.0 cdef:0.3", game=GAME)
    assert str(caught.value) == (
        "none of the 1,296 answers of mastermind(4,6) fits aabb:1.2 and ccdd:4.0; check the replies"
    )
    with pytest.raises(InvalidPatternError, match=r"there is no reply '3\.1'"):
        suggest("aabb:3.1", game=GAME)
    with pytest.raises(IllegalGuessError):
        suggest("aazz:1.2", game=GAME)


@pytest.mark.long
@pytest.mark.slow
def test_a_puzzle_solved_line_by_line(session):
    assert "aabb 1.2" in session.help_text
    assert "grid" not in session.help_text
    assert session.take("aabb") == ""
    assert session.waiting_for == "reply to AABB"
    session.take("1.2")
    assert str(session.position) == "aabb:1.2"
    session.take("abcd:1.1")
    assert str(session.position) == "aabb:1.2 abcd:1.1"
    assert session.take("w") == "6 answers: bbab bbba ebab ebba fbab fbba"
    session.take("u")
    said = session.take("0.3")
    assert said == f"read as the reply to {session.position.turns[-1].guess.upper()}"
    session.take("u")
    for line, error in {"9.9": "there is no reply", "aazz": "aazz", "aabb 4.0": "aabb:1.2"}.items():
        with pytest.raises(SaletError, match=error):
            session.take(line)
        assert str(session.position) == "aabb:1.2"
    best = session.advice().suggestions[0].guess
    session.take("r")
    assert session.advice().suggestions[0].guess != best
    session.take("fbab 4.0")
    assert session.solved
    assert session.take("n") == "a new puzzle"


@pytest.mark.parametrize("name", ["honest", "adversary", "cruel"])
def test_every_host_is_beaten(advisor, name):
    small = Advisor.of("mastermind(3,4)", Rules(12))
    board = Board(make_host(name, "bad"), small.setting.start())
    while not board.over:
        board = board.after(small.advise(board.position, 1).suggestions[0].guess)
    assert board.solved
    assert board.letters() == {}
    shared = share_text("salet", board.replies, 12, hard=False)
    assert shared.splitlines()[-1] == "⚫⚫⚫"


def test_hosts_keep_the_largest_and_the_longest_group():
    view = Advisor.of("mastermind(3,3)", Rules(9)).setting.start()
    guess = int(view.lexicon.guess_index("aab"))
    sizes = {}
    for answer in view.game.answers:
        code = view.game.reply("aab", answer)
        sizes[code] = sizes.get(code, 0) + 1
    assert sizes[Adversary().reply(view, guess)] == max(sizes.values())
    assert Cruel().reply(view, guess) != view.game.replies.solved
    assert Honest("abc").reply(view, guess) == view.game.reply("aab", "abc")


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ("10007:ggggy", "10007:ggggy is impossible: all are green but one, and the yellow 7"),
        (
            "10007:g---- 20011:g----",
            "none of the 8,363 answers of primel fits: 10007:g---- says 1 is in position 1, "
            "20011:g---- says 2 is in position 1; check the colours",
        ),
    ],
)
def test_contradictions_of_colours_are_explained_without_words(position, message):
    with pytest.raises(InconsistentHistoryError, match=message):
        suggest(position, game="primel")


def test_the_forced_win_wins():
    win = forced_win("mastermind(3,4)")
    view = Advisor.of("mastermind(3,4)").setting.start()
    for turn in win.position:
        guess = int(view.lexicon.guess_index(turn.guess))
        assert Adversary().reply(view, guess) == turn.reply.code
        view = view.after(guess, turn.reply.code)
    assert win.position.solved
    assert win.ruled_out[0] == "1: 64 answers are possible"


def test_a_finished_game_is_reviewed(advisor):
    found = review("abcd", ["aabb", "abca", "abcd"], game=GAME, max_guesses=10)
    assert [(turn.pattern, turn.before, turn.after) for turn in found.turns] == [
        ("1.1", 1296, 208),
        ("3.0", 208, 8),
        ("4.0", 8, 1),
    ]
    assert found.answer == "abcd"
    assert found.turns[-1].exact
    assert found.summary.startswith("Found in 3;")
    assert found.to_dict()["position"] == "aabb:1.1 abca:3.0 abcd:4.0"
    line = best_line(advisor, "abcd")
    assert line.position.solved
    assert not line.proven


def test_several_boards():
    advice = suggest_boards("aabb:1.2 | aabb:0.0", game=GAME, top=2)
    assert [len(words) for words in advice.candidates] == [36, 256]
    run = run_boards(2, games=20, game="mastermind(3,4)")
    assert run.to_dict()["games"] == 20
    assert run.worst <= 9
