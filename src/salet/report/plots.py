"""Strategies side by side: their means, and what share of games took how many guesses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from salet.report.bars import step_histograms
from salet.report.chart import (
    LOST,
    PERCENT,
    STEPS,
    WIDTH,
    Spec,
    chart,
    layer,
    name,
    noted,
    number,
    text,
)
from salet.report.document import conditions_text
from salet.runs.result import Run

_ROW = 40
_LABELLED_SHARE = 0.05
_DARK_STEPS = 3


@dataclass(frozen=True, slots=True)
class Measured:
    """What the comparison shows of one strategy."""

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
    rows = [row for place, one in enumerate(strategies) for row in _parts(place, one, max_guesses)]
    names = [
        {
            "place": place,
            "name": one.name,
            "figures": "-" if one.mean is None else f"{one.mean:.4f}; {one.losses:,} lost",
        }
        for place, one in enumerate(strategies)
    ]
    places = {"domain": [*range(len(strategies))]}
    body: Spec = {
        "width": WIDTH,
        "height": {"step": _ROW},
        "encoding": {"y": {"field": "place", "type": "ordinal", "axis": None, "scale": places}},
        "layer": [*_bars(rows), *_row_labels(names)],
    }
    return chart(title, subtitle, body)


def _parts(place: int, one: Measured, max_guesses: int) -> list[Spec]:
    """Cut a bar into one part per number of guesses, and one for all lost games."""
    counts = {int(length): count for length, count in one.histogram.items()}
    parts = [
        (guesses, str(guesses), counts.get(guesses, 0)) for guesses in range(1, max_guesses + 1)
    ]
    lost = one.games - sum(count for _, _, count in parts)
    parts.append((max_guesses + 1, "lost", lost))
    rows: list[Spec] = []
    start = 0.0
    for guesses, label, count in parts:
        share = count / one.games if one.games else 0.0
        if count:
            how = "lost" if label == "lost" else f"in {guesses} guesses"
            # Few to many guesses are spread over the colours there are.
            step = (guesses - 1) * (len(STEPS) - 1) // max(1, max_guesses - 1)
            dark = label != "lost" and step < _DARK_STEPS
            rows.append(
                {
                    "place": place,
                    "from": start,
                    "to": start + share,
                    "middle": start + share / 2,
                    "part": label,
                    "label": label if share >= _LABELLED_SHARE else "",
                    "colour": LOST if label == "lost" else STEPS[step],
                    "ink": "white" if dark else "black",
                    "note": f"{one.name}: {count:,} games ({share:.1%}) {how}",
                }
            )
        start += share
    return rows


def _bars(rows: list[Spec]) -> list[Spec]:
    shares = number(
        "from",
        title="share of games, by number of guesses",
        scale={"domain": [0, 1]},
        axis={**PERCENT, "grid": False},
    )
    mark = {"type": "bar", "height": 18, "yOffset": 9, "stroke": "white", "strokeWidth": 0.7}
    colour, ink = (name(field, scale=None) for field in ("colour", "ink"))
    return [
        layer(mark, rows, x=shares, x2={"field": "to"}, color=colour, **noted()),
        text(rows, style={"yOffset": 9}, x=number("middle"), text=name("label"), color=ink),
    ]


def _row_labels(names: list[Spec]) -> list[Spec]:
    """Write name and figures above each bar, where long names have room."""
    left = {"align": "left", "yOffset": -9, "fontWeight": "bold", "limit": WIDTH - 105}
    right = {"align": "right", "yOffset": -9}
    return [
        text(names, style=left, x={"value": 0}, text=name("name")),
        text(names, style=right, x={"value": WIDTH}, text=name("figures")),
    ]


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


def _unfinished(run: Run) -> int:
    return int((~run.finished).sum())


def conditions_of(run: Run) -> str:
    """Say for which words and rules a run holds, and how many games it has."""
    rules = run.rules
    return conditions_text(run.lexicon.summary(), rules.hard, rules.max_guesses, len(run.answers))
