"""A person's word lists: read from files, repaired with a note that says so, or refused."""

from __future__ import annotations

import re
import unicodedata
import warnings
from collections import Counter
from collections.abc import Callable, Iterable
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NoReturn

from salet.errors import InvalidError, InvalidLexiconError, RepairWarning, counted, few
from salet.words.spelling import read_word

MIN_LENGTH, MAX_LENGTH = 2, 15
_FILE_BYTES = 1 << 27


def read_text(path: Traversable | Path, kind: type[InvalidError] = InvalidError) -> str:
    """Read a person's text file; `kind` is the error that says why it cannot be read."""
    try:
        with path.open("rb") as file:
            data = file.read(_FILE_BYTES + 1)
        if len(data) > _FILE_BYTES:
            raise kind(f"{path} is too large (more than {_FILE_BYTES:,} bytes)")
        # utf-8-sig drops the byte-order mark that some editors put in front.
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise kind(f"{path} is not UTF-8 text (byte {error.start}); save it as UTF-8") from None
    except (OSError, ValueError) as error:  # a file name may be impossible, too
        raise kind(f"cannot read {path}: {getattr(error, 'strerror', error)}") from None


def read_words(path: Traversable | Path) -> list[str]:
    """Read the words of one file, in its order, repeats included."""
    text = read_text(path, InvalidLexiconError)
    words = [line.strip() for line in text.splitlines() if line.strip()]
    if not words:
        raise InvalidLexiconError(f"{path} contains no words; write one word per line")
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
            f"U+{ord(odd):04X}, a mark that does not join with the letter before it; "
            "a letter is one code point"
        )
    return f"{odd!r}, which is not a letter" if odd else ""


def distinct(words: list[str], where: str) -> list[str]:
    """Keep the first of each word, and say so if any was listed twice."""
    counts = Counter(words)
    if len(counts) < len(words):
        repeated = [word for word, count in counts.items() if count > 1]
        note_repair(f"{where}: {few(repeated)} listed more than once; the copies are ignored")
    return list(counts)


def check_words(answers: list[str], allowed: set[str], where: str | Callable[[str], str]) -> None:
    """Refuse words that no game can be played with, naming one of them and its place."""

    def refuse(word: str, why: str) -> NoReturn:
        raise InvalidLexiconError(f"{where if isinstance(where, str) else where(word)}: {why}")

    first = answers[0]
    for word in (first, *sorted(allowed)):
        if odd := not_a_letter(word):
            hint = "; write one word per line" if re.search(r"[\s,;]", word) else ""
            refuse(word, f"{word!r} has {odd}{hint}")
    length = counted(len(first), "letter")
    if not MIN_LENGTH <= len(first) <= MAX_LENGTH:
        among = f"{MIN_LENGTH} to {MAX_LENGTH} letters"
        refuse(first, f"{first!r} has {length}; words must have {among}")
    for word in sorted(allowed):
        if len(word) != len(first):
            lengths = f"{first!r} has {length}, {word!r} has {len(word)}"
            refuse(word, f"words of different lengths: {lengths}")


def line_of(word: str, paths: Iterable[Path]) -> str:
    """Say in which line of which file a word stands first."""
    for path in paths:
        for number, line in enumerate(read_text(path).splitlines(), start=1):
            if read_word(line.strip()) == word:
                return f"{path}, line {number}"
    return ""


def note_repair(message: str) -> None:
    """Say what was done to the words."""
    warnings.warn(message, RepairWarning, stacklevel=4)
