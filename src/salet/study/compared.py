"""Runs on the same answers as a report: figures, pairs, and the charts of their games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from salet.report import Part, Report, Table, conditions_of, lexicon_fact, version_facts
from salet.runs.result import Pair, Run, RunComparison
from salet.study.cells import LOSSES, Cells
from salet.study.sureness import COMPARISON, comparison_cells

if TYPE_CHECKING:
    from collections.abc import Sequence


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
        conditions_of(first),
        first.rules.max_guesses,
    )
    pairs = RunComparison(tuple(runs)).pairs
    parts = [
        Part("Figures", tables=(cells.table(),), notes=(LOSSES,)),
        *([Part("On the same answers", tables=(pairs_table(pairs),))] if pairs else []),
        Part("Charts", charts=cells.charts()),
    ]
    facts = {
        **version_facts(),
        "lexicon": lexicon_fact(first.lexicon.summary()),
        "rules": f"{first.rules.max_guesses} guesses, hard mode {first.rules.hard}",
    }
    return Report(title, command, tuple(parts), text, facts, date)


def pairs_table(pairs: Sequence[Pair]) -> Table:
    """Tabulate paired runs: on how many answers each was better, and how sure that is."""
    return Table(
        ("~strategies", *COMPARISON),
        tuple((f"{one.first} against {one.second}", *comparison_cells(one)) for one in pairs),
        "Answers on which each strategy took fewer guesses",
    )
