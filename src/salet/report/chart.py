"""The common parts of all charts, and charts of lines and dots.

The looks of every chart stand in charts.json as Vega-Lite with holes (``"$rows"``), which the
builders fill. The colours are those of Okabe and Ito, which eyes with any of the usual colour
blindnesses tell apart, without the yellow that vanishes on white paper. No chart relies on them
alone: series differ in shape and dashes too, and lost games stand behind a line. Text and outlines
take the colour of the text around the chart, so a dark page needs no other; the font has the same
metrics on every system, so that text measured here fits there.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from textwrap import wrap
from typing import Any

Spec = dict[str, Any]
"""A Vega-Lite specification, or a part of one."""


class Chart(Spec):
    """A whole specification; a notebook shows its drawing."""

    def _repr_html_(self) -> str:
        from salet.report.drawing import inline_svg

        return inline_svg(self, f"chart-{id(self)}")


Point = tuple[float, float, str]
"""Where a point is, and a sentence about it."""

SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json"
WIDTH = 340
"""Of the plotting area: with its labels a chart is then readable on a telephone, unscrolled."""

_TITLE_WIDTH = 52
_SUBTITLE_WIDTH = 66
_NOTHING = object()


def drawn(name: str, title: str, subtitle: str, **holes: Any) -> Chart:
    """Return a whole chart by its name in charts.json."""
    return chart(title, subtitle, filled(name, **holes))


def chart(title: str, subtitle: str, body: Spec) -> Chart:
    """Complete a specification; a chart is useless without the words and rules it is for."""
    heading: Spec = {"text": _lines(title, _TITLE_WIDTH) or [""]}
    if subtitle:
        heading["subtitle"] = _lines(subtitle, _SUBTITLE_WIDTH)
    whole = {
        "$schema": SCHEMA,
        "description": f"{title}. {subtitle}" if subtitle else title,
        "title": heading,
        **body,
        "config": filled("config"),
    }
    return Chart(whole)


def _lines(text: str, width: int) -> list[str]:
    """Break a text into as few lines as it takes, all about as long."""
    lines = wrap(text, width)
    while width > 1 and len(wrap(text, width - 1)) == len(lines):
        width -= 1
    return wrap(text, width)


def filled(name: str, **holes: Any) -> Spec:
    """Return a part of charts.json with its holes filled.

    A hole for which nothing is given is left out, and a list given for an entry of a list stands
    in its place.
    """

    def fill(part: Any) -> Any:
        if _is_hole(part):
            return holes.get(part[1:], _NOTHING)
        if isinstance(part, dict):
            inner = {key: fill(value) for key, value in part.items()}
            return {key: value for key, value in inner.items() if value is not _NOTHING}
        if not isinstance(part, list):
            return part
        entries: list[Any] = []
        for entry in part:
            given = fill(entry)
            if _is_hole(entry) and isinstance(given, list):
                entries += given
            elif given is not _NOTHING:
                entries.append(given)
        return entries

    found: Spec = fill(_looks()[name])
    return found


def _is_hole(part: Any) -> bool:
    return isinstance(part, str) and part.startswith("$")


@cache
def _looks() -> dict[str, Any]:
    return dict(json.loads(read_part("charts.json")))


def read_part(name: str) -> str:
    """Read a file of this folder."""
    return files("salet.report").joinpath(name).read_text(encoding="utf-8")


def palette(kind: str, count: int) -> list[Any]:
    """Return as many colours, shapes or dashes, from the beginning again where they run out."""
    choices = _looks()["palette"][kind]
    return [choices[place % len(choices)] for place in range(count)]


def marked_line(label: str, height: float, at: Spec, **width: float) -> Spec:
    """Make a dashed line with a label at a height; `at` says where it stands."""
    return filled("marked line", label=label, height=height, at=at, **width)


def series_channels(field: str, names: Sequence[str], legend: Spec | None = None) -> Spec:
    """Give each name a colour and a shape of its own, as Vega-Lite channels.

    Without a `legend` several names get the usual one, and a single one none.
    """
    shown = {} if legend is None and len(names) > 1 else legend
    channels = {"color": "colours", "shape": "shapes"}
    return {
        channel: {
            "field": field,
            "type": "nominal",
            "title": None,
            "scale": {"domain": [*names], "range": palette(kind, len(names))},
            "legend": shown,
        }
        for channel, kind in channels.items()
    }


def lines(
    points: Mapping[str, Sequence[Point]],
    *,
    x: Spec,
    y: Spec,
    point_size: int = 60,
    legend: Spec | None = None,
) -> list[Spec]:
    """Make the layers for one line per label; `x` and `y` describe the axes.

    The lines are layers of their own: dashes as a channel would run around the shapes of the
    legend as well.
    """
    axes = {"x": amount("x", x), "y": amount("y", y)}
    looks = zip(palette("colours", len(points)), palette("dashes", len(points)), strict=True)
    layers, rows = [], []
    for (label, one), (colour, dash) in zip(points.items(), looks, strict=True):
        mine = [{"series": label, "x": a, "y": b, "note": note} for a, b, note in one]
        layers.append(filled("stroke", rows=mine, colour=colour, dash=dash, **axes))
        rows += mine
    channels = axes | series_channels("series", [*points], legend)
    return [*layers, filled("points", rows=rows, size=point_size, **channels)]


def amount(field: str, axis: Spec) -> Spec:
    """Encode a field as an amount."""
    return {"field": field, "type": "quantitative", **axis}


# --- lines and dots ---


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
