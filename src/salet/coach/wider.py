"""Never a dead end: where to look when no listed answer fits.

The lists of answers go stale; the game has used maven, emoji, guano and others that were on none.
So when no listed answer fits, any allowed word may be the answer, and after that any word of a
bundled lexicon that allows still more.
"""

from __future__ import annotations

import warnings
from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from salet.coach.contradiction import explanation, impossible_pattern
from salet.errors import InconsistentHistoryError, RepairWarning
from salet.games.position import Position
from salet.games.wordle import pattern_of
from salet.table import ComputedTable, StoredTable, build_codes, code_dtype
from salet.view import Setting
from salet.words.frequencies import Frequencies
from salet.words.lexicon import Lexicon
from salet.words.shelf import bundled_lexicons

if TYPE_CHECKING:
    from salet.table import Codes, PatternTable


def wider_lists(lexicon: Lexicon) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Give ever larger lists of words, with what to call them."""
    if len(lexicon.allowed) > len(lexicon.answers):
        yield f"all {len(lexicon.allowed):,} allowed words of {lexicon.name}", lexicon.allowed
    known = set(lexicon.allowed)
    largest: Lexicon | None = None
    for name in bundled_lexicons():
        other = Lexicon.load(name)
        more = other.length == lexicon.length and known < set(other.allowed)
        if more and (largest is None or len(other.allowed) > len(largest.allowed)):
            largest = other
    if largest is not None:
        yield f"all {len(largest.allowed):,} allowed words of {largest.name}", largest.allowed


def wider_list_with(lexicon: Lexicon, word: str) -> str | None:
    """Return what to call a wider list that has `word`, or None where none has it."""
    return next((name for name, words in wider_lists(lexicon) if word in words), None)


def unlisted_guesses(lexicon: Lexicon, guesses: Iterable[str]) -> list[str]:
    """Return the guesses that a wider list alone allows, with a `RepairWarning` for each.

    Raises `IllegalGuessError`, with the nearest words, for a guess that no list has.
    """
    unlisted = [word for word in dict.fromkeys(guesses) if not lexicon.allows(word)]
    for word in unlisted:
        name = wider_list_with(lexicon, word)
        if name is None:
            lexicon.guess_index(word)
        message = f"{word} is no allowed word of {lexicon.name}; taken from {name}"
        warnings.warn(message, RepairWarning, stacklevel=3)
    return unlisted


def widened(
    setting: Setting,
    position: Position,
    prior: str,
    frequencies: Frequencies | None,
    without: Iterable[str] = (),
) -> tuple[Setting, str]:
    """Return a setting whose answers are the words that fit, and say where they come from."""
    lexicon = setting.lexicon
    fitting, note = fitting_words(lexicon, position, frozenset(without))
    allowed = {*lexicon.allowed, *fitting, *(turn.guess for turn in position)}
    wide = lexicon.with_words(fitting, allowed, name=f"{lexicon.name}, widened")
    table = StoredTable(wide, build_codes(wide))
    return Setting.of(table, setting.rules, prior, frequencies), note


def fitting_words(
    lexicon: Lexicon, position: Position, without: Collection[str] = ()
) -> tuple[list[str], str]:
    """Return the words that fit where no listed answer does, and say where they come from.

    Raises `InconsistentHistoryError`, with the smallest contradiction, if there are none.
    """
    for turn in position:
        impossible = impossible_pattern(turn)
        if impossible is not None:
            raise InconsistentHistoryError(f"{turn} cannot be: {impossible}; check the colours")
    widest = lexicon.answers
    for name, words in wider_lists(lexicon):
        fitting = [word for word in words if word not in without and position.allows(word)]
        if fitting:
            return fitting, (
                f"none of the {len(lexicon.answers):,} listed answers fits; "
                f"looking among {name} instead"
            )
        widest = words
    if any(position.allows(word) for word in without):
        raise InconsistentHistoryError(
            "no word fits but those that were rejected; undo, or begin anew"
        )
    why = explanation(position, widest, lexicon.capitals)
    raise InconsistentHistoryError(
        f"none of the {len(lexicon.answers):,} answers of {lexicon.name} fits, "
        f"and no other word does: {why}; check the colours"
    )


def with_words(
    table: PatternTable, *, answers: Iterable[str] = (), allowed: Iterable[str] = ()
) -> PatternTable:
    """Return a table of more words; an answer may be guessed, too."""
    answers, allowed = list(answers), list(allowed)
    guesses, truths = list(table.lexicon.allowed), list(table.lexicon.answers)
    if {*answers} <= {*truths} and {*allowed} <= {*guesses}:
        return table
    if not isinstance(table, StoredTable):
        more = {*truths, *answers}
        return ComputedTable(table.lexicon.with_words(more, {*guesses, *allowed}))
    codes: Codes = table.codes
    for word in sorted({*allowed, *answers} - set(guesses)):
        place = int(np.searchsorted(guesses, word))
        codes = np.insert(codes, place, [pattern_of(word, truth).code for truth in truths], axis=0)
        guesses.insert(place, word)
    for word in sorted(set(answers) - set(truths)):
        place = int(np.searchsorted(truths, word))
        codes = np.insert(codes, place, [pattern_of(g, word).code for g in guesses], axis=1)
        truths.insert(place, word)
    words = table.lexicon.with_words(truths, guesses)
    return StoredTable(words, codes.astype(code_dtype(3**words.length), copy=False))


def known_words(lexicon: Lexicon, words: Iterable[str]) -> list[str]:
    """Return those of `words` that may be guessed."""
    return [word for word in words if lexicon.allows(word)]
