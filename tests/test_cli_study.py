"""salet study: specs in their own process, replications by a stand-in for their modules."""

import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from salet.cli.study import EXAMPLE, study
from salet.errors import InvalidError
from salet.replication.catalogue import CATALOGUE, tables_for
from salet.replication.figures import Claim, Figure, Replication, Section, Switch
from salet.study.grid import Grid
from salet.study.spec import Study

SPEC = """\
title = "Thresholds, small"
strategy = "letters+solutions_below({below})"
opener = ["tales"]
answers = {sample = 50, seed = 1}
tie_orders = 2
[sweep]
below = [0, 20]
"""


@pytest.fixture
def spec(tmp_path):
    path = tmp_path / "small.toml"
    path.write_text(SPEC)
    return path


# --- specs ---


def test_a_spec(answer, ok, spec, tmp_path):
    out = tmp_path / "out"
    fields = answer("study", str(spec), "--out", str(out), "--jobs", "1")
    assert fields["title"] == "Thresholds, small"
    assert fields["lexicon"]["name"] == "original"
    assert len(fields["cells"]) == 6
    assert {cell["parameters"]["below"] for cell in fields["cells"]} == {0, 20}
    assert all(sum(cell["histogram"].values()) == 50 for cell in fields["cells"])
    assert all(0 <= cell["composite"] <= 1 for cell in fields["cells"])
    (pair,) = fields["pairs"]
    assert pair["better"] + pair["equal"] + pair["worse"] == 50
    assert pair["interval"] is not None
    assert len(fields["tie_noise"]) == 2
    assert (out / "results.parquet").is_file()
    # Asked again, it reads; a narrow terminal without Unicode gets a table all the same.
    text = ok("study", str(spec), "--out", str(out), "--ascii", env={"COLUMNS": "80"})
    assert text.isascii()
    assert "letters+solutions_below(0)" in text
    assert "Means with ties broken in other orders" in text
    assert max(map(len, text.splitlines())) <= 80


def test_without_an_argument_there_is_a_list_and_an_example(ok, answer):
    text = ok("study")
    for name in CATALOGUE:
        assert name in text
    fields = answer("study")
    assert [entry["name"] for entry in fields["replications"]] == list(CATALOGUE)
    assert len(EXAMPLE.splitlines()) <= 10
    assert len(Grid.of(Study.from_text(EXAMPLE)).cells) == 24
    for line in EXAMPLE.splitlines():
        assert line in text


def test_shipped_specs_can_be_played():
    folder = Path(__file__).parents[1] / "docs" / "studies"
    sizes = {path.stem: len(Grid.of(Study.from_file(path)).cells) for path in folder.glob("*.toml")}
    assert sizes["openers"] == 12972
    assert sizes["weights"] == 21 * 2
    assert sizes["thresholds"] > 20


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("strategy = 'letters", "not TOML"),
        ("strategy = 'lettres'", "did you mean letters"),
        ("strategy = 'letters'\nopeners = 'all'", "did you mean opener"),
    ],
)
def test_a_spec_that_cannot_be_played(salet_command, tmp_path, text, message):
    path = tmp_path / "bad.toml"
    path.write_text(text)
    done = salet_command("study", str(path))
    assert done.returncode == 2
    assert done.stdout == ""
    assert "bad.toml" in done.stderr
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["no/such.toml"], "No such file"),
        (["chwo"], "did you mean chow"),
        (["chow", "--cluster", "127.0.0.1:1"], "--cluster is for studies of a spec"),
        (["chow", "--data", "lexipedia"], "write NAME=FILE"),
        (["chow", "--data", "lexpedia=x"], "did you mean lexipedia"),
        (["chow", "--data", "lexipedia=no/such/file"], "no such file"),
        (["vanrijn", "--frequencies", "x.txt"], "asks for no table"),
        (["all", "--frequencies", "x.txt"], "write --data lexipedia=FILE"),
        (["x.toml", "--frequencies", "x.txt"], "a spec names its table itself"),
    ],
)
def test_bad_arguments_are_one_line_and_exit_code_2(salet_command, arguments, message):
    done = salet_command("study", *arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


# --- replications: the frame, with a stand-in for the module of one ---


def found(name):
    figures = (
        Figure("mean steps of tales", 3.6017, 3.60173, 3.5914, 4, ("feedback",)),
        Figure("success", 0.9978, 0.9953, None, 4),
        Figure("best opener", "tales", "tales"),
        Figure("ours alone", None, 12),
    )
    return Replication(
        name,
        f"{name}'s study",
        "https://example.org",
        (Section("Table 1", figures, "of 2,315 words"),),
        (Claim("tales is best", True, False, "salet is"),),
        (Switch("feedback", "a repeated letter is never grey"),),
        ("a note",),
        data={"cells": [{"opener": "tales", "mean": 3.6017}]},
    )


@pytest.fixture
def replications(monkeypatch):
    """Stand-ins for all modules, and what they were called with."""
    calls = {}
    for name in CATALOGUE:

        def replicate(options, name=name):
            calls[name] = options
            return found(name)

        module = SimpleNamespace(replicate=replicate)
        monkeypatch.setitem(sys.modules, f"salet.replication.{name}", module)
    return calls


def invoke(*arguments):
    done = CliRunner().invoke(study, arguments, catch_exceptions=False)
    assert done.exit_code == 0
    return done.stdout


def test_a_replication_as_json(replications, tmp_path):
    fields = json.loads(invoke("chow", "--json", "--jobs", "3", "--out", str(tmp_path)))
    assert fields["name"] == "chow"
    assert fields["cells"] == [{"opener": "tales", "mean": 3.6017}]
    figures = fields["sections"][0]["figures"]
    assert [figure["reproduced"] for figure in figures] == [True, False, True, None]
    assert figures[0]["switches"] == ["feedback"]
    assert fields["claims"][0]["survives"] is False
    assert fields["lexicon"]["name"] == "original"
    assert replications["chow"].jobs == 3
    assert json.loads((tmp_path / "chow.json").read_text()) == fields


def test_a_replication_as_tables(replications):
    text = invoke("vanrijn")
    assert "vanrijn's study" in text
    for shown in ("3.6017", "3.5914", "feedback", "tales is best", "does not", "of 2,315 words"):
        assert shown in text
    assert "2 of 3 published figures reproduced" in text


def test_all_replications(replications):
    fields = json.loads(invoke("all", "--json"))
    assert [one["name"] for one in fields["replications"]] == list(CATALOGUE)
    assert list(replications) == list(CATALOGUE)


def test_tables_reach_the_replication_that_asks(replications, tmp_path):
    for name in ("lexi.txt", "bnc.csv"):
        (tmp_path / name).write_text("word,1\n")
    lexi, bnc = tmp_path / "lexi.txt", tmp_path / "bnc.csv"
    invoke("chow", "--frequencies", str(lexi))
    assert replications["chow"].data == {"lexipedia": lexi}
    invoke("kay", "--frequencies", str(bnc))
    assert replications["kay"].data == {"bnc": bnc}
    invoke("all", "--data", f"lexipedia={lexi}", "--frequencies", str(bnc))
    assert replications["chow"].data == {"lexipedia": lexi, "bnc": bnc}
    invoke("all", "--data", f"lexipedia={lexi}", "--data", f"bnc={bnc}")
    assert replications["tmzh"].data == {"lexipedia": lexi, "bnc": bnc}


def test_a_module_that_lacks_something_is_not_called_missing(monkeypatch):
    """Only the absence of the module itself means that it is not replicated."""
    entry = CATALOGUE["chow"]
    monkeypatch.setitem(sys.modules, "salet.replication.chow", None)
    with pytest.raises(InvalidError, match="does not replicate chow"):
        _ = entry.replicate
    with pytest.raises(InvalidError, match="asks for no table"):
        tables_for([CATALOGUE["luebeck"]], {}, Path("x"))
