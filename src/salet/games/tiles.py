"""Tiles and pegs as HTML: colour, and a border and a label for those who cannot see it.

The looks serve every drawing. A grey tile is the darkest and a yellow one the brightest, so that
they can be told apart without colour, and a yellow tile has a dotted border.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from salet.games.colours import Colour, Pattern
from salet.games.game import Reply
from salet.games.pegs import PegReply
from salet.games.position import Turn
from salet.games.referee import Step
from salet.words.spelling import capital


@dataclass(frozen=True, slots=True)
class Look:
    """How a tile of one colour is drawn, and what it is called."""

    fill: str
    ink: str
    edge: str
    dotted: bool
    label: str

    def to_css(self) -> str:
        """Write the declarations."""
        border = "dotted" if self.dotted else "solid"
        return f"background:{self.fill};color:{self.ink};border:2px {border} {self.edge}"


LOOKS = {
    Colour.GREY: Look("#686c6e", "#fff", "#686c6e", dotted=False, label="absent"),
    Colour.YELLOW: Look("#c9b458", "#000", "#000", dotted=True, label="elsewhere"),
    Colour.GREEN: Look("#6aaa64", "#000", "#000", dotted=False, label="correct"),
}

_PEGS = [  # fill and ink of a, b, c, ...
    ("#d43d3d", "#ffffff"),
    ("#2f6fd0", "#ffffff"),
    ("#3a9a49", "#000000"),
    ("#f2c230", "#000000"),
    ("#f08a24", "#000000"),
    ("#8e4ec6", "#ffffff"),
    ("#8b5a2b", "#ffffff"),
    ("#2bb5b8", "#000000"),
]
_SHAPE = "display:inline-block;width:1.6em;text-align:center;font:bold 1.1em monospace"
_TAGS = {Colour.GREY: "i", Colour.YELLOW: 'i class="y"', Colour.GREEN: 'i class="g"'}

TILE_CSS = (
    f".tiles i{{{LOOKS[Colour.GREY].to_css()};{_SHAPE};margin-right:2px}}"
    f".tiles .y{{{LOOKS[Colour.YELLOW].to_css()}}}"
    f".tiles .g{{{LOOKS[Colour.GREEN].to_css()}}}"
)
"""The style sheet of `tile_row`."""


def peg_colours(symbol: str) -> tuple[str, str]:
    """Return fill and ink of a peg: a letter stands for a colour, anything else for itself.

    >>> peg_colours("a"), peg_colours("7")
    (('#d43d3d', '#ffffff'), ('#686c6e', '#ffffff'))
    """
    if not symbol.isalpha():
        return LOOKS[Colour.GREY].fill, "#ffffff"
    return _PEGS[(ord(symbol) - ord("a")) % len(_PEGS)]


def turn_rows(turns: Iterable[Turn | Step]) -> str:
    """Draw turns, one row each, where there is no style sheet."""
    return "".join(
        f'<div style="display:flex;gap:3px;margin:3px 0">{_turn(turn)}</div>' for turn in turns
    )


def _turn(turn: Turn | Step) -> str:
    if isinstance(turn.reply, PegReply):
        return peg_row(turn.guess, turn.reply)
    if not isinstance(turn.reply, Pattern):
        return f"<code>{escape(f'{turn.guess}:{turn.reply}')}</code>"
    pairs = zip(turn.guess, turn.reply.colours, strict=True)
    return "".join(_tile(letter, colour) for letter, colour in pairs)


def tile_row(word: str, reply: Reply) -> str:
    """Draw one word with its reply, in few bytes, for a page that has `TILE_CSS`."""
    if isinstance(reply, PegReply):
        return peg_row(word, reply)
    if not isinstance(reply, Pattern):
        return f"<code>{escape(word)} {escape(reply.to_text())}</code> "
    colours = reply.colours
    tiles = "".join(
        f"<{_TAGS[colour]}>{escape(capital(letter))}</i>"
        for letter, colour in zip(word, colours, strict=True)
    )
    return f'<span class="tiles" role="img" aria-label="{tile_label(word, colours)}">{tiles}</span>'


def peg_row(word: str, reply: PegReply) -> str:
    """Draw a code with its reply: a disc for each symbol, then black and white pegs."""
    discs = "".join(
        '<i style="display:inline-block;width:1.6em;border-radius:50%;margin:1px;'
        "text-align:center;font:bold 1.1em monospace;line-height:1.6em;"
        f'background:{fill};color:{ink}">{escape(symbol)}</i>'
        for symbol in word
        for fill, ink in [peg_colours(symbol)]
    )
    label = f"{' '.join(word)}: {reply.black} black, {reply.white} white"
    pegs = f'<span style="font-size:1.2em">{reply.to_text("pegs")}</span>'
    return (
        f'<span role="img" aria-label="{escape(label)}">{discs} {pegs} {escape(str(reply))}</span> '
    )


def tile_label(word: str, colours: Sequence[Colour]) -> str:
    """Say the colours in words, escaped.

    >>> tile_label("at", (Colour.GREY, Colour.GREEN))
    'A absent, T correct'
    """
    return ", ".join(
        f"{escape(capital(letter))} {LOOKS[colour].label}"
        for letter, colour in zip(word, colours, strict=True)
    )


def _tile(letter: str, colour: Colour) -> str:
    name, look = escape(capital(letter)), LOOKS[colour]
    return f'<span aria-label="{name}: {look.label}" style="{look.to_css()};{_SHAPE}">{name}</span>'
