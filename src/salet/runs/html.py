"""Runs as HTML tables, for notebooks."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from salet.runs.result import Run

_COLUMNS = ("strategy", "opener", "games", "mean", "losses", "within 3", "worst", "guesses")


def run_table(runs: Sequence[Run]) -> str:
    """Write one row per run, with its histogram as a row of small bars."""
    head = "".join(f"<th>{name}</th>" for name in _COLUMNS)
    body = "".join(f"<tr>{_cells(run)}</tr>" for run in runs)
    caption = f"{runs[0].lexicon.name}, id {runs[0].lexicon.id}, hard mode {runs[0].rules.hard}"
    return (
        f"<table><caption>{escape(caption)}</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )


def _cells(run: Run) -> str:
    mean = "-" if run.mean is None else f"{run.mean:.4f}"
    values = [
        escape(run.strategy),
        escape(run.opener or "varies"),
        f"{len(run.answers):,}",
        mean,
        str(run.losses),
        f"{run.within(3):.1%}",
        str(run.worst),
        _bars(run.histogram),
    ]
    return "".join(f"<td>{value}</td>" for value in values)


def _bars(histogram: dict[int, int]) -> str:
    """Draw a histogram in SVG, each bar labelled for those who cannot see it."""
    top = max(histogram.values(), default=1)
    bars = []
    for place, (length, count) in enumerate(histogram.items()):
        height = max(1, round(24 * count / top))
        label = f"<title>{length} guesses: {count:,} games</title>"
        bars.append(
            f'<rect x="{place * 14}" y="{26 - height}" width="12" height="{height}" '
            f'fill="#4c78a8">{label}</rect>'
            f'<text x="{place * 14 + 6}" y="37" font-size="9" text-anchor="middle" '
            f'fill="currentColor">{length}</text>'
        )
    width = 14 * max(1, len(histogram))
    return f'<svg width="{width}" height="40" role="img">{"".join(bars)}</svg>'
