"""What people type at the command, in one process: spellings, mistakes, and what is said."""

import json
import subprocess
import sys

import pytest
from click.testing import CliRunner

from salet import review as look_back
from salet import suggest as advise
from salet.cli import complain
from salet.cli.dispatch import salet
from salet.cli.options import LEXICON_VARIABLE

pytestmark = pytest.mark.usefixtures("original_lists")


@pytest.fixture
def typed(original_table):
    """Run a command line; its error is raised as it is."""

    def run(*arguments, **options):
        done = CliRunner().invoke(salet, arguments, standalone_mode=False, **options)
        if done.exception is not None:
            raise done.exception
        return done

    return run


@pytest.mark.parametrize(
    "position",
    [["crane", "---yg"], ["raise", "-----"], ["raise", "-y--g"], ["raise", "--y-g", "clout:-y---"]],
)
def test_a_pattern_may_begin_with_a_dash(typed, position):
    found = json.loads(typed("suggest", *position, "--top", "1", "--json").stdout)
    assert found["position"] == " ".join(position).replace(" -", ":-")


def test_an_unknown_option_is_still_refused(typed):
    with pytest.raises(Exception, match="No such option '--tip'"):
        typed("suggest", "crane", "---yg", "--tip", "3")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["suggest", "bad:xx"], "its pattern 'xx' has 2"),
        (["suggest", "--lexicon", "en1"], "words have 2 to 15 letters"),
        (["suggest", "crane", "-y--q"], "pattern '-y--q' has 'q'; write one of - y g"),
        (["suggest", "|||", "--exact"], "--exact does not go with several boards"),
        (["run", "entropy", "minimax"], "salet compare entropy minimax"),
        (["tree", "shw"], "there is no command 'shw'; did you mean show"),
        (["tree", "show", "--game", "mastermind(4,6)"], "name the FILE of a tree"),
        (["play", "--boards", "2", *["--answer", "hatch"] * 2], "hide different words"),
    ],
)
def test_mistakes_are_explained(typed, arguments, message):
    with pytest.raises(Exception, match=message):
        typed(*arguments)


def test_the_lexicon_of_the_environment(typed):
    def name(*arguments, **options):
        found = typed("pattern", "crane", "crate", "--json", *arguments, **options)
        return json.loads(found.stdout)["lexicon"]["name"]

    nyt = {"SALET_LEXICON": "NYT"}
    assert (name(), name(env=nyt), name("--lexicon", "original", env=nyt)) == (
        "original",
        "nyt",
        "original",
    )


def test_help_is_a_command(typed):
    assert "STRATEGY is a name" in typed("help", "run").stdout


def test_a_file_that_was_written_is_named(typed, tmp_path):
    log = tmp_path / "games.csv"
    done = typed("run", "entropy", "--sample", "2", "--log", str(log))
    assert f"wrote {log}" in done.stderr
    assert "guesses in all" in done.stdout


def test_a_tree_is_verified_from_where_it_starts(typed, tmp_path):
    file = tmp_path / "rest.txt"
    typed("tree", "export", "--from", "salet:-----", "--to", str(file))
    found = json.loads(typed("tree", "verify", str(file), "--json").stdout)
    assert (found["valid"], found["position"], found["total"]) == (True, "salet:-----", 609)


def test_a_long_text_is_cut_in_a_message(capsys):
    complain(f"cannot read {'x' * 5_000_000}")
    complain(" ".join(["word"] * 1_000_000))
    assert len(capsys.readouterr().err) < 2_000


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("play <&-", 0),
        ("solve <&-", 0),
        ("infer - <&-", 2),
        ("suggest 2>&-", 0),
        ("suggest <&- >&- 2>&-", 0),
    ],
)
def test_closed_streams_are_no_reason_for_a_traceback(original_table, line, status):
    done = subprocess.run(
        ["sh", "-c", f"{sys.executable} -m salet {line}"], capture_output=True, check=False
    )
    assert done.returncode == status
    assert b"Traceback" not in done.stderr


@pytest.mark.slow
def test_people_play_todays_list_and_measure_on_the_literatures(typed, monkeypatch):
    monkeypatch.delenv(LEXICON_VARIABLE)

    def lexicon(*arguments):
        return json.loads(typed(*arguments, "--json").stdout)["lexicon"]["name"]

    position = "raise:--y-g clout:-y---"
    assert lexicon("suggest", position) == lexicon("review", position) == "nyt"
    assert lexicon("run", "letters", "--sample", "2") == "original"
    assert advise(position, top=1).game.name == look_back("bilge", ["bilge"]).game.name == "nyt"
    assert "nyt (3,158 answers" in typed("solve", input="q\n").stdout
    assert "nyt (3,158 answers" in typed("play", input="q\n").stdout
