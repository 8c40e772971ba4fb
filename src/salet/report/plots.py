"""Strategies side by side: their means, and what share of games took how many guesses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from salet.report.bars import step_histograms
from salet.report.chart import Point, Spec, chart, drawn, filled, lines, palette
from salet.report.document import conditions_text
from salet.runs.result import Run

if TYPE_CHECKING:
    from salet.runs.backtest import Backtest

_LABELLED_SHARE = 0.05
_COLOURS = 6
_DARK_COLOURS = 3
_LOST = "lost"


@dataclass(frozen=True, slots=True)
class Measured:
    """The figures of one strategy in the comparison."""

    name: str
    mean: float | None
    losses: int
    histogram: Mapping[int, int]
    unfinished: int = 0

    @property
    def games(self) -> int:
        """All games, finished or not."""
        return sum(self.histogram.values()) + self.unfinished


def comparison(
    strategies: Sequence[Measured], *, title: str, subtitle: str, max_guesses: int = 6
) -> Spec:
    """Draw one row per strategy: its name, mean and losses above its games by number of guesses.

    Each part of a bar carries its number of guesses, lost games the word; so the colours, dark
    for few guesses, only help.
    """
    parts = [row for place, one in enumerate(strategies) for row in _parts(place, one, max_guesses)]
    names = [
        {
            "place": place,
            "name": one.name,
            "figures": "-" if one.mean is None else f"{one.mean:.4f}; {one.losses:,} lost",
        }
        for place, one in enumerate(strategies)
    ]
    places = [*range(len(strategies))]
    return drawn("comparison", title, subtitle, parts=parts, names=names, places=places)


def _parts(place: int, one: Measured, max_guesses: int) -> list[Spec]:
    """Cut a bar into one part per number of guesses, and one for all lost games."""
    counts = {str(guesses): one.histogram.get(guesses, 0) for guesses in range(1, max_guesses + 1)}
    counts[_LOST] = one.games - sum(counts.values())
    colours = palette("steps", _COLOURS)
    rows: list[Spec] = []
    start = 0.0
    for before, (label, count) in enumerate(counts.items()):
        share = count / one.games if one.games else 0.0
        lost = label == _LOST
        # Few to many guesses are spread over the colours there are.
        step = before * (_COLOURS - 1) // max(1, max_guesses - 1)
        if count:
            how = _LOST if lost else f"in {label} guesses"
            rows.append(
                {
                    "place": place,
                    "from": start,
                    "to": start + share,
                    "middle": start + share / 2,
                    "part": label,
                    "label": label if share >= _LABELLED_SHARE else "",
                    "colour": palette(_LOST, 1)[0] if lost else colours[step],
                    "ink": "white" if step < _DARK_COLOURS and not lost else "black",
                    "note": f"{one.name}: {count:,} games ({share:.1%}) {how}",
                }
            )
        start += share
    return rows


# --- runs ---


def run_plot(run: Run) -> Spec:
    """Draw how many games took how many guesses."""
    mean = "no game finished" if run.mean is None else f"{run.mean:.4f} guesses on average"
    return step_histograms(
        {run.strategy: run.histogram},
        title=f"{run.strategy}: {mean}, {run.losses:,} lost",
        subtitle=conditions_of(run),
        max_guesses=run.rules.max_guesses,
        unfinished={run.strategy: _unfinished(run)},
    )


def compare_plot(runs: Sequence[Run]) -> Spec:
    """Draw runs side by side."""
    each = " each" if len(runs) > 1 else ""
    return comparison(
        [
            Measured(run.strategy, run.mean, run.losses, run.histogram, _unfinished(run))
            for run in runs
        ],
        title="Strategies compared: mean guesses and lost games",
        subtitle=f"{conditions_of(runs[0])}{each}",
        max_guesses=runs[0].rules.max_guesses,
    )


def backtest_plot(backtests: Sequence[Backtest]) -> Spec:
    """Draw the mean of every month, and the predicted chances against the observed."""
    first = backtests[0]
    months: dict[str, list[Point]] = {
        one.prior: [
            (_milliseconds(month), mean, f"{one.prior}, {month}: {mean:.3f} guesses a day")
            for month, mean in one.by_month().items()
        ]
        for one in backtests
    }
    said: dict[str, list[Point]] = {
        one.prior: [
            (
                *(row["said"], row["happened"]),
                f"{one.prior}: predicted {row['said']:.1%}, observed {row['happened']:.1%} "
                f"({row['cases']:,} cases)",
            )
            for row in one.calibration()
        ]
        for one in backtests
    }
    said["as said"] = [(share, share, "as said") for share in (0.0, 1.0)]
    panels = [
        filled("lines", lines=lines(points, **filled(axes)))
        for points, axes in ((months, "month axes"), (said, "calibration axes"))
    ]
    means = ", ".join(f"{one.prior} {one.mean or 0:.4f}" for one in backtests)
    days = f"{len(first.days):,} days, {first.days[0].day} to {first.days[-1].day}"
    rules = conditions_text(first.games[0].lexicon, first.rules.hard, first.rules.max_guesses)
    return chart(
        f"{first.strategy} on real days: {means} guesses",
        f"{rules}; {days}",
        {
            "vconcat": panels,
            "spacing": 24,
            "resolve": {"scale": {"color": "independent", "shape": "independent"}},
        },
    )


def _milliseconds(month: str) -> float:
    return datetime.fromisoformat(f"{month}-01T00:00:00+00:00").timestamp() * 1000


def _unfinished(run: Run) -> int:
    return int((~run.finished).sum())


def conditions_of(run: Run) -> str:
    """Say for which words and rules a run holds, and how many games it has."""
    rules = run.rules
    return conditions_text(run.lexicon.summary(), rules.hard, rules.max_guesses, len(run.answers))
