"""What can go wrong, in three kinds, and what messages are put together from.

::

    SaletError (a ValueError)
    ├── InvalidError                  cannot be read
    │   ├── InvalidPatternError
    │   ├── InvalidPositionError
    │   ├── InvalidLexiconError
    │   ├── InvalidTreeError
    │   └── UnknownNameError
    ├── IllegalGuessError             not allowed here
    └── InconsistentHistoryError      no answer fits

    RepairWarning (a UserWarning)     read after a stated repair

Messages are one line, made for the person who typed the input.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

_LONGEST = 1000


class SaletError(ValueError):
    """Base of every error that a user's input can cause.

    A message that quotes a very long input is shortened in its middle.
    """

    def __init__(self, message: object = "") -> None:
        text = str(message)
        if len(text) > _LONGEST:
            text = f"{text[: _LONGEST // 2]} ... {text[-_LONGEST // 2 :]}"
        super().__init__(text)


class InvalidError(SaletError):
    """The input cannot be read."""


class InvalidPatternError(InvalidError):
    """The text or number is not a pattern."""


class InvalidPositionError(InvalidError):
    """The text is not a list of guesses with their patterns."""


class InvalidLexiconError(InvalidError):
    """The word list cannot be read or cannot be played with."""


class InvalidTreeError(InvalidError):
    """The file is not a tree, or lies; the message names the line or the position."""


class UnknownNameError(InvalidError):
    """Nothing is registered under that name."""

    @classmethod
    def among(cls, kind: str, name: str, known: Iterable[str]) -> UnknownNameError:
        """Make the error for a name that is not one of `known`."""
        names = list(known)
        hint = nearest(name, names) or f"choose from {', '.join(names)}"
        return cls(f"there is no {kind} {name!r}; {hint}")


class IllegalGuessError(SaletError):
    """The guess is not allowed here."""


class InconsistentHistoryError(SaletError):
    """No answer fits the guesses and patterns."""


class RepairWarning(UserWarning):
    """The input was read after a repair that the message states."""


def counted(number: int, noun: str) -> str:
    """Write a number with its noun.

    >>> counted(1, "word"), counted(2315, "word"), counted(6, "guess"), counted(2, "reply")
    ('1 word', '2,315 words', '6 guesses', '2 replies')
    """
    plural = f"{noun}es" if noun.endswith("s") else f"{noun}s"
    if noun.endswith("ly"):
        plural = f"{noun[:-1]}ies"
    return f"{number:,} {noun if number == 1 else plural}"


def few(names: Sequence[str], most: int = 3, between: str = ", ") -> str:
    """Name the first of several, and count the rest.

    >>> few(["a", "b", "c", "d", "e"])
    'a, b, c and 2 more'
    """
    rest = len(names) - most
    return between.join(names[:most]) + (f" and {rest:,} more" if rest > 0 else "")


def either(names: Sequence[str]) -> str:
    """Write a choice.

    >>> either(["R"]), either(["R", "A"]), either(["R", "A", "I"])
    ('R', 'R or A', 'R, A or I')
    """
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def nearest(name: str, known: Iterable[str]) -> str:
    """Suggest the nearest known names, or nothing.

    >>> nearest("orignal", ["original", "nyt"])
    'did you mean original?'
    >>> nearest("zzzzz", ["original", "nyt"])
    ''
    """
    from difflib import get_close_matches  # only for mistakes; salet --help is quicker without

    close = get_close_matches(name, list(known), n=3)
    return f"did you mean {' or '.join(close)}?" if close else ""


@contextmanager
def under(what: object, kind: type[InvalidError] = InvalidError) -> Iterator[None]:
    """Put `what`, such as a file or a key, in front of the message of an error of the block."""
    try:
        yield
    except SaletError as error:
        raise kind(f"{what}: {error}") from None
