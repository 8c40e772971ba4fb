"""Write-up 003: tmzh, "Wordle Solver", https://github.com/tmzh/wordle.

Three solvers that guess only words still possible: by character frequency, by character frequency
after random exploring, and by entropy. Everything that was not drawn by lot is reproduced to the
last digit, once one knows that the charts were made with another program than the text prints, and
that it counts from 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np

from salet.replication.documents import letter_bars
from salet.replication.findings import Options, Replication
from salet.replication.switches import without
from salet.replication.tmzh.program import (
    ENTROPY,
    EXPLORE,
    FIRST,
    FREQUENCY,
    PRINTED_EXPLORE,
    Bench,
    Procedure,
)
from salet.replication.tmzh.results import Results
from salet.replication.walk import Tally
from salet.replication.writeup import WriteUp
from salet.report import Spec, cumulative, spread

__all__ = ["charts", "replicate"]


def replicate(options: Options) -> Replication:
    """Measure every figure and check every sentence of the write-up."""
    return report(Bench(options.jobs, tally=Tally(options.step)))


def report(bench: Bench) -> Replication:
    """Put together what `bench` measures; all games are played first."""
    bench.play([FIRST, FREQUENCY, EXPLORE, PRINTED_EXPLORE, ENTROPY])
    data = _data(bench)
    results = Results(bench)
    return WriteUp("tmzh").replication(Procedure, results, charts=charts(data), data=data)


def _data(bench: Bench) -> dict[str, Any]:
    """Return what the charts are drawn from: games by length, runs of random exploring, letters."""
    solvers = {"character frequency": FREQUENCY, "random explore": EXPLORE, "entropy": ENTROPY}
    return {
        "games_by_guesses": [
            {
                "solver": name,
                "version": version,
                "guesses": guesses,
                "games": count / len(lengths),
                "within": float((lengths <= guesses).mean()),
            }
            for name, procedure in solvers.items()
            for version, one in (("as published", procedure), ("corrected", without(procedure)))
            for lengths in [bench.lengths(one)]
            for guesses, count in enumerate(np.bincount(lengths.ravel()).tolist())
            if guesses > 0
        ],
        "explore_failed_by_seed": bench.failed(EXPLORE).tolist(),
        "explore_lost_by_seed_corrected": bench.failed(without(EXPLORE)).tolist(),
        "letter_counts": dict(Counter("".join(bench.lexicon.allowed)).most_common()),
    }


def charts(data: Mapping[str, Any]) -> dict[str, Spec]:
    """Draw the charts of the document from its data."""
    everything = "original-all: any of 12,972 words may be the answer"
    drawn = letter_bars(data["letter_counts"])
    for version in ("as published", "corrected"):
        shares: dict[str, list[float]] = {}
        for row in data["games_by_guesses"]:
            if row["version"] == version:
                shares.setdefault(row["solver"], []).append(row["within"])
        title = f"Solved within n guesses, {version}"
        subtitle = f"{everything}; hard mode strict; 2,315 games each"
        drawn[title] = cumulative(shares, title=title, subtitle=subtitle)
    failed, title = data["explore_failed_by_seed"], "Failures of random exploring"
    drawn[title] = spread(
        failed,
        title=title,
        subtitle=f"{everything}; {len(failed)} runs of 2,315 games, each with its own seed",
        axis="games of more than 7 guesses, as the author counts",
        marks={"published: 154": 154},
    )
    return drawn
