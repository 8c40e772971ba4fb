"""Colours and patterns: Wordle's reply to a guess, as number, text, squares and typed spellings.

One table of characters serves every spelling, because the spellings that we accept never
give one character two meanings. Where the wild disagrees, this is what we read:

=============  =========================================================================
character      read as
=============  =========================================================================
``0 1 2``      grey, yellow, green. ``3`` is refused, so that the 1/2/3 spelling is
               noticed at its first green; ``11211`` alone cannot be told apart and is
               read as 0/1/2
``y``          yellow, never "yes"
``g``          green, never "grey"
``b``          black, that is grey; never "blue"
``x``          grey, never "correct"
=============  =========================================================================
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

from salet.errors import InvalidPatternError, UnknownNameError

if TYPE_CHECKING:
    from salet.games.game import Reply


class Colour(IntEnum):
    """What a tile says about its letter; the number is a base-3 digit of the pattern's code."""

    GREY = 0
    YELLOW = 1
    GREEN = 2


SPELLINGS: dict[Colour, str] = {
    Colour.GREY: "-._0bxwa⬛⬜🟫",
    Colour.YELLOW: "y1?mp~🟨🟦",
    Colour.GREEN: "g2+cv🟩🟧",
}
"""Every accepted character; the first two-colour pair of squares is the game's normal scheme,
the second its high-contrast scheme (blue is yellow, orange is green)."""

_COLOUR_OF = {character: colour for colour, text in SPELLINGS.items() for character in text}

SQUARES = "⬛⬜🟫🟨🟦🟩🟧"
"""The signs among them that stand in shared grids, and never in a word."""

_MARKS = "\ufe0e\ufe0f"
"""The invisible marks that make a phone draw a square as text or as emoji."""

_IGNORED = str.maketrans("", "", f" \t{_MARKS}")

STYLES: dict[str, str] = {
    "text": "-yg",
    "digits": "012",
    "letters": "BYG",
    "emoji": "⬛🟨🟩",
    "contrast": "⬛🟦🟧",
}
"""Spellings for output: one character per colour, grey first."""


def read_colours(text: str) -> tuple[Colour, ...]:
    """Read a pattern in any accepted spelling.

    >>> read_colours("-yg") == read_colours("BYG") == read_colours("0 1 2")
    True
    """
    characters = text.translate(_IGNORED) if isinstance(text, str) else ""
    if not characters:
        raise InvalidPatternError("the pattern is empty; write one of - y g per letter")
    try:
        return tuple(_COLOUR_OF[character] for character in characters.lower())
    except KeyError as error:
        hint = "; digits are 0 grey, 1 yellow, 2 green" if error.args[0].isdigit() else ""
        message = f"pattern {text!r} has {error.args[0]!r}; write one of - y g per letter{hint}"
        raise InvalidPatternError(message) from None


def split_typed(text: str) -> list[str]:
    """Split what a person typed into words and patterns, however they stand together.

    Between them there are spaces, commas or nothing where squares begin. A pattern may be spread
    out, one sign at a time, or stand letter by letter between those of its word.

    >>> split_typed("crane - y - - g, slate⬛🟨⬛⬛🟩 h1e0l1l1o2")
    ['crane', '-y--g', 'slate', '⬛🟨⬛⬛🟩', 'hello', '10112']
    """
    plain = _BESIDE_SQUARES.sub(" ", text.translate(_NO_MARKS))
    tokens: list[str] = []
    spread = False  # a word has two letters at least, so a single sign is part of a pattern
    for token in filter(None, _BETWEEN_TOKENS.split(plain)):
        if _LETTER_BY_LETTER.fullmatch(token):
            tokens += [token[::2], token[1::2]]
        elif spread and len(token) == 1:
            tokens[-1] += token
        else:
            tokens.append(token)
        spread = len(token) == 1
    return tokens


_NO_MARKS = str.maketrans("", "", _MARKS)
_BETWEEN_TOKENS = re.compile(r"[\s,]+")
_BESIDE_SQUARES = re.compile(rf"(?<=\w)(?=[{SQUARES}])|(?<=[{SQUARES}])(?=\w)")
_LETTER_BY_LETTER = re.compile(r"([^\W\d_][0-2]){2,}")


def pattern_count(length: int) -> int:
    """Count the patterns of words of this length, those that cannot occur included."""
    return int(3**length)


def all_green(length: int) -> int:
    """Return the code of a solved word."""
    return pattern_count(length) - 1


@dataclass(frozen=True, slots=True, repr=False)
class Pattern:
    """One colour per letter of a guess.

    >>> Pattern.from_text("y-y-g").code, Pattern("y-y-g").code
    (92, 92)
    >>> Pattern.from_code(92, length=5)
    Pattern.from_text('y-y-g')
    >>> Pattern.from_text("⬛🟨🟩") == Pattern.from_text("012")
    True
    """

    colours: tuple[Colour, ...]

    def __post_init__(self) -> None:
        if isinstance(self.colours, str):
            object.__setattr__(self, "colours", read_colours(self.colours))

    @classmethod
    def from_text(cls, text: str) -> Pattern:
        """Read any spelling that `salet.games.colours` lists."""
        return cls(read_colours(text))

    @classmethod
    def from_code(cls, code: int, length: int) -> Pattern:
        """Write `code` as `length` base-3 digits."""
        if not 0 <= code < pattern_count(length):
            raise InvalidPatternError(
                f"pattern number {code} is not within 0..{all_green(length)} for {length} letters"
            )
        digits = [Colour(code // 3**place % 3) for place in reversed(range(length))]
        return cls(tuple(digits))

    @property
    def code(self) -> int:
        """The pattern as a number."""
        code = 0
        for colour in self.colours:
            code = code * 3 + colour
        return code

    @property
    def solved(self) -> bool:
        """Whether every letter is green."""
        return all(colour is Colour.GREEN for colour in self.colours)

    def to_text(self, style: str = "text") -> str:
        """Write the pattern in one of `salet.games.colours.STYLES`; `from_text` reads it back."""
        if style not in STYLES:
            raise UnknownNameError.among("pattern style", style, STYLES)
        return "".join(STYLES[style][colour] for colour in self.colours)

    def __len__(self) -> int:
        return len(self.colours)

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return f"Pattern.from_text({self.to_text()!r})"


def colours_of(reply: Reply) -> tuple[Colour, ...]:
    """Return the colours of a reply, which must be Wordle's."""
    if not isinstance(reply, Pattern):
        raise InvalidPatternError(f"the reply {reply} has no colours")
    return reply.colours
