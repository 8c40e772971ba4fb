"""Tyler Glaiel's wordlebot (github.com/TylerGlaiel/wordlebot), whose figures the document quotes.

His bot plays the word that leaves fewest candidates on average, or an earlier one the word of
highest tile value. Two things are his own. Which words are left is decided by a test that
overlooks some contradictions when the guess repeats a letter. And in the first bot sixteen
threads share the guesses, so that of equally good ones the last thread's first wins.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from salet.games.colours import Colour, Pattern, all_green
from salet.groups import code_sums, group_stats
from salet.replication.chow.words import repeats_a_letter
from salet.replication.walk import Left, play
from salet.strategies.letters import tile_worth

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from salet.replication.chow.words import WordBook
    from salet.table import Indices

THREADS = 16


def possible(
    guess: NDArray[np.uint16], pattern: Pattern, words: NDArray[np.uint16]
) -> NDArray[np.bool_]:
    """For each of `words` (words, length), whether Glaiel's test lets it stand after a pattern.

    A yellow letter uses up the leftmost copy of it in the word, wherever that is. A copy in the
    very place of a later yellow or grey letter is thereby out of sight, though it should have
    shown green there. A guess with five different letters never gets that far.
    """
    colours = np.array(pattern.colours)
    green = colours == Colour.GREEN
    fits: NDArray[np.bool_] = (words[:, green] == guess[green]).all(axis=1)
    for letter in np.unique(guess[~green]):
        copies = (words == letter) & ~green
        own = guess == letter
        yellow = np.flatnonzero(own & (colours == Colour.YELLOW))
        found = copies.sum(axis=1)
        is_grey = bool((own & (colours == Colour.GREY)).any())
        fits &= found == len(yellow) if is_grey else found >= len(yellow)
        for used, place in enumerate(yellow):
            fits &= ~(copies[:, place] & (copies[:, :place].sum(axis=1) >= used))
    return fits


class Glaiel:
    """His bot on one lexicon."""

    def __init__(self, book: WordBook) -> None:
        book.table.lay_out_by_answer()
        self._table = book.table
        answers = book.table.answer_guesses[book.answers_listed()]
        self._guesses = np.concatenate([answers, book.support(distinct=False)])
        self._repeats = repeats_a_letter(book.table)[self._guesses]
        self._answer_letters = book.table.letters[book.table.answer_guesses]

    def lengths(self, opener: str, rank: Callable[[Indices], int]) -> NDArray[np.int64]:
        """Play every answer with one of the two rankings; return how many guesses each took."""
        every = np.arange(len(self._answer_letters))
        first = self._table.lexicon.guess_index(opener)
        return play(_Player(self, rank), Left(every), self._table, every, first).lengths

    def last(self, left: Indices) -> int:
        """Return the word that is the only one left."""
        return int(self._table.answer_guesses[left[0]])

    def after(self, left: Indices, guess: int, code: int) -> Indices:
        """Return the words that his test lets stand."""
        return left[self._fits(guess, code, left)]

    def most_colour(self, left: Indices) -> int:
        """Return the guess of highest tile value, the first of them in his list."""
        worth = tile_worth(self._table.lexicon.length, 2, 1)
        values = code_sums(self._table, self._guesses, left, np.ones_like(left), worth)
        return int(self._guesses[values.argmax()])

    def fewest_left(self, left: Indices) -> int:
        """Return the guess that leaves least, the last thread's first of them."""
        totals = group_stats(self._table, self._guesses, left).squares
        # The actual word is not counted when it is the guess itself.
        totals = totals - np.isin(self._guesses, self._table.answer_guesses[left])
        # With a repeated letter his test lets more stand, never less: what is counted here is
        # too little, and has to be put right only for a guess that would win with it.
        counted = ~self._repeats
        while True:
            tied = np.flatnonzero(totals == totals.min())
            threads = tied % THREADS
            place = tied[threads == threads.max()][0]
            if counted[place]:
                return int(self._guesses[place])
            totals[place] = self._total(int(self._guesses[place]), left)
            counted[place] = True

    def _total(self, guess: int, left: Indices) -> int:
        """Sum, over the words that the answer may be, how many words his test would leave."""
        codes, counts = np.unique(self._table.row(guess)[left], return_counts=True)
        solved = all_green(self._table.lexicon.length)
        return sum(
            int(count) * int(self._fits(guess, int(code), left).sum())
            for code, count in zip(codes, counts, strict=True)
            if code != solved
        )

    def _fits(self, guess: int, code: int, left: Indices) -> NDArray[np.bool_]:
        pattern = Pattern.from_code(code, self._table.lexicon.length)
        return possible(self._table.letters[guess], pattern, self._answer_letters[left])


@dataclass(frozen=True, slots=True)
class _Player:
    """The bot with one of its rankings."""

    bot: Glaiel
    rank: Callable[[Indices], int]

    def choose(self, state: Left) -> int:
        one = len(state.candidates) == 1
        return self.bot.last(state.candidates) if one else self.rank(state.candidates)

    def after(self, state: Left, guess: int, code: int) -> Left:
        return Left(self.bot.after(state.candidates, guess, code))
