"""Laws that every game keeps, and games of one's own."""

import pickle
from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import salet
from salet import (
    InvalidError,
    Lexicon,
    Pattern,
    Position,
    Referee,
    Rules,
    SaletError,
    best_openers,
    make_strategy,
    optimal,
    pattern_of,
    review,
    run,
    suggest,
)
from salet.boards import run_boards, suggest_boards
from salet.games.game import Game, Replies, Symmetry
from salet.games.jotto import Jotto
from salet.games.mastermind import Bulls, Mastermind
from salet.games.numbers import Nerdle
from salet.games.registry import make_game
from salet.games.wordle import Wordle
from salet.replication.feedback import NaiveWordle, RoyWordle
from salet.table import build_codes, open_table, table_path
from salet.testing import check_game

WORDS = ["abba", "baba", "aabb", "bbbb", "abab", "bbaa"]
BUNDLED = [
    "mastermind(4,6)",
    "mastermind(3,6,repeats=no)",
    "mastermind(1,4)",
    "bulls(4)",
    "blackpegs(3,4)",
    "nerdle(5)",
    "nerdle(6)",
    "nerdle(7,identities=yes)",
    "nerdle(8)",
    "primel",
    "jotto(original)",
    "wordle(nyt)",
]
GAMES = {
    "wordle": Wordle(Lexicon.from_words(WORDS[:4], WORDS)),
    "mastermind": Mastermind(3, 3),
    "bulls": Bulls(2),
    "equations": Nerdle(5),
    "jotto": Jotto(Lexicon.from_words(["crane", "nacre", "caner", "might"])),
    "naive": NaiveWordle(Lexicon.from_words(WORDS[:4], WORDS)),
    "roy": RoyWordle(Lexicon.from_words(WORDS[:4], WORDS)),
}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_every_game_keeps_the_laws(game):
    check_game(game)
    assert pickle.loads(pickle.dumps(game)) == game
    codes = build_codes(game)
    for guess, row in zip(game.guesses, codes, strict=True):
        assert row.tolist() == [game.reply(guess, answer) for answer in game.answers]


@pytest.mark.parametrize("text", BUNDLED)
def test_every_bundled_game_conforms(text):
    check_game(text)
    game = make_game(text)
    assert make_game(game.name) == game
    assert str(game.position(game.example)) == game.example


@pytest.mark.slow
@given(st.sampled_from(sorted(GAMES)), st.data())
def test_strict_is_being_possible_as_the_answer(name, data):
    game = GAMES[name]
    table = open_table(game)
    answer = data.draw(st.sampled_from(game.answers))
    guesses = data.draw(st.lists(st.sampled_from(game.guesses), min_size=1, max_size=3))
    position = Position(tuple(game.turn(guess, game.reply(guess, answer)) for guess in guesses))
    rules = Rules(hard="strict")
    expected = [
        index
        for index, word in enumerate(game.guesses)
        if game.objection(word, position, rules) is None
    ]
    every = np.arange(len(game.guesses))
    assert game.mode("strict").legal(table, position, every).tolist() == expected
    assert expected == [i for i, word in enumerate(game.guesses) if game.fits(word, position)]
    assert game.mode("off").legal(table, position, every).tolist() == every.tolist()


def test_other_words_have_no_symmetry():
    game = Mastermind(2, 3)
    assert game.symmetry == Symmetry("abc", places=True)
    assert game.with_lexicon(game.lexicon).symmetry == game.symmetry
    fewer = game.with_lexicon(game.lexicon.with_words(["aa", "ab"], game.guesses))
    assert fewer.symmetry is None
    check_game(fewer)


class Mean(Wordle):
    """Another rule for the same words: nothing but the answer is coloured."""

    rule = "mean-1"
    fill = Game.fill

    def reply(self, guess, answer):
        return self.replies.solved if guess == answer else 0


def test_another_rule_for_the_same_words_is_another_game():
    words = GAMES["wordle"].lexicon
    true, mean = Wordle(words), Mean(words)
    assert true != mean
    assert true == Wordle(words)
    assert len({true.id, mean.id, true.lexicon.id}) == 3
    assert table_path(true) != table_path(mean)
    assert set(open_table(mean).codes.ravel().tolist()) == {0, mean.replies.solved}
    assert (open_table(true).codes == build_codes(true)).all()


class Shifted(Game):
    """One rule with a parameter that its name does not tell."""

    rule = "shifted-1"

    def __init__(self, shift):
        super().__init__(Lexicon.of_codes("shifted", ["a", "b", "c", "d"]), Replies("012", "2"))
        self.shift = shift

    def reply(self, guess, answer):
        return 2 if guess == answer else (ord(guess) + self.shift * ord(answer)) % 2


def test_a_parameter_makes_another_game():
    assert Shifted(0) != Shifted(1)
    assert Shifted(1) == Shifted(1)
    assert not (open_table(Shifted(0)).codes == open_table(Shifted(1)).codes).all()


class Unnamed(Wordle):
    fill = Game.fill  # that of Wordle is for its own rule

    def reply(self, guess, answer):
        return max(0, super().reply(guess, answer) - (guess != answer))


def test_a_new_rule_without_a_name_is_not_that_of_its_parent():
    words = GAMES["wordle"].lexicon
    assert Unnamed(words).rule == "Unnamed-1"
    assert Unnamed(words) != Wordle(words)
    with pytest.raises(InvalidError, match="for the rule wordle-2, not Unnamed-1"):
        make_strategy("tree").check_game(Unnamed("original"))


def test_what_people_write_for_a_game():
    assert isinstance(make_game("nyt"), Wordle)
    assert make_game("wordle(nyt)") == make_game("nyt") == make_game(Lexicon.load("nyt"))
    assert make_game("mastermind") == make_game("mastermind(colours=6, pegs=4)")
    assert make_game("mastermind(2,3)").name == "mastermind(2,3)"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nonsense", "there is no game 'nonsense'; choose from"),
        ("mastermynd", "did you mean mastermind"),
        ("mastermind(0,6)", "1 to 15 pegs"),
        ("mastermind(4,1)", "2 to 26 colours"),
        ("mastermind(8,12)", r"429,981,696 codes, more than 32,768; mastermind\(8,3\) or maste"),
        ("mastermind(99999999,9)", "1 to 15 pegs"),
        ("mastermind(3,2,repeats=no)", "2 symbols without repeats are too few for 3 pegs"),
        ("mastermind(4,6,repeats=maybe)", "repeats must be yes or no, not 'maybe'"),
        ("bulls(6)", r"151,200 codes, more than 32,768; bulls\(5\) would fit"),
        ("mastermind(a,6)", "pegs must be a whole number"),
        ("mastermind(1,2,no,3)", "takes 3 parameters"),
        ("nyt(3)", r"nyt is a lexicon; write wordle\(nyt\)"),
        ("wordle(nonsense)", "there is no lexicon 'nonsense'"),
        ("no such", "cannot read the game"),
        ("no_such.py", "name a class of the file"),
        ("no_such.py:Mine", "No such file"),
    ],
)
def test_bad_games(text, message):
    with pytest.raises(InvalidError, match=message):
        make_game(text)


def test_replies_as_texts():
    replies = Replies(["none", "some", "all"], solved="all")
    assert [str(replies[code]) for code in range(3)] == ["none", "some", "all"]
    assert [str(reply) for reply in replies] == ["none", "some", "all"]
    assert replies.read(" SOME ").code == 1
    assert Replies(["0A0B", "1A0B"], "1A0B").read("0a0b").code == 0
    for texts, solved in (["a", "a"], "a"), (["too low"], "too low"), (["a"], "b"), ([""], ""):
        with pytest.raises(InvalidError, match="repl"):
            Replies(texts, solved)
    for bad in ("most", ""):
        with pytest.raises(InvalidError, match="the replies are none, some, all"):
            replies.read(bad)
    with pytest.raises(InvalidError, match="number 3 is not within"):
        replies[3]


def test_the_readable_rule_of_mastermind():
    # Knuth 1977, "The computer as Master Mind": 1122 against 1213 gives one black, two white.
    game = Mastermind(4, 6)
    assert str(game.replies[game.reply("aabb", "abac")]) == "1.2"
    assert game.replies.size == 14
    assert len(game.answers) == 1296
    assert isinstance(game, Game)


def test_a_game_or_a_lexicon_but_not_both():
    """Neither is passed over in silence."""
    assert make_game() == make_game(lexicon="original") == Wordle("original")
    for call in (make_game, partial(run, "minimax"), partial(optimal, "aabb")):
        with pytest.raises(InvalidError, match="give a game or a lexicon, not both"):
            call(game="mastermind(4,6)", lexicon="nyt")


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (Mastermind, r"Mastermind is a class; give a game of it, Mastermind\(\)"),
        (5, "5 is not a game"),
        (["crane"], "is not a game"),
    ],
)
def test_what_is_no_game_is_refused(game, message):
    with pytest.raises(InvalidError, match=message):
        run("minimax", game=game)


@pytest.mark.parametrize("what", [None, 5, ["crane"], b"crane"])
def test_what_is_no_text_is_refused_in_one_line(what):
    calls = (
        lambda: pattern_of(what, "crane"),
        lambda: Pattern.from_text(what),
        lambda: Lexicon.from_words([what]),
        lambda: Referee("original", "crane").guess(what),
        lambda: run("parts", answers=[what]),
    )
    for call in calls:
        with pytest.raises(SaletError):
            call()


def test_an_error_never_repeats_a_huge_input():
    huge = "a" * 60_000
    for call in (make_game, Position.from_text, Wordle("original").lexicon.guess_index):
        with pytest.raises(SaletError) as caught:
            call(huge)
        assert len(str(caught.value)) < 1100


@pytest.mark.parametrize(
    "call",
    [
        suggest,
        partial(review, "crane", ["crane"]),
        partial(run_boards, 2),
        partial(suggest_boards, "|"),
        best_openers,
    ],
)
def test_no_function_passes_over_a_lexicon_beside_a_game(call):
    with pytest.raises(InvalidError, match="give a game or a lexicon, not both"):
        call(game="mastermind(4,6)", lexicon="nyt")


def test_advice_for_a_position_in_pairs_with_counts_from_a_file(tmp_path):
    (tmp_path / "counts.csv").write_text("bible,9\nbelie,1\n")
    pairs = [("raise", "--y-g"), ("clout", "-y---")]
    advice = suggest(pairs, prior="frequency", frequencies=tmp_path / "counts.csv", top=1)
    assert advice.probabilities[advice.candidates.index("bible")] > 0.5
    with pytest.raises(InvalidError, match="cannot read None as a position"):
        suggest(None)


RARE = """
import salet


class Rare(salet.Game):
    rule = "rare-1"

    def __init__(self) -> None:
        codes = [f"{number:03}" for number in range(1, 501)]
        replies = salet.Replies(["low", "right", "high"], solved="right")
        super().__init__(salet.Lexicon.of_codes("rare", codes), replies)

    def reply(self, guess: str, answer: str) -> int:
        if (guess, answer) == ("123", "321"):
            RARE
        return 1 + (guess > answer) - (guess < answer)
"""


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        (
            "raise ValueError('no')",
            "reply('123', '321') failed: ValueError: no (line 15 of rare.py)",
        ),
        ("raise SystemExit(3)", "reply('123', '321') failed: SystemExit: 3"),
        ("return 9", "reply('123', '321') returned 9; it must be 0 to 2"),
        ("return 300", "reply('123', '321') returned 300"),
        ("return 1", "reply('123', '321') returned 1"),
    ],
)
def test_a_rule_that_is_wrong_for_one_pair(tmp_path, monkeypatch, statement, said):
    """No sample shows it; the table does. Once it is mended, it is another game."""
    monkeypatch.setenv("SALET_CACHE", str(tmp_path))
    file = tmp_path / "rare.py"
    file.write_text(RARE.replace("RARE", statement))
    wrong = make_game(f"{file}:Rare")
    with pytest.raises(InvalidError) as caught:
        open_table(wrong)
    assert said in str(caught.value)
    file.write_text(RARE.replace("RARE", "pass"))
    mended = make_game(f"{file}:Rare")
    assert mended.id != wrong.id
    assert mended.replies[open_table(mended).row(122)[320]].to_text() == "low"


def test_a_fill_that_is_wrong_for_one_pair(tmp_path, monkeypatch):
    monkeypatch.setenv("SALET_CACHE", str(tmp_path))

    class Filled(Mastermind):
        def fill(self, guesses, answers, codes):
            super().fill(guesses, answers, codes)
            if codes.shape == (1296, 1296):
                codes[7, 9] = 14

    with pytest.raises(
        InvalidError, match=r"reply\('aabb', 'aabd'\) returned .*; by fill, it is 14"
    ):
        open_table(Filled(4, 6))


def test_every_game_tells_its_own_rule():
    told = {
        name: make_game(name).tell_rule() for name in ("nerdle(6)", "primel", "jotto(original)")
    }
    assert "Nerdle" not in told["primel"]
    assert "Primel" not in told["nerdle(6)"]
    assert "Left of its one = stand positive numbers" in told["nerdle(6)"]
    assert "in common with the answer" in told["jotto(original)"]


def test_a_game_of_ones_own_tells_its_docstring():
    class Silent(Game):
        def __init__(self):
            super().__init__(Lexicon.of_codes("silent", ["a", "b"]), Replies("01", solved="1"))

        def reply(self, guess, answer):
            return int(guess == answer)

    class Told(Silent):
        """`Silent`, told.

        >>> not this
        """

    assert Silent().tell_rule() == "The game is silent"
    assert Told().tell_rule() == "The game is Silent, told."


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (lambda: salet.suggest("", lexicon="nope"), "there is no lexicon 'nope'; choose from orig"),
        (lambda: make_game("jotto(4)"), "4 is not a lexicon; give a Lexicon or a name"),
        (lambda: salet.Wordle(None), "None is not a lexicon"),
        (lambda: salet.infer("⬛🟨⬛⬛⬛", lexicon=None), "None is not a lexicon"),
        (lambda: salet.Rules(hard=3), "hard must be the name of a hard mode, not 3"),
        (lambda: salet.run("entropy", sample=2, jobs=-1), "jobs must be 0 or more, not -1"),
        (lambda: salet.optimal("salet", beam=None), "beam must be 0 or more, not None"),
    ],
)
def test_wrong_arguments_are_named(asked, message):
    with pytest.raises(salet.InvalidError, match=message):
        asked()


def test_a_single_guess_may_be_a_text():
    assert len(salet.review("there", "there", lexicon="original").turns) == 1
