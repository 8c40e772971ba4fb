"""Write-up 004: Roy van Rijn, "An algorithm for Wordle".

https://royvanrijn.com/blog/2022/01/wordle-bot, of 7 January 2022 and updated on the 27th. Letter
frequencies, then the word whose largest group of patterns is smallest. Every figure is reproduced,
by a rule for colouring that is not the game's.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from salet.replication.figures import Options, Replication
from salet.replication.switches import switches_of
from salet.replication.tally import Tally
from salet.replication.vanrijn import sections
from salet.replication.vanrijn.bench import Bench
from salet.replication.vanrijn.claims import claims
from salet.replication.vanrijn.procedure import GAMES, OPENERS, TABLES, Procedure

__all__ = ["replicate"]

NOTES = (
    "In a tie between openers, corrected figures name all the words that share the place.",
    "pilot, the second guess of the example, is the word with most patterns after tares by the "
    "program's rule and list; dunsh, the third, is best by no rule that we tried.",
)


def replicate(options: Options) -> Replication:
    """Measure every figure and check every sentence of the write-up."""
    return report(Bench(options.jobs, tally=Tally(options.step)))


def report(bench: Bench) -> Replication:
    """Put together what `bench` measures; all games are played first."""
    bench.play()
    parts = (
        sections.letters,
        sections.smile,
        sections.openers,
        sections.first_text,
        sections.example,
        sections.games,
        sections.fed_by_the_game,
    )
    return Replication(
        name="vanrijn",
        title="van Rijn: An algorithm for Wordle (write-up 004)",
        source="https://royvanrijn.com/blog/2022/01/wordle-bot",
        sections=tuple(part(bench) for part in parts),
        claims=claims(bench),
        switches=switches_of(Procedure),
        notes=NOTES,
        data=_data(bench),
    )


def _data(bench: Bench) -> dict[str, Any]:
    """Return what a chart would show: letters, groups of openers, games by length."""
    true = Procedure()
    versions = {"as published": GAMES, "in the real game": OPENERS, "corrected": true}
    printed = {"smile": TABLES, "raise": OPENERS, "slate": OPENERS}
    return {
        "letter_counts": dict(Counter("".join(bench.lexicon(TABLES).allowed)).most_common()),
        "groups": [
            {"word": word, "version": version, "pattern": pattern, "words": words}
            for word, procedure_printed in printed.items()
            for version, procedure in (("as published", procedure_printed), ("corrected", true))
            for pattern, words in bench.sizes(procedure, word).items()
        ],
        "games_by_guesses": [
            {"ties": ties, "version": version, "guesses": guesses, "games": games}
            for ties in bench.ties
            for version, procedure in versions.items()
            for guesses, games in enumerate(
                np.bincount(bench.outcome(procedure, ties).games.guesses).tolist()
            )
            if games > 0
        ],
    }
