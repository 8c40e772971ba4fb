"""Rules of the write-ups that are not the game's: for colouring a guess, and for filtering words.

Three rules of colouring. All agree on greens and on a solved word. They differ in which other
letters are yellow:

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

import numpy as np
from numpy.typing import NDArray

from salet.games.colours import Colour, Pattern
from salet.games.hard import Clues
from salet.games.position import Position, Turn
from salet.games.wordle import pattern_of
from salet.kernels.compiler import compiled
from salet.table import PatternTable, StoredTable, build_codes, open_table
from salet.words.lexicon import Lexicon

if TYPE_CHECKING:
    from salet.table import Indices


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


# --- the same as kernels, on the arrays of `salet.kernels.patterns.fill_patterns` ---


@compiled
def fill_naive(
    letters: NDArray[np.uint16],
    places: NDArray[np.uint16],
    codes: NDArray[np.unsignedinteger],
) -> None:
    """Write the pattern of every guess against every answer by the rule `naive`."""
    length = letters.shape[1]
    answers = places.shape[1]
    for row in range(letters.shape[0]):
        guess = letters[row]
        out = codes[row]
        out[:] = 0
        for place in range(length):
            here = places[guess[place]]
            worth = 3 ** (length - 1 - place)
            for a in range(answers):
                is_green = int(here[a] >> place) & 1
                is_yellow = int(here[a] != 0)
                out[a] += worth * (is_green + is_yellow)


@compiled
def fill_roy(
    letters: NDArray[np.uint16],
    places: NDArray[np.uint16],
    codes: NDArray[np.unsignedinteger],
) -> None:
    """Write the pattern of every guess against every answer by the rule `roy`."""
    length = letters.shape[1]
    answers = places.shape[1]
    coloured = np.empty(answers, np.uint16)
    for row in range(letters.shape[0]):
        guess = letters[row]
        out = codes[row]
        coloured[:] = 0
        out[:] = 0
        for place in range(length):
            here = places[guess[place]]
            for a in range(answers):
                coloured[a] |= here[a] & np.uint16(1 << place)
        for place in range(length):
            here = places[guess[place]]
            worth = 3 ** (length - 1 - place)
            for a in range(answers):
                is_green = int(here[a] >> place) & 1
                is_yellow = (1 - is_green) * int(here[a] & ~coloured[a] != 0)
                coloured[a] |= np.uint16(is_yellow << place)
                out[a] += worth * (2 * is_green + is_yellow)


# --- a filter that two authors share ---


def fitting(
    table: PatternTable, candidates: Indices, guess: int, code: int, *, loose: bool
) -> Indices:
    """Return the candidates (answer indices) that remain after one turn.

    The programs of write-ups 001 and 002 note, for each turn, the green letters, the places of the
    yellow ones, and how often each letter occurs. When a guess holds a letter twice and one copy
    comes back grey, the answer has the letter as often as it was shown, but not in the place of
    the grey copy. A `loose` filter loses that last clue, so words remain that cannot be the answer.

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
