"""What a replication leaves in a folder: a page, Markdown, JSON, and its charts.

::

    chow.html  chow.md  chow.json     one document: to read, to paste, for programs
    chow/*.svg                        its charts, and what else the document brings
    report.html  report.md            several documents together, the summary first
"""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from salet.errors import InvalidError
from salet.replication.charts import charts_of
from salet.replication.report import report
from salet.report import save_chart, save_report
from salet.storage import atomic_write
from salet.words.lexicon import Lexicon

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from salet.replication.figures import Replication

WHOLE = "report"


def plain(replication: Replication) -> dict[str, Any]:
    """Return a replication as plain values, with its own fields beside the common ones."""
    return {
        "lexicon": Lexicon.load("original").summary(),
        **replication.data,
        "name": replication.name,
        "title": replication.title,
        "source": replication.source,
        "sections": [
            {
                "title": section.title,
                "note": section.note,
                "figures": [
                    asdict(figure) | {"reproduced": figure.reproduced} for figure in section.figures
                ],
            }
            for section in replication.sections
        ],
        "claims": [asdict(claim) for claim in replication.claims],
        "switches": [asdict(switch) for switch in replication.switches],
        "notes": list(replication.notes),
    }


def write_files(
    found: Sequence[Replication],
    folder: Path,
    *,
    command: str,
    facts: Mapping[str, str],
    step: Callable[[int, int, str], None] | None = None,
) -> Path:
    """Write everything about these documents, and return the page to read first."""
    for place, one in enumerate(found):
        if step is not None:
            step(place, len(found), one.name)
        _write_report([one], folder / one.name, command, facts)
        _write_json(plain(one), folder / f"{one.name}.json")
        for title, spec in charts_of(one).items():
            save_chart(spec, made(folder / one.name) / f"{file_name(title)}.svg")
    if len(found) == 1:
        return folder / f"{found[0].name}.html"
    _write_report(found, folder / WHOLE, command, facts)
    return folder / f"{WHOLE}.html"


def file_name(title: str) -> str:
    """Make a name for a file of a title.

    >>> file_name("Solved within so many guesses, as published")
    'solved-within-so-many-guesses-as-published'
    """
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def _write_report(
    found: Sequence[Replication], stem: Path, command: str, facts: Mapping[str, str]
) -> None:
    whole = report(found, command=command, facts=facts)
    made(stem.parent)
    for ending in (".html", ".md"):
        save_report(whole, stem.with_name(stem.name + ending))


def _write_json(fields: Mapping[str, Any], path: Path) -> None:
    try:
        with atomic_write(path) as file:
            file.write(json.dumps(fields, indent=2).encode())
    except OSError as error:
        raise InvalidError(f"cannot write {path}: {error.strerror}") from None


def made(folder: Path) -> Path:
    """Make a folder unless it is there, and return it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidError(f"cannot write to {folder}: {error.strerror}") from None
    return folder
