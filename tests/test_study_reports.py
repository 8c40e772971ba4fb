"""Reports on runs and on studies: which tables and charts follow from what varies."""

import pytest

import salet
from salet.errors import InvalidError
from salet.report import Part, save_report, to_html, to_markdown
from salet.study.cells import Cells
from salet.study.summary import runs_report, study_report
from tests.helpers import resources


def test_the_report_of_runs(original_table, tmp_path):
    runs = [salet.run(text, sample=60, seed=1) for text in ("letters", "alphabetical")]
    made = runs_report("Two strategies", runs, command="salet compare letters alphabetical")
    save_report(made, tmp_path / "two.html")
    save_report(made, tmp_path / "two.md")
    text = (tmp_path / "two.html").read_text(encoding="utf-8")
    assert text.count("<svg") == 3
    assert runs[0].lexicon.id in text
    assert f"{runs[0].mean:.4f}" in text
    assert resources(text) == []
    pasted = (tmp_path / "two.md").read_text(encoding="utf-8")
    assert f"| letters | {runs[0].opener} | 60 | {runs[0].mean:.4f} |" in pasted
    assert "```sh\nsalet compare letters alphabetical\n```" in pasted
    alone = runs_report("One", runs[:1], command="c")
    assert [part.title for part in alone.parts] == ["Figures", "Charts"]
    assert [*alone.parts[1].charts] == ["Games by number of guesses"]
    with pytest.raises(InvalidError, match=r"the file name must end in \.html or \.md"):
        save_report(made, tmp_path / "two.pdf")


def cell(**fields):
    figures = {"games": 10, "losses": 1, "within3": 0.4, "worst": 7, "histogram": {"3": 4, "7": 1}}
    return {"strategy": "letters", "mean": 3.8, **figures, **fields}


def test_a_swept_parameter_becomes_a_curve():
    swept = [
        cell(below=below, weight=weight, mean=4 - below / 10 + weight)
        for weight in (0.5, 1.0)
        for below in (0, 5, 2)
    ]
    cells = Cells(swept, ("strategy", "below", "weight"), "original; normal mode")
    drawn = cells.charts()
    assert [*drawn] == [
        "below",
        "weight",
        "Compared",
        "Solved within",
        "Games by number of guesses",
    ]
    lines = [layer["data"]["values"] for layer in drawn["below"]["layer"][:2]]
    assert [line[0]["series"] for line in lines] == [
        "weight 0.5: least 4.0000 at 5",
        "weight 1: least 4.5000 at 5",
    ]
    assert [row["x"] for row in lines[0]] == [0, 2, 5]
    assert cells.table().columns[:3] == ("strategy", ">below", ">weight")


def test_what_only_a_study_measures_has_columns_of_its_own():
    measured = [cell(success=0.9, composite=composite) for composite in (0.25, 1.0)]
    table = Cells(measured, ("strategy",), "original; normal mode").table()
    assert table.columns[-3:] == (">worst", ">won", ">composite")
    assert [row[-2:] for row in table.rows] == [("90.00%", "25.00%"), ("90.00%", "100.00%")]
    table = Cells([*measured, cell()], ("strategy",), "original; normal mode").table()
    assert table.columns[-1] == ">worst"


def test_many_openers_become_dots_and_only_the_best_are_drawn_one_by_one():
    words = [f"word{number}" for number in range(9)]
    grid = [
        cell(strategy=strategy, opener=word, mean=4 - place / 10 if place else None)
        for strategy in ("letters", "entropy")
        for place, word in enumerate(words)
    ]
    cells = Cells(grid, ("strategy", "opener"), "original; normal mode")
    drawn = cells.charts()
    dots = drawn["Openers"]["vconcat"][0]["layer"]
    assert {row["opener"] for row in dots[1]["data"]["values"]} == {"word6", "word7", "word8"}
    assert len(dots[0]["data"]["values"]) == 10
    assert "the 12 best of 18" in drawn["Compared"]["description"]
    names = [row["name"] for row in drawn["Compared"]["layer"][2]["data"]["values"]]
    assert (len(names), names[0]) == (12, "letters, word8")
    assert [row[3] for row in cells.table().rows].count("-") == 2
    unfinished = drawn["Games by number of guesses"]["data"]["values"]
    assert {row["label"] for row in unfinished if row["guesses"] == "never"} == {"5"}


@pytest.mark.slow
def test_of_very_many_cells_the_best_are_told():
    grid = [
        cell(strategy=strategy, opener=f"w{number:04}", mean=4 - number / 1000)
        for strategy in ("letters", "entropy")
        for number in range(600)
    ]
    cells = Cells(grid, ("strategy", "opener"), "original; normal mode")
    table = cells.table()
    assert (len(table.rows), table.rows[0][1]) == (500, "w0599")
    assert table.caption == "Cells of the study: the 500 best of 1,200"
    dots = cells.charts()["Openers"]
    assert (
        "The 100 best of 600 openers, the best three on average picked out" in dots["description"]
    )
    assert len(dots["vconcat"][0]["layer"][0]["data"]["values"]) == 2 * (100 - 3)


def test_a_study_is_told_by_its_conditions():
    lexicon = salet.Lexicon.load("original").summary()
    metadata = {
        "title": "When to solve",
        "command": "salet study thresholds.toml",
        "spec": 'strategy = "letters+solutions_below({below})"\n```<b>',
        "versions": {"salet": "1", "python": "3", "numpy": "2"},
        "lexicons": [lexicon | {"game": "original-wordle"}],
        "conditions": {key: {"game": "original-wordle"} for key in ("a", "b")},
    }
    shared = {"opener": None, "max_guesses": 6, "prior": "uniform", "tie_order": None}
    cells = [
        cell(**shared, conditions=key, hard=hard, parameters=parameters, strategy=strategy)
        for key, hard in (("a", "off"), ("b", "nyt"))
        for strategy, parameters in (
            ("letters+solve(0)", {"below": 0}),
            ("letters+solve", {"below": 5}),
            ("entropy", {}),
        )
    ]
    drawn_ties = {**cells[0], "tie_order": 1, "mean": 9.9}
    unfinished = {**cells[0], "histogram": {"0": 9, "3": 1}, "mean": None}
    made = study_report([*cells[1:], drawn_ties, unfinished], metadata, parts=(Part("Pairs"),))
    titles = [part.title for part in made.parts]
    words = "original: 2,315 answers, 12,972 allowed"
    assert titles == [
        f"{words}; normal mode, 6 guesses; 10 games",
        f"{words}; hard mode nyt, 6 guesses; 10 games",
        "Pairs",
        "Spec",
    ]
    (table,) = made.parts[1].tables
    assert table.columns[:3] == ("strategy", "opener", ">below")
    assert [row[:3] for row in table.rows] == [
        ("letters+solve(0)", "varies", "0"),
        ("letters+solve", "varies", "5"),
        ("entropy", "varies", ""),
    ]
    assert "9.9" not in str(made.parts[0].tables)
    (line, *_) = made.parts[1].charts["below"]["layer"]
    assert [(row["series"], row["x"]) for row in line["data"]["values"]] == [
        ("letters+solve: least 3.8000 at 0", 0),
        ("letters+solve: least 3.8000 at 0", 5),
    ]
    steps = made.parts[0].charts["Games by number of guesses"]["data"]["values"]
    assert [(row["guesses"], row["label"]) for row in steps[-2:]] == [("3", "1"), ("never", "9")]
    text = to_html(made)
    assert resources(text) == []
    assert lexicon["id"] in text
    assert "```&lt;b&gt;" in text
    assert "\n````\nstrategy" in to_markdown(made)
