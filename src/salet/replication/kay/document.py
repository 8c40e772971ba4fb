"""Kay's document, figure by figure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from salet.replication.figures import Figure, Options, Replication, Section
from salet.replication.kay.bench import Bench
from salet.replication.kay.charts import chart_data
from salet.replication.kay.claims import fit_claim, mode_claims, sweep_claims
from salet.replication.kay.fit import Fit, ranks
from salet.replication.kay.procedure import PUBLISHED, Procedure
from salet.replication.kay.published import (
    COMMON,
    EXPLORE_GAMES,
    HARD_GAMES,
    HATCH,
    HATCH_EXPLORING,
    RANKING,
    SLUMP,
    WORST,
)
from salet.replication.kay.results import Results, play_variants
from salet.replication.kay.solver import STEPS
from salet.replication.switches import switches_of
from salet.report import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from salet.replication.kay.bench import Mode
    from salet.replication.variants import Variants


def replicate(options: Options) -> Replication:
    """Replicate the document; ``options.data["bnc"]`` is the author's table of corpus counts."""
    corpus = options.data.get("bnc")
    bench = Bench.of(corpus, PUBLISHED)  # a bad table is refused before anything is played
    return report(bench, *play_variants(corpus, options.jobs, options.step))


def report(
    bench: Bench, variants: Variants[Results], thresholds: Mapping[float, Mode]
) -> Replication:
    """Set what was played beside what the document prints."""
    past, everything = (Fit.of(bench.counts, words) for words in (bench.past, bench.answers))
    return Replication(
        name="kay",
        title="Kay: Solving Wordles (write-up 002)",
        source="https://github.com/mjskay/wordle_solver",
        sections=(
            _common(bench, variants),
            _fit(bench, past),
            _ranking(variants),
            _traces(variants),
            _sweep(variants),
            _worst(bench, variants),
            _modes(variants),
            _everywhere(variants),
        ),
        claims=(
            fit_claim(past, everything),
            *sweep_claims(variants),
            *mode_claims(variants, thresholds, bench.counts),
        ),
        switches=switches_of(Procedure),
        notes=_notes(exact=bench.counts.corpus is not None),
        tables={"All 42 runs: mean guesses for the 202 past answers": _runs(variants)},
        data=chart_data(bench, variants, thresholds),
    )


def _notes(*, exact: bool) -> tuple[str, ...]:
    counts = (
        "Word counts: the bundled web counts and the author's BNC table, as in the document."
        if exact
        else "Word counts: the bundled web counts alone. The document adds those of the British "
        "National Corpus; give its table with --data bnc=FILE for every figure to the last digit."
    )
    return (
        counts,
        "The program takes all 12,972 words to be possible answers, each weighted by its count; "
        "so does the corrected play.",
        "Corrected: greens(WEIGHT)+only_candidates, and greens+explore_close where any word may "
        "be guessed, with the counts as a prior. Ties go to the likelier word; there are some at "
        "weight 0 alone.",
        "A game of more than six guesses is a loss; it goes on, and the mean counts it at its "
        "true length. A game that never ends is a loss and is left out of the mean.",
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


def _runs(variants: Variants[Results]) -> Table:
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
