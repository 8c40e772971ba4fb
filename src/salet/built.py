"""Lexicons that were built on this machine: one file each, in the user's data folder.

A file is written under a temporary name and renamed, so that a crash leaves no half of it, and
carries a checksum, so that damage is noticed.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from salet.errors import InvalidLexiconError, UnknownNameError
from salet.storage import atomic_write, data_folder

if TYPE_CHECKING:
    from pathlib import Path

_FORMAT = 1
_SUFFIX = ".json"


@dataclass(frozen=True)
class Built:
    """The words of a lexicon that was built, and where they come from.

    Attributes
    ----------
    counts
        every allowed word as it is played, the most frequent first, with its occurrences in a
        billion words
    answers
        how many of the first of them are the answers
    spellings
        words that are written otherwise than they are played
    source, licence
        where the words come from, and under which terms
    date
        when it was built
    """

    name: str
    language: str
    length: int
    title: str
    source: str
    licence: str
    date: str
    answers: int
    counts: dict[str, int] = field(repr=False)
    spellings: dict[str, str] = field(repr=False)

    @property
    def facts(self) -> dict[str, str]:
        """What is known of a bundled lexicon, too."""
        return {key: getattr(self, key) for key in ("title", "source", "date", "licence")}

    def store(self) -> Path:
        """Write the lexicon where `read_built` finds it, and return that place."""
        path = built_path(self.name)
        body = _body(asdict(self))
        try:
            with atomic_write(path) as file:
                file.write(f'{{"sha256": "{_checksum(body)}",\n"lexicon": {body}}}\n'.encode())
        except OSError as error:
            raise InvalidLexiconError(
                f"cannot keep {self.name} in {path.parent}: {error.strerror}"
            ) from None
        return path


def built_path(name: str) -> Path:
    """Return where a built lexicon is kept."""
    return data_folder() / "lexicons" / f"{name}{_SUFFIX}"


def built_names() -> list[str]:
    """Return the names of the lexicons that were built, damaged ones included."""
    try:
        return sorted(path.stem for path in built_path("").parent.glob(f"*{_SUFFIX}"))
    except OSError:
        return []


def read_built(name: str) -> Built:
    """Read a built lexicon; `InvalidLexiconError` if the file is damaged."""
    path = built_path(name)
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise InvalidLexiconError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise _damaged(name) from None
    try:
        whole = json.loads(text)
        known: dict[str, Any] = whole["lexicon"]
        sound = whole["sha256"] == _checksum(_body(known)) and known.pop("format") == _FORMAT
        found = Built(**known)
    except (ValueError, KeyError, TypeError, AttributeError):
        raise _damaged(name) from None
    if not sound or found.name != name:
        raise _damaged(name)
    return found


def remove_built(name: str) -> Path:
    """Delete a built lexicon, damaged or not, and return where it was."""
    if name not in built_names():
        raise UnknownNameError(f"no lexicon {name!r} was built here; salet words lists them")
    path = built_path(name)
    try:
        path.unlink()
    except OSError as error:
        raise InvalidLexiconError(f"cannot remove {path}: {error.strerror}") from None
    return path


def _body(known: dict[str, Any]) -> str:
    return json.dumps(known | {"format": _FORMAT}, ensure_ascii=False, sort_keys=False)


def _checksum(body: str) -> str:
    return hashlib.sha256(body.encode()).hexdigest()


def _damaged(name: str) -> InvalidLexiconError:
    return InvalidLexiconError(
        f"the lexicon {name} in {built_path(name)} is damaged; build it again with salet words "
        f"build, or delete it with salet words remove {name}"
    )
