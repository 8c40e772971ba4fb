"""Replications as tables, pages and files.

A mark is a sign and a word, never a colour. In a folder a replication leaves::

    chow.html  chow.md  chow.json     one document: to read, to paste, for programs
    chow/*.svg                        its charts, and what else the document brings
    report.html  report.md            several documents together, the summary first
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from salet.errors import InvalidError, few
from salet.replication.findings import Figure, Replication, Section, Step, Value
from salet.report import (
    Part,
    Report,
    Spec,
    Table,
    lexicon_fact,
    save_chart,
    save_report,
    value_bars,
    version_facts,
)
from salet.report import markdown as write
from salet.report.document import PROSE, RIGHT
from salet.storage import write_whole
from salet.words.lexicon import Lexicon

WHOLE = "report"
_COUNTED = ("figures", "compared", "reproduced", "claims", "hold as published", "survive")
_SHORT = 10
_FEW = 3
_SWITCHES = (
    "How the author's program departs from the true rules or from its own text: on in the column "
    "ours wherever the program did so, off in corrected. A figure names the switches that change "
    "it when turned off one at a time."
)
CLAIMS = (
    "As published: whether a sentence is true of the author's own games. Survives: whether it is "
    "true of the corrected ones. Open: the document leaves it open, the difference is within "
    "chance, or the sentence only says what the program does."
)
_VERDICT = {True: "holds", False: "fails", None: "open"}
_REPRODUCED = {True: "same", False: "differs", None: "not compared"}
_SIGNS = {"same": "✓", "holds": "✓", "differs": "✗", "fails": "✗", "not compared": "–", "open": "–"}


def figures_table(section: Section, *, ascii_only: bool = False, notes: bool = True) -> Table:
    """Tabulate the figures of a section; columns that say nothing are left out.

    Without `notes` these are left out too: a terminal has no room for them in the table.
    """
    figures = section.figures
    columns = (
        "~figure",
        _column("published", [figure.published for figure in figures]),
        _column("ours", [figure.ours for figure in figures]),
        "reproduced",
        _column("corrected", [figure.corrected for figure in figures]),
        "~switches",
        "~note",
    )
    rows = (
        (
            figure.name,
            value_text(figure.published, figure.digits),
            value_text(figure.ours, figure.digits) + _spread(figure),
            _mark(_REPRODUCED[figure.reproduced], ascii_only=ascii_only),
            value_text(figure.corrected, figure.digits),
            ", ".join(figure.switches),
            figure.note if notes else "",
        )
        for figure in figures
    )
    return Table(columns, tuple(rows)).without_empty_columns()


def figure_notes(section: Section) -> list[str]:
    """Return the notes on figures, one that concerns several of them once."""
    names: dict[str, list[str]] = {}
    for figure in section.figures:
        if figure.note:
            names.setdefault(figure.note, []).append(figure.name)
    return [f"{_listed(about)}: {note}" for note, about in names.items()]


def _listed(names: Sequence[str]) -> str:
    return few(names, _FEW if len(names) <= _FEW else 1)


def claims_table(replication: Replication, *, ascii_only: bool = False) -> Table:
    """Tabulate the document's claims: as its author played, under the true rules, and why."""
    rows = tuple(
        (
            claim.text,
            _mark(_VERDICT[claim.as_published], ascii_only=ascii_only),
            _mark(_VERDICT[claim.survives], ascii_only=ascii_only),
            claim.because,
        )
        for claim in replication.claims
    )
    return Table(("~claim", "as published", "survives", "~because"), rows)


def switches_table(replication: Replication) -> Table:
    """Tabulate the switches, with the number of figures that each changes."""
    rows = tuple(
        (
            f"`{switch.name}`",
            switch.meaning,
            str(sum(switch.name in figure.switches for figure in replication.figures)),
        )
        for switch in replication.switches
    )
    return Table(("switch", "~what the program does", ">figures changed"), rows)


def summary_table(replications: Sequence[Replication]) -> Table:
    """Tabulate how many figures and claims of each document hold."""

    def counts(one: Replication) -> tuple[int, ...]:
        held = sum(claim.as_published is True for claim in one.claims)
        survive = sum(claim.survives is True for claim in one.claims)
        return (len(one.figures), *_compared(one), len(one.claims), held, survive)

    return Table(
        ("document", *(f">{name}" for name in _COUNTED)),
        tuple((one.title, *map(str, counts(one))) for one in replications),
        "Figures reproduced and claims that survive, by document",
    )


def reproduced_text(replication: Replication) -> str:
    """Say how many of the figures that can be compared come out as they were printed."""
    compared, same = _compared(replication)
    return f"{same:,} of {compared:,} published figures reproduced"


def _compared(replication: Replication) -> tuple[int, int]:
    """Return how many figures can be compared, and how many of them are the same."""
    compared = [one.reproduced for one in replication.figures if one.reproduced is not None]
    return len(compared), sum(compared)


def part(replication: Replication, *, charts: bool = True) -> Part:
    """Tell everything found about one document."""
    inner = [
        Part(
            section.title,
            text=(section.note,) if section.note else (),
            tables=(figures_table(section),),
        )
        for section in replication.sections
    ]
    inner += [Part(title, tables=(table,)) for title, table in replication.tables.items()]
    if replication.claims:
        inner.append(Part("Claims", text=(CLAIMS,), tables=(claims_table(replication),)))
    if replication.switches:
        inner.append(Part("Switches", text=(_SWITCHES,), tables=(switches_table(replication),)))
    if charts and replication.charts:
        inner.append(Part("Charts", charts=replication.charts))
    return Part(
        replication.title,
        text=(f"Source: {replication.source}",),
        notes=replication.notes,
        parts=tuple(inner),
    )


def markdown(replication: Replication) -> str:
    """Write one document's tables as Markdown."""
    return write.part(part(replication, charts=False))


def report(
    replications: Sequence[Replication],
    *,
    command: str,
    facts: Mapping[str, str] | None = None,
    date: str | None = None,
) -> Report:
    """Put documents together as one report, with a summary first if there are several.

    `facts` are what the result depends on beside the versions, such as the tables of an author;
    the original lists, which all five documents play with, are named without being given.
    """
    words = {"lexicon": lexicon_fact(Lexicon.load("original").summary())}
    known = {**version_facts(), **words, **(facts or {})}
    parts = tuple(part(one) for one in replications)
    if len(parts) == 1:
        (whole,) = parts
        notes = (Part("Notes", notes=whole.notes),) if whole.notes else ()
        return Report(whole.title, command, (*notes, *whole.parts), whole.text, known, date)
    summary = Part("Summary", tables=(summary_table(replications),))
    return Report("Published write-ups replicated", command, (summary, *parts), (), known, date)


def _spread(figure: Figure) -> str:
    """Write the standard deviation of a figure that chance plays a part in."""
    return "" if figure.spread is None else f" ± {figure.spread:.{max(1, figure.digits or 0)}f}"


def value_text(value: Value, digits: int | None) -> str:
    """Write a figure with the digits that the document prints.

    >>> value_text(3.60172, 4), value_text(12972, None), value_text("tales", None)
    ('3.6017', '12,972', 'tales')
    """
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if digits is not None:
        return f"{value:,.{digits}f}"
    return f"{value:,}" if isinstance(value, int) else f"{value:,.6g}"


def _column(name: str, values: Sequence[Value]) -> str:
    """Mark a column as numbers, as words, or as text so long that it must be folded."""
    there = [value for value in values if value is not None]
    words = [value for value in there if isinstance(value, str)]
    if any(len(word) > _SHORT for word in words):
        return f"{PROSE}{name}"
    return f"{RIGHT}{name}" if 2 * len(words) <= len(there) else name


def _mark(word: str, *, ascii_only: bool) -> str:
    return word if ascii_only else f"{_SIGNS[word]} {word}"


# --- a chart that two documents have ---


def letter_bars(counts: Mapping[str, int]) -> dict[str, Spec]:
    """Draw how often each letter occurs in the allowed words."""
    title = "Letters of the allowed words"
    words = "original: every copy in the 12,972 allowed words"
    bars = value_bars(counts, title=title, subtitle=words, axis="occurrences", upright=True)
    return {title: bars}


# --- files ---


def plain(replication: Replication) -> dict[str, Any]:
    """Return a replication as plain values, with its own fields beside the common ones."""
    return {
        "lexicon": Lexicon.load("original").summary(),
        **replication.data,
        "name": replication.name,
        "title": replication.title,
        "source": replication.source,
        "sections": [asdict(one) | {"figures": _figures(one)} for one in replication.sections],
        "claims": [asdict(claim) for claim in replication.claims],
        "switches": [asdict(switch) for switch in replication.switches],
        "notes": list(replication.notes),
    }


def _figures(section: Section) -> list[dict[str, Any]]:
    return [asdict(figure) | {"reproduced": figure.reproduced} for figure in section.figures]


def write_files(
    found: Sequence[Replication],
    folder: Path,
    *,
    command: str,
    facts: Mapping[str, str],
    step: Step | None = None,
) -> Path:
    """Write everything about these documents, and return the page to read first."""
    for place, one in enumerate(found):
        if step is not None:
            step(place, len(found), one.name)
        _write_report([one], folder / one.name, command, facts)
        write_whole(folder / f"{one.name}.json", json.dumps(plain(one), indent=2).encode())
        for title, spec in one.charts.items():
            save_chart(spec, made(folder / one.name) / f"{file_name(title)}.svg")
    if len(found) == 1:
        return folder / f"{found[0].name}.html"
    _write_report(found, folder / WHOLE, command, facts)
    return folder / f"{WHOLE}.html"


def file_name(title: str) -> str:
    """Make a name for a file of a title.

    >>> file_name("Solved within n guesses, as published")
    'solved-within-n-guesses-as-published'
    """
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def _write_report(
    found: Sequence[Replication], stem: Path, command: str, facts: Mapping[str, str]
) -> None:
    whole = report(found, command=command, facts=facts)
    made(stem.parent)
    for ending in (".html", ".md"):
        save_report(whole, stem.with_name(stem.name + ending))


def made(folder: Path) -> Path:
    """Make a folder unless it is there, and return it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidError(f"cannot write to {folder}: {error.strerror}") from None
    return folder
