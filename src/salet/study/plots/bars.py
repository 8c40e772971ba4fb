"""Bars: one value per word or letter, and the sizes of groups."""

from __future__ import annotations

from typing import TYPE_CHECKING

from salet.study.plots.chart import Spec, chart, noted
from salet.study.plots.theme import BLUE, VERMILION, WIDTH, series_channels

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

_ROW = 20
_LETTER = 15
_HEIGHT = 200
_HEADROOM = 1.18
"""The axis goes on beyond the longest bar, for the number at its end."""


def value_bars(
    values: Mapping[str, float],
    *,
    title: str,
    subtitle: str,
    axis: str,
    digits: int = 0,
    highlight: Collection[str] = (),
    upright: bool = False,
) -> Spec:
    """Draw one bar per word in the order given, with its number; upright for letters.

    A highlighted word has a bar of another colour and a mark before its number.
    """
    rows = [
        {
            "word": word,
            "value": value,
            "label": f"{'★ ' if word in highlight else ''}{value:,.{digits}f}",
            "kind": "highlighted" if word in highlight else "plain",
            "note": f"{word}: {value:,.{digits}f} {axis}",
        }
        for word, value in values.items()
    ]
    names: Spec = {
        "field": "word",
        "type": "nominal",
        "sort": list(values),
        "title": None,
        "axis": {"labelAngle": 0, "grid": False, "ticks": False},
    }
    top = max(values.values(), default=1) * (1 if upright else _HEADROOM)
    amounts: Spec = {
        "field": "value",
        "type": "quantitative",
        "title": axis,
        "scale": {"domain": [0, top], "nice": upright},
        "axis": {"tickCount": 5},
    }
    colour = {
        "condition": {"test": "datum.kind === 'highlighted'", "value": VERMILION},
        "value": BLUE,
    }
    layers: list[Spec] = [{"mark": "bar", "encoding": {"color": colour, **noted()}}]
    if not upright:  # beside upright bars there is no room for numbers
        layers.append(
            {
                "mark": {"type": "text", "align": "left", "dx": 4, "aria": False},
                "encoding": {"text": {"field": "label", "type": "nominal"}},
            }
        )
    body: Spec = {
        "data": {"values": rows},
        "width": {"step": _LETTER} if upright else WIDTH,
        "height": _HEIGHT if upright else {"step": _ROW},
        "layer": layers,
        "encoding": {"x": names, "y": amounts} if upright else {"x": amounts, "y": names},
    }
    return chart(title, subtitle, body)


def group_sizes(sizes: Mapping[str, Sequence[int]], *, title: str, subtitle: str) -> Spec:
    """Draw the sizes of the groups that a guess makes, largest first, on a logarithmic axis.

    `sizes` has one list per label, such as one per feedback rule.
    """
    rows = [
        {"series": label, "rank": rank, "size": size, "note": f"{label}, group {rank}: {size:,}"}
        for label, one in sizes.items()
        for rank, size in enumerate(sorted(one, reverse=True), 1)
    ]
    body = {
        "data": {"values": rows},
        "width": WIDTH,
        "height": _HEIGHT,
        "mark": {"type": "point", "size": 22},
        "encoding": {
            "x": {"field": "rank", "type": "quantitative", "title": "groups, largest first"},
            "y": {
                "field": "size",
                "type": "quantitative",
                "title": "words in the group",
                "scale": {"type": "log", "domainMin": 1},
                "axis": {"format": ",d", "values": [1, 10, 100, 1000, 10_000]},
            },
            **series_channels("series", [*sizes]),
            **noted(),
        },
    }
    return chart(title, subtitle, body)
