"""The three rules by which the write-ups colour a guess. Only the first is the game's.

All agree on greens and on a solved word. They differ in which other letters are yellow:

``true``
    as many copies of a letter as the answer has outside the greens, from left to right
``naive``
    every copy, if the answer has the letter at all (write-up 000; write-up 003's first program)
``roy``
    a copy that the answer has in a place where the guess is still grey (write-up 004). A place
    that has turned yellow thus hides the answer's letter there, whichever letter it is, so this
    rule goes wrong even for guesses with five different letters
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from salet.games.colours import Colour, Pattern
from salet.games.wordle import pattern_of
from salet.table import StoredTable, build_codes, open_table

if TYPE_CHECKING:
    from salet.table import PatternTable
    from salet.words.lexicon import Lexicon


class Feedback(StrEnum):
    """A rule for the pattern of a guess."""

    TRUE = "true"
    NAIVE = "naive"
    ROY = "roy"

    def pattern(self, guess: str, answer: str) -> Pattern:
        """Return the reply to `guess` by this rule.

        >>> [str(rule.pattern("eerie", "there")) for rule in Feedback]
        ['y-y-g', 'yyy-g', 'yyy-g']
        >>> [str(rule.pattern("tares", "aitch")) for rule in Feedback]
        ['yy---', 'yy---', 'y----']
        """
        match self:
            case Feedback.TRUE:
                return pattern_of(guess, answer)
            case Feedback.NAIVE:
                return naive_pattern(guess, answer)
            case Feedback.ROY:
                return roy_pattern(guess, answer)

    def table(self, lexicon: Lexicon) -> PatternTable:
        """Return every guess against every answer by this rule; only the true one is cached."""
        if self is Feedback.TRUE:
            return open_table(lexicon)
        from salet.kernels.feedback import fill_naive, fill_roy

        fill = fill_naive if self is Feedback.NAIVE else fill_roy
        return StoredTable(lexicon, build_codes(lexicon, fill=fill))


def naive_pattern(guess: str, answer: str) -> Pattern:
    """Colour a letter yellow wherever the answer has it, however often the guess does.

    >>> str(naive_pattern("eerie", "there"))
    'yyy-g'
    """
    colours = [Colour.YELLOW if letter in answer else Colour.GREY for letter in guess]
    for place, (letter, truth) in enumerate(zip(guess, answer, strict=True)):
        if letter == truth:
            colours[place] = Colour.GREEN
    return Pattern(tuple(colours))


def roy_pattern(guess: str, answer: str) -> Pattern:
    """Colour a letter yellow if the answer has it in a place that is still grey.

    The slip: the colours of the guess double as the marks of which letters of the answer are used
    up. The t of tares turns its first place yellow, and from then on the a that aitch has in its
    own first place is not seen.

    >>> str(roy_pattern("tares", "aitch"))
    'y----'
    """
    colours = [
        Colour.GREEN if letter == truth else Colour.GREY
        for letter, truth in zip(guess, answer, strict=True)
    ]
    for place, letter in enumerate(guess):
        if colours[place] is Colour.GREEN:
            continue
        if any(
            colours[other] is Colour.GREY and truth == letter for other, truth in enumerate(answer)
        ):
            colours[place] = Colour.YELLOW
    return Pattern(tuple(colours))
