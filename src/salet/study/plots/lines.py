"""Lines with points, which differ in colour, shape and dashes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from salet.study.plots.chart import Spec, noted
from salet.study.plots.theme import line_style, series_channels

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Point = tuple[float, float, str]
"""Where it is, and a sentence about it."""


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
    axes = {
        "x": {"field": "x", "type": "quantitative", **x},
        "y": {"field": "y", "type": "quantitative", **y},
    }
    rows = {
        label: [{"series": label, "x": a, "y": b, "note": note} for a, b, note in one]
        for label, one in points.items()
    }
    strokes: list[Spec] = [
        {
            "data": {"values": one},
            "mark": {"type": "line", "aria": False, **line_style(place)},
            "encoding": axes,
        }
        for place, one in enumerate(rows.values())
    ]
    marks: Spec = {
        "data": {"values": [row for one in rows.values() for row in one]},
        "mark": {"type": "point", "size": point_size},
        "encoding": {**axes, **series_channels("series", [*points], legend), **noted()},
    }
    return [*strokes, marks]
