"""The program played on one word list, under every variant of its procedure."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from salet.replication.lengths import Lengths
from salet.replication.luebeck.procedure import PUBLISHED
from salet.replication.luebeck.solver import Solver, Splitter
from salet.replication.switches import turned_on, without_each
from salet.replication.tally import Tally
from salet.replication.tasks import side_by_side
from salet.replication.variants import Variants
from salet.replication.walk import play
from salet.runs import walk
from salet.strategies.decisions import Opener
from salet.strategies.registry import make_strategy
from salet.table import open_table
from salet.view import Setting
from salet.words.lexicon import Lexicon

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from salet.replication.luebeck.procedure import Procedure
    from salet.table import PatternTable

STRATEGY = "entropy+ties(fewest_grey,candidates,distinct,positions)"
"""What the text describes, as the project plays it."""


@dataclass(frozen=True, slots=True)
class WordList:
    """One of the three games of the document: its lexicon here, and the first guess."""

    title: str
    lexicon: str
    opener: str


DEFAULT = WordList("default answers", "original", "soare")
EXPANDED = WordList("any word of the game", "original-all", "tares")
SCRABBLE = WordList("Scrabble words", "sowpods", "tares")
WORD_LISTS = (DEFAULT, EXPANDED, SCRABBLE)

_VARIANTS = 2 + len(turned_on(PUBLISHED))
"""As published, corrected, and with each switch off."""


def play_list(words: WordList) -> Variants[Lengths]:
    """Play every answer of a list as published, corrected, and with each switch off."""
    table = open_table(Lexicon.load(words.lexicon))
    import salet.kernels.groups  # noqa: F401 - from here on, kernels instead of numpy

    table.lay_out_by_answer()
    splitter = Splitter(table)
    return Variants(
        play_variant(PUBLISHED, splitter, words.opener),
        play_corrected(table, words.opener),
        {
            name: play_variant(procedure, splitter, words.opener)
            for name, procedure in without_each(PUBLISHED).items()
        },
    )


def play_variant(procedure: Procedure, splitter: Splitter, opener: str) -> Lengths:
    """Play the program on every answer of the splitter's table."""
    solver = Solver(procedure, splitter)
    lexicon = splitter.table.lexicon
    answers = np.arange(len(lexicon.answers))
    games = play(solver, solver.start(), splitter.table, answers, lexicon.guess_index(opener))
    return Lengths(games.lengths)


def play_corrected(table: PatternTable, opener: str) -> Lengths:
    """Play the project's own strategy on every answer."""
    strategy = Opener(inner=make_strategy(STRATEGY), words=(opener,))
    answers = np.arange(len(table.lexicon.answers))
    return Lengths(walk.play(strategy, Setting.of(table), answers).lengths)


def play_lists(
    lists: Sequence[WordList],
    jobs: int,
    step: Callable[[int, int, str], None] | None = None,
) -> dict[WordList, Variants[Lengths]]:
    """Play several lists, side by side on `jobs` processes; 0 for all cores."""
    games = {words: _VARIANTS * len(Lexicon.load(words.lexicon).answers) for words in lists}
    tally = Tally(step, total=sum(games.values()))
    tally.add("playing")
    played: dict[WordList, Variants[Lengths]] = {}
    for words, variants in side_by_side({one: partial(play_list, one) for one in lists}, jobs):
        played[words] = variants
        tally.add(words.title, games=games[words])
    return {words: played[words] for words in lists}
