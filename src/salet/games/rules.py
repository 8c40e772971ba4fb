"""What a player may guess: the number of guesses, and the two hard modes.

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
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

from salet.errors import IllegalGuessError, InvalidError
from salet.games.colours import Colour
from salet.words.spelling import capital

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from salet.games.position import Position, Turn
    from salet.table import Indices, PatternTable


class HardMode(StrEnum):
    """Which guesses the turns so far rule out."""

    OFF = "off"
    NYT = "nyt"
    STRICT = "strict"

    @classmethod
    def _missing_(cls, value: object) -> HardMode:
        raise InvalidError(f"there is no hard mode {value!r}; it is one of {', '.join(cls)}")


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one game.

    >>> Rules(hard="nyt")
    Rules(max_guesses=6, hard=<HardMode.NYT: 'nyt'>)
    """

    max_guesses: int = 6
    hard: HardMode = HardMode.OFF

    def __post_init__(self) -> None:
        if not isinstance(self.max_guesses, int) or self.max_guesses < 1:
            raise InvalidError(f"a game has a whole number of guesses, not {self.max_guesses}")
        object.__setattr__(self, "hard", HardMode(self.hard))

    def objection(self, guess: str, position: Position) -> str | None:
        """Say why `guess` is not allowed after `position`, or return None if it is.

        >>> from salet import Position
        >>> Rules(hard="nyt").objection("candy", Position.from_text("cecum:g-y--"))
        'guess must contain C twice'
        >>> Rules().objection("candy", Position.from_text("cecum:g-y--")) is None
        True
        """
        if self.hard is HardMode.OFF or len(position) == 0:
            return None
        if len(guess) != len(position.turns[0].guess):
            return f"guess must have {len(position.turns[0].guess)} letters"
        return next(Clues.of(position).objections(guess, self.hard), None)

    def check(self, guess: str, position: Position) -> None:
        """Raise `IllegalGuessError` if `guess` is not allowed after `position`."""
        objection = self.objection(guess, position)
        if objection is not None:
            raise IllegalGuessError(f"{guess} is not allowed in hard mode {self.hard}: {objection}")


@dataclass(slots=True)
class Clues:
    """What the turns so far say of the answer, letter by letter.

    Attributes
    ----------
    fixed
        place -> the letter that is there (green)
    absent
        (place, letter) pairs: the letter is not there (yellow or grey)
    at_least, at_most
        letter -> how often the answer holds it; at most only where a copy came back grey
    """

    fixed: dict[int, str] = field(default_factory=dict)
    absent: set[tuple[int, str]] = field(default_factory=set)
    at_least: dict[str, int] = field(default_factory=dict)
    at_most: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, position: Position) -> Clues:
        """Collect the clues of every turn."""
        clues = cls()
        for turn in position:
            clues.add(turn)
        return clues

    def add(self, turn: Turn) -> None:
        """Take in one more turn."""
        shown: Counter[str] = Counter()
        greyed: dict[str, None] = {}  # an ordered set, so that messages come in a fixed order
        for place, (letter, colour) in enumerate(
            zip(turn.guess, turn.pattern.colours, strict=True)
        ):
            if colour is Colour.GREEN:
                self.fixed[place] = letter
            else:
                self.absent.add((place, letter))
            if colour is Colour.GREY:
                greyed[letter] = None
            else:
                shown[letter] += 1
        for letter, count in shown.items():
            self.at_least[letter] = max(count, self.at_least.get(letter, 0))
        for letter in greyed:
            # A grey copy says that the answer has no more than the copies that were shown.
            self.at_most[letter] = min(shown[letter], self.at_most.get(letter, len(turn.guess)))

    def objections(self, guess: str, hard: HardMode) -> Iterator[str]:
        """Give every reason why `guess` breaks the hard mode, the plainest first."""
        for place, letter in sorted(self.fixed.items()):
            if guess[place] != letter:
                yield f"{capital(letter)} must be in position {place + 1}"
        for letter, count in self.at_least.items():
            if guess.count(letter) < count:
                yield f"guess must contain {capital(letter)}{_times(count)}"
        if hard is HardMode.STRICT:
            for place, letter in sorted(self.absent):
                if guess[place] == letter and self.at_most.get(letter) != 0:
                    yield f"{capital(letter)} must not be in position {place + 1}"
            for letter, count in self.at_most.items():
                if guess.count(letter) > count:
                    only = f"may contain {capital(letter)} only{_times(count, once=' once')}"
                    yield f"guess {only if count else f'must not contain {capital(letter)}'}"


def _times(count: int, once: str = "") -> str:
    return {1: once, 2: " twice"}.get(count, f" {count} times")


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
