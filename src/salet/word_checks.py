"""What is repaired in a person's words, with a note that says so, and what is refused."""

from __future__ import annotations

import warnings
from collections import Counter

from salet.building import MAX_LENGTH, MIN_LENGTH
from salet.errors import InvalidLexiconError, RepairWarning
from salet.word_files import not_a_letter


def distinct(words: list[str], where: str) -> list[str]:
    """Keep the first of each word, and say so if any was listed twice."""
    counts = Counter(words)
    if len(counts) < len(words):
        repeated = [word for word, count in counts.items() if count > 1]
        note_repair(f"{where}: {some(repeated)} listed more than once: kept once")
    return list(counts)


def check_words(name: str, answers: list[str], allowed: set[str]) -> None:
    """Refuse words that no game can be played with, naming one of them."""
    if not answers:
        raise InvalidLexiconError(f"{name} has no answers")
    length = len(answers[0])
    if not MIN_LENGTH <= length <= MAX_LENGTH:
        raise InvalidLexiconError(
            f"{name}: {answers[0]!r} has {letters(answers[0])}; "
            f"words have {MIN_LENGTH} to {MAX_LENGTH}"
        )
    for word in sorted(allowed):
        if odd := not_a_letter(word):
            raise InvalidLexiconError(f"{name}: {word!r} has {odd}")
        if len(word) != length:
            raise InvalidLexiconError(
                f"{name}: words of different lengths: {answers[0]!r} has {letters(answers[0])}, "
                f"{word!r} has {len(word)}"
            )


def letters(word: str) -> str:
    """Count the letters of a word."""
    return "1 letter" if len(word) == 1 else f"{len(word)} letters"


def some(words: list[str]) -> str:
    """Name up to three words and count the rest.

    >>> some(["a", "b", "c", "d", "e"])
    'a, b, c and 2 more'
    """
    rest = f" and {len(words) - 3:,} more" if len(words) > 3 else ""
    return ", ".join(words[:3]) + rest


def note_repair(message: str) -> None:
    """Say what was done to the words."""
    warnings.warn(message, RepairWarning, stacklevel=4)
