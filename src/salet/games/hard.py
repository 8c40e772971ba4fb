"""Wordle's two hard modes.

"Hard mode" means two different rules in the wild, so each has a name:

``nyt``
    The newspaper's rule. A green letter stays in its place, and every letter that was shown
    (green or yellow) is used again, as often as it was shown. Grey letters may be used again,
    and a yellow letter may stay where it was.
``strict``
    The guess must be possible as the answer by all that was shown.

Both are read from `Clues`, what the turns so far say letter by letter, so that a refused guess
comes with the reason a person needs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from salet.games.colours import Colour, colours_of
from salet.games.game import Game
from salet.games.position import Position, Turn
from salet.games.rules import Mode, SameReply
from salet.words.spelling import capital

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from salet.table import Indices, Table

_NYT_TOLD = (
    "a green letter must stay at its place in every later guess, and a letter that was green or "
    "yellow must be used again, at least as many times as it was shown"
)


class LetterMode(Mode):
    """A hard mode of Wordle: ``nyt``, or ``strict``."""

    def __init__(self, *, strict: bool) -> None:
        self.strict = strict
        self.search = "strict-letters" if strict else "letters"
        self.told = SameReply.told if strict else _NYT_TOLD

    def objection(self, game: Game, guess: str, position: Position) -> str | None:  # noqa: ARG002
        """Give the plainest reason why the turns so far forbid the guess."""
        length = len(position.turns[0].guess)
        if len(guess) != length:
            return f"guess must have {length} letters"
        return next(Clues.of(position).objections(guess, strict=self.strict), None)

    def legal(self, table: Table, position: Position, among: Indices) -> Indices:
        """Apply one clue after the other, each to what the ones before have left."""
        number, letters = table.lexicon.letter_numbers, table.letters
        clues = Clues.of(position)
        for place, letter in clues.fixed.items():
            among = among[letters[among, place] == number.get(letter, -1)]
        for letter, count in clues.at_least.items():
            among = among[_copies(table, among, letter) >= count]
        if self.strict:
            for place, letter in clues.absent:
                among = among[letters[among, place] != number.get(letter, -1)]
            for letter, count in clues.at_most.items():
                among = among[_copies(table, among, letter) <= count]
        return among


def _copies(table: Table, guesses: Indices, letter: str) -> NDArray[np.int8]:
    """Count how often each guess has the letter."""
    number = table.lexicon.letter_numbers.get(letter, -1)
    places = range(table.letters.shape[1])
    copies = [(table.letters[guesses, place] == number).view("int8") for place in places]
    return cast("NDArray[np.int8]", sum(copies))


@dataclass(slots=True)
class Clues:
    """What the turns so far say of the answer, letter by letter."""

    fixed: dict[int, str] = field(default_factory=dict)
    """The letter that is in a place (green)."""
    absent: set[tuple[int, str]] = field(default_factory=set)
    """Places and letters that are not there (yellow or grey)."""
    at_least: dict[str, int] = field(default_factory=dict)
    """How often the answer holds a letter, at least."""
    at_most: dict[str, int] = field(default_factory=dict)
    """How often at most, of letters of which a copy came back grey."""

    @classmethod
    def of(cls, position: Position) -> Clues:
        """Collect the clues of every turn."""
        clues = cls()
        for turn in position:
            clues.add(turn)
        return clues

    def add(self, turn: Turn) -> None:
        """Take in one more turn."""
        tiles = list(zip(turn.guess, colours_of(turn.reply), strict=True))
        for place, (letter, colour) in enumerate(tiles):
            if colour is Colour.GREEN:
                self.fixed[place] = letter
            else:
                self.absent.add((place, letter))
        shown = Counter(letter for letter, colour in tiles if colour is not Colour.GREY)
        for letter, count in shown.items():
            self.at_least[letter] = max(count, self.at_least.get(letter, 0))
        for letter in (letter for letter, colour in tiles if colour is Colour.GREY):
            # A grey copy says that the answer has no more than the copies that were shown.
            self.at_most[letter] = min(shown[letter], self.at_most.get(letter, len(turn.guess)))

    def objections(self, guess: str, *, strict: bool) -> Iterator[str]:
        """Give every reason why `guess` breaks the hard mode, the plainest first."""
        for place, letter in sorted(self.fixed.items()):
            if guess[place] != letter:
                yield f"{capital(letter)} must be in position {place + 1}"
        for letter, count in self.at_least.items():
            if guess.count(letter) < count:
                yield f"guess must contain {capital(letter)}{_times(count)}"
        if strict:
            for place, letter in sorted(self.absent):
                if guess[place] == letter and self.at_most.get(letter) != 0:
                    yield f"{capital(letter)} must not be in position {place + 1}"
            for letter, count in self.at_most.items():
                if guess.count(letter) > count:
                    only = f"may contain {capital(letter)} only{_times(count, once=' once')}"
                    yield f"guess {only if count else f'must not contain {capital(letter)}'}"


def _times(count: int, once: str = "") -> str:
    return {1: once, 2: " twice"}.get(count, f" {count} times")
