"""How sure a difference is, as cells of tables: paired comparisons and the noise of ties."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from salet.measures import Comparison, Spread

COMPARISON = (">better", ">equal", ">worse", ">difference", "95 % interval", ">Wilcoxon")
NOISE = (">orders", ">mean", ">deviation", "least to most")
NO_VALUE = "-"


def comparison_cells(one: Comparison) -> tuple[str, ...]:
    """Write a comparison under the columns `COMPARISON`."""
    return (
        f"{one.better:,}",
        f"{one.equal:,}",
        f"{one.worse:,}",
        NO_VALUE if one.difference is None else f"{one.difference:+.4f}",
        _interval(one),
        f"p = {one.p_value:.2g}",
    )


def _interval(one: Comparison) -> str:
    if one.exact:
        return "exact"
    if one.interval is None:
        return NO_VALUE
    low, high = one.interval
    return f"{low:+.4f} to {high:+.4f}"


def noise_cells(noise: Spread) -> tuple[str, ...]:
    """Write how means spread over orders of ties, under the columns `NOISE`."""
    return (
        str(noise.count),
        f"{noise.mean:.4f}",
        f"{noise.deviation:.4f}",
        f"{noise.least:.4f} to {noise.most:.4f}",
    )
