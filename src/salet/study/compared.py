"""Runs on the same answers as a report: figures, pairs, and the charts of their games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from salet.runs.compare import pairings
from salet.study.cells import LOSSES, Cells
from salet.study.plots.chart import conditions
from salet.study.report import Part, Report, lexicon_fact, versions
from salet.study.table import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from salet.runs.compare import Pairing
    from salet.runs.result import Run


def runs_report(
    title: str,
    runs: Sequence[Run],
    *,
    command: str,
    text: tuple[str, ...] = (),
    date: str | None = None,
) -> Report:
    """Report runs of strategies under the same conditions."""
    first = runs[0]
    cells = Cells(
        [run.to_dict() | {"opener": run.opener or "varies"} for run in runs],
        ("strategy", "opener"),
        conditions(first.lexicon, first.rules, len(first.answers)),
        first.rules.max_guesses,
    )
    pairs = pairings(runs)
    parts = [
        Part("Figures", tables=(cells.table(),), notes=(LOSSES,)),
        *([Part("On the same answers", tables=(pairs_table(pairs),))] if pairs else []),
        Part("Charts", charts=cells.charts()),
    ]
    facts = {
        **versions(),
        "lexicon": lexicon_fact(first.lexicon.summary()),
        "rules": f"{first.rules.max_guesses} guesses, hard mode {first.rules.hard}",
    }
    return Report(title, command, tuple(parts), text, facts, date)


def pairs_table(pairs: Sequence[Pairing]) -> Table:
    """Tabulate paired runs: on how many answers each was better."""
    columns = ("first", "second", ">first better", ">equal", ">second better", ">difference")
    rows = tuple(
        (
            pair.first,
            pair.second,
            f"{pair.better:,}",
            f"{pair.equal:,}",
            f"{pair.worse:,}",
            "-" if pair.difference is None else f"{pair.difference:+.4f}",
        )
        for pair in pairs
    )
    return Table(columns, rows, "Answers on which each strategy took fewer guesses")
