"""Trees to look at: a drawing (SVG), a graph (Graphviz), and a page to unfold (HTML).

Colour is never alone: tiles have letters, borders and shapes, and replies that are not patterns
are written as text.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from importlib import resources
from itertools import count, groupby
from string import Template

from salet.games.colours import Colour, Pattern
from salet.games.game import Reply
from salet.games.position import Position
from salet.games.tiles import LOOKS, TILE_CSS, tile_row
from salet.tree.model import Tree, TreeFile
from salet.words.spelling import capital

# Darker than tiles are: here the colour is that of a thin letter on white.
_INK = {Colour.GREY: "#686c6e", Colour.YELLOW: "#856b00", Colour.GREEN: "#2d7a35"}

_GRAPH = """\
digraph tree {
  graph [rankdir=LR, ranksep=0.9, nodesep=0.04, fontname="monospace", labelloc=t, label=%s];
  node [shape=box, style=rounded, fontname="monospace", fontsize=12, height=0.25];
  edge [fontname="monospace", fontsize=10, arrowsize=0.5, color="#686c6e"];
"""
_LEAF = "shape=plaintext, fontsize=10, height=0.15, margin=0"

_ROW = 19
_TILE = 13
_PITCH = 14
_LETTER = 8
"""Width of one letter of a guess; the font is monospaced."""
_HEADING = 9
"""Width of one letter of the caption."""
_MARGIN = 16
_TOP = 92
"""Height of the caption and the legend."""
_LEAST_WIDTH = 900
_LEAST_CELLS = 2

_PALE = "#dde0e2"
"""Grey tiles on white paper, under the same dark letter as the others."""
_CORNER = {Colour.GREY: 2, Colour.YELLOW: 6.5, Colour.GREEN: 0}


# --- Graphviz: a node per guess, an edge per reply; draw it with dot -Tsvg tree.dot ---


def write_dot(file: TreeFile) -> str:
    """Write the graph."""
    caption = _quoted("; ".join(filter(None, [file.caption(), file.head.conditions()])))
    return _GRAPH % caption + "".join(_statements(file.tree, 0, count(1))) + "}\n"


def _statements(tree: Tree, number: int, numbers: Iterator[int]) -> Iterator[str]:
    """Give the node, then each branch with the edge that leads to it."""
    if tree.branches:
        bold = ', style="rounded,bold"' if tree.solves else ""
        yield f"  n{number} [label={_quoted(f'{tree.guess} ({tree.size:,})')}{bold}];\n"
    else:
        yield f"  n{number} [label={_quoted(tree.guess)}, {_LEAF}];\n"
    for reply, branch in tree.largest_first():
        later = next(numbers)
        yield from _statements(branch, later, numbers)
        yield f"  n{number} -> n{later} [label=<{_coloured(reply)}>];\n"


def _coloured(reply: Reply) -> str:
    if not isinstance(reply, Pattern):
        return escape(reply.to_text())
    return "".join(
        f'<font color="{_INK[colour]}">{Pattern(tuple(run))}</font>'
        for colour, run in groupby(reply.colours)
    )


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


# --- SVG: guesses in columns from left to right, the largest branches on top ---


@dataclass
class _Drawing:
    """Elements drawn so far, and the patterns that they use."""

    file: TreeFile
    elements: list[str] = field(default_factory=list)
    patterns: dict[Pattern, None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.letters = len(self.file.tree.guess)
        self.tiles_width = self.letters * _PITCH
        self.word_width = self.letters * _LETTER
        self.cell_width = self.tiles_width + self.word_width + 22
        deepest = self._column(_inner_height(self.file.tree) + 1)
        right = deepest + _LEAST_CELLS * self.cell_width
        caption = _MARGIN + len(self.file.caption()) * _HEADING
        self.width = max(_LEAST_WIDTH, right, caption) + _MARGIN

    def to_svg(self) -> str:
        """Return the whole document."""
        rows = self._draw(self.file.tree, 0, 0, Position())
        height = _TOP + rows * _ROW + _MARGIN
        caption = self.file.caption()
        body = "\n".join([*self._heading(caption), *self.elements])
        symbols = "".join(_symbol(pattern) for pattern in self.patterns)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" height="{height}" '
            f'viewBox="0 0 {self.width} {height}" role="img" aria-labelledby="name">\n'
            f'<title id="name">{escape(caption)}</title>\n'
            f"<style>{_resource('drawing.css')}</style>\n<defs>{symbols}</defs>\n"
            f'<rect width="{self.width}" height="{height}" fill="#fff"/>\n{body}\n</svg>\n'
        )

    def _draw(self, tree: Tree, depth: int, row: int, position: Position) -> int:
        """Draw `tree` and all that follows at this place; return how many rows it fills."""
        self._draw_guess(tree, depth, row, position)
        used = 0
        ticks = []
        cells = []
        for reply, branch in tree.largest_first():
            after = position.after(tree.guess, reply)
            if not branch.branches:
                cells.append((branch, after))
                continue
            ticks.append(row + used)
            behind = len(self.elements)
            rows = self._draw(branch, depth + 1, row + used, after)
            if depth == 0 and len(ticks) % 2:
                self.elements.insert(behind, self._band(row + used, rows))
            used += rows
        if cells:
            ticks.append(row + used)
            used += self._draw_cells(cells, depth + 1, row + used)
        self._connect(depth, row, ticks)
        return max(1, used)

    def _draw_guess(self, tree: Tree, depth: int, row: int, position: Position) -> None:
        """Draw the tiles that lead to a guess, the guess, and how many answers are left."""
        tiles, word = "", 0
        if depth:
            turn = position.turns[-1]
            tiles, word = self._tiles(turn.guess, turn.reply), self.tiles_width + 6
        style = "a w" if tree.solves else "g w"
        number = word + self.word_width + 6
        self.elements.append(
            f'<g transform="translate({self._column(depth)} {_y(row)})">'
            f"<title>{_title(tree, position)}</title>{tiles}"
            f'<text class="{style}" x="{word}" y="11">{escape(tree.guess)}</text>'
            f'<text class="n" x="{number}" y="11">{tree.size:,}</text></g>'
        )

    def _draw_cells(self, cells: list[tuple[Tree, Position]], depth: int, row: int) -> int:
        """Draw branches of one answer side by side; return how many rows they fill."""
        left = self._column(depth)
        across = int((self.width - _MARGIN - left) // self.cell_width)
        for number, (leaf, position) in enumerate(cells):
            x, y = left + number % across * self.cell_width, _y(row + number // across)
            turn = position.turns[-1]
            self.elements.append(
                f'<g transform="translate({x} {y})"><title>{_title(leaf, position)}</title>'
                f"{self._tiles(turn.guess, turn.reply)}"
                f'<text class="w" x="{self.tiles_width + 5}" y="11">{escape(leaf.guess)}</text></g>'
            )
        return (len(cells) - 1) // across + 1

    def _column(self, depth: int) -> int:
        """Return where the column of guess number `depth` begins, the first being 0."""
        if depth == 0:
            return _MARGIN
        opener = self.word_width + 62
        return _MARGIN + opener + (depth - 1) * (self.tiles_width + self.word_width + 62)

    def _connect(self, depth: int, row: int, ticks: list[int]) -> None:
        if not ticks:
            return
        x, middle = self._column(depth + 1) - 12, _TILE // 2
        lines = "".join(f"M{x} {_y(tick) + middle}h7" for tick in ticks)
        stem = f"M{x - 6} {_y(row) + middle}h6V{_y(ticks[-1]) + middle}"
        self.elements.append(f'<path d="{stem}{lines}"/>')

    def _band(self, row: int, rows: int) -> str:
        x = self._column(1) - 16
        return (
            f'<rect x="{x}" y="{_y(row) - 3}" width="{self.width - x}" height="{rows * _ROW}" '
            f'fill="#f3f5f6"/>'
        )

    def _tiles(self, guess: str, reply: Reply) -> str:
        if not isinstance(reply, Pattern):
            return f'<text class="t" x="{self.tiles_width / 2}" y="10">{escape(str(reply))}</text>'
        self.patterns[reply] = None
        middles = " ".join(str(place * _PITCH + _TILE / 2) for place in range(len(guess)))
        word = escape("".join(capital(letter) for letter in guess))
        return f'<use href="#p{reply.code}"/><text class="t" x="{middles}" y="10">{word}</text>'

    def _heading(self, caption: str) -> list[str]:
        """Write what the tree is, and what its signs mean."""
        lines = [
            f'<text class="h" x="{_MARGIN}" y="28">{escape(caption)}</text>',
            f'<text class="n" x="{_MARGIN}" y="46">{escape(self.file.head.conditions())}</text>',
        ]
        x = _MARGIN
        for colour, look in LOOKS.items():
            lines.append(
                f'<g transform="translate({x} 58)">{_tile(colour, 0)}'
                f'<text class="n" x="{_TILE + 4}" y="10">{look.label}</text></g>'
            )
            x += 86
        lines.append(
            f'<text class="n" x="{x}" y="68">number: answers left; '
            f"bold guess: may be the answer itself</text>"
        )
        return lines


def write_svg(file: TreeFile) -> str:
    """Draw the tree."""
    return _Drawing(file).to_svg()


def _y(row: int) -> int:
    return _TOP + row * _ROW


def _inner_height(tree: Tree) -> int:
    """Count the guesses below the first that have branches of their own."""
    inner = [_inner_height(branch) for branch in tree.branches.values() if branch.branches]
    return 1 + max(inner) if inner else 0


def _title(tree: Tree, position: Position) -> str:
    """Say what a hover shows: the way here, and what is left."""
    way = escape(str(position))
    place = f"{way} then " if way else ""
    if not tree.branches:
        return f"{place}{escape(tree.guess)}: solved in {len(position) + 1}"
    return (
        f"{place}{escape(tree.guess)}: {tree.size:,} answers, worst {len(position) + tree.height}"
    )


def _symbol(pattern: Pattern) -> str:
    tiles = "".join(_tile(colour, place * _PITCH) for place, colour in enumerate(pattern.colours))
    return f'<g id="p{pattern.code}">{tiles}</g>'


def _tile(colour: Colour, x: int) -> str:
    look = LOOKS[colour]
    fill = _PALE if colour is Colour.GREY else look.fill
    edge = "" if colour is Colour.GREY else f' stroke="{look.edge}"'
    dots = ' stroke-dasharray="1.5 1.5"' if look.dotted else ""
    inset = 0.5 if edge else 0
    side = _TILE - 2 * inset
    return (
        f'<rect x="{x + inset}" y="{inset}" width="{side}" height="{side}" '
        f'rx="{_CORNER[colour]}" fill="{fill}"{edge}{dots}/>'
    )


# --- HTML: one file, no network; unfolding is the browser's own, the script only finds words ---


def write_html(file: TreeFile) -> str:
    """Write the page."""
    return Template(_resource("page.html")).substitute(
        caption=escape(file.caption()),
        css=TILE_CSS + _resource("page.css"),
        conditions=escape(file.head.conditions()),
        legend=_legend(),
        turns="".join(f"<div>{tile_row(one.guess, one.reply)}</div>" for one in file.head.position),
        tree="\n".join(_branch("", file.tree, 0, unfolded=True)),
        script=_resource("page.js"),
    )


def _branch(tiles: str, tree: Tree, before: int, *, unfolded: bool = False) -> Iterator[str]:
    """Give the lines of one guess and all that follows; `tiles` lead to it."""
    if not tree.branches:
        yield f"{tiles}<b class=word>{escape(tree.guess)}</b>"
        return
    name = "b" if tree.solves else "span"
    yield (
        f"<details{' open' if unfolded else ''}><summary>{tiles}"
        f"<{name} class=word>{escape(tree.guess)}</{name}> "
        f"<small>{tree.size:,} answers, worst {before + tree.height}</small></summary><ul>"
    )
    singles = []
    for reply, branch in tree.largest_first():
        row = tile_row(tree.guess, reply)
        if branch.branches:
            yield "<li>" + "\n".join(_branch(row, branch, before + 1)) + "</li>"
        else:
            singles.append(f"<li>{''.join(_branch(row, branch, before + 1))}</li>")
    if singles:
        yield f"<li><ul class=singles>{''.join(singles)}</ul></li>"
    yield "</ul></details>"


def _resource(name: str) -> str:
    return resources.files("salet.tree").joinpath(name).read_text(encoding="utf-8")


def _legend() -> str:
    """Explain the signs, with tiles of their own."""
    single = [(tile_row("?", Pattern((colour,))), LOOKS[colour].label) for colour in Colour]
    tiles = " ".join(f"{tile}{label}" for tile, label in single)
    return f"{tiles} &nbsp; ✓ may be the answer; worst: guesses at most"
