"""The document's first table: what other authors recommend, and what of it can be repeated.

Each row says in its note what makes it match, or why it cannot be repeated.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from salet.groups import code_sums, group_stats, letter_sums
from salet.replication.chow.glaiel import Glaiel
from salet.replication.figures import Figure, Section
from salet.runs.ground import run
from salet.strategies.letters import tile_worth
from salet.table import ComputedTable

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from salet.groups import GroupStats
    from salet.replication.chow.grid import Grid
    from salet.runs.result import Run
    from salet.table import Indices, PatternTable

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

    def __init__(self, table: PatternTable) -> None:
        import salet.kernels.groups  # noqa: F401 - makes what follows take the kernels

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
    skipped = (two.lengths == 2) & (two.games.guesses[:, 1] != grid.lexicon.guess_index("trial"))
    always = (two.total + int(skipped.sum())) / len(two.answers)
    # Whoever always plays three words needs a fourth guess for every other answer.
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
