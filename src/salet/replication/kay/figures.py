"""What Kay's document prints, and what we get."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from salet.replication.findings import Figure, Section
from salet.replication.kay.experiments import Bench, Results
from salet.replication.kay.program import STEPS, Fit, ranks
from salet.replication.switches import Variants
from salet.report import Table

COMMON = (
    "which 810514085 3719 0.0554 13.9",
    "there 701170205 3278 0.0486 13.8",
    "their 782849411 2608 0.0423 13.6",
    "about 1226734006 1971 0.0420 13.6",
    "would 572644147 2551 0.0383 13.5",
    "other 978481319 1421 0.0317 13.4",
    "could 302311431 1683 0.0241 13.1",
    "these 541003982 1254 0.0229 13.0",
    "first 578161543 1193 0.0228 13.0",
    "after 372948094 1160 0.0192 12.9",
)
"""The most frequent words: web count, corpus count, both shares added, and the log."""

RANKING = (
    "tares 0.791 1.89 1.34",
    "lares 0.772 1.88 1.33",
    "rales 0.748 1.88 1.31",
    "rates 0.733 1.89 1.31",
    "nares 0.747 1.86 1.30",
    "cares 0.806 1.80 1.30",
    "tales 0.767 1.82 1.29",
    "dares 0.776 1.81 1.29",
    "pares 0.792 1.77 1.28",
    "tores 0.780 1.78 1.28",
)
"""The best first guesses: expected greens, expected letters, and the two at equal weight."""

SLUMP = "tares:----y soily:g--y- slump:ggggg"
HATCH = (
    "tares:yg--- natch:-gggg watch:-gggg match:-gggg patch:-gggg batch:-gggg latch:-gggg "
    "catch:-gggg hatch:ggggg"
)
HATCH_EXPLORING = "tares:yg--- natch:-gggg blimp:----- watch:-gggg catch:-gggg hatch:ggggg"

WORST = (
    "hatch 9",
    "surer 7",
    "evade 6",
    "stool 6",
    "floss 6",
    "unfed 6",
    "booby 6",
    "crass 6",
    "wooer 6",
    "parry 6",
)

HARD_GAMES = "2:8 3:62 4:92 5:29 6:9 7:1 9:1"
EXPLORE_GAMES = "2:8 3:60 4:94 5:33 6:7"


def sections(bench: Bench, variants: Variants[Results], past: Fit) -> tuple[Section, ...]:
    """Lay every printed figure beside ours, in the order of the document."""
    return (
        _common(bench, variants),
        _fit(bench, past),
        _ranking(variants),
        _traces(variants),
        _sweep(variants),
        _worst(bench, variants),
        _modes(variants),
        _everywhere(variants),
    )


def _table(
    title: str,
    published: tuple[str, ...],
    variants: Variants[Results],
    rows: Callable[[Results], Sequence[str]],
    note: str,
) -> Section:
    """Compare a printed table row by row."""

    def row(place: int) -> Figure:
        return variants.figure(
            f"row {place + 1}", published[place], lambda results: rows(results)[place]
        )

    return Section(title, tuple(row(place) for place in range(len(published))), note)


def _common(bench: Bench, variants: Variants[Results]) -> Section:
    rows = _table(
        "Word frequencies",
        COMMON,
        variants,
        lambda results: results.common,
        "word, web count, corpus count, share of both, log of the share",
    )
    words, missing = len(bench.counts.words), bench.counts.missing
    return Section(
        rows.title,
        (
            Figure("words", 12972, words, words),
            *rows.figures,
            Figure("words without a count", None, missing),
        ),
        rows.note,
    )


def _fit(bench: Bench, fit: Fit) -> Section:
    middle = float(np.median([row["rank"] for row in ranks(bench.counts, bench.past)]))
    return Section(
        "How answers are picked",
        (
            Figure("past answers", 202, len(bench.past)),
            Figure("bits to name one, by frequency", None, fit.frequency, digits=2),
            Figure("bits to name one, by log frequency", None, fit.log_frequency, digits=2),
            Figure("bits to name one, all words alike", None, fit.flat, digits=2),
            Figure("median rank by frequency", None, middle),
        ),
        "The document shows a chart; fewer bits are a better fit.",
    )


def _ranking(variants: Variants[Results]) -> Section:
    return _table(
        "First guesses",
        RANKING,
        variants,
        lambda results: results.ranking,
        "word, expected greens, expected letters, both at equal weight",
    )


def _figures(variants: Variants[Results], *rows: tuple[Any, ...]) -> tuple[Figure, ...]:
    """Measure figures given as name, published value, how to measure it, and its decimals."""
    return tuple(
        variants.figure(name, published, measure, digits=digits[0] if digits else None)
        for name, published, measure, *digits in rows
    )


def _traces(variants: Variants[Results]) -> Section:
    figures = _figures(
        variants,
        ("slump", SLUMP, lambda r: r.hard.traces["slump"]),
        ("hatch", HATCH, lambda r: r.hard.traces["hatch"]),
        ("hatch, exploring", HATCH_EXPLORING, lambda r: r.explore.traces["hatch"]),
    )
    return Section("Games shown", figures)


def _sweep(variants: Variants[Results]) -> Section:
    figures = _figures(
        variants,
        ("games", 8484, _count_games),
        ("mean, log frequency, weight 0.5", 3.8861, lambda r: r.log_frequency.equal.mean, 4),
        ("least mean, log frequency", 3.8762, lambda r: r.log_frequency.least, 4),
        ("its weight", 0.45, lambda r: r.log_frequency.best_weight),
        ("mean, frequency, weight 0.5", 3.9455, lambda r: r.frequency.equal.mean, 4),
        ("least mean, frequency", None, lambda r: r.frequency.least, 4),
        ("weight of the least mean, frequency", None, lambda r: r.frequency.best_weight),
    )
    return Section(
        "Weights and tables: 42 runs over 202 past answers",
        figures,
        "The document draws curves; its numbers here are those of the games stored beside it.",
    )


def runs_table(variants: Variants[Results]) -> Table:
    """Tabulate the curves that the document draws, with the first guess of each run."""
    published, corrected = variants.published, variants.corrected
    sweeps = {
        "frequency": published.frequency,
        "log frequency": published.log_frequency,
        "frequency, corrected": corrected.frequency,
        "log frequency, corrected": corrected.log_frequency,
    }
    rows = tuple(
        (
            f"{twentieths / STEPS:.2f}",
            *(
                f"{sweep.games[twentieths].mean:.4f} ({sweep.openers[twentieths]})"
                for sweep in sweeps.values()
            ),
        )
        for twentieths in range(STEPS + 1)
    )
    return Table((">weight", *(f"~{name}" for name in sweeps)), rows)


def _count_games(results: Results) -> int:
    sweeps = (results.frequency, results.log_frequency)
    return sum(len(games.guesses) for sweep in sweeps for games in sweep.games)


def _worst(bench: Bench, variants: Variants[Results]) -> Section:
    def rows(results: Results) -> Sequence[str]:
        lengths = results.log_frequency.equal.guesses
        order = np.argsort(-lengths, kind="stable")[: len(WORST)]
        return [f"{bench.past[place]} {lengths[place]}" for place in order]

    return _table("Ten worst answers", WORST, variants, rows, "Log frequency, weight 0.5.")


def _modes(variants: Variants[Results]) -> Section:
    figures = _figures(
        variants,
        ("games by guesses, hard", HARD_GAMES, lambda r: r.hard.past.histogram),
        ("games by guesses, exploring", EXPLORE_GAMES, lambda r: r.explore.past.histogram),
        ("over six guesses, hard", 2, lambda r: r.hard.past.losses),
        ("over six guesses, exploring", 0, lambda r: r.explore.past.losses),
        ("mean, exploring", None, lambda r: r.explore.past.mean, 4),
    )
    return Section(
        "Hard mode and exploring, past answers", figures, "The document draws these histograms."
    )


def _everywhere(variants: Variants[Results]) -> Section:
    figures = _figures(
        variants,
        ("mean, hard", None, lambda r: r.hard.everywhere.mean, 4),
        ("over six guesses, hard", None, lambda r: r.hard.everywhere.losses),
        ("mean, exploring", None, lambda r: r.explore.everywhere.mean, 4),
        ("over six guesses, exploring", None, lambda r: r.explore.everywhere.losses),
        ("never ending, exploring", None, lambda r: " ".join(r.explore.endless) or "none"),
    )
    return Section(
        "The same on all 2,315 answers", figures, "The document plays only the 202 past answers."
    )
