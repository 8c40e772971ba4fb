"""Reports: pages that need nothing, Markdown that parses, replications told in full."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

import salet
from salet.cli.screen import Screen
from salet.replication import chow, kay, luebeck, publication, tmzh, vanrijn
from salet.replication.findings import Claim, Figure, Replication, Section, Switch
from salet.report import Part, Report, Table, markdown, to_html
from tests.helpers import Reader, resources

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
        "charts": {"Letters": tmzh.charts(DATA["tmzh"])["Letters of the allowed words"]},
    }
    return Replication(**{**fields, **changes})


def page(found, **options):
    return to_html(publication.report(found, **options))


def test_a_page_is_whole_and_loads_nothing():
    text = page([replication(), replication(name="chow")], command="salet study all")
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
    first, second = (page([replication()], command=command) for _ in range(2))
    assert first == second
    assert "salet study kay --out &#x27;a &amp; b&#x27;" in first
    for fact in (salet.__version__, "numpy", "Python", salet.Lexicon.load("original").id):
        assert fact in first
    dated = page([replication()], command=command, date="2026-01-02", facts={"BNC": "mine"})
    assert "<p>2026-01-02</p>" in dated
    assert "<dt>BNC</dt><dd>mine</dd>" in dated


def test_the_figures_of_a_replication():
    (section,) = replication().sections
    table = publication.figures_table(section)
    assert table.columns == (
        "~figure", ">published", ">ours", "reproduced", ">corrected", "~switches", "~note"
    )  # fmt: skip
    assert table.rows == (
        ("mean", "3.886", "3.886", "✓ same", "3.856", "loose", ""),
        ("games", "202", "202", "✓ same", "", "", ""),
        ("rank", "7-8th", "6th", "✗ differs", "6th", "", "a slip"),
        ("of others", "3.66", "", "– not compared", "", "", "not said how"),
    )
    plain = publication.figures_table(section, ascii_only=True)
    assert [row[3] for row in plain.rows] == ["same", "same", "differs", "not compared"]


def test_empty_columns_are_left_out_but_zero_is_not_empty():
    table = publication.figures_table(Section("s", (Figure("losses", 0, 0, 0),)))
    assert table.columns == ("~figure", ">published", ">ours", "reproduced", ">corrected")
    assert table.rows == (("losses", "0", "0", "✓ same", "0"),)


def test_the_claims_switches_and_summary():
    found = replication()
    assert [row[1:3] for row in publication.claims_table(found).rows] == [
        ("✓ holds", "✗ fails"),
        ("– open", "– open"),
    ]
    assert publication.switches_table(found).rows == (("`loose`", "forgets greys", "1"),)
    assert publication.summary_table([found]).rows == ((found.title, "4", "3", "2", "2", "1", "0"),)


def test_a_terminal_takes_the_tables(capsys):
    table = publication.figures_table(replication().sections[0])
    Screen().table(table.columns, table.rows)
    assert "✗ differs" in capsys.readouterr().out


def test_notes_on_figures_are_gathered():
    figures = [Figure(f"f{n}", 1, 1, note="by hand") for n in range(5)]
    section = Section("Some", (*figures, Figure("g", 1, 2, note="a slip"), Figure("h", 1, 1)))
    assert publication.figure_notes(section) == ["f0 and 4 more: by hand", "g: a slip"]
    assert "~note" in publication.figures_table(section).columns
    assert "~note" not in publication.figures_table(section, notes=False).columns


@pytest.mark.slow
@pytest.mark.parametrize(
    ("writeup", "count"), [(chow, 2), (luebeck, 3), (kay, 5), (tmzh, 4), (vanrijn, 5)]
)
def test_every_chart_of_a_document_is_drawn(writeup, count):
    name = writeup.__name__.rpartition(".")[2]
    drawn = writeup.charts(DATA[name])
    assert len(drawn) == count
    for title, spec in drawn.items():
        assert title in str(spec["title"])
        assert re.search(r"original|normal mode", spec["description"])
    found = replication(name=name, charts=drawn)
    assert page([found], command="c").count("<svg") == count


def test_a_document_without_charts_has_no_part_for_them():
    text = page([replication(charts={})], command="c")
    assert "<svg" not in text
    assert "Charts" not in text


def test_games_that_never_ended_are_drawn_as_such():
    drawn = vanrijn.charts(DATA["vanrijn"])
    rows = drawn["Games by number of guesses"]["data"]["values"]
    assert [row["guesses"] for row in rows] == ["3", "5", "never"] * 2


def test_markdown_of_a_replication():
    text = publication.markdown(replication())
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
    made = to_html(Report("t", "c", (Part("p", tables=(Table(("word",), ((text,),)),)),)))
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
    text = to_html(Report("t", "c", (Part("p", tables=(table,)),)))
    assert f'<td class="number">3.42</td><td class="prose">{long}</td>' in text
    assert '<td class="number">-</td><td class="short">99.5%</td>' in text
    assert "|---:|---|" in markdown.table(table)
