"""Every lexicon by name: the bundled ones, those built here, and those that can be built."""

from __future__ import annotations

import re
import reprlib
import tomllib
from collections.abc import Sequence
from functools import cache

from salet.errors import InvalidError, InvalidLexiconError, UnknownNameError
from salet.words.builder import (
    FACTS,
    READY_MADE,
    build,
    built_names,
    can_build,
    read_built,
    recipe,
)
from salet.words.files import MAX_LENGTH, MIN_LENGTH, note_repair, read_words
from salet.words.language import DATA, Language, languages
from salet.words.lexicon import Lexicon

LENGTHS = (4, 5, 6, 7)
"""The lengths that people play most."""

_DATA = DATA / "words"


def bundled_lexicons() -> dict[str, dict[str, str]]:
    """Return what is known of each bundled lexicon: title, source, date, licence, files."""
    facts: dict[str, dict[str, str]] = tomllib.loads(
        (_DATA / "lexicons.toml").read_text(encoding="utf-8")
    )
    return facts


@cache
def curated_lists() -> dict[frozenset[str], str]:
    """Return the answers of each bundled lexicon in which somebody chose them, and their date."""
    return {
        frozenset(read_words(_DATA / facts["answers"])): facts["date"]
        for facts in bundled_lexicons().values()
        if facts["answers"] != facts["allowed"]
    }


def lexicon_names() -> list[str]:
    """Return every name that `Lexicon.load` takes without building a lexicon nobody asked for."""
    return list(dict.fromkeys([*bundled_lexicons(), *built_names(), *READY_MADE]))


def is_lexicon_name(name: str) -> bool:
    """Whether `Lexicon.load` would know the name."""
    return name in lexicon_names() or recipe(name) is not None


def lexicons_of(codes: Sequence[str] = (), lengths: Sequence[int] = ()) -> list[str]:
    """Return every lexicon of some languages and lengths, the longest words first.

    All languages unless some are named, and 4 to 7 letters; those that cannot be built here, for
    want of the extra, are left out.

    >>> lexicons_of(["en"], [5])[:3]
    ['original', 'original-all', 'nyt']
    """
    for code in codes:
        Language.of(code)
    bundled = [Lexicon.load(name) for name in bundled_lexicons()]
    known = None if can_build() else built_names()
    names: list[str] = []
    for length in sorted({*(lengths or LENGTHS)}, reverse=True):
        if not codes or "en" in codes:
            names += [lexicon.name for lexicon in bundled if lexicon.length == length]
        made = [f"{code}{length}" for code in dict.fromkeys(codes or languages())]
        names += [name for name in made if known is None or name in known]
    return names


def load_lexicon(name: str) -> Lexicon:
    """Load a lexicon; `Lexicon.load` is the way to call this."""
    if not isinstance(name, str):
        raise InvalidLexiconError(
            f"{reprlib.repr(name)} is not a lexicon; give a Lexicon or a name"
        )
    known = bundled_lexicons()
    if name in known:
        facts = known[name]
        answers, allowed = read_words(_DATA / facts["answers"]), facts["allowed"]
        return Lexicon.from_words(answers, read_words(_DATA / allowed), name=name)
    if name in built_names():
        return Lexicon.from_built(read_built(name))
    wanted = recipe(name)
    if wanted is None:
        parts = re.fullmatch(r"([a-z]+)(\d+)", name)
        if parts is not None and parts[1] in languages():
            raise InvalidLexiconError(
                f"cannot build {name}: words have {MIN_LENGTH} to {MAX_LENGTH} letters"
            )
        names = [*lexicon_names(), "or a language and a length, such as de6"]
        raise UnknownNameError.among("lexicon", name, names)
    language, length = wanted
    made = build(language.code, length)
    try:
        made.store()
        where = "once"
    except InvalidError as error:
        where = f"but could not store it: {error}"
    note_repair(f"built {name} from {made.source}, {where}")
    return Lexicon.from_built(made)


def facts_of(name: str) -> dict[str, str]:
    """Return what is known of a bundled lexicon, or of one that was built here."""
    known = bundled_lexicons()
    return {key: known[name][key] for key in FACTS} if name in known else read_built(name).facts


def lexicons_at_hand() -> tuple[list[tuple[Lexicon, dict[str, str]]], list[str]]:
    """Load every lexicon with its facts; and say which are damaged."""
    found = [(Lexicon.load(name), facts_of(name)) for name in bundled_lexicons()]
    damaged = []
    for name in built_names():
        try:
            made = read_built(name)
            found.append((Lexicon.from_built(made), made.facts))
        except InvalidLexiconError as error:
            damaged.append(str(error))
    return found, damaged
