"""The contents of a report, before it is written as a page or as Markdown: parts, tables, facts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from salet._version import versions
from salet.tree import Tree

RIGHT = ">"
PROSE = "~"


@dataclass(frozen=True, slots=True)
class Table:
    """Columns and rows, every cell as text.

    Attributes
    ----------
    columns
        names; ``>name`` aligns right, as numbers do, ``~name`` holds prose that may be folded
        (what `salet.cli.screen.Screen.table` takes)
    caption
        what the table shows, for pages
    sortable
        whether the reader of a page may sort it
    links
        for each row the place on the page that its first cell leads to, or nothing
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""
    sortable: bool = False
    links: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"{len(row)} cells in a table of {len(self.columns)} columns")

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns, without their marks."""
        return tuple(column.removeprefix(RIGHT).removeprefix(PROSE) for column in self.columns)

    def without_empty_columns(self) -> Table:
        """Return the table without columns that say nothing."""
        places = range(len(self.columns))
        shown = [place for place in places if any(row[place] for row in self.rows)]
        return Table(
            tuple(self.columns[place] for place in shown),
            tuple(tuple(row[place] for place in shown) for row in self.rows),
            self.caption,
        )


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a report: paragraphs, tables, charts, notes, and parts of its own.

    Attributes
    ----------
    charts
        Vega-Lite specifications by title, or drawings that are SVG already
    notes
        remarks shown as a list after the tables
    code
        a text that keeps its lines, such as the spec of a study
    trees
        strategies of Wordle to unfold, by their places on the page, each with a title; for pages

    All text is prose as `salet.report.markdown` reads it.
    """

    title: str
    text: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    charts: Mapping[str, dict[str, Any] | str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    code: str = ""
    parts: tuple[Part, ...] = ()
    trees: Mapping[str, tuple[str, Tree]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Report:
    """A whole report.

    Attributes
    ----------
    command
        what makes this report again, as typed in a shell
    facts
        versions and lexicons by name: what another machine must have to get the same
    date
        as it is to be printed; none unless given, so that the same input gives the same bytes
    """

    title: str
    command: str
    parts: tuple[Part, ...]
    text: tuple[str, ...] = ()
    facts: Mapping[str, str] = field(default_factory=dict)
    date: str | None = None


def version_facts(found: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return versions as facts of a report; without any, those of this machine."""
    told = versions() if found is None else found
    return {"Python" if name == "python" else name: version for name, version in told.items()}


def lexicon_fact(summary: Mapping[str, Any]) -> str:
    """Say which words a result is for, from `Lexicon.summary`: with the id, no other can be meant.

    >>> lexicon_fact({"name": "mine", "id": "1a2b", "answers": 2315, "allowed": 12972})
    'mine, 2,315 answers / 12,972 allowed, id 1a2b'
    """
    words = f"{summary['answers']:,} answers / {summary['allowed']:,} allowed"
    return f"{summary['name']}, {words}, id {summary['id']}"


def conditions_text(
    lexicon: Mapping[str, Any], hard: str, max_guesses: int, games: int | None = None
) -> str:
    """Say for which words and rules a chart holds; `lexicon` is what `Lexicon.summary` gives.

    >>> from salet import Lexicon
    >>> conditions_text(Lexicon.load("original").summary(), "nyt", 6, 2315)
    'original: 2,315 answers, 12,972 allowed; hard mode nyt, 6 guesses; 2,315 games'
    """
    mode = "normal mode" if hard == "off" else f"hard mode {hard}"
    words = f"{lexicon['name']}: {lexicon['answers']:,} answers, {lexicon['allowed']:,} allowed"
    played = "" if games is None else f"; {games:,} games"
    return f"{words}; {mode}, {max_guesses} guesses{played}"
