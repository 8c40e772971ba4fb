"""What all charts share: colours, title, conditions, and lines with points.

The colours are those of Okabe and Ito, which eyes with any of the usual colour blindnesses tell
apart, without the yellow that vanishes on white paper. No chart relies on them alone: series
differ in shape and dashes too, and lost games stand behind a line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Any

Spec = dict[str, Any]
"""A Vega-Lite specification."""

Point = tuple[float, float, str]
"""Where a point is, and a sentence about it."""

SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json"
_TITLE_WIDTH = 52
_SUBTITLE_WIDTH = 66

INK = "currentColor"
"""Text and outlines take the colour of the text around the chart, so a dark page needs no other."""

BLUE = "#0072B2"
VERMILION = "#D55E00"
GREEN = "#009E73"
ORANGE = "#E69F00"
PURPLE = "#CC79A7"
SKY = "#56B4E9"
GREY = "#8A8A8A"

WON = BLUE
LOST = VERMILION

COLOURS = (BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY)
SHAPES = ("circle", "square", "triangle-up", "diamond", "cross")
DASHES = ((1, 0), (6, 3), (2, 2), (8, 3, 2, 3), (12, 4), (4, 1), (1, 3))

STEPS = ("#08306b", "#1f5fa3", "#4a90c9", "#8fbfe0", "#c3dcef", "#e6eef5")
"""Few to many guesses: dark to light, so that a print in grey keeps the order."""

PERCENT: Spec = {"format": ".0%", "tickCount": 5}
"""An axis of shares."""

WIDTH = 340
"""Of the plotting area: with its labels a chart is then readable on a telephone, unscrolled."""

# Metrically the same on every system, so that text measured here fits there.
FONT = "Liberation Sans, Arial, Helvetica, sans-serif"

_LABELS: Spec = {
    "labelColor": INK,
    "titleColor": INK,
    "labelFontSize": 12,
    "titleFontSize": 12,
    "titleFontWeight": "normal",
}
CONFIG: Spec = {
    "font": FONT,
    "background": "white",
    "view": {"stroke": None},
    "title": {
        "anchor": "start",
        "frame": "bounds",
        "color": INK,
        "subtitleColor": INK,
        "fontSize": 15,
        "subtitleFontSize": 12,
        "subtitlePadding": 4,
        "offset": 12,
    },
    "axis": {
        **_LABELS,
        "labelLimit": 220,
        "labelFlush": False,  # pushed inwards, the outermost labels run into their neighbours
        "titleLimit": 420,
        "domainColor": GREY,
        "tickColor": GREY,
        "gridColor": GREY,
        "gridOpacity": 0.3,
    },
    "legend": {
        **_LABELS,
        "labelLimit": 380,
        "symbolSize": 90,
        "orient": "bottom",
        "columns": 1,
        "offset": 12,
    },
    "header": {
        "labelColor": INK,
        "titleColor": INK,
        "labelFontSize": 13,
        "labelFontWeight": "bold",
        "labelAnchor": "start",
        "labelLimit": 420,
        "title": None,
    },
    "mark": {"color": BLUE},
    "text": {"color": INK, "fontSize": 12},
    "rule": {"color": INK},
    "point": {"filled": True, "opacity": 1, "size": 70},
    "line": {"strokeWidth": 2},
}


def chart(title: str, subtitle: str, body: Spec) -> Spec:
    """Complete a specification; a chart is useless without the words and rules it is for."""
    heading: Spec = {"text": _lines(title, _TITLE_WIDTH) or [""]}
    if subtitle:
        heading["subtitle"] = _lines(subtitle, _SUBTITLE_WIDTH)
    return {
        "$schema": SCHEMA,
        "description": f"{title}. {subtitle}" if subtitle else title,
        "title": heading,
        **body,
        "config": CONFIG,
    }


def _lines(text: str, width: int) -> list[str]:
    """Break a text into as few lines as it takes, all about as long."""
    lines = wrap(text, width)
    while width > 1 and len(wrap(text, width - 1)) == len(lines):
        width -= 1
    return wrap(text, width)


# --- parts of a specification ---


def number(field: str, **more: Any) -> Spec:
    """Encode a field as an amount."""
    return {"field": field, "type": "quantitative", **more}


def name(field: str, **more: Any) -> Spec:
    """Encode a field as one of several names."""
    return {"field": field, "type": "nominal", **more}


def layer(mark: Spec, rows: Sequence[Spec] | None = None, **channels: Any) -> Spec:
    """Make a layer of marks, with rows of its own or those of the chart."""
    data = {} if rows is None else {"data": {"values": rows}}
    return {**data, "mark": mark, "encoding": channels}


def text(rows: Sequence[Spec] | None = None, *, style: Spec, **channels: Any) -> Spec:
    """Make a layer of labels; screen readers have the notes instead."""
    return layer({"type": "text", "aria": False, **style}, rows, **channels)


def marked_line(label: str, y: float, at: Spec, **rule: Any) -> Spec:
    """Make a dashed line with a label at height `y`; `at` says where it stands."""
    mark = {"type": "rule", "strokeDash": [4, 3], "aria": False, **rule}
    labels = text(style={"align": "left", "dx": 5}, x=at, y={"value": y}, text={"value": label})
    line = layer(mark, x=at, y={"value": 0}, y2={"value": "height"})
    return {"data": {"values": [{}]}, "layer": [line, labels]}


def noted() -> Spec:
    """Encode a sentence about each mark, for the pointer and for screen readers."""
    return {"tooltip": name("note"), "description": name("note")}


def series_channels(field: str, names: Sequence[str], legend: Spec | None = None) -> Spec:
    """Give each name a colour and a shape of its own, as Vega-Lite channels.

    Without a `legend` several names get the usual one, and a single one none.
    """
    shown = {} if legend is None and len(names) > 1 else legend

    def channel(choices: Sequence[str]) -> Spec:
        chosen = [choices[place % len(choices)] for place in range(len(names))]
        scale = {"domain": [*names], "range": chosen}
        return name(field, title=None, scale=scale, legend=shown)

    return {"color": channel(COLOURS), "shape": channel(SHAPES)}


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
    axes = {"x": number("x", **x), "y": number("y", **y)}
    rows = {
        label: [{"series": label, "x": a, "y": b, "note": note} for a, b, note in one]
        for label, one in points.items()
    }
    strokes = [
        layer(
            {
                "type": "line",
                "aria": False,
                "color": COLOURS[place % len(COLOURS)],
                "strokeDash": [*DASHES[place % len(DASHES)]],
            },
            one,
            **axes,
        )
        for place, one in enumerate(rows.values())
    ]
    marks = layer(
        {"type": "point", "size": point_size},
        [row for one in rows.values() for row in one],
        **axes,
        **series_channels("series", [*points], legend),
        **noted(),
    )
    return [*strokes, marks]
