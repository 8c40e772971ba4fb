"""What we get for the figures and claims of Kay's document."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np

from salet.replication.findings import Options, Replication
from salet.replication.kay.experiments import RATIO, Bench, Mode, Played, Sweep, play_variants
from salet.replication.kay.program import PUBLISHED, STEPS, Counts, Fit, ranks
from salet.replication.procedure import Variants
from salet.replication.writeup import Measured, Values, Verdict, WriteUp
from salet.report import Spec, Table, curves, rank_histogram, step_histograms

_NEAR = 0.02
"""A mean at most this share above the least is "not too shabby"."""
_SLIGHT = 0.1
"""A difference of fewer guesses per game than this is slight."""
_WORST = 10


@dataclass(frozen=True)
class Results:
    """All that was played, and how well the models of the document fit the answers.

    Attributes
    ----------
    thresholds
        exploring, by the ratio from which it is done
    """

    bench: Bench
    variants: Variants[Played]
    thresholds: Mapping[float, Mode]

    @cached_property
    def fits(self) -> tuple[Fit, Fit]:
        """The fit to the past answers, and to all answers."""
        past, everything = self.bench.past, self.bench.answers
        return Fit.of(self.bench.counts, past), Fit.of(self.bench.counts, everything)

    def measured(self) -> Measured:
        """Return our value of every printed figure."""
        counts, past = self.bench.counts, self.bench.past
        fit, words = self.fits[0], {"words": len(counts.words)}
        ours = {
            "missing": counts.missing,
            "past answers": len(past),
            "frequency": fit.frequency,
            "log frequency": fit.log_frequency,
            "flat": fit.flat,
            "median rank by frequency": float(np.median([r["rank"] for r in ranks(counts, past)])),
        }
        return {
            "lists": Variants(words, words),
            "ours": Variants(ours, {}),
            "results": self.variants.map(self._played),
            "past": self.variants.map(partial(_modes, "past")),
            "everywhere": self.variants.map(partial(_modes, "everywhere")),
        }

    def _played(self, played: Played) -> Values:
        plain, logs = played.frequency, played.log_frequency
        lengths = logs.equal.guesses
        order = np.argsort(-lengths, kind="stable")[:_WORST]
        worst = [f"{self.bench.past[place]} {lengths[place]}" for place in order]
        lists = {"common": played.common, "ranking": played.ranking, "worst": worst}
        return {
            **{f"{name} {n}": row for name, rows in lists.items() for n, row in enumerate(rows, 1)},
            **played.hard.traces,
            "hatch, exploring": played.explore.traces["hatch"],
            "games": sum(len(games.guesses) for games in (*plain.games, *logs.games)),
            "mean, log frequency, weight 0.5": logs.equal.mean,
            "least mean, log frequency": logs.least,
            "its weight": logs.best_weight,
            "mean, frequency, weight 0.5": plain.equal.mean,
            "least mean, frequency": plain.least,
            "weight of the least mean, frequency": plain.best_weight,
        }

    @cached_property
    def facts(self) -> dict[str, Any]:
        """What the texts of the document's file name."""
        published, corrected = self.variants.published, self.variants.corrected
        thresholds, endless = self.thresholds, published.explore.endless
        gains = self.variants.both(
            lambda one: one.frequency.equal.mean - one.log_frequency.equal.mean
        )
        paired = corrected.frequency.equal.guesses - corrected.log_frequency.equal.guesses
        safest = min(thresholds, key=lambda ratio: thresholds[ratio].everywhere.losses)
        return {
            "table": "missing" if self.bench.counts.corpus is None else "given",
            "past": self.fits[0],
            "everything": self.fits[1],
            "published": published,
            "corrected": corrected,
            "own_opener": self.variants.without["log_opener"],
            "near": _NEAR,
            "gains": gains,
            # Two standard errors of the difference between the tables, paired by answer.
            "chance": 2 * paired.std(ddof=1) / len(paired) ** 0.5,
            "rarer": ", ".join(_rarer_before(published.hard.traces["hatch"], self.bench.counts)),
            "endless": f" ({', '.join(endless)} never ends)" if endless else "",
            "ratio": RATIO,
            "ratios": ", ".join(f"{ratio:g}" for ratio in thresholds),
            "usual": thresholds[RATIO],
            "fewest": min(mode.past.losses for mode in thresholds.values()),
            "quickest": min(mode.everywhere.mean for mode in thresholds.values()),
            "safest": safest,
            "safest_losses": thresholds[safest].everywhere.losses,
        }

    def verdicts(self) -> dict[str, Verdict]:
        """Judge the claims of the document."""
        facts, both = self.facts, self.variants.both
        past, everything = self.fits
        gains, usual = facts["gains"], facts["usual"]
        decided = abs(gains[1]) > facts["chance"]
        return {
            "log_frequency": (
                past.log_frequency < past.frequency,
                everything.log_frequency < everything.frequency,
            ),
            "equal_weight": both(
                lambda one: one.log_frequency.equal.mean <= one.log_frequency.least * (1 + _NEAR)
            ),
            "slight": (0 < gains[0] < _SLIGHT, 0 < gains[1] < _SLIGHT if decided else None),
            "over_six": both(lambda one: one.hard.past.losses > 0),
            "hatch": both(
                lambda one: not _rarer_before(one.hard.traces["hatch"], self.bench.counts)
            ),
            "exploring": (
                facts["published"].explore.past.losses == 0,
                facts["corrected"].explore.everywhere.losses == 0,
            ),
            "threshold": (
                usual.past.losses == facts["fewest"],
                usual.everywhere.mean == facts["quickest"],
            ),
        }

    def tables(self) -> dict[str, Table]:
        """Tabulate the curves that the document draws, with the first guess of each run."""
        published, corrected = self.variants.published, self.variants.corrected
        sweeps = {
            "frequency": published.frequency,
            "log frequency": published.log_frequency,
            "frequency, corrected": corrected.frequency,
            "log frequency, corrected": corrected.log_frequency,
        }

        def row(place: int) -> tuple[str, ...]:
            runs = [(one.games[place].mean, one.openers[place]) for one in sweeps.values()]
            return (f"{place / STEPS:.2f}", *(f"{mean:.4f} ({opener})" for mean, opener in runs))

        title = "All 42 runs: mean guesses for the 202 past answers"
        columns = (">weight", *(f"~{name}" for name in sweeps))
        return {title: Table(columns, tuple(row(place) for place in range(STEPS + 1)))}

    def data(self) -> dict[str, Any]:
        """Return plain rows: the sweep, the two ways of play, thresholds, and the past answers."""
        counts, variants = self.bench.counts, self.variants.all().items()
        tables = {"frequency": "frequency", "log frequency": "log_frequency"}
        return {
            "counts": "web" if counts.corpus is None else "web and bnc",
            "sweep": [
                {"variant": name, "table": table, **row}
                for name, played in variants
                for table, field in tables.items()
                for row in _weights(getattr(played, field))
            ],
            "modes": [
                {"variant": name, "mode": mode, **_mode(getattr(played, mode))}
                for name, played in variants
                for mode in ("hard", "explore")
            ],
            "thresholds": [{"ratio": at, **_mode(mode)} for at, mode in self.thresholds.items()],
            "past_answers": ranks(counts, self.bench.past),
        }


def _weights(sweep: Sweep) -> list[dict[str, Any]]:
    played = enumerate(zip(sweep.openers, sweep.games, strict=True))
    return [
        {"weight": twentieths / STEPS, "opener": opener, **games.to_dict()}
        for twentieths, (opener, games) in played
    ]


def _mode(mode: Mode) -> dict[str, Any]:
    return {"past": mode.past.to_dict(), "all": mode.everywhere.to_dict()}


def _modes(answers: str, played: Played) -> Values:
    """Measure both ways of play on the past answers, or everywhere."""
    hard, explore = getattr(played.hard, answers), getattr(played.explore, answers)
    return {
        "games by guesses, hard": hard.histogram,
        "games by guesses, exploring": explore.histogram,
        "mean, hard": hard.mean,
        "mean, exploring": explore.mean,
        "over six guesses, hard": hard.losses,
        "over six guesses, exploring": explore.losses,
        "never ending, exploring": " ".join(played.explore.endless) or "none",
    }


def _rarer_before(game: str, counts: Counts) -> list[str]:
    """Return the words with the same ending that were guessed before the answer though rarer."""
    words = [turn.split(":")[0] for turn in game.split()]
    count = dict(zip(counts.words, counts.count.tolist(), strict=True))
    answer = words[-1]
    family = [word for word in words[:-1] if word[1:] == answer[1:]]
    return [word for word in family if count[word] < count[answer]]


# --- the whole ---


def replicate(options: Options) -> Replication:
    """Replicate the document; ``options.data["bnc"]`` is the author's table of corpus counts."""
    # A bad table is refused before anything is played.
    bench = Bench.of(options.data.get("bnc"), PUBLISHED)
    results = Results(bench, *play_variants(options))
    return WriteUp("kay").replication(results, charts, results.tables())


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
