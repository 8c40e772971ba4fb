"""The printed figures of tmzh's write-up, measured."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from salet.games.colours import Pattern
from salet.replication.figures import Figure, Section
from salet.replication.tmzh import published
from salet.replication.tmzh.procedure import (
    ENTROPY,
    EXPLORE,
    FIRST,
    FREQUENCY,
    PRINTED_EXPLORE,
    Procedure,
)
from salet.replication.variants import figures_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from salet.replication.figures import Value
    from salet.replication.tmzh.bench import Bench

_STEPS = range(1, 7)
_COUNTED = "in the last column n steps are n guesses"


def first_program(bench: Bench) -> Section:
    """Measure the percentages of an earlier page: all 12,972 words played."""
    return Section(
        "Character frequency, the first program",
        _percentages(bench, FIRST, published.FIRST, digits=4),
        f"Per cent of all 12,972 words solved; {_COUNTED}, of the 2,315 answers alone.",
    )


def trace(bench: Bench) -> Section:
    """Measure the game on wares, by the first program."""

    def game(procedure: Procedure) -> dict[str, Value]:
        turns = bench.trace(procedure, "wares")
        rows: dict[str, Value] = {
            f"guess {place} and words left": f"{word} {left}"
            for place, (word, left) in enumerate(turns, start=1)
        }
        rows["attempts for wares"] = len(turns) - procedure.steps_from_zero
        after = {word: left for (word, _), (_, left) in pairwise(turns)}
        rows["possibilities after rales"] = after.get("rales")
        return rows

    printed: dict[str, Value] = {
        f"guess {place} and words left": f"{word} {left}"
        for place, (word, left) in enumerate(published.TRACE, start=1)
    }
    printed["attempts for wares"] = published.TRACE_ATTEMPTS
    printed["possibilities after rales"] = published.TRACE_POSSIBILITIES
    notes = {
        "attempts for wares": "13 steps, the first being step 0: the trace has 14 guesses",
        "possibilities after rales": "the trace itself says 12",
    }
    return Section(
        "The game on wares",
        figures_of(FIRST, game, printed, notes=notes),
        "By the first program. The code that the text prints beside it plays soare, teras, pares, "
        "wares.",
    )


def frequency(bench: Bench) -> Section:
    """Measure the chart of character frequency, and its opener."""

    def opener(procedure: Procedure) -> dict[str, Value]:
        return dict.fromkeys(("opener", "opener of the charts"), bench.opener(procedure))

    text = figures_of(FIRST, opener, {"opener": "soare"})
    chart = figures_of(FREQUENCY, opener, {"opener of the charts": None})
    return Section(
        "Character frequency, the chart",
        (*text, *chart, *_percentages(bench, FREQUENCY, published.FREQUENCY, digits=2)),
        f"Per cent of 2,315 answers solved; {_COUNTED}.",
    )


def explore(bench: Bench) -> Section:
    """Measure random exploring as a distribution over seeds."""
    failed = bench.failed(EXPLORE)
    below = 100 * (failed <= published.EXPLORE_FAILED).mean()
    spread = {"failed games": float(failed.std(ddof=1))}
    spread["games won, %"] = 100 * spread["failed games"] / len(bench.answers)

    def games(procedure: Procedure) -> dict[str, Value]:
        mean = float(bench.failed(procedure).mean())
        return {
            "failed games": round(mean, 1),
            "games won, %": round(100 - 100 * mean / len(bench.answers), 1),
            "games": len(bench.answers),
        }

    figures = figures_of(
        EXPLORE,
        games,
        {
            "failed games": published.EXPLORE_FAILED,
            "games won, %": published.EXPLORE_WON,
            "games": published.EXPLORE_GAMES,
        },
        spread=spread,
        notes={
            "failed games": f"{bench.seeds} seeds: mean {failed.mean():.1f}, standard deviation "
            f"{failed.std(ddof=1):.1f}, {failed.min()} to {failed.max()}; 154 lies "
            f"{(published.EXPLORE_FAILED - failed.mean()) / failed.std(ddof=1):+.2f} deviations "
            f"from the mean, and {below:.0f}% of the runs have no more",
            "games": "2135 is a slip for 2315, the length of the list",
        },
    )
    beside = (
        _chance("failed games, code as printed", bench.failed(PRINTED_EXPLORE)),
        _chance("lost in six guesses", bench.failed(replace(EXPLORE, steps_from_zero=False))),
        _chance(
            "lost in six guesses, code as printed",
            bench.failed(replace(PRINTED_EXPLORE, steps_from_zero=False)),
        ),
    )
    return Section(
        "Random explore",
        (*figures, *beside),
        f"Unseeded, so one run cannot be repeated; ours are the means of {bench.seeds} seeds.",
    )


def _chance(name: str, runs: NDArray[np.int64]) -> Figure:
    """Make a figure of our own out of many runs."""
    return Figure(name, None, round(float(runs.mean()), 1), spread=float(runs.std(ddof=1)))


def entropy(bench: Bench) -> Section:
    """Measure maximum entropy: opener, chart, failures."""

    def games(procedure: Procedure) -> dict[str, Value]:
        failed = int(bench.failed(procedure)[0])
        return {
            "opener": bench.opener(procedure),
            "failed games": failed,
            "games won, %": 100 - 100 * failed / len(bench.answers),
        }

    counted: dict[str, Value] = {"opener": "tares", "failed games": published.ENTROPY_FAILED}
    share: dict[str, Value] = {"games won, %": published.ENTROPY_WON}
    notes = {"games won, %": "98.488, cut off instead of rounded"}
    return Section(
        "Maximum entropy",
        (
            *figures_of(ENTROPY, games, counted),
            *figures_of(ENTROPY, games, share, digits=1, notes=notes),
            *_percentages(bench, ENTROPY, published.ENTROPY, digits=2),
        ),
        f"Per cent of 2,315 answers solved; {_COUNTED}.",
    )


def example(bench: Bench) -> Section:
    """Measure the text's example of filtering: ether with only the first letter grey."""
    reply = Pattern.from_text("-gggg").code

    def left(procedure: Procedure) -> dict[str, Value]:
        table = bench.naive_table if procedure.naive_feedback else bench.true_table
        fits = np.flatnonzero(table.row(bench.lexicon.guess_index("ether")) == reply)
        return {"words left after ether": " ".join(bench.lexicon.answers[word] for word in fits)}

    return Section(
        "The example of filtering",
        figures_of(FREQUENCY, left, {"words left after ether": published.ETHER_LEFT}),
        "By the later program. The first program's rule cannot give this pattern: it colours the "
        "first e of ether yellow for other.",
    )


def _percentages(
    bench: Bench, procedure: Procedure, printed: tuple[float, ...], digits: int
) -> tuple[Figure, ...]:
    def solved(one: Procedure) -> dict[str, Value]:
        return {_name(steps): float(bench.solved(one, steps).mean()) for steps in _STEPS}

    named: dict[str, Value] = dict(zip(map(_name, _STEPS), printed, strict=True))
    return figures_of(procedure, solved, named, digits=digits)


def _name(steps: int) -> str:
    return f"solved in {steps} step{'s' if steps > 1 else ''}, %"
