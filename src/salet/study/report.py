"""What a study has to say, before it is written as a page or as Markdown."""

from __future__ import annotations

import platform
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from salet._version import __version__

if TYPE_CHECKING:
    from collections.abc import Mapping

    from salet.study.table import Table


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a report: paragraphs, tables, charts, notes, and parts of its own.

    Attributes
    ----------
    charts
        Vega-Lite specifications by title
    notes
        remarks shown as a list after the tables
    code
        a text that keeps its lines, such as the spec of a study

    In all prose, `code` between backticks is set as such and a web address becomes a link.
    """

    title: str
    text: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    charts: Mapping[str, dict[str, Any]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    code: str = ""
    parts: tuple[Part, ...] = ()


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


def versions() -> dict[str, str]:
    """Return the versions that a result depends on, by name."""
    from importlib.metadata import version

    return {"salet": __version__, "Python": platform.python_version(), "numpy": version("numpy")}


def lexicon_fact(summary: Mapping[str, Any]) -> str:
    """Say which words a result is for, from `Lexicon.summary`: with the id, no other can be meant.

    >>> lexicon_fact({"name": "mine", "id": "1a2b", "answers": 2315, "allowed": 12972})
    'mine, 2,315 answers / 12,972 allowed, id 1a2b'
    """
    words = f"{summary['answers']:,} answers / {summary['allowed']:,} allowed"
    return f"{summary['name']}, {words}, id {summary['id']}"
