"""How charts look: colours, shapes and sizes, in one place.

The colours are those of Okabe and Ito, which eyes with any of the usual colour blindnesses tell
apart, without the yellow that vanishes on white paper. No chart relies on them alone: series
differ in shape and dashes too, and lost games stand behind a line.
"""

from __future__ import annotations

from typing import Any

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

WIDTH = 340
"""Of the plotting area: with its labels a chart is then readable on a telephone, unscrolled."""

# Metrically the same on every system, so that text measured here fits there.
FONT = "Liberation Sans, Arial, Helvetica, sans-serif"

CONFIG: dict[str, Any] = {
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
        "labelColor": INK,
        "titleColor": INK,
        "labelFontSize": 12,
        "titleFontSize": 12,
        "titleFontWeight": "normal",
        "labelLimit": 220,
        "labelFlush": False,  # pushed inwards, the outermost labels run into their neighbours
        "titleLimit": 420,
        "domainColor": GREY,
        "tickColor": GREY,
        "gridColor": GREY,
        "gridOpacity": 0.3,
    },
    "legend": {
        "labelColor": INK,
        "titleColor": INK,
        "labelFontSize": 12,
        "titleFontSize": 12,
        "titleFontWeight": "normal",
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


def series_channels(
    field: str, names: list[str], legend: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Give each name a colour and a shape of its own, as Vega-Lite channels.

    Without a `legend` several names get the usual one, and a single one none.
    """

    def channel(choices: tuple[Any, ...]) -> dict[str, Any]:
        chosen = [choices[place % len(choices)] for place in range(len(names))]
        scale = {"domain": names, "range": chosen}
        shown = {} if legend is None and len(names) > 1 else legend
        return {"field": field, "type": "nominal", "title": None, "scale": scale, "legend": shown}

    return {"color": channel(COLOURS), "shape": channel(SHAPES)}


def line_style(place: int) -> dict[str, Any]:
    """Return colour and dashes of the line of the series at `place`."""
    return {
        "color": COLOURS[place % len(COLOURS)],
        "strokeDash": [*DASHES[place % len(DASHES)]],
    }
