"""Lines: the share solved within so many guesses, and a mean against a parameter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from salet.study.plots.chart import Spec, chart
from salet.study.plots.lines import Point, lines
from salet.study.plots.theme import INK, WIDTH

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_HEIGHT = 240


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
            "title": "share solved within so many",
            "scale": {"domain": [0, 1]},
            "axis": {"format": ".0%", "tickCount": 5},
        },
    )
    if max_guesses < last:
        layers.insert(0, _limit(max_guesses))
    return chart(title, subtitle, {"width": WIDTH, "height": _HEIGHT, "layer": layers})


def _limit(guesses: int) -> Spec:
    at = {"x": {"datum": guesses, "type": "quantitative"}}
    return {
        "data": {"values": [{}]},
        "layer": [
            {
                "mark": {"type": "rule", "strokeDash": [4, 3], "aria": False},
                "encoding": at,
            },
            {
                "mark": {"type": "text", "align": "left", "dx": 5, "aria": False},
                "encoding": {**at, "y": {"value": 232}, "text": {"value": "allowed"}},
            },
        ],
    }


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
        name = label
        if one:
            low_x, low_y = min(one, key=lambda point: (point[1], point[0]))
            name = f"{label}: least {low_y:.{digits}f} at {low_x:g}"
            least.append({"x": low_x, "y": low_y})
        named[name] = [(a, b, f"{label}: {y} {b:.{digits}f} at {x} {a:g}") for a, b in one]
    axes: dict[str, Spec] = {
        "x": {"title": x},
        "y": {"title": y, "scale": {"zero": False, "padding": 8}},
    }
    rings: Spec = {
        "data": {"values": least},
        "mark": {
            "type": "point",
            "filled": False,
            "size": 160,
            "stroke": INK,
            "strokeWidth": 1.5,
            "aria": False,
        },
        "encoding": {
            channel: {"field": channel, "type": "quantitative", **axis}
            for channel, axis in axes.items()
        },
    }
    body = {
        "width": WIDTH,
        "height": _HEIGHT,
        "layer": [*lines(named, x=axes["x"], y=axes["y"], legend={}), rings],
    }
    return chart(title, subtitle, body)
