"""Every opener under every configuration, one panel per metric, a few words picked out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from salet.study.plots.chart import Spec, chart, noted
from salet.study.plots.theme import GREY, INK, WIDTH, series_channels

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_ROW = 26


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
    layers: list[Spec] = [
        {
            "data": {"values": [row for row in rows if row["opener"] not in highlight]},
            "mark": {"type": "point", "filled": False, "color": GREY, "size": 45},
            "encoding": noted(),
        }
    ]
    if highlight:
        layers.append(_highlighted([row for row in rows if row["opener"] in highlight], highlight))
    return {
        "width": WIDTH,
        "height": {"step": _ROW},
        "layer": layers,
        "encoding": {
            "x": {
                "field": "value",
                "type": "quantitative",
                "title": metric.title,
                "scale": {"zero": False, "padding": 8},
                "axis": axis,
            },
            "y": {
                "field": "config",
                "type": "nominal",
                "sort": configs,
                "title": None,
                "axis": {"grid": True, "domain": False, "ticks": False},
            },
        },
    }


def _highlighted(rows: list[Spec], highlight: Sequence[str]) -> Spec:
    legend = {"orient": "top", "columns": 4, "offset": 4}
    return {
        "data": {"values": rows},
        "mark": {"type": "point", "size": 110, "stroke": INK, "strokeWidth": 0.8},
        "encoding": {
            **series_channels("opener", [*highlight], legend),
            **noted(),
        },
    }
