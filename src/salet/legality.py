"""Which of many guesses a hard mode allows: `salet.rules` for whole arrays of words at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from salet.rules import Clues, HardMode

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from salet.position import Position
    from salet.rules import Rules
    from salet.table import Indices, PatternTable


def legal_guesses(
    table: PatternTable, position: Position, rules: Rules, among: Indices | None = None
) -> Indices:
    """Return the guesses (of `among`, or of all) to which `rules` has no objection."""
    guesses = np.arange(len(table.lexicon.allowed)) if among is None else among
    if rules.hard is HardMode.OFF or len(position) == 0:
        return guesses
    number = table.lexicon.letter_numbers
    clues = Clues.of(position)
    # One clue after the other, each on what the ones before have left: soon that is little.
    for place, letter in clues.fixed.items():
        guesses = guesses[table.letters[guesses, place] == number.get(letter, -1)]
    for letter, count in clues.at_least.items():
        guesses = guesses[_copies(table, guesses, number.get(letter, -1)) >= count]
    if rules.hard is HardMode.STRICT:
        for place, letter in clues.absent:
            guesses = guesses[table.letters[guesses, place] != number.get(letter, -1)]
        for letter, count in clues.at_most.items():
            guesses = guesses[_copies(table, guesses, number.get(letter, -1)) <= count]
    return guesses


def _copies(table: PatternTable, guesses: Indices, letter: int) -> NDArray[np.int8]:
    """Count how often each guess has the letter."""
    copies = np.zeros(len(guesses), np.int8)
    for place in range(table.lexicon.length):
        copies += table.letters[guesses, place] == letter
    return copies
