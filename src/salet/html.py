"""Tiles as HTML, for notebooks: colour, and a border and a label for those who cannot see it."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from salet.notation import Colour, capital

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_STYLE = {
    Colour.GREY: "background:#787c7e;color:#fff;border:2px solid #787c7e",
    Colour.YELLOW: "background:#c9b458;color:#000;border:2px dotted #000",
    Colour.GREEN: "background:#6aaa64;color:#000;border:2px solid #000",
}
_LABEL = {Colour.GREY: "absent", Colour.YELLOW: "elsewhere", Colour.GREEN: "correct"}


def tile_rows(rows: Iterable[tuple[str, Sequence[Colour]]]) -> str:
    """Draw words with their colours, one row each."""
    return "".join(
        '<div style="display:flex;gap:3px;margin:3px 0">'
        + "".join(_tile(letter, colour) for letter, colour in zip(word, colours, strict=True))
        + "</div>"
        for word, colours in rows
    )


def _tile(letter: str, colour: Colour) -> str:
    name = escape(capital(letter))
    return (
        f'<span aria-label="{name}: {_LABEL[colour]}" style="{_STYLE[colour]};display:inline-block;'
        f'width:1.6em;text-align:center;font:bold 1.1em monospace">{name}</span>'
    )
