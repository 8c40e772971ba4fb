"""Games of one's own: words, replies, hard modes, and what makes two of them the same."""

import pickle
import subprocess
import sys
from operator import eq

import pytest

from salet import (
    InvalidError,
    Lexicon,
    Referee,
    RepairWarning,
    optimal,
    review,
    run,
    suggest,
)
from salet.games.registry import game_from_text, make_game
from salet.table import open_table
from salet.testing import ConformanceError, check_game
from salet.view import Setting

MINE = '''
import itertools
from random import random
from salet import Game, Lexicon, Replies, Symmetry


class Mine(Game):
    """Tell how many places are right."""

    rule = "mine-1"
    symmetry = Symmetry("xyz", places=True)

    def __init__(self, places: int = 2) -> None:
        codes = ["".join(code) for code in itertools.product("xyz", repeat=places)]
        texts = [str(right) for right in range(places + 1)]
        super().__init__(Lexicon.of_codes(f"mine({places})", codes), Replies(texts, str(places)))

    def reply(self, guess, answer):
        return sum(one == other for one, other in zip(guess, answer))
'''


@pytest.fixture
def mine(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(MINE, encoding="utf-8")
    return f"{path}:Mine"


def test_a_game_of_ones_own(mine, tmp_path):
    game = make_game(mine)
    assert (game.name, len(game.answers), game.replies.solved) == ("mine(2)", 9, 2)
    assert make_game(f"{mine}(3)").name == "mine(3)"
    assert pickle.loads(pickle.dumps(game)) == game
    referee = Referee(game, "xy")
    assert [str(referee.guess(word)) for word in ("xx", "xy")] == ["1", "2"]
    assert referee.won
    view = Setting.of(open_table(game)).view(game.position("xx:1"))
    assert [game.answers[place] for place in view.candidates] == ["xy", "xz", "yx", "zx"]

    # Parameters are part of the game, and other words survive the way to another process.
    assert make_game(f"{mine}(places=2)") == game
    assert make_game(f"{mine}(3)").id != game.id
    fewer = game.with_lexicon(game.lexicon.with_words(["xx", "xy"], ["zz"]))
    assert pickle.loads(pickle.dumps(fewer)).answers == ("xx", "xy")

    # The same file with another rule must not find the other one's table.
    (tmp_path / "mine.py").write_text(
        MINE.replace("return sum", "return 2 * (guess == answer) + 0 * sum")
    )
    assert make_game(mine).id != game.id


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("class Mine(Game)", "class Mine(object)"), "does not derive from salet.Game"),
        (("def reply", "def repli"), "lacks a method: reply"),
        (
            ("import itertools", "import no_such_module"),
            "failed when it was loaded: ModuleNotFoundError",
        ),
        (("places + 1)]", "places)]"), "the solved reply '2' is not one of the replies"),
        (("return sum", "return 7 + sum"), r"reply\('xx', 'xx'\) returned 9; it must be 0 to 2"),
        (
            ("return sum", "return 0 * sum"),
            "returned 0; it must be 0 to 2: 2 if guess and answer are equal",
        ),
        (("return sum", "return 1 / 0 + sum"), "failed: ZeroDivisionError: division by zero"),
        (("return sum", "return str(sum"), "returned|failed"),
        (('"xyz"', '""'), "has no codes"),
        (
            ("return sum", "return 2 * (guess == answer) or int(random() // 0.5) + 0 * sum"),
            "asked again",
        ),
        (("return sum", "return 2 * (guess == answer) or (guess < answer) + 0 * sum"), "exchanged"),
        (('Symmetry("xyz"', 'Symmetry("xyw"'), "'xy' would become 'yw'|'yx' would become 'wy'"),
        (
            ("    def reply", "    def fill(self, g, a, codes): codes[:] = 0\n\n    def reply"),
            "by fill, it is 0",
        ),
        (("repeat=places)]", 'repeat=places)]; codes[0] = "x:"'), "cannot be read"),
        (
            ("repeat=places)]", 'repeat=places)]; codes[0] = "XX"'),
            "cannot be read: write codes in lower case, 'xx'",
        ),
        (("repeat=places)]", 'repeat=places)]; codes[0] = "x"'), "'x' and 'xy' differ in length"),
        (("repeat=places)]", "repeat=places)]; codes[0] = 1"), "codes must be texts, not 1"),
        (("return sum", "return 0.0 + sum"), "returned 2.0; it must be an int, 0 to 2: 2 if"),
        (("super().__init__(", "print("), r"must call super\(\).__init__\(lexicon, replies\)"),
        (
            ('Lexicon.of_codes(f"mine({places})", codes)', "codes"),
            "lexicon must be a salet.Lexicon",
        ),
        (
            ("Replies(texts, str(places))", "texts"),
            r"replies must be salet.Replies\(texts, solved\)",
        ),
        (('Symmetry("xyz", places=True)', '"xyz"'), "symmetry must be a salet.Symmetry, such as"),
        (('rule = "mine-1"', 'rule = "a/b ../c"'), "rule must be a name and version of letters"),
        (('rule = "mine-1"', "modes = []"), "modes must be a dict such as"),
    ],
)
def test_games_of_ones_own_that_fail(mine, tmp_path, change, message):
    (tmp_path / "mine.py").write_text(MINE.replace(*change))
    with pytest.raises(InvalidError, match=message):
        make_game(mine)
    with pytest.raises(ConformanceError, match=message):
        check_game(mine)


def test_files_are_not_run_where_they_may_not_be(mine):
    with pytest.raises(InvalidError, match="only registered games"):
        game_from_text(mine, files=False)


PAIR = '("xyzx", "xyzy")'
"""A pair that loading a game does not try."""


def write_liar(folder, told="0"):
    """Write a game of which one reply is what `told` says, and a module beside it."""
    rule = f"""
        if (guess, answer) == {PAIR}:
            return {told}
        return sum"""
    text = MINE.replace("    symmetry =", "    _ =").replace("\n        return sum", rule)
    text = text.replace("places: int = 2", "places: int = 4, lie: int = 0")
    text = text.replace("import itertools", "import itertools\nimport beside")
    text = text.replace("        codes =", "        self._lie = lie\n        codes =")
    (folder / "mine.py").write_text(text)
    (folder / "beside.py").write_text("LIE = 0\n")


def test_one_reply_makes_another_game(mine, tmp_path, monkeypatch):
    write_liar(tmp_path, told="self._lie")
    game, liar = make_game(mine), make_game(f"{mine}(lie=1)")
    assert make_game(f"{mine}(4,0)") == game != liar
    pair = [game.lexicon.guess_index(word) for word in ("xyzx", "xyzy")]
    assert [open_table(one).row(pair[0])[pair[1]] for one in (game, liar)] == [0, 1]
    for copy in (pickle.loads(pickle.dumps(liar)), liar.with_lexicon(liar.lexicon)):
        assert copy == liar

    # What a game remembers does not change what it is.
    other = game.with_lexicon(game.lexicon)
    game.seen = {"xyzx": 1}
    assert other.with_lexicon(game.lexicon) == game


IDS = "import sys; from salet import make_game; print(make_game(sys.argv[1]).id)"


@pytest.mark.parametrize(
    ("imported", "told"),
    [
        ("import beside", "beside.LIE"),
        ("from beside import LIE", "LIE"),
        ("from package import LIE", "LIE"),
        ("from package.within import LIE", "LIE"),
    ],
)
def test_a_module_beside_the_file_is_part_of_the_game(mine, tmp_path, imported, told):
    def ids(name=mine):
        command = [sys.executable, "-c", IDS, name]
        return subprocess.check_output(command, text=True, cwd=tmp_path)

    write_liar(tmp_path, told=told)
    text = (tmp_path / "mine.py").read_text().replace("import beside", imported)
    (tmp_path / "mine.py").write_text(text)
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "__init__.py").write_text("from .within import LIE\n")
    (tmp_path / "package" / "within.py").write_text("from beside import LIE\n")
    before = ids()
    assert ids() == ids("mine.py:Mine") == before
    (tmp_path / "beside.py").write_text("LIE = 1\n")
    assert ids() != before


def test_an_object_of_ones_own_is_part_of_the_game(mine, tmp_path):
    write_liar(tmp_path, told="self._lie.reply")
    text = (tmp_path / "mine.py").read_text()
    text = text.replace(
        "class Mine",
        "class Lie:\n    def __init__(self, reply): self.reply = reply\n\n\nclass Mine",
    )
    (tmp_path / "mine.py").write_text(text.replace("self._lie = lie", "self._lie = Lie(lie)"))
    assert make_game(f"{mine}(4,0)") == make_game(mine) != make_game(f"{mine}(lie=1)")


TYPED = """
print(Mine().id)
Plain = Mine


class Mine(Plain):
    rule = "mine-1"
    {}


print(Mine().id)
"""


@pytest.mark.parametrize(
    "change", ["right = 1", "def reply(self, *pair): return 2 * (pair[0] == pair[1])"]
)
def test_games_typed_at_a_prompt_are_told_apart(change):
    command, text = [sys.executable, "-"], MINE + TYPED.format(change)
    texts = [subprocess.check_output(command, input=text, text=True) for _ in range(2)]
    assert texts[0] == texts[1]
    assert len(set(texts[0].split())) == 2


def test_what_a_game_typed_at_a_prompt_finds_around_it_is_part_of_it(tmp_path):
    write_liar(tmp_path, told="LIE")
    text = (tmp_path / "mine.py").read_text() + "\n\nprint(Mine().id)\n"
    texts = [text.replace("import beside", f"LIE = {lie}") for lie in (0, 0, 1)]
    one, same, other = (
        subprocess.check_output([sys.executable, "-"], input=text, text=True) for text in texts
    )
    assert one == same != other


BLACK = """
from salet import Mastermind, Mode


class Black(Mode):
    '''A guess must have the black pegs that were told.'''

    def objection(self, game, guess, position):
        for turn in position:
            told = str(turn.reply)[0]
            if blacks(game, turn.guess, guess) != told:
                return f"it would not have {told} black with {turn.guess}"

    def legal(self, table, position, among):
        game = table.game
        for turn in position:
            told = str(turn.reply)[0]
            some = [blacks(game, turn.guess, game.guesses[one]) == told for one in among.tolist()]
            among = among[some]
        return among


def blacks(game, one, other):
    return str(game.replies[game.reply(one, other)])[0]


class Pegs(Mastermind):
    modes = {**Mastermind.modes, "black": Black()}

    def __init__(self) -> None:
        super().__init__(3, 4)
"""


@pytest.fixture
def black(tmp_path):
    path = tmp_path / "black.py"
    path.write_text(BLACK)
    return f"{path}:Pegs"


def test_a_hard_mode_of_ones_own(black):
    check_game(black)
    advice = suggest("aab:1.1", game=black, hard="black")
    assert all(sum(map(eq, one.guess, "aab")) == 1 for one in advice.suggestions)
    assert advice.suggestions[0].exact
    assert all(one.legal["black"] and one.legal_nyt is None for one in advice.suggestions)
    kept = review("baa", ["aab", "acc", "baa"], game=black).turns[1].legal
    assert kept == {"strict": False, "black": True}
    free, hard = (run("parts", game=black, hard=hard) for hard in ("off", "black"))
    assert (free.losses, hard.losses) == (0, 0)
    assert sum(hard.lengths) > sum(free.lengths)
    with pytest.raises(InvalidError, match="the exact search cannot play hard mode black of mast"):
        optimal("aab", game=black, hard="black")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ([("guess) != told", "guess) == 9")], "objection and legal disagree on"),
        ([("in position:", "in position.turns[-1:]:")], "is not what is allowed after each of"),
        ([("!= told", "== told"), ("== told for", "!= told for")], "forbids .*, a possible answer"),
    ],
)
def test_hard_modes_that_break_a_law(black, tmp_path, changes, message):
    text = BLACK
    for old, new in changes:
        text = text.replace(old, new)
    (tmp_path / "black.py").write_text(text)
    with pytest.raises(ConformanceError, match=message):
        check_game(black)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ([("among\n\n", "among.tolist()\n\n")], r"black: legal must return .*, not \["),
        ([("return among", "return None")], "black: legal must return the guesses .*, not None"),
        ([("return among", "return among[::-1]")], "black: legal must return the guesses"),
        ([("among[some]", "among > 0")], "black: legal must return the guesses"),
        ([("among = among[some]", "1 / 0")], r"black: legal failed: ZeroDivision.* \(line"),
        ([("return among", "return among[:0]")], "black forbids .*, a possible answer after"),
        ([("return among", "exit()")], "black: legal failed: SystemExit"),
        ([("if blacks(", "if 1 / 0 + blacks(")], "black: objection failed: ZeroDivisionError"),
        ([("return f", "return True or f")], "black: objection must return a text .*, not True"),
        ([("guess) != told", "guess) == 9")], "black: objection and legal disagree on"),
        ([("Black()}", "Black}")], "black must be an object of a class that derives from salet.Mo"),
        ([("**Mastermind.modes, ", "")], "Pegs: modes must be a dict such as"),
    ],
)
def test_mistakes_in_a_hard_mode_are_named(black, tmp_path, changes, message):
    text = BLACK
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    (tmp_path / "black.py").write_text(text)
    with pytest.raises(InvalidError, match=message):
        suggest("aab:1.1", game=black, hard="black")
    with pytest.raises(InvalidError, match=message):
        run("parts", game=black, hard="black")
    with pytest.raises(ConformanceError, match=message):
        check_game(black)


def test_codes_listed_twice_are_kept_once():
    with pytest.warns(RepairWarning, match="twice codes: 1 listed more than once"):
        assert Lexicon.of_codes("twice", ["1", "0", "1"]).answers == ("0", "1")
    for arguments in [("one", "0123"), (["0", "1"], "one")]:
        with pytest.raises(InvalidError, match="give a name and a list of codes"):
            Lexicon.of_codes(*arguments)
