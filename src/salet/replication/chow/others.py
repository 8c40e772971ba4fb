"""The document's first table: what other authors recommend, and what of it can be repeated.

The note of each row says what makes it match, or why it cannot be repeated.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from salet.games.colours import Colour, Pattern
from salet.groups import code_sums, group_stats, letter_sums
from salet.replication.chow.program import Experiment, WordBook, repeats_a_letter
from salet.replication.procedure import Left, Variants, play
from salet.replication.writeup import Values
from salet.runs.ground import run
from salet.runs.result import Run
from salet.strategies.letters import tile_worth
from salet.table import ComputedTable, Indices, Table


class Others:
    """Our values for the table, by the keys of the document's file."""

    def __init__(self, grid: Experiment) -> None:
        self._lexicon, table = grid.lexicon, grid.book.table
        table.prepare()
        words = np.arange(len(self._lexicon.allowed))
        answers = np.arange(len(self._lexicon.answers))
        self._stats = group_stats(table, words, answers)
        everything = ComputedTable(table.lexicon.with_all_as_answers())
        self._everything = group_stats(everything, words, words)
        fewest, tiles = -self._stats.squares, _tiles(table, words, answers)
        among_answers = np.where(np.isin(words, table.answer_guesses), fewest, fewest.min())
        letters, entropy = _common_letters(table), self._everything.information
        roate, raise_ = (Glaiel(grid.book).lengths(word) for word in ("roate", "raise"))
        self._soare = float(Glaiel(grid.book, by_colour=True).lengths("soare").mean())
        self._ours: Values = {
            "Glaiel, expected remaining: opener": self._best(fewest),
            "Glaiel roate: mean": float(roate.mean()),
            "Glaiel roate: success rate, %": 100 * float((roate <= 6).mean()),
            "Glaiel, expected remaining: second opener": self._best(among_answers),
            "Glaiel raise: mean": float(raise_.mean()),
            "Glaiel, tile values: opener": self._best(tiles),
            "Glaiel soare: mean": self._soare,
            "Neill: opener": self._best(fewest),
            "Dua: openers": self._best(tiles, 5),
            "Bakhtiari: opener": self._best(letters, int((letters == letters.max()).sum())),
            "Stechschulte: openers": self._best(entropy, 11),
            "Liu: opener": self._best(entropy),
        }

    def _best(self, values: NDArray[np.int64], count: int = 1) -> str:
        """Name the `count` words with the largest values, ties in alphabetical order."""
        order = np.argsort(-values, kind="stable")[:count]
        return ", ".join(self._lexicon.allowed[place] for place in order)

    def measured(self) -> Variants[Values]:
        """Return our value of every figure that can be repeated."""
        roate, raise_ = (self._run(f"expected+opener({word})") for word in ("roate", "raise"))
        corrected: Values = {
            "Glaiel roate: mean": roate.mean,
            "Glaiel roate: success rate, %": 100 * (1 - roate.losses / len(roate.answers)),
            "Glaiel raise: mean": raise_.mean,
            "Glaiel soare: mean": self._run("tiles+opener(soare)").mean,
        }
        return Variants(self._ours, corrected)

    def facts(self) -> dict[str, Any]:
        """Return what the notes say, of Smyth's player what comes nearest: it is not specified."""
        lexicon, stats, everything = self._lexicon, self._stats, self._everything
        tales = self._run("letters+only_candidates+opener(tales)")
        two = self._run("entropy+only_candidates+opener(cones,trial)")
        # The strategy solves where cones leaves one answer; one who always plays trial does not.
        skipped = (two.lengths == 2) & (two.played.guesses[:, 1] != lexicon.guess_index("trial"))
        # A player who always plays three words needs a fourth guess for every other answer.
        answers, fixed = lexicon.answers, ("hates", "round", "climb")
        turns = [turn for turn, word in enumerate(fixed, start=1) if word in answers]
        roate, tares = lexicon.guess_index("roate"), lexicon.guess_index("tares")
        return {
            "smyth_tales": _nearest(tales),
            "smyth_two": _nearest(two),
            "smyth_always": (two.total + int(skipped.sum())) / len(two.answers),
            "smyth_least": (sum(turns) + 4 * (len(answers) - len(turns))) / len(answers),
            "soare_mean": self._soare,
            "roate_left": stats.squares[roate] / stats.total,
            "tares_bits": everything.bits[tares],
        }

    def _run(self, strategy: str) -> Run:
        return run(strategy, lexicon=self._lexicon)


def _tiles(table: Table, guesses: Indices, answers: Indices) -> NDArray[np.int64]:
    """Sum two for a green and one for a yellow tile over the answers."""
    worth = tile_worth(table.lexicon.length, 2, 1)
    return code_sums(table, guesses, answers, np.ones_like(answers), worth)


def _common_letters(table: Table) -> NDArray[np.int64]:
    """Sum, over the distinct letters of a word, how many allowed words have the letter."""
    frequency = np.bincount(table.first_letters.ravel())[: len(table.lexicon.alphabet)]
    worth = np.tile(frequency, (table.lexicon.length, 1))
    return letter_sums(table, np.arange(len(table.letters)), worth, distinct=True)


def _nearest(found: Run) -> str:
    wins = 1 - found.losses / len(found.answers)
    return f"{found.strategy} gives {found.mean:.4f} and {wins:.1%}"


# --- Tyler Glaiel's wordlebot (github.com/TylerGlaiel/wordlebot), whose figures are quoted ---

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
    """His bot on one lexicon.

    It plays the word that leaves fewest candidates on average; an earlier version, the word of
    highest tile value. Two things are his own. Which words are left is decided by a test that
    overlooks some contradictions when the guess repeats a letter. And in the first bot sixteen
    threads share the guesses, so that of equally good ones the last thread's first wins.
    """

    def __init__(self, book: WordBook, *, by_colour: bool = False) -> None:
        book.table.prepare()
        self._table = book.table
        answers = book.table.answer_guesses[book.answers_listed()]
        self._guesses = np.concatenate([answers, book.support(distinct=False)])
        self._repeats = repeats_a_letter(book.table)[self._guesses]
        self._answer_letters = book.table.letters[book.table.answer_guesses]
        self._rank = self._most_colour if by_colour else self._fewest_left

    def lengths(self, opener: str) -> NDArray[np.int64]:
        """Play every answer; return how many guesses each took."""
        every = np.arange(len(self._answer_letters))
        first = self._table.lexicon.guess_index(opener)
        return play(self, Left(every), self._table, every, first).lengths

    def choose(self, state: Left) -> int:
        """Return the best guess, or the only word left."""
        left = state.candidates
        return int(self._table.answer_guesses[left[0]]) if len(left) == 1 else self._rank(left)

    def after(self, state: Left, guess: int, code: int) -> Left:
        """Keep the words that his test lets stand."""
        return Left(state.candidates[self._fits(guess, code, state.candidates)])

    def _most_colour(self, left: Indices) -> int:
        """Return the guess of highest tile value, the first of them in his list."""
        return int(self._guesses[_tiles(self._table, self._guesses, left).argmax()])

    def _fewest_left(self, left: Indices) -> int:
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
        solved = self._table.game.replies.solved
        return sum(
            int(count) * int(self._fits(guess, int(code), left).sum())
            for code, count in zip(codes, counts, strict=True)
            if code != solved
        )

    def _fits(self, guess: int, code: int, left: Indices) -> NDArray[np.bool_]:
        pattern = Pattern.from_code(code, self._table.letters.shape[1])
        return possible(self._table.letters[guess], pattern, self._answer_letters[left])
