"""The games of a run, written to files and shown in notebooks."""

import csv
import json
import sys
from types import SimpleNamespace

import pytest

from salet import InvalidError, Lexicon, RunComparison, make_strategy, optimal, run
from salet.runs import log
from salet.runs.log import write_log
from salet.study import Study, run_study
from tests.helpers import Nonsense


@pytest.fixture(scope="module")
def sampled():
    return run("entropy", opener="salet", answers=["aback", "hatch", "zonal"])


def test_log_as_csv(sampled, tmp_path):
    write_log(sampled, tmp_path / "log.csv")
    with (tmp_path / "log.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["answer"] for row in rows] == ["aback", "hatch", "zonal"]
    for row in rows:
        guesses = row["guesses"].split()
        assert guesses[0] == row["opener"] == "salet"
        assert guesses[-1] == row["answer"]
        assert len(guesses) == int(row["n_guesses"]) == len(row["patterns"].split())
        assert row["before"].split()[1:] == row["after"].split()[:-1]
        assert row["lexicon"] == sampled.lexicon.id


def test_log_of_several_runs(sampled, tmp_path):
    other = run("letters", answers=["aback", "hatch", "zonal"])
    write_log([sampled, other], tmp_path / "log.csv")
    assert len((tmp_path / "log.csv").read_text().splitlines()) == 7
    with pytest.raises(InvalidError, match="one strategy"):
        write_log([sampled, other], tmp_path / "log.txt")


def test_log_for_leaderboards(sampled, tmp_path):
    write_log(sampled, tmp_path / "log.txt")
    lines = (tmp_path / "log.txt").read_text().splitlines()
    assert len(lines) == 3
    assert all(line.startswith("salet,") for line in lines)
    assert lines[0].endswith(",aback")


def test_log_as_parquet(sampled, tmp_path):
    import polars

    write_log(sampled, tmp_path / "log.parquet")
    frame = polars.read_parquet(tmp_path / "log.parquet")
    assert frame["answer"].to_list() == ["aback", "hatch", "zonal"]
    assert frame["guesses"].to_list()[0][0] == "salet"
    metadata = json.loads(polars.read_parquet_metadata(tmp_path / "log.parquet")["salet"])
    assert metadata["strategy"] == "entropy+opener(salet)"
    assert metadata["lexicon"]["id"] == sampled.lexicon.id


@pytest.mark.parametrize("name", ["log.xlsx", "log", "missing/log.csv"])
def test_log_that_cannot_be_written(sampled, tmp_path, name):
    with pytest.raises(InvalidError, match="cannot write a log"):
        write_log(sampled, tmp_path / name)


def test_unfinished_games_are_logged_as_such(tmp_path):
    write_log(run(Nonsense(), sample=150), tmp_path / "log.parquet")
    write_log(run(Nonsense(), answers=["aback"]), tmp_path / "log.csv")
    assert (tmp_path / "log.csv").read_text().splitlines()[1].startswith("aback,,False,False,,")


def test_html_for_notebooks(sampled):
    html = sampled._repr_html_()
    assert "entropy+opener(salet)" in html
    assert "<svg" in html
    assert "original" in html
    assert sampled.log("aback").steps
    angry = run(make_strategy("entropy"), answers=["aback"])
    object.__setattr__(angry, "strategy", "<script>")
    assert "<script>" not in angry._repr_html_()


def test_every_result_is_shown_in_notebooks(sampled, tmp_path):
    both = RunComparison((sampled, run("letters", answers=sampled.answers)))
    assert "On the same answers" in both._repr_html_()
    assert "<td>letters</td>" in both.pairs[0]._repr_html_()
    words = Lexicon.from_words(["bat", "cat", "hat"], name="<b>")
    assert "<td>&lt;b&gt;</td>" in words._repr_html_()
    found = optimal("bat", lexicon=words)
    assert "<td>bat</td><td>6</td><td>6</td><td>yes</td><td>2.0000</td>" in found._repr_html_()
    assert len(repr(found)) < 600
    assert "C: elsewhere" in sampled.log("hatch")._repr_html_()
    study = run_study(Study.of(strategy=["letters", "parts"], answers=["crane"]), tmp_path, jobs=1)
    assert "<td>parts</td>" in study._repr_html_()


def test_a_run_as_a_table_and_as_games(sampled):
    frame = sampled.to_frame()
    assert frame["answer"].to_list() == ["aback", "hatch", "zonal"]
    assert frame["n_guesses"].to_list() == sampled.lengths.tolist()
    assert [log.answer for log in sampled.games] == list(sampled.answers)
    assert sampled.games[1] == sampled.log("hatch")
    assert repr(sampled).startswith("<Run of entropy+opener(salet) on original: 3 games, mean ")
    assert repr(sampled).endswith(" 0 lost>")


def test_a_table_of_games_without_polars(sampled, monkeypatch):
    """Then pandas makes it, or the message says what to install."""
    pandas = SimpleNamespace(DataFrame=lambda rows: [row["answer"] for row in rows])
    monkeypatch.setattr(log, "find_spec", {"pandas": True}.get)
    monkeypatch.setattr(log, "import_module", {"pandas": pandas}.get)
    assert sampled.to_frame() == ["aback", "hatch", "zonal"]
    monkeypatch.setattr(log, "find_spec", {}.get)
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(InvalidError, match="A table of games needs polars: pip install"):
        sampled.to_frame()
