"""Runs on the same answers as a report: figures, pairs, and the charts of their games."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from salet.measures import compare_lengths
from salet.report import Part, Report, Table, conditions_of, lexicon_fact, version_facts
from salet.runs.compare import pair
from salet.study.cells import LOSSES, Cells
from salet.study.sureness import COMPARISON, comparison_cells

if TYPE_CHECKING:
    from collections.abc import Sequence

    from salet.measures import Comparison
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
        conditions_of(first),
        first.rules.max_guesses,
    )
    pairs = compare_runs(runs)
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


@dataclass(frozen=True, slots=True)
class Pair:
    """Two runs by name, and how they compare."""

    first: str
    second: str
    comparison: Comparison

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {"first": self.first, "second": self.second, **self.comparison.to_dict()}


def compare_runs(runs: Sequence[Run]) -> list[Pair]:
    """Compare every run with each one after it, on the answers that all of them played.

    The differences are exact if every answer was played and no strategy uses chance.
    """

    def sampled(run: Run) -> bool:
        everything = len(run.answers) == len(run.lexicon.answers)
        return not everything or not run.metadata["deterministic"]

    found = []
    for one, other in combinations(runs, 2):
        pair(one, other)  # refuses runs that are not alike
        chance = sampled(one) or sampled(other)
        comparison = compare_lengths(one.lengths, other.lengths, one.weights, sampled=chance)
        found.append(Pair(one.strategy, other.strategy, comparison))
    return found


def pairs_table(pairs: Sequence[Pair]) -> Table:
    """Tabulate paired runs: on how many answers each was better, and how sure that is."""
    return Table(
        ("~strategies", *COMPARISON),
        tuple(
            (f"{one.first} against {one.second}", *comparison_cells(one.comparison))
            for one in pairs
        ),
        "Answers on which each strategy took fewer guesses",
    )
