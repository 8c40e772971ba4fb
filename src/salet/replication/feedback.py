"""Rules of the write-ups that are not the game's: for colouring a guess, and for filtering words.

A rule of colouring makes a game of its own, with its own id. All three agree on greens and on a
solved word. They differ in which other letters are yellow:

`salet.games.wordle.Wordle`
    as many copies of a letter as the answer has outside the greens, from left to right
`NaiveWordle`
    every copy, if the answer has the letter at all (Chow's program, and tmzh's first)
`RoyWordle`
    a copy that the answer has in a place where the guess is still grey (van Rijn's). A place
    that has turned yellow thus hides the answer's letter there, whichever letter it is, so this
    rule goes wrong even for guesses with five different letters
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from salet.games.colours import Colour, Pattern
from salet.games.game import Game
from salet.games.wordle import Wordle
from salet.kernels.compiler import compiled
from salet.table import Codes, Indices, StoredTable, Table, build_codes


def faulty_pattern(guess: str, answer: str, *, hides: bool) -> Pattern:
    """Colour by the rule of `RoyWordle` if a coloured place `hides`, else by that of `NaiveWordle`.

    Roy's slip: the colours of the guess double as the marks of which letters of the answer are used
    up. The t of tares turns its first place yellow, and from then on the a that aitch has in its
    own first place is not seen.
    """
    colours = [
        Colour.GREEN if letter == truth else Colour.GREY
        for letter, truth in zip(guess, answer, strict=True)
    ]
    for place, letter in enumerate(guess):
        seen = (
            truth
            for truth, colour in zip(answer, colours, strict=True)
            if not hides or colour is Colour.GREY
        )
        if colours[place] is Colour.GREY and letter in seen:
            colours[place] = Colour.YELLOW
    return Pattern(tuple(colours))


@compiled
def fill_faulty(
    letters: NDArray[np.uint16],
    places: NDArray[np.uint16],
    codes: NDArray[np.unsignedinteger],
    hides: bool,  # noqa: FBT001 - numba passes by place
) -> None:
    """Write the `faulty_pattern` of every guess against every answer.

    It does what `kernels.letters.fill_patterns` does by the true rule.
    """
    length = letters.shape[1]
    answers = places.shape[1]
    hidden = np.empty(answers, np.uint16)
    for row in range(letters.shape[0]):
        guess = letters[row]
        out = codes[row]
        hidden[:] = 0
        out[:] = 0
        for place in range(length if hides else 0):
            here = places[guess[place]]
            for a in range(answers):
                hidden[a] |= here[a] & np.uint16(1 << place)
        for place in range(length):
            here = places[guess[place]]
            worth = 3 ** (length - 1 - place)
            for a in range(answers):
                is_green = int(here[a] >> place) & 1
                is_yellow = (1 - is_green) * int(here[a] & ~hidden[a] != 0)
                hidden[a] |= np.uint16(int(hides) * is_yellow << place)
                out[a] += worth * (2 * is_green + is_yellow)


# --- the rules as games ---


class FaultyWordle(Wordle):
    """Wordle by another rule, which `hides` chooses."""

    modes = Game.modes
    hides: ClassVar[bool]

    def reply(self, guess: str, answer: str) -> int:
        """Return the number of the pattern."""
        return faulty_pattern(guess, answer, hides=self.hides).code

    def fill(self, guesses: Indices | slice, answers: Indices | slice, codes: Codes) -> None:
        """Run the kernel over the letters of the words."""
        fill_faulty(*self.letters_of(guesses, answers), codes, self.hides)


class NaiveWordle(FaultyWordle):
    """A letter is yellow wherever the answer has it, however often the guess does.

    >>> game = NaiveWordle("original")
    >>> str(game.replies[game.reply("eerie", "there")])
    'yyy-g'
    """

    rule = "wordle-naive-1"
    hides = False


class RoyWordle(FaultyWordle):
    """A letter is yellow if the answer has it in a place that is still grey.

    >>> game = RoyWordle("original")
    >>> str(game.replies[game.reply("tares", "aitch")])
    'y----'
    """

    rule = "wordle-roy-1"
    hides = True


def table_of(game: Game) -> StoredTable:
    """Build the table of a game in memory: a faulty rule is not worth a place in the cache."""
    return StoredTable(game, build_codes(game))


# --- what two authors share ---


def fitting(table: Table, candidates: Indices, guess: int, code: int, *, loose: bool) -> Indices:
    """Return the candidates (answer indices) that remain after one turn.

    The programs of Luebeck and Kay note, for each turn, the green letters, the places of the
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
    shown, grey = letter_masks(table, guess, code)
    if not (loose and shown & grey):
        kept: Indices = candidates[table.row(guess)[candidates] == code]
        return kept
    letters, words = table.letters[guess], table.letters[table.answer_guesses[candidates]]
    colours = np.array(Pattern.from_code(code, len(letters)).colours)
    green, yellow = colours == Colour.GREEN, colours == Colour.YELLOW
    fits: NDArray[np.bool_] = (words[:, green] == letters[green]).all(axis=1)
    fits &= (words[:, yellow] != letters[yellow]).all(axis=1)
    for letter in np.unique(letters):
        copies = (words == letter).sum(axis=1)
        least = np.count_nonzero(colours[letters == letter])
        fits &= copies == least if grey >> int(letter) & 1 else copies >= least
    return candidates[fits]


def letter_masks(table: Table, guess: int, code: int) -> tuple[int, int]:
    """Return a bit for each letter of a guess that was shown, and for each that came back grey."""
    letters = table.letters[guess].tolist()
    masks = [0, 0]
    for letter, colour in zip(letters, Pattern.from_code(code, len(letters)).colours, strict=True):
        masks[colour is Colour.GREY] |= 1 << letter
    return masks[0], masks[1]
