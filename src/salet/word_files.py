"""Reading a person's word lists: one word per line, UTF-8."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from salet.errors import InvalidLexiconError

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable
    from pathlib import Path

_FILE_BYTES = 1 << 27


def read_words(path: Traversable | Path) -> list[str]:
    """Read the words of one file, in its order, repeats included."""
    try:
        with path.open("rb") as file:
            data = file.read(_FILE_BYTES + 1)
        # utf-8-sig drops the byte-order mark that some editors put in front.
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidLexiconError(
            f"{path} is not UTF-8 text (byte {error.start}); save it as UTF-8"
        ) from None
    except OSError as error:
        raise InvalidLexiconError(f"cannot read {path}: {error.strerror}") from None
    if len(data) > _FILE_BYTES:
        raise InvalidLexiconError(f"{path} is larger than any word list ({_FILE_BYTES:,} bytes)")
    words = [line.strip() for line in text.splitlines() if line.strip()]
    if not words:
        raise InvalidLexiconError(f"{path} holds no words; write one per line")
    return words


def not_a_letter(word: str) -> str:
    """Say what in a word is not a letter, or nothing.

    >>> not_a_letter("a-b"), not_a_letter("é")
    ("'-', which is not a letter", '')
    """
    if word.isalpha():
        return ""
    odd = next((c for c in word if unicodedata.category(c)[0] != "L"), "")
    if odd and unicodedata.category(odd).startswith("M"):
        return (
            f"U+{ord(odd):04X} ({unicodedata.name(odd, 'a mark').lower()}), which does not join "
            "with the letter before it; a letter is one code point"
        )
    return f"{odd!r}, which is not a letter" if odd else ""
