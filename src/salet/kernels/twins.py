"""Guesses that a symmetry of the game makes the same.

A symmetry exchanges symbols, places or both in every guess and answer alike, and no reply changes.
Take one that maps every guess played so far to itself. A candidate is what gets the known replies
to these guesses; so does its image: the candidates are mapped onto themselves. What follows a guess
is then mapped, word by word, to what follows its image, and both have the same total. So one of the
guesses that are mapped to each other need be tried: the first. The others are its *twins*.

For each order of the places, the guesses played tell what each of their symbols becomes, if there
is such an exchange at all. Symbols not played yet may become any of each other: they are named anew
in the order in which they come. A guess is a twin if one of its images comes before it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from salet.kernels.compiler import compiled, int64, lean

NOT_MARKED, SOME, NO_TWINS = range(3)
"""What the last mark of a turn says: not looked for yet, marked, or known that there are none."""

_FREE, _IMAGE, _TAKEN, _NAME = range(4)


class Twins(NamedTuple):
    """The symmetries of a game, and which guesses are twins at each turn.

    letters
        the symbols of every guess, as numbers; no guess for a game without symmetries
    orders
        the orders that the places may be brought into; the first is the one they have
    symbols
        by symbol: whether it may be exchanged; and three rows of work space
    played
        the number of guesses before the search, these, and room for those of the search
    marks
        by turn and guess, whether it is a twin, and last what is known of the turn
    """

    letters: NDArray[np.uint16]
    orders: NDArray[np.int64]
    symbols: NDArray[np.int64]
    played: NDArray[np.int64]
    marks: NDArray[np.uint8]


@lean
def fixes_played(twins: Twins, order: int, count: int) -> bool:
    """Whether an order of the places can leave all guesses played as they are.

    Then the image of every symbol played is written down, and which symbols these images are.
    """
    free, image, taken = twins.symbols[_FREE], twins.symbols[_IMAGE], twins.symbols[_TAKEN]
    for symbol in range(free.size):
        image[symbol] = -1 if free[symbol] else symbol
        taken[symbol] = 1 - free[symbol]
    for k in range(count):
        guess = twins.played[1 + k]
        for place in range(twins.letters.shape[1]):
            old = twins.letters[guess, twins.orders[order, place]]
            new = int64(twins.letters[guess, place])
            if image[old] < 0 and not taken[new]:
                image[old] = new
                taken[new] = 1
            elif image[old] != new:
                return False
    return True


@lean
def has_smaller_image(twins: Twins, order: int, guess: int) -> bool:
    """Whether a guess becomes one before it; `fixes_played` has written the images."""
    image, taken, name = twins.symbols[_IMAGE], twins.symbols[_TAKEN], twins.symbols[_NAME]
    letters, length = twins.letters, twins.letters.shape[1]
    following = 0
    difference = int64(0)
    for place in range(length):
        old = letters[guess, twins.orders[order, place]]
        new = image[old]
        if new < 0:
            if name[old] < 0:
                while taken[following]:
                    following += 1
                name[old] = following
                following += 1
            new = name[old]
        difference = new - int64(letters[guess, place])
        if difference != 0:
            break
    for place in range(length):
        name[letters[guess, place]] = -1
    return difference < 0


@lean
def mark_twins(twins: Twins, turn: int, count: int) -> None:
    """Mark the twins among the guesses that may follow the first `count` guesses played."""
    marks, guesses = twins.marks[turn], twins.letters.shape[0]
    for guess in range(guesses + 1):
        marks[guess] = 0
    for order in range(twins.orders.shape[0]):
        if not fixes_played(twins, order, count):
            continue
        unplayed = 0
        for symbol in range(twins.symbols.shape[1]):
            unplayed += 1 - twins.symbols[_TAKEN, symbol]
        if order == 0 and unplayed < 2:
            continue  # nothing is exchanged
        for guess in range(guesses):
            if marks[guess] == 0 and has_smaller_image(twins, order, guess):
                marks[guess] = 1
                marks[guesses] = SOME
    if marks[guesses] == 0:
        marks[guesses] = NO_TWINS


@lean
def is_twin(twins: Twins | None, turn: int, guess: int) -> bool:
    """Whether a guess is a twin of one before it."""
    if twins is None:
        return False
    marks = twins.marks[turn]
    twin: bool = marks[marks.size - 1] == SOME and marks[guess] != 0
    return twin


@compiled
def mark_first(twins: Twins) -> None:
    """Mark the twins at the turn that follows the guesses before the search."""
    mark_twins(twins, 0, twins.played[0])
