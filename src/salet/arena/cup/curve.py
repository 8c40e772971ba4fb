"""Rating curves as one SVG picture: a line per bot, each with its name at its end."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_WIDTH, _HEIGHT = 900, 420
_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 170, 12, 34
_LINE_HEIGHT = 15
# Okabe and Ito's colours, which most kinds of colour blindness tell apart; dashes tell the rest.
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#888888")
_DASHES = ("", "6 3", "2 3")


def curve_svg(curves: Mapping[str, Sequence[float]]) -> str:
    """Draw ratings over matches played."""
    values = [value for curve in curves.values() for value in curve]
    longest = max((len(curve) for curve in curves.values()), default=1)
    low, high = min(values, default=0.0), max(values, default=1.0)
    spread = max(high - low, 1e-9)

    def x(place: int) -> float:
        return _LEFT + place * (_WIDTH - _LEFT - _RIGHT) / max(1, longest - 1)

    def y(value: float) -> float:
        return _TOP + (high - value) * (_HEIGHT - _TOP - _BOTTOM) / spread

    lines = [
        f'<polyline points="{" ".join(f"{x(i):.1f},{y(v):.1f}" for i, v in enumerate(curve))}" '
        f'fill="none" stroke="{_colour(number)}" stroke-width="2" '
        f'stroke-dasharray="{_DASHES[number // len(_COLOURS) % len(_DASHES)]}"/>'
        for number, curve in enumerate(curves.values())
    ]
    ends = {name: y(curve[-1]) for name, curve in curves.items()}
    for number, name in enumerate(curves):
        lines.append(
            f'<text x="{_WIDTH - _RIGHT + 8}" y="{_spread(ends)[name]:.1f}" '
            f'fill="{_colour(number)}">{escape(name)} {curves[name][-1]:.1f}</text>'
        )
    ticks = [
        f'<text x="{_LEFT - 8}" y="{y(value) + 4:.1f}" text-anchor="end" fill="currentColor">'
        f"{round(value)}</text>"
        for value in (low, (low + high) / 2, high)
    ]
    axis = (
        f'<text x="{_LEFT}" y="{_HEIGHT - 8}" fill="currentColor">matches played, 0 to '
        f"{longest - 1}</text>"
    )
    return (
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="Rating after each match" '
        f'font-size="12" font-family="sans-serif">{"".join([*lines, *ticks, axis])}</svg>'
    )


def _colour(number: int) -> str:
    return _COLOURS[number % len(_COLOURS)]


def _spread(ends: Mapping[str, float]) -> dict[str, float]:
    """Move labels apart that would lie on each other, downwards from the top one."""
    placed: dict[str, float] = {}
    last = float("-inf")
    for name, height in sorted(ends.items(), key=lambda item: item[1]):
        last = max(height + 4, last + _LINE_HEIGHT)
        placed[name] = last
    over = last - (_HEIGHT - 4)
    return {name: height - max(0.0, over) for name, height in placed.items()}
