"""salet study: specs in their own process, replications by a stand-in for their modules."""

import json
import sys
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from salet.cli.study import EXAMPLE, study
from salet.errors import InvalidError
from salet.replication import vanrijn
from salet.replication.catalogue import CATALOGUE, tables_for
from salet.replication.chow import charts as chow_charts
from salet.replication.findings import Claim, Figure, Replication, Section, Switch
from salet.replication.writeup import WriteUp
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


@pytest.mark.long
@pytest.mark.slow
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
    page = (out / "report.html").read_text()
    for told in ("Thresholds, small", "How sure the order is", "Ties", "--jobs 1", "<svg"):
        assert told in page
    assert "| strategy |" in (out / "report.md").read_text()
    # Asked again, it reads; a narrow terminal without Unicode gets a table all the same.
    text = ok("study", str(spec), "--out", str(out), "--ascii", env={"COLUMNS": "80"})
    assert text.isascii()
    assert "letters+solutions_below(0)" in text
    assert "Means with ties broken in other orders" in text
    assert max(map(len, text.splitlines())) <= 80


def test_without_an_argument_there_is_a_list_and_an_example(ok, answer):
    text = ok("study")
    for entry in CATALOGUE.values():
        assert entry.name in text
        assert WriteUp(entry.name).told["title"].split(":")[0] in entry.summary  # the author
        assert entry.summary in text
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


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("strategy = []", "strategy"),
        ("strategy = 'letters({below})'\n[sweep]\nbelow = []", "below"),
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


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["no/such.toml"], "No such file"),
        (["chwo"], "did you mean chow"),
        (["chow", "--cluster", "127.0.0.1:1"], "--cluster is for studies of a spec"),
        (["chow", "--data", "lexipedia"], "write NAME=FILE"),
        (["chow", "--data", "lexpedia=x"], "did you mean lexipedia"),
        (["chow", "--data", "lexipedia=no/such/file"], "no such file"),
        (
            ["vanrijn", "--frequencies", "x.txt"],
            "uses no word frequencies; leave out --frequ",
        ),
        (["all", "--frequencies", "x.txt"], "write --data lexipedia=FILE"),
        (["x.toml", "--frequencies", "x.txt"], "in a spec write frequencies = "),
    ],
)
def test_bad_arguments_are_one_line_and_exit_code_2(salet_command, arguments, message):
    done = salet_command("study", *arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


# --- replications: the frame, with a stand-in for the module of one ---


CELLS = [
    {"config": "lf", "opener": "tales", "convention": convention}
    | {"mean": 3.6017, "success": 0.99, "within3": 0.4}
    for convention in ("published", "corrected")
]


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
        charts=chow_charts({"cells": CELLS}) if name == "chow" else {},
        data={"cells": CELLS} if name == "chow" else {},
    )


@pytest.fixture
def replications(monkeypatch):
    """Stand-ins for all modules, and what they were called with."""
    calls = {}
    for name in CATALOGUE:

        def replicate(options, name=name):
            calls[name] = options
            return found(name)

        def write_games(path, options):
            path.write_bytes(b"games")

        module = SimpleNamespace(replicate=replicate, write_games=write_games)
        monkeypatch.setitem(sys.modules, f"salet.replication.{name}", module)
    return calls


def invoke(*arguments):
    done = CliRunner().invoke(study, arguments, catch_exceptions=False)
    assert done.exit_code == 0
    return done.stdout


@pytest.mark.slow
def test_a_replication_is_written(replications, tmp_path):
    pytest.importorskip("vl_convert")
    fields = json.loads(invoke("chow", "--json", "--jobs", "3", "--out", str(tmp_path / "new")))
    assert fields["cells"][0]["opener"] == "tales"
    assert replications["chow"].jobs == 3
    names = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.*")}
    assert names == {
        "new/chow.html",
        "new/chow.md",
        "new/chow.json",
        "new/chow/games.parquet",
        "new/chow/17-openers-corrected.svg",
        "new/chow/17-openers-in-five-configurations-as-published.svg",
    }
    assert json.loads((tmp_path / "new" / "chow.json").read_text()) == fields
    page = (tmp_path / "new" / "chow.html").read_text()
    assert page.count("<svg") == 2
    assert "salet study" not in page  # the command is that of this process


def test_a_folder_that_cannot_be_made(replications, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(InvalidError, match="cannot write to"):
        invoke("vanrijn", "--out", str(tmp_path / "file" / "below"))
    assert replications == {}  # said before any game


def test_a_replication_as_tables(replications):
    text = invoke("vanrijn")
    assert "vanrijn's study" in text
    for shown in ("3.6017", "3.5914", "feedback", "tales is best", "✗ fails", "of 2,315 words"):
        assert shown in text
    assert "2 of 3 published figures reproduced" in text
    narrow = CliRunner().invoke(study, ["vanrijn", "--ascii"], env={"COLUMNS": "80"})
    assert narrow.stdout.isascii()
    assert max(map(len, narrow.stdout.splitlines())) <= 80
    # Where no table fits, every row is a sentence, and nothing is cut.
    narrowest = CliRunner().invoke(study, ["vanrijn"], env={"COLUMNS": "40"}).stdout
    assert max(map(len, narrowest.splitlines())) <= 40
    said = " ".join(narrowest.split())
    assert "published 3.6017; ours 3.6017; reproduced ✓ same; corrected 3.5914; switches" in said


@pytest.mark.slow
def test_all_replications_are_one_report(replications, tmp_path, monkeypatch):
    pytest.importorskip("vl_convert")
    fields = json.loads(invoke("all", "--json", "--out", str(tmp_path)))
    assert [one["name"] for one in fields["replications"]] == list(CATALOGUE)
    assert fields["lexicon"]["name"] == "original"
    assert list(replications) == list(CATALOGUE)
    page = (tmp_path / "report.html").read_text()
    assert page.index("Summary") < page.index("<h2>chow")
    for name in CATALOGUE:
        assert f"<h2>{name}" in page
        assert (tmp_path / f"{name}.html").is_file()
    monkeypatch.setenv("SALET_CACHE", str(tmp_path / "cache"))
    text = invoke("all")  # a report is made in any case
    assert "Figures reproduced and claims that survive, by document" in text
    assert (tmp_path / "cache" / "studies" / "all" / "report.html").is_file()


@pytest.mark.slow
def test_tables_reach_the_replication_that_asks(replications, tmp_path):
    for name in ("lexi.txt", "bnc.csv"):
        (tmp_path / name).write_text("word,1\n")
    lexi, bnc = tmp_path / "lexi.txt", tmp_path / "bnc.csv"
    invoke("chow", "--frequencies", str(lexi))
    assert replications["chow"].data == {"lexipedia": lexi}
    invoke("kay", "--frequencies", str(bnc))
    assert replications["kay"].data == {"bnc": bnc}
    every, both = list(CATALOGUE.values()), {"lexipedia": lexi, "bnc": bnc}
    assert tables_for(every, {"lexipedia": lexi}, bnc) == both
    invoke("all", "--data", f"lexipedia={lexi}", "--data", f"bnc={bnc}")
    assert replications["kay"].data == both
    for entries, named, said in (
        (["kay"], {"lexipedia": lexi}, "kay uses bnc, not lexipedia"),
        (["tmzh"], {"bnc": bnc}, "tmzh uses no table, not bnc"),
    ):
        with pytest.raises(InvalidError, match=said):
            tables_for([CATALOGUE[name] for name in entries], named, None)
    with pytest.raises(InvalidError, match="kay uses no further word frequencies"):
        tables_for([CATALOGUE["kay"]], {"bnc": bnc}, lexi)


@pytest.mark.slow
def test_a_frequency_table_that_lacks_words(salet_command, tmp_path):
    table = tmp_path / "short.csv"
    table.write_text("word,count\nabout,3\nabbey,1\n")
    done = salet_command("study", "chow", "--frequencies", str(table))
    assert (done.returncode, done.stdout) == (2, "")
    assert "short.csv has no count for 2,313 of 2,315 words (aback, " in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.long
@pytest.mark.slow
def test_a_spec_with_a_frequency_table_that_lacks_words(salet_command, tmp_path):
    (tmp_path / "short.csv").write_text("about,3\nabbey,1\n")
    spec = tmp_path / "spec.toml"
    spec.write_text(
        "strategy = 'popular'\nprior = 'frequency'\nfrequencies = 'short.csv'\n"
        "answers = ['about', 'crane']\n"
    )
    done = salet_command("study", str(spec), "--json", "--jobs", "1")
    assert done.returncode == 0
    assert json.loads(done.stdout)["games"] == 2
    assert "short.csv has no count for 2,313 of 2,315 words (aback, " in done.stderr


# --- one of them in earnest ---


@pytest.mark.long
@pytest.mark.slow
def test_a_real_replication(cache, tmp_path, monkeypatch):
    pytest.importorskip("vl_convert")
    # Under one of its eight tie rules.
    monkeypatch.setattr(vanrijn.figures, "Bench", partial(vanrijn.figures.Bench, ties=("first",)))
    arguments = ("vanrijn", "--json", "--out", str(tmp_path))
    monkeypatch.setattr(sys, "argv", ["salet", "study", *arguments])
    fields = json.loads(invoke(*arguments))
    assert fields["title"] == "Roy van Rijn: An algorithm for Wordle"
    figures = [figure for section in fields["sections"] for figure in section["figures"]]
    assert sum(figure["reproduced"] is False for figure in figures) == 0
    assert (tmp_path / "vanrijn" / "groups-that-smile-makes.svg").is_file()
    page = (tmp_path / "vanrijn.html").read_text()
    assert f"salet study vanrijn --json --out {tmp_path}" in page
    assert "http://" not in page.replace("http://www.w3.org", "")
