"""salet arena, in its own process, as a person would use it."""

import json
import re
import shutil
from pathlib import Path

import pytest

from salet.arena.bots.entrant import read_entrant
from salet.arena.bots.player import Limits
from salet.arena.play.check import check_bot
from salet.testing.contestants import bot_command
from tests.helpers import SMALL, on_terminal

pytestmark = pytest.mark.slow

DOCS = Path(__file__).parents[1] / "docs"


@pytest.fixture
def cup(tmp_path):
    (tmp_path / "words.txt").write_text("\n".join(SMALL.answers))
    path = tmp_path / "friday.toml"
    path.write_text(
        'format = "duel"\nwords = 3\nanswers = "words.txt"\n'
        'bots = ["letters", "resident:novice", "alphabetical"]\n'
    )
    return path


def test_run_standings_replay_export(ok, answer, cup, tmp_path):
    text = ok("arena", "run", str(cup), "--jobs", "1", "--ascii")
    assert text.isascii()
    assert "friday: duel, round-robin; 18 games in 3 of 3 matches" in text
    store = str(tmp_path / "friday.sqlite")
    fields = answer("arena", "standings", store)
    assert fields["lexicon"]["answers"] == len(SMALL.answers)
    assert [row["games"] for row in fields["standings"]] == [6, 6, 6]
    assert fields["finished"]
    assert "95% interval" in ok("arena", "standings", store, "--pairs")
    again = json.loads(ok("arena", "run", str(cup), "--json"))
    assert (again["format"], again["games"]) == ("duel", 18)
    shown = answer("arena", "replay", store, "1")
    assert shown["game"]["turns"][-1]["pattern"] == "ggggg"
    assert "novice" in ok("arena", "replay", store, "1")
    files = [str(tmp_path / name) for name in ("a.csv", "a.json", "a.html")]
    ok("arena", "export", store, *files)
    assert all(Path(file).stat().st_size > 500 for file in files)


@pytest.mark.parametrize(
    ("game", "drawn"),
    [
        ("nerdle(5)", r" \d  .  \d  =  \d   [-yg]{5}"),
        ("mastermind(3,4)", r" [a-d]{3}  \d\.\d  \S"),
        ("mine.py:Two", "xy  2"),
    ],
)
def test_a_replay_draws_the_replies_of_its_game(ok, tmp_path, game, drawn):
    (tmp_path / "mine.py").write_text(
        "from salet import Game, Lexicon, Replies\n"
        "class Two(Game):\n"
        "    def __init__(self):\n"
        "        super().__init__(Lexicon.of_codes('two', ['xx', 'xy']), Replies('012', '2'))\n"
        "    def reply(self, guess, answer): return sum(map(str.__eq__, guess, answer))\n"
    )
    cup = tmp_path / "cup.toml"
    cup.write_text(f"game = '{game}'\nwords = 2\nbots = ['alphabetical']")
    ok("arena", "run", str(cup), "--jobs", "1")
    said = "".join(ok("arena", "replay", str(tmp_path / "cup.sqlite"), one) for one in "12")
    assert re.search(drawn, said), said


def test_standings_on_a_narrow_terminal_cut_no_figure(ok, cup):
    def cells(text):
        return [[cell.strip() for cell in line.split("|")] for line in text.splitlines()]

    wide = ok("arena", "run", str(cup), "--jobs", "1", "--ascii", env={"COLUMNS": "200"})
    narrow = ok("arena", "run", str(cup), "--jobs", "1", "--ascii", env={"COLUMNS": "50"})
    assert "lack of room" not in wide
    told = "opponents' mean: what opponents paid"  # only beside the column
    assert told in wide
    assert told not in narrow
    assert "left out for lack of room: won" in narrow
    for long, short in zip(cells(wide)[3:6], cells(narrow)[3:6], strict=True):
        assert set(short) < set(long)
        assert short[1] in ("letters", "novice", "alphabetical")


def test_live_table_on_a_terminal(cup):
    text, _ = on_terminal(["arena", "run", str(cup), "--jobs", "1"], env={"COLUMNS": "100"})
    assert "18 games in 3 of 3 matches" in text


def test_check(salet_command, answer):
    fields = answer("arena", "check", "letters")
    assert fields["passed"]
    assert fields["kind"] == "strategy"
    bad = salet_command("arena", "check", bot_command("garbage"))
    assert bad.returncode == 1
    assert "not JSON" in bad.stdout
    assert "fails the check" in bad.stdout


def test_bots(answer, ok):
    assert len(answer("arena", "bots")["bots"]) == 13
    assert "resident:hedger" in ok("arena", "bots")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["check", "./missing"], "no bot file"),
        (["check", "resident:nobody"], "no resident"),
        (["check", "two.py"], "two.py has several bots; name one, as two.py:X (X, Y)"),
        (["run", "missing.toml"], "cannot read missing.toml"),
        (["standings", "missing.sqlite"], "there is no store"),
        (["replay", "missing.sqlite", "1"], "there is no store"),
        (["export", "missing.sqlite", "a.xls"], "the file name must end in"),
        (["export", "missing.sqlite", "no/folder/a.csv"], "no folder"),
    ],
)
def test_bad_input_is_one_line(salet_command, tmp_path, arguments, problem):
    body = "    def guess(self, request): return request.candidates[0]\n"
    (tmp_path / "two.py").write_text(f"class X:\n{body}class Y:\n{body}")
    done = salet_command("arena", *arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert problem in done.stderr
    assert len(done.stderr.splitlines()) == 1


# The bots of the documentation


@pytest.mark.parametrize("name", ["fits.py", "fits.sh", "fits.js", "fits_class.py"])
def test_bots_of_the_documentation_play(name):
    if name.endswith(".js") and shutil.which("node") is None:
        pytest.skip("there is no node to run it")
    found = {
        one.what: one for one in check_bot(read_entrant(str(DOCS / "bots" / name)), SMALL, Limits())
    }
    assert all(one.holds is not False for one in found.values()), found
    assert found["determinism"].holds
    assert "can duel" in found["setting"].detail
    assert found["responding"].detail.startswith("responds")
    assert found["solving"].detail.startswith("8 of 8")


def test_bots_of_the_documentation_are_shown_as_they_are():
    page = (DOCS / "arena.md").read_text()
    for name in ("fits.py", "fits.sh", "fits.js", "fits_class.py", "cup.toml"):
        assert (DOCS / "bots" / name).read_text() in page, name
    body = (DOCS / "bots" / "fits.py").read_text().splitlines()
    assert len([line for line in body if line.strip() and not line.startswith(("#", '"'))]) <= 15
