"""Which of many guesses a hard mode allows: `salet.rules` for whole arrays of words at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from salet.rules import Clues, HardMode

if TYPE_CHECKING:
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
    words = table.letters[guesses]
    clues = Clues.of(position)
    legal = np.ones(len(guesses), dtype=bool)
    for place, letter in clues.fixed.items():
        legal &= words[:, place] == number.get(letter, -1)
    for letter, count in clues.at_least.items():
        legal &= (words == number.get(letter, -1)).sum(axis=1) >= count
    if rules.hard is HardMode.STRICT:
        for place, letter in clues.absent:
            legal &= words[:, place] != number.get(letter, -1)
        for letter, count in clues.at_most.items():
            legal &= (words == number.get(letter, -1)).sum(axis=1) <= count
    return guesses[legal]
