"""Write-up 003: tmzh, "Wordle Solver", https://github.com/tmzh/wordle.

Three solvers that guess only words still possible: by character frequency, by character frequency
after random exploring, and by entropy. Everything that was not drawn by lot is reproduced to the
last digit, once one knows that the charts were made with another program than the text prints, and
that it counts from 0.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from salet.replication.figures import Options, Replication
from salet.replication.switches import switches_of, without
from salet.replication.tally import Tally
from salet.replication.tmzh import sections
from salet.replication.tmzh.bench import Bench
from salet.replication.tmzh.claims import claims
from salet.replication.tmzh.procedure import (
    ENTROPY,
    EXPLORE,
    FIRST,
    FREQUENCY,
    PRINTED_EXPLORE,
    Procedure,
)

__all__ = ["replicate"]

NOTES = (
    "The charts' program removes a drawn word from its list; that changes nothing, for a wrong "
    "guess never fits its own pattern.",
    "In every corrected figure any of the 12,972 words may still be the answer, as the author has "
    "it: that is a choice of knowledge, not a slip.",
)


def replicate(options: Options) -> Replication:
    """Measure every figure and check every sentence of the write-up."""
    return report(Bench(options.jobs, tally=Tally(options.step)))


def report(bench: Bench) -> Replication:
    """Put together what `bench` measures; all games are played first."""
    bench.play([FIRST, FREQUENCY, EXPLORE, PRINTED_EXPLORE, ENTROPY])
    parts = (
        sections.example,
        sections.frequency,
        sections.first_program,
        sections.trace,
        sections.explore,
        sections.entropy,
    )
    return Replication(
        name="tmzh",
        title="tmzh: Wordle Solver (write-up 003)",
        source="https://github.com/tmzh/wordle",
        sections=tuple(part(bench) for part in parts),
        claims=claims(bench),
        switches=switches_of(Procedure),
        notes=NOTES,
        data=_data(bench),
    )


def _data(bench: Bench) -> dict[str, Any]:
    """Return what the charts show: games by length, and the runs of random exploring."""
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
