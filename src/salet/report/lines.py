"""Lines and dots: shares solved, a mean against a parameter, every opener of every strategy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from salet.report.chart import (
    Point,
    Spec,
    amount,
    chart,
    drawn,
    filled,
    lines,
    marked_line,
    series_channels,
)


def cumulative(
    shares: Mapping[str, Sequence[float]],
    *,
    title: str,
    subtitle: str,
    max_guesses: int = 6,
    axis: str = "guesses",
) -> Spec:
    """Draw the share of games solved within 1, 2, ... guesses, one line per label."""
    last = max((len(one) for one in shares.values()), default=0)
    points = {
        label: [
            (guesses, share, f"{label}: {share:.2%} within {guesses}")
            for guesses, share in enumerate(one, 1)
        ]
        for label, one in shares.items()
    }
    ticks = [*range(1, last + 1)]
    axes = filled("cumulative axes", axis=axis, end=max(last, 2), ticks=ticks)
    layers = lines(points, **axes)
    if max_guesses < last:
        at = {"datum": max_guesses, "type": "quantitative"}
        layers.insert(0, marked_line("allowed", 232, at))
    return drawn("lines", title, subtitle, lines=layers)


def curves(
    points: Mapping[str, Sequence[tuple[float, float]]],
    *,
    title: str,
    subtitle: str,
    x: str,
    y: str,
    digits: int = 4,
) -> Spec:
    """Draw values against a parameter, one line per label; the legend tells the least of each."""
    named: dict[str, list[Point]] = {}
    least: list[Spec] = []
    for label, one in points.items():
        legend = label
        if one:
            low_x, low_y = min(one, key=lambda point: (point[1], point[0]))
            legend = f"{label}: least {low_y:.{digits}f} at {low_x:g}"
            least.append({"x": low_x, "y": low_y})
        named[legend] = [(a, b, f"{label}: {y} {b:.{digits}f} at {x} {a:g}") for a, b in one]
    axes = filled("curve axes", x=x, y=y)
    channels = {channel: amount(channel, axis) for channel, axis in axes.items()}
    layers = [*lines(named, **axes, legend={}), filled("rings", rows=least, **channels)]
    return drawn("lines", title, subtitle, lines=layers)


@dataclass(frozen=True, slots=True)
class Metric:
    """A field of the cells, and how it is shown; `format` is Python's."""

    field: str
    title: str
    format: str = ".4f"
    axis_format: str = ""


METRICS = (
    Metric("mean", "mean guesses (fewer is better)"),
    Metric("success", "share of games won (more is better)", ".2%", ".1%"),
    Metric("within3", "share solved within 3 guesses (more is better)", ".2%", ".0%"),
)


def opener_dots(
    cells: Sequence[Mapping[str, Any]],
    *,
    title: str,
    subtitle: str,
    metrics: Sequence[Metric] = METRICS,
    highlight: Sequence[str] = (),
) -> Spec:
    """Draw a dot for each cell of openers and configurations, which appear in the order given.

    Parameters
    ----------
    cells
        mappings with ``config``, ``opener`` and the fields of the metrics
    highlight
        openers that get a shape and a colour, and a legend
    """
    panels = [_panel(cells, metric, highlight) for metric in metrics]
    return chart(title, subtitle, {"vconcat": panels, "spacing": 18})


def _panel(cells: Sequence[Mapping[str, Any]], metric: Metric, highlight: Sequence[str]) -> Spec:
    rows = [
        {
            "config": cell["config"],
            "opener": cell["opener"],
            "value": cell[metric.field],
            "note": f"{cell['opener']}, {cell['config']}: {cell[metric.field]:{metric.format}}",
        }
        for cell in cells
    ]
    others = [row for row in rows if row["opener"] not in highlight]
    more: Spec = {"format": metric.axis_format} if metric.axis_format else {}
    if highlight:
        legend = {"orient": "top", "columns": 4, "offset": 4}
        picked = [row for row in rows if row["opener"] in highlight]
        channels = series_channels("opener", highlight, legend)
        more["picked"] = filled("picked dots", rows=picked, **channels)
    configs = list(dict.fromkeys(str(cell["config"]) for cell in cells))
    return filled("dots", rows=others, title=metric.title, configs=configs, **more)
