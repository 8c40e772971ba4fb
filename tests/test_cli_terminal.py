"""What the command does on terminals, pipes and disks of all kinds."""

import json
import subprocess
import sys

import pytest

from tests.helpers import on_terminal

pytestmark = pytest.mark.usefixtures("original_lists")


@pytest.mark.long
@pytest.mark.slow
def test_narrow_terminals_lose_columns_not_figures(ok):
    for columns in ("30", "40", "60", "80"):
        text = ok("suggest", "raise:--y-g", "--top", "3", env={"COLUMNS": columns})
        assert "…" not in text
        assert "2.400" in text
        assert max(map(len, text.splitlines())) <= int(columns)
        assert "original-all" in ok("words", env={"COLUMNS": columns})
    assert "bingo" in ok("suggest", "raise:--y-g", env={"COLUMNS": "0"})


@pytest.mark.slow
def test_colour_on_a_terminal_unless_refused():
    """A pseudo-terminal, for a pipe has no colour anyway."""
    arguments = ["pattern", "eerie", "there"]
    assert "48;" in on_terminal(arguments)[0]
    plain = on_terminal(arguments, env={"NO_COLOR": "1"})[0]
    assert "48;" not in plain
    assert "y-y-g" in plain
    # Sixteen colours still tell yellow from green.
    few = on_terminal(arguments, env={"TERM": "xterm", "COLORTERM": ""})[0]
    assert "\x1b[30;43m" in few
    assert "\x1b[30;42m" in few


@pytest.mark.slow
def test_progress_is_shown_while_a_table_is_built(tmp_path):
    text = on_terminal(
        ["suggest", "--lexicon", "nyt", "--top", "1"], env={"SALET_CACHE": str(tmp_path)}
    )[0]
    assert "building the pattern table" in text
    assert "nyt (3,158 answers" in text


@pytest.mark.long
@pytest.mark.slow
def test_full_disk_and_closed_output():
    for arguments in ("suggest", "words", "--help", "run alphabetical --json"):
        script = f"{sys.executable} -m salet {arguments} > /dev/full"
        done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)
        assert done.returncode == 2, arguments
        assert done.stderr == "salet: cannot write the output: No space left on device\n"
        script = f"{sys.executable} -m salet {arguments} >&-"
        done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, ""), arguments


@pytest.mark.long
@pytest.mark.slow
def test_letters_that_the_terminal_lacks(ok, tmp_path):
    path = tmp_path / "de.txt"
    path.write_text("größe\nstraß\n", encoding="utf-8")
    text = ok("pattern", "größe", "straß", "--answers", str(path))
    assert "G  R  Ö  ß  E" in text
    text = ok("suggest", "--answers", str(path), env={"PYTHONIOENCODING": "ascii"})
    assert "stra?" in text
    fields = json.loads(
        ok("suggest", "--answers", str(path), "--json", env={"PYTHONIOENCODING": "ascii"})
    )
    assert fields["candidates"][0]["word"] == "größe"


@pytest.mark.long
@pytest.mark.slow
def test_unquoted_position_and_solved_game(answer, ok):
    fields = answer("suggest", "raise:--y-g", "clout:-y---")
    assert fields["position"] == "raise:--y-g clout:-y---"
    assert answer("suggest", "raise:ggggg")["solved"] is True
    assert "solved" in ok("suggest", "raise:ggggg")


def test_a_history_that_breaks_hard_mode_is_noted(salet_command):
    done = salet_command("suggest", "--hard", "NYT", "raise:--y-g clout:-y---")
    assert done.returncode == 0
    assert "clout breaks hard mode nyt: E must be in position 5" in done.stderr


@pytest.mark.slow
def test_notes_survive_warning_switches(salet_command, tmp_path):
    path = tmp_path / "mine.txt"
    path.write_text("crane\ncrane\nslate\n")
    for switch in ("error", "ignore"):
        done = salet_command("suggest", "--answers", str(path), env={"PYTHONWARNINGS": switch})
        assert done.returncode == 0
        assert "the copies are ignored" in done.stderr


@pytest.mark.slow
def test_no_colour_codes_in_a_pipe(ok):
    assert "\x1b" not in ok("suggest", "raise:--y-g")
    assert "\x1b" not in ok("suggest", "raise:--y-g", env={"NO_COLOR": "1"})


@pytest.mark.slow
def test_ascii_output_is_ascii(ok):
    for arguments in (["suggest", "raise:--y-g"], ["pattern", "eerie", "there"], ["words"]):
        assert ok(*arguments, "--ascii").isascii()


def test_output_that_the_terminal_cannot_encode(ok):
    text = ok("suggest", "raise:--y-g", env={"PYTHONIOENCODING": "ascii"})
    assert "R  A  I  S  E" in text


@pytest.mark.slow
def test_a_closed_pipe_is_no_error():
    for arguments in ("suggest --json", "suggest", "words", "run alphabetical"):
        script = f"{sys.executable} -m salet {arguments} | true; exit ${{PIPESTATUS[0]}}"
        done = subprocess.run(["bash", "-c", script], capture_output=True, check=False, timeout=60)
        assert (done.returncode, done.stderr) == (0, b""), arguments


@pytest.mark.slow
def test_what_a_strategy_prints_does_not_spoil_json(ok, tmp_path):
    path = tmp_path / "loud.py"
    path.write_text(
        "from salet import Ranking\n"
        "class Loud(Ranking):\n"
        "    def values(self, view):\n"
        "        print('thinking')\n"
        "        return view.is_candidate\n"
    )
    assert json.loads(ok("run", f"{path}:Loud", "--sample", "3", "--json"))["games"] == 3
    assert json.loads(ok("suggest", "--strategy", f"{path}:Loud", "--json"))["suggestions"]
