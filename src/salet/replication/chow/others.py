"""The document's first table: what other authors recommend, and what of it can be repeated.

Each row says in its note what makes it match, or why it cannot be repeated.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from salet.games.colours import Colour, Pattern
from salet.groups import GroupStats, code_sums, group_stats, letter_sums
from salet.replication.chow.program import Grid, WordBook, repeats_a_letter
from salet.replication.findings import Figure, Section
from salet.replication.walk import Left, play
from salet.runs.ground import run
from salet.runs.result import Run
from salet.strategies.letters import tile_worth
from salet.table import ComputedTable, Indices, Table

_DUA = "soare, stare, roate, raile, arose"
_STECHSCHULTE = "tares, lares, rales, rates, nares, tales, tores, reais, dares, arles, lores"


def section(grid: Grid) -> Section:
    """Return the table of other authors."""
    first = _FirstGuesses(grid.book.table)
    return Section(
        "Other authors",
        (*_smyth(grid), *_glaiel(grid, first), *_openers(first)),
        "Reproduced: Glaiel (soare to the digits quoted), Neill, Dua, Liu. Not: Smyth, "
        "Bakhtiari, Stechschulte.",
    )


class _FirstGuesses:
    """Rankings of all allowed words before the first guess."""

    def __init__(self, table: Table) -> None:
        table.prepare()
        self.table = table
        self.words = table.lexicon.allowed
        self._all = np.arange(len(self.words))

    def against_answers(self) -> GroupStats:
        """Split the answers by every word."""
        return group_stats(self.table, self._all, np.arange(len(self.table.lexicon.answers)))

    def against_all(self) -> GroupStats:
        """Split all allowed words by every word."""
        everything = ComputedTable(self.table.lexicon.with_all_as_answers())
        return group_stats(everything, self._all, self._all)

    def tiles(self) -> NDArray[np.int64]:
        """Sum two for a green and one for a yellow tile over the answers."""
        answers = np.arange(len(self.table.lexicon.answers))
        worth = tile_worth(self.table.lexicon.length, 2, 1)
        return code_sums(self.table, self._all, answers, np.ones_like(answers), worth)

    def letters(self) -> NDArray[np.int64]:
        """Sum, over the distinct letters of a word, how many allowed words have the letter."""
        first = self.table.first_letters
        frequency = np.bincount(first.ravel())[: len(self.table.lexicon.alphabet)]
        worth = np.tile(frequency, (self.table.lexicon.length, 1))
        return letter_sums(self.table, self._all, worth, distinct=True)

    def best(self, values: NDArray[np.int64], count: int = 1, among: Indices | None = None) -> str:
        """Name the `count` words with the largest values, ties in alphabetical order."""
        places = self._all if among is None else among
        order = places[np.argsort(-values[places], kind="stable")]
        return ", ".join(self.words[place] for place in order[:count])


def _glaiel(grid: Grid, first: _FirstGuesses) -> tuple[Figure, ...]:
    bot = Glaiel(grid.book)
    roate = bot.lengths("roate", bot.fewest_left)
    raise_ = bot.lengths("raise", bot.fewest_left)
    soare = bot.lengths("soare", bot.most_colour)
    true_roate = run("expected", opener="roate", lexicon=grid.lexicon)
    true_raise = run("expected", opener="raise", lexicon=grid.lexicon)
    true_soare = run("tiles", opener="soare", lexicon=grid.lexicon)
    fewest = -first.against_answers().squares
    his = "his own test of which words are left, and the tie order of his 16 threads"
    return (
        Figure("Glaiel, expected remaining: opener", "roate", first.best(fewest)),
        Figure(
            "Glaiel roate: mean",
            3.494,
            float(roate.mean()),
            true_roate.mean,
            digits=3,
            note=f"Reproduced with {his}; corrected is the strategy expected.",
        ),
        Figure(
            "Glaiel roate: success rate, %",
            100,
            100 * float((roate <= 6).mean()),
            100 * (1 - true_roate.losses / len(true_roate.answers)),
            digits=0,
        ),
        Figure(
            "Glaiel, expected remaining: second opener",
            "raise",
            first.best(fewest, among=grid.book.table.answer_guesses),
            note="The best of the words that may be the answer.",
        ),
        Figure(
            "Glaiel raise: mean",
            3.495,
            float(raise_.mean()),
            true_raise.mean,
            digits=3,
            note="Reproduced with the same bot, started from raise.",
        ),
        Figure("Glaiel, tile values: opener", "soare", first.best(first.tiles())),
        Figure(
            "Glaiel soare: mean",
            3.69,
            float(soare.mean()),
            true_soare.mean,
            digits=2,
            note="Reproduced to the digits quoted, with 2 per green, 1 per yellow, his own test, "
            f"the first of his list in ties; his article has 3.69017, this is {soare.mean():.5f}.",
        ),
    )


def _openers(first: _FirstGuesses) -> tuple[Figure, ...]:
    stats = first.against_answers()
    everything = first.against_all()
    letters = first.letters()
    roate = first.words.index("roate")
    tares = first.words.index("tares")
    tied = int((letters == letters.max()).sum())
    return (
        Figure(
            "Neill: opener",
            "roate",
            first.best(-stats.squares),
            note="Reproduced: fewest answers left on average, "
            f"{stats.squares[roate] / stats.total:.2f}.",
        ),
        Figure(
            "Dua: openers",
            _DUA,
            first.best(first.tiles(), 5),
            note="Reproduced: the five highest tile values (2 per green, 1 per yellow) over the "
            "answers.",
        ),
        Figure(
            "Bakhtiari: opener",
            "aries",
            first.best(letters, tied),
            note="Not reproduced: by letters over all allowed words these come first, over the "
            "answers roate; how he counts is not stated.",
        ),
        Figure(
            "Stechschulte: openers",
            _STECHSCHULTE,
            first.best(everything.information, 11),
            note="Not reproduced: by entropy over all allowed words the first four agree, then "
            "his list leaves out words such as teras, soare and tears.",
        ),
        Figure(
            "Liu: opener",
            "tares",
            first.best(everything.information),
            note="Reproduced: most bits when any allowed word may be the answer, "
            f"{everything.bits[tares]:.3f}.",
        ),
    )


def _smyth(grid: Grid) -> tuple[Figure, ...]:
    """State Smyth's rows and what comes nearest to them; his simulator is not specified."""
    tales = run("letters+only_candidates+opener(tales)", lexicon=grid.lexicon)
    two = run("entropy+only_candidates+opener(cones,trial)", lexicon=grid.lexicon)
    # The strategy solves where cones leaves one answer; one who always plays trial does not.
    skipped = (two.lengths == 2) & (two.played.guesses[:, 1] != grid.lexicon.guess_index("trial"))
    always = (two.total + int(skipped.sum())) / len(two.answers)
    # A player who always plays three words needs a fourth guess for every other answer.
    answers, fixed = grid.lexicon.answers, ("hates", "round", "climb")
    turns = [turn for turn, word in enumerate(fixed, start=1) if word in answers]
    least = (sum(turns) + 4 * (len(answers) - len(turns))) / len(answers)
    rows = (
        ("tales", 3.66, ">95", f"{_UNSPECIFIED} {_nearest(tales)}."),
        (
            "cones-trial",
            3.68,
            "96",
            f"{_UNSPECIFIED} {_nearest(two)}; {always:.4f} if trial is played even when the "
            "answer is known.",
        ),
        (
            "hates-round-climb",
            3.68,
            "96",
            f"Not reproducible: if all three are always played, the mean is at least {least:.4f}.",
        ),
    )
    return tuple(
        figure
        for name, mean, success, note in rows
        for figure in (
            Figure(f"Smyth {name}: mean", mean, None, digits=2, note=note),
            Figure(f"Smyth {name}: success rate, %", success, None, note=note),
        )
    )


_UNSPECIFIED = "Not reproducible: his player uses chance and is not specified further. Nearest:"


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

    def __init__(self, book: WordBook) -> None:
        book.table.prepare()
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
        solved = self._table.game.replies.solved
        return sum(
            int(count) * int(self._fits(guess, int(code), left).sum())
            for code, count in zip(codes, counts, strict=True)
            if code != solved
        )

    def _fits(self, guess: int, code: int, left: Indices) -> NDArray[np.bool_]:
        pattern = Pattern.from_code(code, self._table.letters.shape[1])
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
