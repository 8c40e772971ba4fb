"""Every lexicon that is at hand: the bundled ones, and those that were built here."""

from __future__ import annotations

from salet.built import built_names, read_built
from salet.errors import InvalidLexiconError
from salet.lexicon import Lexicon, bundled_lexicons


def lexicons_at_hand() -> tuple[list[tuple[Lexicon, dict[str, str]]], list[str]]:
    """Load every lexicon with its facts; and say which are damaged."""
    found = [(Lexicon.load(name), facts) for name, facts in bundled_lexicons().items()]
    damaged = []
    for name in built_names():
        try:
            made = read_built(name)
            found.append((Lexicon.from_built(made), made.facts))
        except InvalidLexiconError as error:
            damaged.append(str(error))
    return found, damaged
