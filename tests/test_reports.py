"""Reports: pages that need nothing, Markdown that parses, replications told in full."""

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

import salet
from salet.cli.show import Screen
from salet.errors import InvalidError
from salet.replication import charts, report
from salet.replication.figures import Claim, Figure, Replication, Section, Switch
from salet.study import markdown
from salet.study.cells import Cells
from salet.study.compared import runs_report
from salet.study.page import page, save
from salet.study.report import Part, Report
from salet.study.study_report import study_report
from salet.study.table import Table

HOSTILE = "<script>alert('&')</script> | `x|y` *b* [a](b) _c_"
PARSER = MarkdownIt("commonmark").enable("table")


# One or two rows of what each replication gives.
DATA = {
    "chow": {
        "cells": [
            {"config": "lf", "opener": "tales", "mean": 3.7, "success": 0.99, "within3": 0.4}
            | {"convention": convention}
            for convention in ("published", "corrected")
        ]
    },
    "luebeck": {
        "openers": [{"word": "tares", "nats": 4.293}],
        "pattern_sizes": [858, 296, 1],
        "games": [
            {"words": "default answers", "variant": variant, "histogram": {"2": 44, "7": 1}}
            for variant in ("published", "corrected", "without loose_greys")
        ],
    },
    "kay": {
        "past_answers": [
            {"word": "cigar", "rank": 2401.5, "count": 1e-5, "log_count": 3.0},
            {"word": "rebut", "rank": 7000, "count": 1e-7, "log_count": 1.0},
        ],
        "sweep": [
            {"variant": variant, "table": "frequency", "weight": weight / 20, "mean": 3.9}
            for variant in ("published", "corrected", "without loose_greys")
            for weight in range(21)
        ],
        "modes": [
            {"variant": "published", "mode": mode}
            | {"past": {"histogram": {"3": 5}}, "all": {"histogram": {"9": 1}}}
            for mode in ("hard", "explore")
        ],
    },
    "tmzh": {
        "letter_counts": {"s": 6665, "e": 6662},
        "games_by_guesses": [
            {"solver": "entropy", "version": version, "guesses": 1, "within": 0.5}
            for version in ("as published", "corrected")
        ],
        "explore_failed_by_seed": [140, 154],
    },
    "vanrijn": {
        "letter_counts": {"s": 6665, "e": 6662},
        "groups": [
            {"word": word, "version": version, "words": 3}
            for word in ("smile", "raise", "slate")
            for version in ("as published", "corrected")
        ],
        "games_by_guesses": [
            {"ties": ties, "version": version, "guesses": guesses, "games": 2}
            for ties in ("first", "last")
            for version in ("as published", "in the real game")
            for guesses in (0, 3, 5)
        ],
    },
}


class Reader(HTMLParser):
    """Collects what a page is made of."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.attributes, self.open, self.crossed = [], [], [], []
        self.cells, self.inside = [], False
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.attributes += [(tag, name, value) for name, value in attributes]
        if tag not in ("meta", "wbr"):
            self.open.append(tag)
        if tag in ("td", "th"):
            self.cells.append("")
            self.inside = True

    def handle_endtag(self, tag):
        if self.open[-1:] == [tag]:
            self.open.pop()
        else:
            self.crossed.append(tag)
        if tag in ("td", "th"):
            self.inside = False

    def handle_startendtag(self, tag, attributes):
        self.tags.append(tag)

    def handle_data(self, data):
        if self.inside:
            self.cells[-1] += data


def replication(**changes):
    fields = {
        "name": "kay",
        "title": f"A document {HOSTILE}",
        "source": "https://example.org/a_b",
        "sections": (
            Section(
                "Means",
                (
                    Figure("mean", 3.886, 3.88614, 3.8564, 3, ("loose",)),
                    Figure("games", 202, 202),
                    Figure("rank", "7-8th", "6th", "6th", note="a slip"),
                    Figure("of others", 3.66, None, digits=2, note="not said how"),
                ),
                note="With losses.",
            ),
        ),
        "claims": (Claim("It wins.", True, False, "True on 202."), Claim("?", None, None, "open")),
        "switches": (Switch("loose", "forgets greys"),),
        "notes": ("Frequencies: the bundled table.",),
        "data": {"past_answers": DATA["kay"]["past_answers"]},
    }
    return Replication(**{**fields, **changes})


def resources(text):
    """Return everything that a browser would fetch for a page."""
    loading = {"src", "srcset", "data", "action", "poster", "xlink:href", "background"}
    reader = Reader(text)
    fetched = [item for item in reader.attributes if item[1] in loading]
    fetched += [item for item in reader.attributes if item[:2] == ("link", "href")]
    return fetched + re.findall(r"@import|url\((?!#)", text)


def test_a_page_is_whole_and_loads_nothing():
    text = report.page([replication(), replication(name="chow")], command="salet study all")
    reader = Reader(text)
    assert resources(text) == []
    assert "script" not in reader.tags
    assert (reader.open, reader.crossed) == ([], [])
    identifiers = [value for _, name, value in reader.attributes if name == "id"]
    assert len(identifiers) == len(set(identifiers))
    targets = [v[1:] for t, n, v in reader.attributes if (t, n) == ("a", "href") and v[0] == "#"]
    assert set(targets) <= set(identifiers)
    assert len(targets) >= 10
    assert "prefers-color-scheme: dark" in text
    assert "@media print" in text


def test_a_page_has_no_clock_and_says_what_made_it():
    command = "salet study kay --out 'a & b'"
    first, second = (report.page([replication()], command=command) for _ in range(2))
    assert first == second
    assert "salet study kay --out &#x27;a &amp; b&#x27;" in first
    for fact in (salet.__version__, "numpy", "Python", salet.Lexicon.load("original").id):
        assert fact in first
    dated = report.page([replication()], command=command, date="2026-01-02", facts={"BNC": "mine"})
    assert "<p>2026-01-02</p>" in dated
    assert "<dt>BNC</dt><dd>mine</dd>" in dated


def test_the_figures_of_a_replication():
    (section,) = replication().sections
    table = report.figures_table(section)
    assert table.columns == (
        "figure", ">published", ">ours", "reproduced", ">corrected", "~switches", "~note"
    )  # fmt: skip
    assert table.rows == (
        ("mean", "3.886", "3.886", "✓ same", "3.856", "loose", ""),
        ("games", "202", "202", "✓ same", "", "", ""),
        ("rank", "7-8th", "6th", "✗ differs", "6th", "", "a slip"),
        ("of others", "3.66", "", "– not compared", "", "", "not said how"),
    )
    plain = report.figures_table(section, ascii_only=True)
    assert [row[3] for row in plain.rows] == ["same", "same", "differs", "not compared"]


def test_empty_columns_are_left_out_but_zero_is_not_empty():
    table = report.figures_table(Section("s", (Figure("losses", 0, 0, 0),)))
    assert table.columns == ("figure", ">published", ">ours", "reproduced", ">corrected")
    assert table.rows == (("losses", "0", "0", "✓ same", "0"),)


def test_the_claims_switches_and_summary():
    found = replication()
    assert [row[1:3] for row in report.claims_table(found).rows] == [
        ("✓ holds", "✗ fails"),
        ("– open", "– open"),
    ]
    assert report.switches_table(found).rows == (("`loose`", "forgets greys", "1"),)
    assert report.summary_table([found]).rows == ((found.title, "4", "3", "2", "2", "1", "0"),)


def test_a_terminal_takes_the_tables(capsys):
    table = report.figures_table(replication().sections[0])
    Screen().table(table.columns, table.rows)
    assert "✗ differs" in capsys.readouterr().out


def test_notes_on_figures_are_gathered():
    figures = [Figure(f"f{n}", 1, 1, note="by hand") for n in range(5)]
    section = Section("Some", (*figures, Figure("g", 1, 2, note="a slip"), Figure("h", 1, 1)))
    assert report.figure_notes(section) == ["f0 and 4 more: by hand", "g: a slip"]
    assert "~note" in report.figures_table(section).columns
    assert "~note" not in report.figures_table(section, notes=False).columns


@pytest.mark.parametrize("name", DATA)
def test_every_chart_of_a_document_is_drawn(name):
    found = replication(name=name, data=DATA[name])
    drawn = charts.charts_of(found)
    assert [*drawn] == [recipe.title for recipe in charts.RECIPES[name]]
    assert charts.undrawn(found) == {}
    for spec in drawn.values():
        assert re.search(r"original|normal mode", spec["description"])
    assert report.page([found], command="c").count("<svg") == len(drawn)


def test_a_chart_without_its_data_is_named_and_left_out():
    found = replication()
    assert [*charts.charts_of(found)] == ["Past answers by how common they are"]
    assert charts.undrawn(found) == {
        "Mean guesses by weight, as published": ("sweep",),
        "Mean guesses by weight, corrected": ("sweep",),
        "Hard mode and exploring, past answers": ("modes",),
        "Hard mode and exploring, all answers": ("modes",),
    }
    own = replication(data={}, charts={"Its own": charts.charts_of(found).popitem()[1]})
    assert [*charts.charts_of(own)] == ["Its own"]
    assert "<svg" not in report.page([replication(data={})], command="c")
    assert charts.charts_of(replication(name="unknown")) == {}


def test_games_that_never_ended_are_drawn_as_such():
    drawn = charts.charts_of(replication(name="vanrijn", data=DATA["vanrijn"]))
    rows = drawn["Games by number of guesses"]["data"]["values"]
    assert [row["guesses"] for row in rows] == ["3", "5", "never"] * 2


def test_markdown_of_a_replication():
    text = report.markdown(replication())
    reader = Reader(PARSER.render(text))
    assert "script" not in reader.tags
    assert reader.tags.count("table") == 3
    assert {"7-8th", "✗ differs", "✓ same", "– not compared"} <= set(reader.cells)
    assert ("a", "href", "https://example.org/a_b") in reader.attributes
    assert "<li>Frequencies: the bundled table.</li>" in PARSER.render(text)


def without_backticks(text):
    return re.sub(r"(?<!`)`([^`\n]+)`(?!`)", r"\1", text)


def one_line(text):
    return " ".join(text.split())


words = st.text(st.sampled_from("ab 1|`*_<>&\\[]()#-+~.!\n'\"é🟩"), max_size=12)


@given(st.lists(st.tuples(words, words), max_size=4))
def test_markdown_tables_give_back_their_cells(rows):
    table = Table(("word", ">mean"), tuple(rows))
    reader = Reader(PARSER.render(markdown.table(table)))
    expected = ["word", "mean", *(text for row in rows for text in row)]
    # Spaces run together, and the backticks of code are not part of it.
    plain = [without_backticks(one_line(text)) for text in expected]
    assert [one_line(cell) for cell in reader.cells] == [one_line(text) for text in plain]


@given(words)
def test_pages_give_back_their_text(text):
    made = page(Report("t", "c", (Part("p", tables=(Table(("word",), ((text,),)),)),)))
    reader = Reader(made)
    assert reader.cells[1] == without_backticks(text)
    assert "script" not in reader.tags


@given(words)
def test_markdown_paragraphs_are_paragraphs(text):
    if not text.strip():
        return
    rendered = PARSER.render(markdown.paragraph(text))
    assert rendered.startswith("<p>")
    assert rendered.count("<") - rendered.count("<code>") - rendered.count("</code>") == 2


def test_a_table_has_as_many_cells_as_columns():
    with pytest.raises(ValueError, match="2 cells in a table of 1 columns"):
        Table(("word",), (("a", "b"),))


def test_a_cell_is_aligned_as_its_column():
    long = "a text of many words that may be folded"
    table = Table((">mean", "~what"), (("3.42", long), ("-", "99.5%")))
    text = page(Report("t", "c", (Part("p", tables=(table,)),)))
    assert f'<td class="number">3.42</td><td class="prose">{long}</td>' in text
    assert '<td class="number">-</td><td class="short">99.5%</td>' in text
    assert "|---:|---|" in markdown.table(table)


def test_the_report_of_runs(original_table, tmp_path):
    runs = [salet.run(text, sample=60, seed=1) for text in ("letters", "alphabetical")]
    made = runs_report("Two strategies", runs, command="salet compare letters alphabetical")
    save(made, tmp_path / "two.html")
    save(made, tmp_path / "two.md")
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
    with pytest.raises(InvalidError, match=r"the ending is one of \.html, \.md"):
        save(made, tmp_path / "two.pdf")


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
    assert "the 100 best of 600" in dots["description"]
    assert len(dots["vconcat"][0]["layer"][0]["data"]["values"]) == 2 * (100 - 3)


def test_a_study_is_told_by_its_conditions():
    lexicon = salet.Lexicon.load("original").summary()
    metadata = {
        "title": "When to solve",
        "command": "salet study thresholds.toml",
        "spec": 'strategy = "letters+solutions_below({below})"\n```<b>',
        "versions": {"salet": "1", "python": "3", "numpy": "2"},
        "lexicons": [lexicon],
        "conditions": {key: {"lexicon": lexicon["id"]} for key in ("a", "b")},
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
    text = page(made)
    assert resources(text) == []
    assert lexicon["id"] in text
    assert "```&lt;b&gt;" in text
    assert "\n````\nstrategy" in markdown.report(made)
