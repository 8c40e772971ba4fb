"""salet run, compare and strategies, in their own process."""

import json

import pytest


@pytest.mark.long
@pytest.mark.slow
def test_run(answer, ok):
    fields = answer("run", "entropy", "--opener", "soare")
    assert fields["strategy"] == "entropy+opener(soare)"
    assert fields["opener"] == "soare"
    assert fields["games"] == 2315
    assert round(fields["mean"], 4) == 3.4644
    assert fields["losses"] == 0
    assert fields["worst"] == 6
    assert sum(fields["histogram"].values()) == 2315
    assert fields["histogram"]["2"] == 44
    assert fields["lexicon"]["name"] == "original"
    text = ok("run", "entropy", "--sample", "50", "--ascii")
    assert text.isascii()
    assert "guesses on average" in text


@pytest.mark.slow
def test_run_with_a_log(salet_command, tmp_path):
    log = tmp_path / "games.csv"
    for said in (f"wrote {log}\n", f"replaced {log}\n"):
        done = salet_command("run", "letters", "--sample", "5", "--seed", "3", "--log", str(log))
        assert done.stderr == said
        assert "5 of 2,315 answers, seed 3;" in done.stdout
        assert len(log.read_text().splitlines()) == 6


@pytest.mark.long
@pytest.mark.slow
def test_run_and_compare_with_a_plot(ok, answer, tmp_path):
    ok("run", "letters", "--sample", "5", "--plot", str(tmp_path / "run.svg"))
    assert "letters" in (tmp_path / "run.svg").read_text(encoding="utf-8")
    path = tmp_path / "compare.json"
    figures = answer("compare", "letters", "popular", "--sample", "5", "--plot", str(path))
    assert [run["strategy"] for run in figures["runs"]] == ["letters", "popular"]
    assert json.loads(path.read_text(encoding="utf-8"))["$schema"].endswith("v6.json")


@pytest.mark.long
@pytest.mark.slow
def test_run_on_a_file_with_knowledge_and_prior(answer, tmp_path):
    path = tmp_path / "today.txt"
    path.write_text("crane\nslate\n")
    table = tmp_path / "mine.csv"
    table.write_text("crane,9\nslate,1\n")
    fields = answer(
        "run", "popular", "--on", str(path), "--frequencies", str(table), "--prior", "frequency"
    )
    assert fields["games"] == 2
    assert fields["opener"] == "crane"
    assert fields["frequencies"] == "mine.csv"
    fields = answer(
        "run", "alphabetical", "--knowledge", "all", "--on", "original", "--sample", "9"
    )
    assert fields["lexicon"]["answers"] == 12972
    assert fields["games"] == 9


@pytest.mark.long
@pytest.mark.slow
def test_compare(answer, ok):
    fields = answer("compare", "letters", "alphabetical", "--sample", "60")
    assert [run["strategy"] for run in fields["runs"]] == ["letters", "alphabetical"]
    (pairing,) = fields["pairs"]
    assert pairing["better"] + pairing["equal"] + pairing["worse"] == 60
    assert fields["lexicon"]["name"] == "original"
    low, high = pairing["interval"]
    assert low < pairing["difference"] < high
    assert (pairing["exact"], 0 < pairing["p_value"] < 1) == (False, True)
    text = ok("compare", "letters", "alphabetical", "--sample", "60", "--tie-noise", "2")
    assert "letters against alphabetical" in text
    assert "Means with ties broken in other orders" in text


@pytest.mark.long
@pytest.mark.slow
def test_compare_with_tie_noise(answer, salet_command):
    fields = answer("compare", "letters", "minimax", "--sample", "40", "--tie-noise", "3")
    assert {text: one["count"] for text, one in fields["tie_noise"].items()} == {
        "letters": 3,
        "minimax": 3,
    }
    refused = salet_command("compare", "tree", "--sample", "5", "--tie-noise", "2")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "has no ties to break in another order" in refused.stderr


@pytest.mark.slow
def test_strategies(answer, ok):
    names = {spec["name"]: spec for spec in answer("strategies")["strategies"]}
    assert names["tiles"]["parameters"] == {"green": 2, "yellow": 1}
    assert names["ties"]["kind"] == "rule"
    text = ok("strategies")
    assert "solutions_below" in text
    assert "words,..." in text
    assert "`" not in text
    assert "tiles" not in {
        spec["name"] for spec in answer("strategies", "--game", "bulls")["strategies"]
    }
    assert "tiles" in ok("strategies", "--game", "nerdle(6)")


@pytest.mark.long
@pytest.mark.slow
def test_a_failing_strategy_is_reported_with_exit_code_1(salet_command, tmp_path):
    path = tmp_path / "bad.py"
    path.write_text(
        "from salet import Ranking\n"
        "class Bad(Ranking):\n"
        "    def values(self, view):\n"
        "        raise RuntimeError('no idea')\n"
    )
    arguments = ("compare", f"{path}:Bad", "alphabetical", "--sample", "9")
    done = salet_command(*arguments, env={"COLUMNS": "300"})
    assert done.returncode == 1
    assert (
        "raised RuntimeError: no idea (line 4 of bad.py) (at the first guess; 9 games not finished)"
        in done.stdout
    )
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_a_strategy_that_finishes_nothing_has_no_figures(salet_command, tmp_path):
    path = tmp_path / "bad.py"
    path.write_text(
        "import salet\n"
        "class Bad(salet.Strategy):\n"
        "    def choose(self, view):\n"
        "        return 'salet'\n"
    )
    done = salet_command("run", f"{path}:Bad", "--sample", "9", env={"COLUMNS": "300"})
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        f"{path}:Bad finished none of 9 games",
        f"! {path}:Bad returned 'salet', which is not one of view.guesses; "
        "view.lexicon.guess_index gives the index of a word "
        "(at the first guess; 9 games not finished)",
    ]


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["run"], "Missing argument"),
        (["run", "entropi"], "did you mean entropy"),
        (["run", "tiles(greem=3)"], "did you mean green"),
        (["run", "entropy", "--opener", "zzzzz"], "not among"),
        (["run", "entropy", "--sample", "99999"], "the sample of 99,999 is larger"),
        (["run", "entropy", "--on", "no/such/file"], "No such file"),
        (["run", "entropy", "--log", "games.xlsx"], "the file name must end in"),
        (
            ["run", "entropy", "--plot", "games.pdf"],
            "cannot write a chart to games.pdf: the file name",
        ),
        (["compare", "entropy", "--plot", "no/such/plot.svg"], "there is no folder"),
        (["run", "entropy", "--prior", "gut"], "there is no prior 'gut'; choose from uniform"),
        (["run", "no/such/file.py:Name"], "No such file"),
        (["run", "tree(no/such/file)"], "cannot read no/such/file"),
        (
            ["run", "tree", "--lexicon", "nyt"],
            "tree lacks abash, aboil, abuzz and 853 more of the 3,158 answers",
        ),
        (["run", "--boards", "2", "--plot", "x.svg"], "--plot does not go with --boards"),
        (["compare"], "Missing argument"),
        (["compare", "entropy", "minmax"], "did you mean minimax"),
    ],
)
def test_bad_runs_are_one_line_and_exit_code_2(salet_command, arguments, message):
    done = salet_command(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
