"""Lines: the share solved within so many guesses, and a mean against a parameter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from salet.study.plots.chart import Spec, chart
from salet.study.plots.lines import lines
from salet.study.plots.theme import INK, WIDTH

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_HEIGHT = 240


def shares_within(
    histogram: Mapping[int, int], *, games: int | None = None, upto: int | None = None
) -> list[float]:
    """Return the share of games that ended within 1, 2, ... guesses.

    `games` counts also those that never ended; `upto` is the last number of guesses.

    >>> shares_within({2: 1, 3: 3})
    [0.0, 0.25, 1.0]
    """
    counts = {int(length): count for length, count in histogram.items()}
    total = sum(counts.values()) if games is None else games
    last = max(counts, default=0) if upto is None else upto
    done, shares = 0, []
    for guesses in range(1, last + 1):
        done += counts.get(guesses, 0)
        shares.append(done / total if total else 0.0)
    return shares


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
    """Draw values against a parameter, one line per label, the least of each named."""
    noted_points = {
        label: [(a, b, f"{label}: {y} {b:.{digits}f} at {x} {a:g}") for a, b in one]
        for label, one in points.items()
    }
    # Below the lines there is always room for the names of the lowest points.
    values = [b for one in points.values() for _, b in one]
    low, high = min(values, default=0.0), max(values, default=1.0)
    room = (high - low or 1.0) * 0.15
    drawn = lines(
        noted_points,
        x={"title": x},
        y={"title": y, "scale": {"zero": False, "domain": [low - room, high + room / 3]}},
    )
    least = [min(one, key=lambda point: (point[1], point[0])) for one in points.values() if one]
    lowest = min(least, key=lambda point: point[1], default=None)
    names = [_named_point(a, b, digits, above=(a, b) != lowest) for a, b in least]
    body = {"width": WIDTH, "height": _HEIGHT, "layer": [*drawn, *names]}
    return chart(title, subtitle, body)


def _named_point(x: float, y: float, digits: int, *, above: bool) -> Spec:
    return {
        "data": {"values": [{"x": x, "y": y, "name": f"{y:.{digits}f} at {x:g}"}]},
        "encoding": {
            "x": {"field": "x", "type": "quantitative"},
            "y": {"field": "y", "type": "quantitative"},
        },
        "layer": [
            {
                "mark": {
                    "type": "point",
                    "filled": False,
                    "size": 160,
                    "stroke": INK,
                    "strokeWidth": 1.5,
                    "aria": False,
                }
            },
            {
                "mark": {"type": "text", "dy": -16 if above else 16, "aria": False},
                "encoding": {"text": {"field": "name", "type": "nominal"}},
            },
        ],
    }
