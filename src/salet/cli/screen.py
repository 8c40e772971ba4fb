"""How results reach a person: tables, tiles and sentences on stdout.

Colour is never alone: a tile keeps its letter and its sign. ``NO_COLOR``, a pipe, a narrow
terminal, a terminal without Unicode and ``--ascii`` are all served from here.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping, Sequence
from itertools import zip_longest

from rich import box
from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.text import Text

from salet.errors import counted
from salet.games.colours import Colour, Pattern
from salet.games.game import Game, Reply
from salet.games.pegs import PegReply
from salet.games.position import Position
from salet.games.rules import Rules
from salet.games.tiles import peg_colours
from salet.words.lexicon import Lexicon
from salet.words.spelling import capital

_TILE_STYLE: dict[Colour | None, str] = {
    Colour.GREY: "white on grey37",
    Colour.YELLOW: "black on #c9b458",
    Colour.GREEN: "black on #6aaa64",
}
_TILE_STYLE_16_COLOURS: dict[Colour | None, str] = {
    Colour.GREY: "white on black",
    Colour.YELLOW: "black on yellow",
    Colour.GREEN: "black on green",
}
_KEY_FORM = {Colour.GREY: " {} ", Colour.YELLOW: "({})", Colour.GREEN: "[{}]"}
_PIPE_WIDTH = 120
_BAR = 40
_EASE, _LEAST = 24, 12
"""How narrow a column of prose may be: to read it with ease, and at all."""
# A text is broken after a space, and the text of a strategy after a plus or a comma. A name too
# long for its line is broken where it is joined.
_PIECE = re.compile(r"[^ +,]*[ +,]?")


def speaks_unicode() -> bool:
    """Whether stdout takes every character."""
    return str(getattr(sys.stdout, "encoding", "")).lower().startswith("utf")


class _PipeConsole(Console):
    """A console that leaves it to the command to say nothing when a pipe's reader has gone."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


class Screen:
    """Writes to stdout, in as much colour and Unicode as it takes."""

    def __init__(self, *, ascii_only: bool = False) -> None:
        self.ascii_only = ascii_only or not speaks_unicode()
        # A pipe has no width; take one that does not cut a table.
        known = sys.stdout.isatty() or os.environ.get("COLUMNS", "0") != "0"
        width = None if known else _PIPE_WIDTH
        self._console = _PipeConsole(width=width, highlight=False, emoji=False, markup=False)

    @property
    def width(self) -> int:
        """The number of cells of a line."""
        return self._console.width

    @property
    def styles(self) -> dict[Colour | None, str]:
        """How the terminal shows the three colours."""
        few = self._console.color_system in ("standard", "windows")
        return _TILE_STYLE_16_COLOURS if few else _TILE_STYLE

    def line(self, *parts: RenderableType) -> None:
        """Print parts on one line."""
        self._console.print(*parts)

    def fine_print(self, text: str) -> None:
        """Print a line that may be overlooked."""
        self._console.print(text, style="dim")

    def problems(self, problems: Sequence[str], most: int = 10) -> None:
        """Print the first problems, each on its line, and count the rest."""
        for problem in problems[:most]:
            self.line(f"! {problem}")
        if len(problems) > most:
            self.line(f"and {counted(len(problems) - most, 'more problem')}")

    # --- tables ---

    def table(
        self,
        columns: Sequence[str],
        rows: Sequence[Sequence[str | Text]],
        spare: Sequence[str] = (),
    ) -> list[str]:
        """Print a table; if it is too wide, drop the `spare` columns one by one, the first first.

        Returns the names of the columns that were printed. If the table is too wide even so, every
        row becomes a sentence.
        Columns named ``>name`` align right, ``~name`` hold prose that may be folded.
        """
        shown = list(columns)
        wide = {
            name: max(cell_len(str(cell)) for cell in (_head(name), *(row[place] for row in rows)))
            for place, name in enumerate(columns)
        }
        for name in spare:
            if self._widths(wide, shown, _EASE) is not None:
                break
            shown.remove(name)
        widths = self._widths(wide, shown, _LEAST)
        if widths is not None:
            places = [columns.index(name) for name in shown]
            self._draw(shown, [[row[place] for place in places] for row in rows], widths)
            return shown
        for row in rows:  # rather all of it in other words than half of every column
            self._console.print(Padding(spelled_out(columns, row), (0, 0, 0, 1)))
        self.line("")
        return list(columns)

    def _widths(self, wide: dict[str, int], shown: Sequence[str], least: int) -> list[int] | None:
        """Return how wide each column is; prose at least `least` cells, or as wide as it is.

        None if the table does not fit so.
        """
        widths = [wide[name] for name in shown]
        while sum(widths) + 3 * len(widths) - 1 > self.width:
            folding = [
                place
                for place, name in enumerate(shown)
                if name.startswith("~") and widths[place] > least
            ]
            if not folding:
                return None
            widths[max(folding, key=lambda place: widths[place])] -= 1
        return widths

    def _draw(
        self, shown: Sequence[str], rows: Sequence[Sequence[str | Text]], widths: list[int]
    ) -> None:
        """Draw a table. Rich would measure every cell anew, which takes seconds for long tables."""
        frame = box.ASCII if self.ascii_only else box.SIMPLE_HEAD
        edged = [width + 2 - (place in (0, len(widths) - 1)) for place, width in enumerate(widths)]
        lines = [Text(frame.get_top(edged))]
        ends = frame.head_left, f" {frame.head_vertical} ", frame.head_right
        lines += [_joined([_head(name) for name in shown], shown, widths, ends, "bold")]
        lines += [Text(frame.get_row(edged, "head"))]
        ends = frame.mid_left, f" {frame.mid_vertical} ", frame.mid_right
        for row in rows:
            folded: list[list[str | Text]] = [
                [*fold(cell, width).split("\n")] if isinstance(cell, str) else [cell]
                for cell, width in zip(row, widths, strict=True)
            ]
            lines += [
                _joined(cells, shown, widths, ends) for cells in zip_longest(*folded, fillvalue="")
            ]
        lines.append(Text(frame.get_bottom(edged)))
        self._console.print(Text("\n").join(lines), no_wrap=True, overflow="ignore", crop=False)

    # --- turns and letters ---

    def turn(self, guess: str, reply: Reply, lexicon: Lexicon | None = None) -> Text:
        """Draw a guess and its reply: as tiles where the reply has colours, and as text."""
        if isinstance(reply, PegReply):
            return self._pegs(guess, reply)
        if not isinstance(reply, Pattern):
            return Text.assemble((f" {guess} ", "bold"), f" {reply.to_text()}")
        text = Text()
        letters = guess if lexicon is None else lexicon.capitals(guess)
        for letter, colour in zip(letters, reply.colours, strict=True):
            text.append(f" {capital(letter)} ", style=self.styles[colour])
        # No squares beside the tiles: terminals disagree about how wide they are.
        return text.append(f"  {reply}")

    def _pegs(self, guess: str, reply: PegReply) -> Text:
        """Draw a code in its colours where the terminal has any, and its pegs."""
        text = Text(f" {guess} ", "bold")
        if self._console.color_system:
            colours = [(symbol, *peg_colours(symbol)) for symbol in guess]
            discs = [Text(f" {one} ", f"bold {ink} on {fill}") for one, fill, ink in colours]
            text = Text(" ").join(discs).append(" ")
        pegs = "" if self.ascii_only else f"  {reply.to_text('pegs')}"
        return text.append(f" {reply}{pegs}", "not bold")

    def turns(self, position: Position, lexicon: Lexicon | None = None) -> None:
        """Print every turn of a position."""
        for turn in position:
            self.line(self.turn(turn.guess, turn.reply, lexicon))

    def keyboard(self, lexicon: Lexicon, known: dict[str, Colour], *, small: bool) -> list[Text]:
        """Draw a keyboard: [A] is placed, (A) is in the word, a dot was a letter that is not.

        A small one has one cell a letter, and a capital for each that is in the word.
        """
        lines = []
        for indent, row in enumerate(lexicon.keyboard):
            line = Text(" " * indent)
            for letter in row:
                colour, name = known.get(letter), lexicon.capital(letter)
                key = letter if small and colour is None else name
                if colour is Colour.GREY:
                    key = "." if self.ascii_only else "·"
                elif colour is not None and not small:
                    key = key_of(name, colour)
                style = "dim" if colour is Colour.GREY else self.styles.get(colour) or ""
                line.append(key if small or len(key) > 1 else f" {key} ", style)
            lines.append(line)
        return lines

    def keys(self, lexicon: Lexicon, known: dict[str, Colour]) -> None:
        """Print a keyboard."""
        self.line(Text("\n").join(self.keyboard(lexicon, known, small=False)))


def key_of(letter: str, colour: Colour) -> str:
    """Write a letter so that its colour can be told without colour.

    >>> [key_of("a", colour) for colour in (Colour.GREEN, Colour.YELLOW, Colour.GREY)]
    ['[A]', '(A)', ' A ']
    """
    return _KEY_FORM[colour].format(capital(letter))


def _head(column: str) -> str:
    return column.lstrip(">~")


def _joined(
    cells: Sequence[str | Text],
    columns: Sequence[str],
    widths: Sequence[int],
    ends: tuple[str, str, str],
    style: str = "",
) -> Text:
    """Put the cells of one line side by side."""
    left, between, right = ends
    pieces: list[str | Text] = [left]
    for place, (cell, column, width) in enumerate(zip(cells, columns, widths, strict=True)):
        space = " " * (width - cell_len(str(cell)))
        text = Text(cell, style) if style and isinstance(cell, str) else cell
        pieces.append(between if place else "")
        pieces += (space, text) if column.startswith(">") else (text, space)
    pieces.append(right)
    plain = [piece for piece in pieces if isinstance(piece, str)]
    return Text("".join(plain)) if len(plain) == len(pieces) else Text.assemble(*pieces)


def fold(text: str, width: int) -> str:
    """Break a text into lines of at most `width` cells, inside a word only if it must.

    Rich breaks at spaces alone, and the text of a strategy has none.

    >>> print(fold("tiles+solutions_below(5)+popular_below", 24))
    tiles+
    solutions_below(5)+
    popular_below
    >>> print(fold("short_list, positional_elimination", 12))
    short_list,
    positional_
    elimination
    """
    if cell_len(text) <= width:
        return text.rstrip(" ")
    lines = [""]
    for piece in _PIECE.findall(text):
        if cell_len(lines[-1] + piece.rstrip(" ")) > width and lines[-1]:
            lines.append("")
        lines[-1] += piece
        while cell_len(lines[-1].rstrip(" ")) > width:
            line = lines.pop()
            cut = next(end for end in range(len(line), 0, -1) if cell_len(line[:end]) <= width)
            cut = line.rfind("_", 0, cut) + 1 or cut
            lines += [line[:cut], line[cut:]]
    return "\n".join(line.rstrip(" ") for line in lines)


def spelled_out(columns: Sequence[str], row: Sequence[str | Text]) -> str:
    """Write a row as a sentence, for a screen that is too narrow for the table.

    >>> spelled_out(["strategy", ">mean", "note"], ["entropy", "3.4", ""])
    'entropy: mean 3.4'
    """
    first, *others = (str(cell) for cell in row)
    names = map(_head, columns[1:])
    told = [f"{name} {text}" for name, text in zip(names, others, strict=True) if text]
    return f"{first}: {'; '.join(told)}" if told else first


# --- figures in words ---


def game_line(game: Game) -> str:
    """Say which game a result is for, or which words if it is Wordle."""
    wordle = game.is_wordle
    return (
        f"{'words' if wordle else 'game'}: {game.name} ({counted(len(game.answers), 'answer')} / "
        f"{len(game.guesses):,} allowed, id {game.lexicon.id if wordle else game.id})"
    )


def percent(chance: float) -> str:
    """Write a chance as a percentage; 0% and 100% only where it is exactly that.

    >>> percent(0), percent(0.0004), percent(0.25), percent(0.9999), percent(1)
    ('0%', '<1%', '25%', '>99%', '100%')
    """
    if 0 < chance < 0.005:
        return "<1%"
    return ">99%" if 0.995 <= chance < 1 else f"{chance:.0%}"


def hard_mode(rules: Rules, form: str = "hard mode {}; ") -> str:
    """Name the hard mode, or nothing if there is none."""
    return "" if rules.hard == "off" else form.format(rules.hard)


def hard_modes(legal: Mapping[str, bool]) -> str:
    """Name the hard modes that allow a guess, if any does.

    >>> hard_modes({"nyt": True, "strict": True}), hard_modes({"nyt": True, "strict": False})
    ('both', 'nyt')
    """
    allowed = [name for name, whether in legal.items() if whether]
    if len(allowed) == len(legal) > 1:
        return "both" if len(legal) == 2 else "all"
    return ", ".join(allowed) or "no"


def named(word: str, game: Game) -> str:
    """Write a guess in a sentence: in capitals if it is a word."""
    return game.lexicon.capitals(word) if game.is_wordle else word


def histogram_lines(histogram: dict[int, int], *, ascii_only: bool) -> list[str]:
    """Draw the number of games of each length, one line per length.

    >>> histogram_lines({2: 1, 3: 20}, ascii_only=True)
    ['  2  ## 1', '  3  ######################################## 20']
    """
    top = max(histogram.values(), default=1)
    mark = "#" if ascii_only else "█"
    return [
        f"{length:3}  {mark * max(1, round(_BAR * count / top))} {count:,}"
        for length, count in histogram.items()
    ]


def sparkline(histogram: dict[int, int], *, ascii_only: bool) -> str:
    """Draw a histogram in one word, from 1 guess on.

    >>> sparkline({2: 44, 3: 1201, 4: 995}, ascii_only=False)
    '·▁█▇'
    >>> sparkline({2: 44, 3: 1201, 4: 995}, ascii_only=True)
    '2:44 3:1201 4:995'
    """
    if ascii_only:
        return " ".join(f"{length}:{count}" for length, count in histogram.items())
    top = max(histogram.values(), default=1)
    counts = [histogram.get(length, 0) for length in range(1, max(histogram, default=0) + 1)]
    return "".join("▁▂▃▄▅▆▇█"[round(7 * count / top)] if count else "·" for count in counts)
