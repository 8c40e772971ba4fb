"""A filter that two authors share: it forgets where a grey copy of a shown letter stood.

Both programs note, for each turn, the green letters, the places of the yellow ones, and how
often each letter occurs. When a guess holds a letter twice and one copy comes back grey, the
answer has the letter as often as it was shown, but not in the place of the grey copy. That last
clue is lost, so words remain that cannot be the answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from salet.games.colours import Colour, Pattern
from salet.games.hard import Clues
from salet.games.position import Position, Turn

if TYPE_CHECKING:
    from salet.table import Indices, PatternTable


def fitting(
    table: PatternTable, candidates: Indices, guess: int, code: int, *, loose: bool
) -> Indices:
    """Return the candidates (answer indices) that remain after one turn.

    >>> from salet import Lexicon
    >>> from salet.table import open_table
    >>> words = Lexicon.from_words(["eerie", "jelly", "tweak"], name="three")
    >>> turn = words.guess_index("eerie"), Pattern.from_text("y----").code
    >>> for loose in (False, True):
    ...     remaining = fitting(open_table(words), np.arange(3), *turn, loose=loose)
    ...     print([words.answers[place] for place in remaining])
    ['tweak']
    ['jelly', 'tweak']
    """
    word = table.lexicon.allowed[guess]
    turn = Turn(word, Pattern.from_code(code, len(word))) if len(set(word)) < len(word) else None
    if not loose or turn is None or not _has_grey_copy(turn):
        kept: Indices = candidates[table.row(guess)[candidates] == code]
        return kept
    number = table.lexicon.letter_numbers
    words = table.letters[table.answer_guesses[candidates]]
    clues = Clues.of(Position((turn,)))
    fits = np.ones(len(candidates), dtype=bool)
    for place, letter in clues.fixed.items():
        fits &= words[:, place] == number[letter]
    for place, letter in clues.absent:
        if turn.pattern.colours[place] is Colour.YELLOW:
            fits &= words[:, place] != number[letter]
    for letter, count in clues.at_least.items():
        fits &= (words == number[letter]).sum(axis=1) >= count
    for letter, count in clues.at_most.items():
        fits &= (words == number[letter]).sum(axis=1) <= count
    return candidates[fits]


def _has_grey_copy(turn: Turn) -> bool:
    """Whether a letter that was shown also came back grey."""
    colours = turn.pattern.colours
    shown = {letter for letter, c in zip(turn.guess, colours, strict=True) if c is not Colour.GREY}
    return any(
        colour is Colour.GREY and letter in shown
        for letter, colour in zip(turn.guess, colours, strict=True)
    )
