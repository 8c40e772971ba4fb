"""Words as people type them: lower case, composed accents, and which word was meant by a slip."""

from __future__ import annotations

import reprlib
import unicodedata
from collections.abc import Collection, Iterator

from salet.errors import InvalidError

_SHOWN = 3


def read_word(text: str) -> str:
    """Lower the case and compose accents (NFC), letter by letter so that the length stays.

    >>> read_word("RAISE"), read_word("E\u0301TÉ"), read_word("İZMİR")
    ('raise', 'été', 'İzmİr')
    """
    if not isinstance(text, str):
        raise InvalidError(f"{reprlib.repr(text)} is not a word; write it as a text")
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


def meant_words(
    typed: str, words: Collection[str], alphabet: Collection[str], likely: Collection[str]
) -> list[str]:
    """Return up to three of `words` that were probably meant.

    Those that are one slip away; or else those of the same length with the fewest other letters,
    if no more than half of all. First those with the same letters, then the `likely` ones, then
    alphabetically.

    >>> allowed = {"moist", "posit", "musit", "crane"}
    >>> meant_words("mosit", allowed, "acimnoprstu", {"moist", "crane"})
    ['moist', 'musit', 'posit']
    >>> meant_words("cranne", allowed, "acemnr", ()), meant_words("crxxe", allowed, "acemnr", ())
    (['crane'], ['crane'])
    """
    close = {slip for slip in _slips(typed, alphabet) if slip in words}
    if not close:
        alike = [word for word in words if len(word) == len(typed)]
        least = min((_differing(typed, word) for word in alike), default=len(typed))
        if least <= len(typed) // 2:
            close = {word for word in alike if _differing(typed, word) == least}
    letters = sorted(typed)
    return sorted(close, key=lambda w: (sorted(w) != letters, w not in likely, w))[:_SHOWN]


def _slips(typed: str, alphabet: Collection[str]) -> Iterator[str]:
    """Give every text that one slip may have turned into `typed`."""
    for place in range(len(typed) + 1):
        before, after = typed[:place], typed[place:]
        if len(after) > 1:
            yield before + after[1] + after[0] + after[2:]
        for letter in alphabet:
            yield before + letter + after
            yield before + letter + after[1:]
        yield before + after[1:]


def _differing(one: str, other: str) -> int:
    return sum(a != b for a, b in zip(one, other, strict=True))
