"""Rules of the write-ups that are not the game's: for colouring a guess, and for filtering words.

A rule of colouring makes a game of its own, with its own id. All three agree on greens and on a
solved word. They differ in which other letters are yellow:

`salet.games.wordle.Wordle`
    as many copies of a letter as the answer has outside the greens, from left to right
`NaiveWordle`
    every copy, if the answer has the letter at all (write-up 000; write-up 003's first program)
`RoyWordle`
    a copy that the answer has in a place where the guess is still grey (write-up 004). A place
    that has turned yellow thus hides the answer's letter there, whichever letter it is, so this
    rule goes wrong even for guesses with five different letters
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from salet.games.colours import Colour, Pattern
from salet.games.game import Game
from salet.games.hard import Clues
from salet.games.position import Position, Turn
from salet.games.wordle import Wordle
from salet.kernels.compiler import compiled
from salet.table import Codes, Indices, StoredTable, Table, build_codes


def naive_pattern(guess: str, answer: str) -> Pattern:
    """Colour by the rule of `NaiveWordle`."""
    return Pattern(
        tuple(
            Colour.GREEN if letter == truth else Colour.YELLOW if letter in answer else Colour.GREY
            for letter, truth in zip(guess, answer, strict=True)
        )
    )


def roy_pattern(guess: str, answer: str) -> Pattern:
    """Colour by the rule of `RoyWordle`.

    The slip: the colours of the guess double as the marks of which letters of the answer are used
    up. The t of tares turns its first place yellow, and from then on the a that aitch has in its
    own first place is not seen.
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


# --- the same as kernels, on the arrays of `salet.kernels.letters.fill_patterns` ---


@compiled
def fill_naive(
    letters: NDArray[np.uint16],
    places: NDArray[np.uint16],
    codes: NDArray[np.unsignedinteger],
) -> None:
    """Write the pattern of every guess against every answer by the rule of `NaiveWordle`."""
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
    """Write the pattern of every guess against every answer by the rule of `RoyWordle`."""
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


# --- the rules as games ---


class FaultyWordle(Wordle):
    """Wordle by another rule: `colour` is the readable one, `kernel` the same for whole tables."""

    modes = Game.modes
    colour: ClassVar[Callable[[str, str], Pattern]]
    kernel: ClassVar[Callable[..., None]]

    def reply(self, guess: str, answer: str) -> int:
        """Return the number of the pattern."""
        return type(self).colour(guess, answer).code

    def fill(self, guesses: Indices | slice, answers: Indices | slice, codes: Codes) -> None:
        """Run the kernel over the letters of the words."""
        type(self).kernel(*self.letters_of(guesses, answers), codes)


class NaiveWordle(FaultyWordle):
    """A letter is yellow wherever the answer has it, however often the guess does.

    >>> game = NaiveWordle("original")
    >>> str(game.replies[game.reply("eerie", "there")])
    'yyy-g'
    """

    rule = "wordle-naive-1"
    colour = naive_pattern
    kernel = fill_naive


class RoyWordle(FaultyWordle):
    """A letter is yellow if the answer has it in a place that is still grey.

    >>> game = RoyWordle("original")
    >>> str(game.replies[game.reply("tares", "aitch")])
    'y----'
    """

    rule = "wordle-roy-1"
    colour = roy_pattern
    kernel = fill_roy


def table_of(game: Game) -> StoredTable:
    """Build the table of a game in memory: a faulty rule is not worth a place in the cache."""
    return StoredTable(game, build_codes(game))


# --- a filter that two authors share ---

LOOSE_GREYS = (
    "where a guess holds a letter twice and one copy is grey, the place of the grey copy is "
    "forgotten, so words remain that cannot be the answer"
)
"""What a loose filter does, as a switch."""


def fitting(table: Table, candidates: Indices, guess: int, code: int, *, loose: bool) -> Indices:
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
    word, game = table.game.guesses[guess], table.game
    assert isinstance(game, Wordle)
    repeats = len(set(word)) < len(word)
    if not (loose and repeats and _has_grey_copy(word, game.replies[code])):
        kept: Indices = candidates[table.row(guess)[candidates] == code]
        return kept
    colours = game.replies[code].colours
    number = table.lexicon.letter_numbers
    words = table.letters[table.answer_guesses[candidates]]
    clues = Clues.of(Position((Turn(word, game.replies[code]),)))
    fits = np.ones(len(candidates), dtype=bool)
    for place, letter in clues.fixed.items():
        fits &= words[:, place] == number[letter]
    for place, letter in clues.absent:
        if colours[place] is Colour.YELLOW:
            fits &= words[:, place] != number[letter]
    for letter, count in clues.at_least.items():
        fits &= (words == number[letter]).sum(axis=1) >= count
    for letter, count in clues.at_most.items():
        fits &= (words == number[letter]).sum(axis=1) <= count
    return candidates[fits]


def _has_grey_copy(word: str, pattern: Pattern) -> bool:
    """Whether a letter that was shown also came back grey."""
    shown = {letter for letter, colour in zip(word, pattern.colours, strict=True) if colour}
    grey = {letter for letter, colour in zip(word, pattern.colours, strict=True) if not colour}
    return not shown.isdisjoint(grey)
