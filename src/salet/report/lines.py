"""Lines and dots: shares solved, a mean against a parameter, every opener of every strategy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from salet.report.chart import (
    GREY,
    INK,
    PERCENT,
    WIDTH,
    Point,
    Spec,
    chart,
    layer,
    lines,
    marked_line,
    name,
    noted,
    number,
    series_channels,
)

_HEIGHT = 240
_ROW = 26


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
            (guesses, one[guesses - 1], f"{label}: {one[guesses - 1]:.2%} within {guesses}")
            for guesses in range(1, len(one) + 1)
        ]
        for label, one in shares.items()
    }
    layers = lines(
        points,
        x={
            "title": axis,
            "scale": {"domain": [1, max(last, 2)], "nice": False},
            "axis": {"values": [*range(1, last + 1)], "format": "d", "grid": False},
        },
        y={
            "title": "share solved by then",
            "scale": {"domain": [0, 1]},
            "axis": PERCENT,
        },
    )
    if max_guesses < last:
        at = {"datum": max_guesses, "type": "quantitative"}
        layers.insert(0, marked_line("allowed", 232, at))
    return chart(title, subtitle, {"width": WIDTH, "height": _HEIGHT, "layer": layers})


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
    axes: dict[str, Spec] = {
        "x": {"title": x},
        "y": {"title": y, "scale": {"zero": False, "padding": 8}},
    }
    ring = {"type": "point", "filled": False, "size": 160, "stroke": INK, "strokeWidth": 1.5}
    channels = {channel: number(channel, **axis) for channel, axis in axes.items()}
    rings = layer({**ring, "aria": False}, least, **channels)
    body = {
        "width": WIDTH,
        "height": _HEIGHT,
        "layer": [*lines(named, x=axes["x"], y=axes["y"], legend={}), rings],
    }
    return chart(title, subtitle, body)


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
    configs = list(dict.fromkeys(str(cell["config"]) for cell in cells))
    panels = [_panel(cells, configs, metric, highlight) for metric in metrics]
    return chart(title, subtitle, {"vconcat": panels, "spacing": 18})


def _panel(
    cells: Sequence[Mapping[str, Any]],
    configs: list[str],
    metric: Metric,
    highlight: Sequence[str],
) -> Spec:
    rows = [
        {
            "config": cell["config"],
            "opener": cell["opener"],
            "value": cell[metric.field],
            "note": f"{cell['opener']}, {cell['config']}: {cell[metric.field]:{metric.format}}",
        }
        for cell in cells
    ]
    axis: Spec = {"tickCount": 5}
    if metric.axis_format:
        axis["format"] = metric.axis_format
    plain = {"type": "point", "filled": False, "color": GREY, "size": 45}
    layers = [layer(plain, [row for row in rows if row["opener"] not in highlight], **noted())]
    if highlight:
        mark = {"type": "point", "size": 110, "stroke": INK, "strokeWidth": 0.8}
        legend = {"orient": "top", "columns": 4, "offset": 4}
        channels = {**series_channels("opener", highlight, legend), **noted()}
        layers.append(layer(mark, [row for row in rows if row["opener"] in highlight], **channels))
    scale = {"zero": False, "padding": 8}
    lane = {"grid": True, "domain": False, "ticks": False}
    return {
        "width": WIDTH,
        "height": {"step": _ROW},
        "layer": layers,
        "encoding": {
            "x": number("value", title=metric.title, scale=scale, axis=axis),
            "y": name("config", sort=configs, title=None, axis=lane),
        },
    }
