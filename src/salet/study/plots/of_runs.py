"""Charts of runs, as ``salet run --plot`` and ``salet compare --plot`` draw them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from salet.study.plots.chart import Spec, conditions
from salet.study.plots.comparison import Measured, comparison
from salet.study.plots.histograms import step_histograms

if TYPE_CHECKING:
    from collections.abc import Sequence

    from salet.runs.result import Run


def run_plot(run: Run) -> Spec:
    """Draw how many games took how many guesses."""
    mean = "no game finished" if run.mean is None else f"{run.mean:.4f} guesses on average"
    return step_histograms(
        {run.strategy: run.histogram},
        title=f"{run.strategy}: {mean}, {run.losses:,} lost",
        subtitle=_conditions([run]),
        max_guesses=run.rules.max_guesses,
        unfinished={run.strategy: _unfinished(run)},
    )


def compare_plot(runs: Sequence[Run]) -> Spec:
    """Draw runs side by side."""
    return comparison(
        [
            Measured(run.strategy, run.mean, run.losses, run.histogram, _unfinished(run))
            for run in runs
        ],
        title="Strategies compared: mean guesses and lost games",
        subtitle=_conditions(runs),
        max_guesses=runs[0].rules.max_guesses,
    )


def _unfinished(run: Run) -> int:
    return int((~run.finished).sum())


def _conditions(runs: Sequence[Run]) -> str:
    each = "" if len(runs) == 1 else " each"
    run = runs[0]
    return f"{conditions(run.lexicon, run.rules, len(run.answers))}{each}"
