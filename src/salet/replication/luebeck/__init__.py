"""Write-up 001: Jens Luebeck, a maximum entropy solver (January 2022).

The document claims a mean of 3.476 and no loss on the default answers, and about 99.7% on two
longer lists. `replicate` plays the program as it was, with each of its departures from the text
turned off alone, and the project's own strategy beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from salet.replication.findings import Options, Replication
from salet.replication.luebeck.program import (
    DEFAULT,
    EXPANDED,
    SCRABBLE,
    WORD_LISTS,
    Procedure,
    WordList,
    play_lists,
)
from salet.replication.luebeck.results import Results
from salet.replication.switches import Variants
from salet.replication.walk import Lengths
from salet.replication.writeup import WriteUp
from salet.report import Spec, group_sizes, step_histograms, value_bars

__all__ = ["charts", "replicate"]


def replicate(options: Options) -> Replication:
    """Replicate the document: three word lists, six switches."""
    # The longest first, so that no process is left with a long list at the end.
    return report(play_lists((EXPANDED, SCRABBLE, DEFAULT), options.jobs, options.step))


def report(games: Mapping[WordList, Variants[Lengths]]) -> Replication:
    """Set what was played beside what the document prints."""
    results = Results(games)
    data = _data(results)
    return WriteUp("luebeck").replication(Procedure, results, charts=charts(data), data=data)


def _data(results: Results) -> dict[str, Any]:
    """Return what the charts are drawn from."""
    full = results.openers[EXPANDED]
    played = [
        {
            "words": one.title,
            "lexicon": one.lexicon,
            "variant": name,
            "mean": games.mean,
            "losses": games.losses,
            "won": games.won,
            "worst": games.worst,
            "histogram": games.counts,
        }
        for one in WORD_LISTS
        for name, games in results.games[one].all().items()
    ]
    return {
        "openers": [
            {"word": word, "nats": nats} for word, nats in zip(full.words, full.nats, strict=True)
        ],
        "pattern_sizes": sorted((size for size in results.sizes if size > 0), reverse=True),
        "games": played,
    }


def charts(data: Mapping[str, Any]) -> dict[str, Spec]:
    """Draw the charts of the document from its data."""
    everything = "original-all: any of 12,972 words may be the answer"
    names = {"published": "as published", "corrected": "corrected"}
    entropies, groups, games = (
        "First words by entropy",
        "Groups that TARES makes",
        "Games by number of guesses",
    )
    values = {row["word"]: row["nats"] for row in data["openers"]}
    histograms = {
        f"{row['words']}, {names[row['variant']]}": row["histogram"]
        for row in data["games"]
        if row["variant"] in names
    }
    return {
        entropies: value_bars(values, title=entropies, subtitle=everything, axis="nats", digits=3),
        groups: group_sizes({"tares": data["pattern_sizes"]}, title=groups, subtitle=everything),
        games: step_histograms(histograms, title=games, subtitle="normal mode, 6 guesses"),
    }
