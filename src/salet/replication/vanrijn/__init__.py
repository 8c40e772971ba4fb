"""Write-up 004: Roy van Rijn, "An algorithm for Wordle".

https://royvanrijn.com/blog/2022/01/wordle-bot, of 7 January 2022 and updated on the 27th. Letter
frequencies, then the word whose largest group of patterns is smallest. Every figure is reproduced,
by a rule for colouring that is not the game's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from salet.replication.documents import letter_bars
from salet.replication.findings import Options, Replication
from salet.replication.vanrijn.program import GAMES, OPENERS, TABLES, Bench, Procedure
from salet.replication.vanrijn.results import Results
from salet.replication.walk import Tally
from salet.replication.writeup import WriteUp
from salet.report import Spec, group_sizes, step_histograms

__all__ = ["charts", "replicate"]


def replicate(options: Options) -> Replication:
    """Measure every figure and check every sentence of the write-up."""
    return report(Bench(options.jobs, tally=Tally(options.step)))


def report(bench: Bench) -> Replication:
    """Put together what `bench` measures; all games are played first."""
    bench.play()
    data = _data(bench)
    results = Results(bench)
    return WriteUp("vanrijn").replication(Procedure, results, charts=charts(data), data=data)


def _data(bench: Bench) -> dict[str, Any]:
    """Return what the charts are drawn from: letters, groups of openers, games by length."""
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


def charts(data: Mapping[str, Any]) -> dict[str, Spec]:
    """Draw the charts of the document from its data."""
    answers = "original: 2,315 answers, 12,972 allowed"
    smile = "original; as published of all 12,972 words, corrected of the 2,315 answers"
    drawn = letter_bars(data["letter_counts"])
    for word, words in (("smile", smile), ("raise", answers), ("slate", answers)):
        sizes: dict[str, list[int]] = {}
        for row in data["groups"]:
            if row["word"] == word:
                sizes.setdefault(row["version"], []).append(row["words"])
        title = f"Groups that {word.upper()} makes"
        drawn[title] = group_sizes(sizes, title=title, subtitle=words)
    return drawn | {_GAMES: _games_chart(data["games_by_guesses"], answers)}


_GAMES = "Games by number of guesses"


def _games_chart(rows: Sequence[Mapping[str, Any]], answers: str) -> Spec:
    """Draw the games under the first of the tie rules; the document states none."""
    ties = rows[0]["ties"]
    histograms: dict[str, dict[int, int]] = {}
    never: dict[str, int] = {}
    for row in rows:
        if row["ties"] != ties:
            continue
        one = histograms.setdefault(row["version"], {})
        if row["guesses"] == 0:  # a game that the author's filter lost the answer of
            never[row["version"]] = row["games"]
        else:
            one[row["guesses"]] = row["games"]
    subtitle = f"{answers}; normal mode, 6 guesses; ties: {ties}"
    return step_histograms(histograms, title=_GAMES, subtitle=subtitle, unfinished=never)
