"""The coloured rows that people share, without the words: reading and writing them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from salet.errors import InvalidError, counted
from salet.games.colours import SQUARES, Pattern
from salet.games.game import Game, Reply
from salet.games.position import Position, Turn

_SQUARES = re.compile(rf"[{SQUARES}]+")
_MARKS = re.compile(r"[\ufe0e\ufe0f]")
_ONLY_SQUARES = re.compile(rf"[\s{SQUARES}\ufe0e\ufe0f]+")
_PLAIN_ROW = re.compile(r"^\s*([-.ygYGbBxX0-2]+)\s*$")
_HEAD = re.compile(
    r"(?P<title>\S.*?)\s+(?P<number>#?[\d.,]+)?\s*(?P<guesses>[1-9Xx]\d*)/(?P<cap>\d+)(?P<hard>\*?)"
)


@dataclass(frozen=True, slots=True)
class Grid:
    """The patterns of one game, without its words."""

    patterns: tuple[Pattern, ...]

    @property
    def solved(self) -> bool:
        """Whether the last row is all green."""
        return bool(self.patterns) and self.patterns[-1].solved


def is_head(line: str) -> bool:
    """Whether a line is the head of a shared grid, or begins with one before its rows.

    >>> is_head("Wordle 1,234 4/6*"), is_head("salet original X/6"), is_head("crane --y--")
    (True, True, False)
    """
    return _HEAD.fullmatch(_SQUARES.split(line)[0].strip()) is not None


def rows_in(line: str) -> list[str]:
    """Return the rows of squares in a line, whatever else it says; squares apart are one row.

    >>> rows_in("Anna: ⬛🟨⬛⬛⬛ hm"), rows_in("⬛ 🟨 ⬛️ ⬛ ⬛"), rows_in("⬛🟨 🟩🟩")
    (['⬛🟨⬛⬛⬛'], ['⬛🟨⬛⬛⬛'], ['⬛🟨', '🟩🟩'])
    """
    runs = _SQUARES.findall(_MARKS.sub("", line))
    rows = runs if any(len(run) > 1 for run in runs) else ["".join(runs)]
    return [row for row in rows if len(row) > 1]


def read_grids(text: str, length: int | None = None) -> list[Grid]:
    r"""Find the grids in a text: consecutive rows of squares (or of - y g), one grid each.

    Other lines are passed over, and so is what stands beside a row, so that a whole conversation
    can be read. A row all green ends its grid, and so does a line without a row. Several rows in a
    line are a grid whose line ends were lost.

    >>> grids = read_grids("Wordle 9 3/6\n\n⬛🟨⬛⬛⬛\n🟩⬛🟨⬛🟩\n🟩🟩🟩🟩🟩\nwell done!")
    >>> [str(pattern) for pattern in grids[0].patterns]
    ['-y---', 'g-y-g', 'ggggg']
    """
    grids: list[Grid] = []
    rows: list[Pattern] = []

    def finish() -> None:
        if rows:
            grids.append(Grid(tuple(rows)))
            rows.clear()

    beside = False  # whether the line before had several rows and nothing else
    for number, line in enumerate(text.splitlines(), start=1):
        found = rows_in(line) or _PLAIN_ROW.findall(line)
        alone = _ONLY_SQUARES.fullmatch(line) is not None
        if beside and alone and len(found) > 1:
            raise InvalidError(
                f"line {number}: there are several boards side by side; paste one board only"
            )
        beside = alone and len(found) > 1
        if not found or len(found) > 1:
            finish()
        for pattern in map(Pattern.from_text, found):
            expected = length or (len(rows[0]) if rows else len(pattern))
            if len(pattern) == expected:
                rows.append(pattern)
            elif alone:
                squares = counted(len(pattern), "square")
                raise InvalidError(f"line {number}: {line.strip()} has {squares}, not {expected}")
            else:  # letters, or squares in a sentence, that are no row of this game
                finish()
            if pattern.solved:
                finish()
        if len(found) > 1:
            finish()
    finish()
    return grids


def position_of_grid(
    text: str, guesses: Sequence[str], game: Game, source: str = "the text"
) -> Position:
    """Join the one grid in a text, which comes from `source`, with its guesses.

    >>> from salet.games.wordle import Wordle
    >>> str(position_of_grid("🟨🟨⬛⬛🟩", ["raise"], Wordle()))
    'raise:yy--g'
    """
    if not game.coloured:
        raise InvalidError(f"a grid shows colours, and {game.name} has none; give the position")
    grids = read_grids(text)
    if len(grids) != 1:
        found = f"{len(grids)} grids; a review needs one" if grids else "no grid"
        raise InvalidError(f"{source} contains {found}")
    rows = grids[0].patterns
    if len(rows) != len(guesses):
        named = counted(len(guesses), "guess")
        raise InvalidError(f"the grid has {counted(len(rows), 'row')}, but you named {named}")
    words = map(game.lexicon.spelled, guesses)
    return Position(tuple(map(Turn, words, (game.replies.read(str(row)) for row in rows))))


def share_text(
    title: str, replies: Sequence[Reply], max_guesses: int, *, hard: bool, style: str = "emoji"
) -> str:
    """Write a game as people share it: the replies, and no words.

    >>> from salet import pattern_of
    >>> rows = [pattern_of(guess, "there") for guess in ("raise", "there")]
    >>> print(share_text("salet original", rows, 6, hard=True, style="letters"))
    salet original 2/6*
    <BLANKLINE>
    YBBBG
    GGGGG
    """
    guesses = str(len(replies)) if replies and replies[-1].solved else "X"
    head = f"{title} {guesses}/{max_guesses}{'*' if hard else ''}"
    return "\n".join([head, "", *(reply.to_text(style) for reply in replies)])


_ONE_SIGN = ["", *(f"{digit}\ufe0f\u20e3" for digit in range(1, 10)), "🔟", "🕚", "🕛", "🕐"]
"""Signs for guesses 1 to 13, as the known game of eight boards shares them."""

_LOST = "🟥"
_PER_ROW = 2


def share_boards(
    title: str, solved_at: Sequence[int | None], max_guesses: int, *, style: str = "emoji"
) -> str:
    """Write a game of several boards as people share it: when each was solved, two in a row.

    Up to 13 guesses there is one sign for a number, beyond that there are two digits.

    >>> print(share_boards("salet original", [4, 5, None, 7], 9, style="text"))
    salet original X/9
    <BLANKLINE>
    4 5
    X 7
    """
    known = [number for number in solved_at if number is not None]
    total = str(max(known)) if len(known) == len(solved_at) else "X"
    signs = [_sign(number, max_guesses, style) for number in solved_at]
    between = " " if style != "emoji" or max_guesses >= len(_ONE_SIGN) else ""
    rows = [
        between.join(signs[start : start + _PER_ROW]) for start in range(0, len(signs), _PER_ROW)
    ]
    return "\n".join([f"{title} {total}/{max_guesses}", "", *rows])


def _sign(number: int | None, max_guesses: int, style: str) -> str:
    """Write the number of a guess, all of the same width."""
    digits = len(str(max_guesses))
    if style != "emoji":
        return ("X" if number is None else str(number)).rjust(digits)
    if max_guesses < len(_ONE_SIGN):
        return _LOST if number is None else _ONE_SIGN[number]
    if number is None:
        return _LOST * digits
    return "".join(f"{digit}\ufe0f\u20e3" for digit in str(number).rjust(digits, "0"))
