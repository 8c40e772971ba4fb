"""Write-up 002: Matthew Kay, solving Wordles in R (January 2022).

The document weighs guesses by expected greens and expected new letters, tries two tables of word
frequencies and 21 weights on 202 past answers, and explores when the best guesses are close.
`replicate` plays the program as it was, with each of its departures turned off alone, and the
project's own strategies beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from salet.replication.findings import Options, Replication
from salet.replication.kay.experiments import Bench, Mode, play_variants
from salet.replication.kay.program import PUBLISHED, STEPS, Procedure, ranks
from salet.replication.kay.results import Results
from salet.replication.writeup import WriteUp
from salet.report import Spec, curves, rank_histogram, step_histograms

__all__ = ["charts", "replicate"]


def replicate(options: Options) -> Replication:
    """Replicate the document; ``options.data["bnc"]`` is the author's table of corpus counts."""
    corpus = options.data.get("bnc")
    bench = Bench.of(corpus, PUBLISHED)  # a bad table is refused before anything is played
    return report(Results(bench, *play_variants(corpus, options.jobs, options.step)))


def report(results: Results) -> Replication:
    """Set what was played beside what the document prints."""
    data = _data(results)
    tables = {"All 42 runs: mean guesses for the 202 past answers": results.runs_table()}
    return WriteUp("kay").replication(
        Procedure, results, tables=tables, charts=charts(data), data=data
    )


def _data(found: Results) -> dict[str, Any]:
    """Return plain rows: the sweep, the two ways of play, thresholds, and the past answers."""
    sweeps, modes = [], []
    for name, results in found.variants.all().items():
        for table, sweep in (
            ("frequency", results.frequency),
            ("log frequency", results.log_frequency),
        ):
            sweeps += [
                {
                    "variant": name,
                    "table": table,
                    "weight": twentieths / STEPS,
                    "opener": opener,
                    "mean": games.mean,
                    "losses": games.losses,
                    "histogram": games.counts,
                }
                for twentieths, (opener, games) in enumerate(
                    zip(sweep.openers, sweep.games, strict=True)
                )
            ]
        modes += [
            {"variant": name, "mode": label, **_mode(mode)}
            for label, mode in (("hard", results.hard), ("explore", results.explore))
        ]
    return {
        "counts": "web" if found.bench.counts.corpus is None else "web and bnc",
        "sweep": sweeps,
        "modes": modes,
        "thresholds": [{"ratio": ratio, **_mode(mode)} for ratio, mode in found.thresholds.items()],
        "past_answers": ranks(found.bench.counts, found.bench.past),
    }


def _mode(mode: Mode) -> dict[str, Any]:
    return {
        answers: {"mean": games.mean, "losses": games.losses, "histogram": games.counts}
        for answers, games in (("past", mode.past), ("all", mode.everywhere))
    }


_PAST_RANKS = "Past answers by how common they are"


def charts(data: Mapping[str, Any]) -> dict[str, Spec]:
    """Draw the charts of the document from its data."""
    past = data["past_answers"]
    drawn = {
        _PAST_RANKS: rank_histogram(
            [row["rank"] for row in past],
            of=12972,
            title=_PAST_RANKS,
            subtitle=f"{len(past)} past answers among the 12,972 allowed words of original",
            models={
                "frequency": [row["count"] for row in past],
                "log frequency": [row["log_count"] for row in past],
            },
        )
    }
    everything = "original-all: any of 12,972 words may be the answer"
    for variant, name in _VARIANTS.items():
        points: dict[str, list[tuple[float, float]]] = {}
        for row in data["sweep"]:
            if row["variant"] == variant:
                points.setdefault(row["table"], []).append((row["weight"], row["mean"]))
        title = f"Mean guesses by weight, {name}"
        drawn[title] = curves(
            points,
            title=title,
            subtitle=f"{everything}; hard mode strict; 202 past answers",
            x="weight of greens against new letters",
            y="mean guesses",
        )
    modes = {"hard": "hard mode strict", "explore": "normal mode, exploring"}
    for answers, name, games in (
        ("past", "past answers", "202 past answers"),
        ("all", "all answers", "all 2,315 answers"),
    ):
        histograms = {
            f"{modes[row['mode']]}, {_VARIANTS[row['variant']]}": row[answers]["histogram"]
            for row in data["modes"]
            if row["variant"] in _VARIANTS
        }
        title = f"Hard mode and exploring, {name}"
        subtitle = f"{everything}; 6 guesses; {games}"
        drawn[title] = step_histograms(histograms, title=title, subtitle=subtitle)
    return drawn


_VARIANTS = {"published": "as published", "corrected": "corrected"}
