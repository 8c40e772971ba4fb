"""How people write words and patterns, and nothing else: characters in, letters and colours out.

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
import unicodedata
from enum import IntEnum

from salet.errors import InvalidPatternError, UnknownNameError


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
    characters = text.translate(_IGNORED)
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


def write_colours(colours: tuple[Colour, ...], style: str = "text") -> str:
    """Write colours in one of `STYLES`; `read_colours` reads each of them back.

    >>> write_colours((Colour.GREY, Colour.YELLOW, Colour.GREEN), "emoji")
    '⬛🟨🟩'
    """
    if style not in STYLES:
        raise UnknownNameError.among("pattern style", style, STYLES)
    characters = STYLES[style]
    return "".join(characters[colour] for colour in colours)


def read_word(text: str) -> str:
    """Lower the case and compose accents (NFC), letter by letter so that the length stays.

    >>> read_word("RAISE"), read_word("E\u0301TÉ"), read_word("İZMİR")
    ('raise', 'été', 'İzmİr')
    """
    if text.isascii():
        return text.lower()
    composed = unicodedata.normalize("NFC", text)
    return "".join(c.lower() if len(c.lower()) == 1 else c for c in composed)


def capital(letter: str) -> str:
    """Return the capital of a letter where that is one letter; ß stays ß.

    >>> capital("a"), capital("ß")
    ('A', 'ß')
    """
    return letter.upper() if len(letter.upper()) == 1 else letter
