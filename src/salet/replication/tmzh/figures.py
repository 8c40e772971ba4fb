"""What tmzh's write-up prints, and what we get.

The percentages are from the charts of https://github.com/tmzh/wordle and, for the first program,
from an earlier version of the same page.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from salet.replication.findings import Figure, Printed, Section, Value
from salet.replication.switches import figures_of
from salet.replication.tmzh.program import (
    ENTROPY,
    EXPLORE,
    FIRST,
    FREQUENCY,
    PRINTED_EXPLORE,
    Bench,
    Procedure,
)

FREQUENCY_PRINTED = (0.60, 5.14, 24.02, 52.79, 78.62, 90.11)
"""Per cent solved in 1 to 6 steps by character frequency (chart)."""

ENTROPY_PRINTED = (1.86, 23.11, 67.30, 89.03, 96.03, 98.49)
"""The same by maximum entropy (chart)."""

FIRST_PRINTED = (1.3799, 16.3352, 47.5023, 71.7468, 85.3916, 92.5532)
"""The same by the first program (an earlier version of the page)."""

TRACE = """
    soare 12972, aesir 61, rales 32, tares 12, nares 11, dares 10, cares 9, pares 8, mares 7,
    hares 6, gares 5, bares 4, fares 3, wares 2
"""
"""The game on wares: each guess and the words left when it was made (text)."""

TRACE_ATTEMPTS = 13
TRACE_POSSIBILITIES = 13
EXPLORE_FAILED = 154
EXPLORE_WON = 93
EXPLORE_GAMES = 2135
ENTROPY_FAILED = 35
ENTROPY_WON = 98.4
ETHER_LEFT = "ither other"
"""Words left after ether with only the first letter grey (text)."""

_COUNTED = "in the last column n steps are n guesses"


def sections(bench: Bench) -> tuple[Section, ...]:
    """Measure every printed figure, in the order of the text."""
    return (
        _example(bench),
        _frequency(bench),
        _first_program(bench),
        _trace(bench),
        _explore(bench),
        _entropy(bench),
    )


def _example(bench: Bench) -> Section:
    """Measure the text's example of filtering: ether with only the first letter grey."""
    reply = bench.true_table.game.replies.read("-gggg").code

    def left(procedure: Procedure) -> dict[str, Value]:
        table = bench.naive_table if procedure.naive_feedback else bench.true_table
        fits = np.flatnonzero(table.row(bench.lexicon.guess_index("ether")) == reply)
        return {"left": " ".join(bench.lexicon.answers[word] for word in fits)}

    return Section(
        "The example of filtering",
        figures_of(FREQUENCY, left, [Printed("left", "words left after ether", ETHER_LEFT)]),
        "By the later program. The first program's rule cannot give this pattern: it colours the "
        "first e of ether yellow for other.",
    )


def _frequency(bench: Bench) -> Section:
    """Measure the chart of character frequency, and its opener."""

    def opener(procedure: Procedure) -> dict[str, Value]:
        return {"opener": bench.opener(procedure)}

    return Section(
        "Character frequency, the chart",
        (
            *figures_of(FIRST, opener, [Printed("opener", "opener", "soare")]),
            *figures_of(FREQUENCY, opener, [Printed("opener", "opener of the charts", None)]),
            *_percentages(bench, FREQUENCY, FREQUENCY_PRINTED, digits=2),
        ),
        f"Per cent of 2,315 answers solved; {_COUNTED}.",
    )


def _first_program(bench: Bench) -> Section:
    """Measure the percentages of an earlier page: all 12,972 words played."""
    return Section(
        "Character frequency, the first program",
        _percentages(bench, FIRST, FIRST_PRINTED, digits=4),
        f"Per cent of all 12,972 words solved; {_COUNTED}, of the 2,315 answers alone.",
    )


def _trace(bench: Bench) -> Section:
    """Measure the game on wares, by the first program."""

    def game(procedure: Procedure) -> dict[Any, Value]:
        turns = bench.trace(procedure, "wares")
        after = {word: left for (word, _), (_, left) in pairwise(turns)}
        return {
            **{turn: f"{word} {left}" for turn, (word, left) in enumerate(turns, start=1)},
            "attempts": len(turns) - procedure.steps_from_zero,
            "possibilities": after.get("rales"),
        }

    printed = [
        Printed(turn, f"guess {turn} and words left", row.strip())
        for turn, row in enumerate(TRACE.split(","), start=1)
    ]
    printed += [
        Printed(
            "attempts",
            "attempts for wares",
            TRACE_ATTEMPTS,
            note="13 steps, the first being step 0: the trace has 14 guesses",
        ),
        Printed(
            "possibilities",
            "possibilities after rales",
            TRACE_POSSIBILITIES,
            note="the trace itself says 12",
        ),
    ]
    return Section(
        "The game on wares",
        figures_of(FIRST, game, printed),
        "By the first program. The code that the text prints beside it plays soare, teras, pares, "
        "wares.",
    )


def _explore(bench: Bench) -> Section:
    """Measure random exploring as a distribution over seeds."""
    answers = len(bench.answers)

    def games(procedure: Procedure) -> dict[str, Value]:
        mean = float(bench.failed(procedure).mean())
        return {
            "failed": round(mean, 1),
            "won": round(100 - 100 * mean / answers, 1),
            "games": answers,
        }

    failed = bench.failed(EXPLORE)
    mean, spread = failed.mean(), float(failed.std(ddof=1))
    below = 100 * (failed <= EXPLORE_FAILED).mean()
    note = (
        f"{bench.seeds} seeds: mean {mean:.1f}, standard deviation {spread:.1f}, {failed.min()} to "
        f"{failed.max()}; 154 lies {(EXPLORE_FAILED - mean) / spread:+.2f} deviations from the "
        f"mean, and {below:.0f}% of the runs fail no more often"
    )
    slip = "2135 is a slip for 2315, the length of the list"
    printed = (
        Printed("failed", "failed games", EXPLORE_FAILED, note=note, spread=spread),
        Printed("won", "games won, %", EXPLORE_WON, spread=100 * spread / answers),
        Printed("games", "games", EXPLORE_GAMES, note=slip),
    )
    in_six, printed_in_six = (
        replace(procedure, steps_from_zero=False) for procedure in (EXPLORE, PRINTED_EXPLORE)
    )
    return Section(
        "Random explore",
        (
            *figures_of(EXPLORE, games, printed),
            _chance("failed games, code as printed", bench.failed(PRINTED_EXPLORE)),
            _chance("lost in six guesses", bench.failed(in_six)),
            _chance("lost in six guesses, code as printed", bench.failed(printed_in_six)),
        ),
        f"Unseeded, so one run cannot be repeated; ours are the means of {bench.seeds} seeds.",
    )


def _chance(name: str, runs: NDArray[np.int64]) -> Figure:
    """Make a figure of our own out of many runs."""
    return Figure(name, None, round(float(runs.mean()), 1), spread=float(runs.std(ddof=1)))


def _entropy(bench: Bench) -> Section:
    """Measure maximum entropy: opener, chart, failures."""

    def games(procedure: Procedure) -> dict[str, Value]:
        failed = int(bench.failed(procedure)[0])
        return {
            "opener": bench.opener(procedure),
            "failed": failed,
            "won": 100 - 100 * failed / len(bench.answers),
        }

    cut = "98.488, cut off instead of rounded"
    printed = (
        Printed("opener", "opener", "tares"),
        Printed("failed", "failed games", ENTROPY_FAILED),
        Printed("won", "games won, %", ENTROPY_WON, digits=1, note=cut),
    )
    return Section(
        "Maximum entropy",
        (
            *figures_of(ENTROPY, games, printed),
            *_percentages(bench, ENTROPY, ENTROPY_PRINTED, digits=2),
        ),
        f"Per cent of 2,315 answers solved; {_COUNTED}.",
    )


def _percentages(
    bench: Bench, procedure: Procedure, printed: tuple[float, ...], digits: int
) -> tuple[Figure, ...]:
    """Measure the per cent of games solved in 1, 2, ... steps."""

    def solved(one: Procedure) -> dict[int, Value]:
        return {
            steps: float(bench.solved(one, steps).mean()) for steps in range(1, len(printed) + 1)
        }

    return figures_of(
        procedure,
        solved,
        [
            Printed(steps, f"solved in {steps} step{'s' if steps > 1 else ''}, %", value, digits)
            for steps, value in enumerate(printed, start=1)
        ],
    )
