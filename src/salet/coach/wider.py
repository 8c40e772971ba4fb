"""Never a dead end: where to look when no listed answer fits.

The lists of answers go stale; the game has used maven, emoji, guano and others that were on none.
So when no listed answer fits, any allowed word may be the answer, and after that any word of a
bundled lexicon that allows still more. That is for Wordle alone: other games have no wider lists.
"""

from __future__ import annotations

import warnings
from collections.abc import Collection, Iterable, Iterator
from functools import cache

import numpy as np

from salet.coach.contradiction import conflict, explanation, impossible_pattern
from salet.errors import InconsistentHistoryError, RepairWarning, few
from salet.games.game import Game
from salet.games.position import Position
from salet.table import Codes, ComputedTable, StoredTable, Table, build_codes, code_dtype
from salet.view import Setting
from salet.words.frequencies import Frequencies
from salet.words.lexicon import Lexicon
from salet.words.shelf import bundled_lexicons


def wider_lists(game: Game) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Give ever larger lists of words, with what to call them; none for a game without words."""
    if not game.is_wordle:
        return
    lexicon = game.lexicon
    if len(lexicon.allowed) > len(lexicon.answers):
        yield f"all {len(lexicon.allowed):,} allowed words of {lexicon.name}", lexicon.allowed
    known, bundled = set(lexicon.allowed), map(Lexicon.load, bundled_lexicons())
    larger = [other for other in bundled if known < set(other.allowed)]
    if larger:
        largest = max(larger, key=lambda other: len(other.allowed))
        yield f"all {len(largest.allowed):,} allowed words of {largest.name}", largest.allowed


def wider_list_with(game: Game, word: str) -> str | None:
    """Return what to call a wider list that has `word`, or None where none has it."""
    return next((name for name, words in wider_lists(game) if word in words), None)


@cache
def newest_lexicon() -> tuple[str, Lexicon]:
    """Return the newest bundled list of answers, with its date."""
    found = [
        (facts["date"], name)
        for name, facts in bundled_lexicons().items()
        if facts["answers"] != facts["allowed"]
    ]
    date, name = max(found)
    return date, Lexicon.load(name)


def newer_answers(game: Game, position: Position, without: Collection[str]) -> str:
    """Name the answers of the newest bundled list that fit, but are not answers of this game.

    Empty if there are none, or if the game is not played with a bundled list.
    """
    if not game.is_wordle or game.name not in bundled_lexicons():
        return ""
    date, lexicon = newest_lexicon()
    if lexicon.length != game.lexicon.length:
        return ""
    words = [
        word
        for word in sorted({*lexicon.answers} - {*game.answers, *without})
        if game.fits(word, position)
    ]
    if not words:
        return ""
    fit = "fits too: it is an answer" if len(words) == 1 else "fit too: they are answers"
    return f"{few(words)} {fit} of {lexicon.name} ({date}), not of {game.name}"


def unlisted_guesses(game: Game, guesses: Iterable[str]) -> list[str]:
    """Return the guesses that a wider list alone allows, with a `RepairWarning` for each.

    Raises `IllegalGuessError`, with the nearest words, for a guess that no list has.
    """
    unlisted = [word for word in dict.fromkeys(guesses) if not game.lexicon.allows(word)]
    for word in unlisted:
        name = wider_list_with(game, word)
        if name is None:
            game.lexicon.guess_index(word)
        message = f"{word} is not an allowed word of {game.name}; it is one of {name}"
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
    game, lexicon = setting.game, setting.lexicon
    fitting, note = fitting_words(setting.table, position, frozenset(without))
    allowed = {*lexicon.allowed, *fitting, *(turn.guess for turn in position)}
    words = lexicon.with_words(fitting, allowed, name=f"{lexicon.name}, widened")
    wide = game.with_lexicon(words)
    return Setting.of(StoredTable(wide, build_codes(wide)), setting.rules, prior, frequencies), note


def fitting_words(
    table: Table, position: Position, without: Collection[str] = ()
) -> tuple[list[str], str]:
    """Return the words that fit where no listed answer does, and say where they come from.

    Raises `InconsistentHistoryError`, with the smallest contradiction, if there are none.
    """
    game = table.game
    check_possible(game, position)
    widest = game.answers
    for name, words in wider_lists(game):
        fitting = [word for word in words if word not in without and game.fits(word, position)]
        if fitting:
            return fitting, (
                f"none of the {len(game.answers):,} listed answers fits; "
                f"looking among {name} instead"
            )
        widest = words
    if any(game.fits(word, position) for word in without):
        raise InconsistentHistoryError(
            f"only {game.noun}s that you rejected fit; undo, or start a new puzzle"
        )
    none = f"none of the {len(game.answers):,} answers of {game.name} fits"
    if not game.tells_of_letters:
        turns = " and ".join(map(str, conflict(table, position)))
        raise InconsistentHistoryError(f"{none} {turns}; check the replies")
    why = explanation(position, widest, game.lexicon.capitals)
    other = ", and no other word does" * game.is_wordle
    raise InconsistentHistoryError(f"{none}{other}: {why}; check the colours")


def check_possible(game: Game, position: Position) -> None:
    """Refuse a reply of coloured letters that no word at all could give."""
    for turn in position if game.tells_of_letters else ():
        impossible = impossible_pattern(turn)
        if impossible is not None:
            raise InconsistentHistoryError(f"{turn} is impossible: {impossible}; check the colours")


def with_words(table: Table, *, answers: Iterable[str] = (), allowed: Iterable[str] = ()) -> Table:
    """Return a table of more words; an answer may be guessed, too."""
    answers, allowed = list(answers), list(allowed)
    guesses, truths = list(table.lexicon.allowed), list(table.lexicon.answers)
    if {*answers} <= {*truths} and {*allowed} <= {*guesses}:
        return table
    game = table.game
    if not isinstance(table, StoredTable):
        more = table.lexicon.with_words({*truths, *answers}, {*guesses, *allowed})
        return ComputedTable(game.with_lexicon(more))
    codes: Codes = table.codes
    for word in sorted({*allowed, *answers} - set(guesses)):
        place = int(np.searchsorted(guesses, word))
        codes = np.insert(codes, place, [game.reply(word, truth) for truth in truths], axis=0)
        guesses.insert(place, word)
    for word in sorted(set(answers) - set(truths)):
        place = int(np.searchsorted(truths, word))
        codes = np.insert(codes, place, [game.reply(guess, word) for guess in guesses], axis=1)
        truths.insert(place, word)
    wide = game.with_lexicon(table.lexicon.with_words(truths, guesses))
    return StoredTable(wide, codes.astype(code_dtype(game.replies.size), copy=False))
