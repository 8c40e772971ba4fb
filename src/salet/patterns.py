"""The reply to a guess: its rule in readable form, and its two forms, a number and a text.

The number is base 3 with the first letter most significant, so that all green is the largest
and numbers sort as their texts do.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import NewType

from salet.errors import IllegalGuessError, InvalidPatternError
from salet.notation import Colour, read_colours, read_word, write_colours

PatternCode = NewType("PatternCode", int)


def pattern_count(length: int) -> int:
    """Count the patterns of words of this length, those that cannot occur included."""
    return int(3**length)


def all_green(length: int) -> PatternCode:
    """Return the code of a solved word."""
    return PatternCode(pattern_count(length) - 1)


@dataclass(frozen=True, slots=True, repr=False)
class Pattern:
    """One colour per letter of a guess.

    >>> Pattern.from_text("y-y-g").code
    92
    >>> Pattern.from_code(92, length=5)
    Pattern.from_text('y-y-g')
    >>> Pattern.from_text("⬛🟨🟩") == Pattern.from_text("012")
    True
    """

    colours: tuple[Colour, ...]

    @classmethod
    def from_text(cls, text: str) -> Pattern:
        """Read any spelling that `salet.notation` lists."""
        return cls(read_colours(text))

    @classmethod
    def from_code(cls, code: int, length: int) -> Pattern:
        """Write `code` out as `length` base-3 digits."""
        if not 0 <= code < pattern_count(length):
            raise InvalidPatternError(
                f"pattern number {code} is not within 0..{all_green(length)} for {length} letters"
            )
        digits = [Colour(code // 3**place % 3) for place in reversed(range(length))]
        return cls(tuple(digits))

    @property
    def code(self) -> PatternCode:
        """The pattern as a number."""
        code = 0
        for colour in self.colours:
            code = code * 3 + colour
        return PatternCode(code)

    @property
    def solved(self) -> bool:
        """Whether every letter is green."""
        return all(colour is Colour.GREEN for colour in self.colours)

    def to_text(self, style: str = "text") -> str:
        """Write the pattern in one of `salet.notation.STYLES`."""
        return write_colours(self.colours, style)

    def __len__(self) -> int:
        return len(self.colours)

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return f"Pattern.from_text({self.to_text()!r})"


def pattern_of(guess: str, answer: str) -> Pattern:
    """Return the reply to `guess` when the hidden word is `answer`.

    Greens first. Then, from left to right, a letter is yellow as long as the answer holds a
    copy of it that no green and no earlier yellow has used.

    >>> str(pattern_of("eerie", "there"))
    'y-y-g'
    """
    guess, answer = read_word(guess), read_word(answer)
    if len(guess) != len(answer):
        raise IllegalGuessError(
            f"{guess!r} has {len(guess)} letters, the answer {answer!r} has {len(answer)}"
        )
    colours = [Colour.GREY] * len(guess)
    unused: Counter[str] = Counter()
    for place, (letter, truth) in enumerate(zip(guess, answer, strict=True)):
        if letter == truth:
            colours[place] = Colour.GREEN
        else:
            unused[truth] += 1
    for place, letter in enumerate(guess):
        if colours[place] is not Colour.GREEN and unused[letter] > 0:
            colours[place] = Colour.YELLOW
            unused[letter] -= 1
    return Pattern(tuple(colours))
