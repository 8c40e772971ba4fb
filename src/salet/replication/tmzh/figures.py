"""What we get for the figures and claims of tmzh's write-up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from salet.games.wordle import pattern_of
from salet.groups import group_stats
from salet.replication.findings import Options, Replication
from salet.replication.procedure import Variants, without
from salet.replication.publication import letter_bars
from salet.replication.tmzh.program import (
    ENTROPY,
    EXPLORE,
    FIRST,
    FREQUENCY,
    PRINTED_EXPLORE,
    Bench,
    Procedure,
)
from salet.replication.writeup import Drawn, Measured, Values, Verdict, WriteUp
from salet.report import Spec, cumulative, spread


class Results:
    """What the bench measures of the programs, by the keys of the document's file."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        bench.play([FIRST, FREQUENCY, EXPLORE, PRINTED_EXPLORE, ENTROPY])

    def measured(self) -> Measured:
        """Return our value of every printed figure."""
        printed = {"first": FIRST, "frequency": FREQUENCY, "entropy": ENTROPY}
        return {
            **{name: Variants.of(one, self._solver) for name, one in printed.items()},
            "wares": Variants.of(FIRST, self._wares),
            "explore": Variants.of(EXPLORE, self._explore),
            "chance": Variants(self._chance(), {}),
        }

    def _solver(self, procedure: Procedure) -> Values:
        """Measure a solver that draws no guess: its opener, and the games solved in n steps."""
        bench, failed = self.bench, int(self.bench.failed(procedure)[0])
        return {
            "ether": " ".join(self._left_after_ether(procedure)),
            "opener": bench.opener(procedure),
            "failed": failed,
            "won": 100 - 100 * failed / len(bench.answers),
            **{f"solved {steps}": self._solved(procedure, steps) for steps in range(1, 7)},
        }

    def _left_after_ether(self, procedure: Procedure) -> list[str]:
        """Follow the text's example of filtering: ether with only the first letter grey."""
        bench = self.bench
        table = bench.naive_table if procedure.naive_feedback else bench.true_table
        fits = table.row(bench.lexicon.guess_index("ether")) == pattern_of("ether", "other").code
        return [bench.lexicon.answers[word] for word in np.flatnonzero(fits)]

    def _wares(self, procedure: Procedure) -> Values:
        """Follow the game on wares."""
        turns = self.bench.trace(procedure, "wares")
        after = {word: left for (word, _), (_, left) in pairwise(turns)}
        return {
            **{f"guess {n} and words left": f"{w} {left}" for n, (w, left) in enumerate(turns, 1)},
            "attempts": len(turns) - procedure.steps_from_zero,
            "possibilities": after.get("rales"),
        }

    def _explore(self, procedure: Procedure) -> Values:
        """Measure random exploring as a distribution over seeds."""
        failed, answers = _drawn(self.bench.failed(procedure)), len(self.bench.answers)
        won = Drawn(round(100 - 100 * failed.mean / answers, 1), 100 * failed.spread / answers)
        return {"failed": failed._replace(mean=round(failed.mean, 1)), "won": won, "games": answers}

    def _chance(self) -> Values:
        """Measure what the document does not report of exploring."""
        counted = "steps_from_zero"
        ways = {
            "failed games, code as printed": PRINTED_EXPLORE,
            "lost in six guesses": without(EXPLORE, counted),
            "lost in six guesses, code as printed": without(PRINTED_EXPLORE, counted),
        }
        failed = {name: _drawn(self.bench.failed(way)) for name, way in ways.items()}
        return {name: one._replace(mean=round(one.mean, 1)) for name, one in failed.items()}

    def _solved(self, procedure: Procedure, steps: int) -> float:
        return float(self.bench.solved(procedure, steps).mean())

    # --- claims ---

    @cached_property
    def facts(self) -> dict[str, Any]:
        """What the texts of the document's file name."""
        bench = self.bench
        failed = bench.failed(EXPLORE)
        drawn = _drawn(failed)
        return {
            "seeds": bench.seeds,
            "drawn": drawn,
            "fewest": failed.min(),
            "most": failed.max(),
            "deviations": (154 - drawn.mean) / drawn.spread,
            "below": 100 * (failed <= 154).mean(),
            "corrected": _drawn(bench.failed(without(EXPLORE))),
            "as_printed": _drawn(bench.failed(without(PRINTED_EXPLORE, "steps_from_zero"))),
            "won": [_drawn(bench.solved(way, 6)) for way in (EXPLORE, without(EXPLORE))],
            "won_in_six": self._solved(EXPLORE, 5),
            "chart_opener": bench.opener(FREQUENCY),
            "half": [self._solved(way, 3) for way in (FIRST, without(FREQUENCY))],
            "most_solved": [self._solved(way, 6) for way in (FREQUENCY, without(FREQUENCY))],
            "in_five": self._solved(FREQUENCY, 5),
            "plain": [int(bench.failed(way)[0]) for way in (FREQUENCY, without(FREQUENCY))],
            "failed": [int(bench.failed(way)[0]) for way in (ENTROPY, without(ENTROPY))],
            "entropy_won": self._solved(without(ENTROPY), 6),
            "in_four": [self._solved(way, 4) for way in (ENTROPY, without(ENTROPY))],
            **self._wares_facts(),
        }

    def _wares_facts(self) -> dict[str, Any]:
        """Look at the words left after the third guess of the first program's game on wares."""
        bench, lexicon = self.bench, self.bench.lexicon
        turns, told = (bench.trace(way, "wares") for way in (FIRST, without(FIRST)))
        fits = np.ones(len(lexicon.answers), dtype=bool)
        for guess, _ in turns[:3]:
            row = bench.naive_table.row(lexicon.guess_index(guess))
            fits &= row == row[lexicon.answer_index("wares")]
        family = np.flatnonzero(fits)
        stats = group_stats(bench.true_table, np.arange(len(lexicon.allowed)), family)
        return {
            "guesses": len(turns),
            "told_guesses": len(told),
            "told": ", ".join(word for word, _ in told),
            "after_rales": turns[3][1],
            "family": len(family),
            "splitter": lexicon.allowed[int(stats.groups.argmax())],
            "groups": stats.groups.max(),
            "inside": stats.groups[bench.true_table.answer_guesses[family]].max(),
        }

    def verdicts(self) -> dict[str, Verdict]:
        """Judge the claims of the document."""
        facts = self.facts
        bench = self.bench
        drawn, corrected, plain = facts["drawn"], facts["corrected"], facts["plain"]
        soare = [bench.opener(way) == "soare" for way in (FIRST, without(FREQUENCY))]
        failed, lost = facts["failed"]
        half, four = facts["half"], facts["in_four"]
        near = [abs(won.mean - 93) <= 2 * won.spread for won in facts["won"]]  # within chance
        return {
            "filtering": self._left_after_ether(FREQUENCY) == ["ither", "other"],
            "soare": (soare[0], soare[1]),
            "half": (45 <= half[0] < 50, 45 <= half[1] < 50),
            "nine_of_ten": (round(facts["most_solved"][0]) == 90, facts["most_solved"][1] >= 90),
            "wares": (facts["guesses"] - 1 == 13, facts["told_guesses"] == 13),
            "possibilities": facts["family"] == 13,
            "only_way": facts["groups"] <= facts["inside"],
            "stochastic": (drawn.mean < plain[0], corrected.mean + corrected.spread < plain[1]),
            "won": (near[0], near[1]),
            "east": {str(pattern_of("east", word)) for word in ("fast", "last")} == {"-ggg"},
            "tares": bench.opener(ENTROPY) == "tares",
            "way_better": (
                failed < min(plain[0], drawn.mean),
                lost < min(plain[1], corrected.mean),
            ),
            "around_35": (failed == 35, lost == 35),
            "four_attempts": (round(four[0], -1) == 90, round(four[1], -1) == 90),
        }

    def data(self) -> dict[str, Any]:
        """Return what the charts are drawn from: games by length, runs of exploring, letters."""
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
                for lengths in [self.bench.lengths(one)]
                for guesses, count in enumerate(np.bincount(lengths.ravel()).tolist())
                if guesses > 0
            ],
            "explore_failed_by_seed": self.bench.failed(EXPLORE).tolist(),
            "explore_lost_by_seed_corrected": self.bench.failed(without(EXPLORE)).tolist(),
            "letter_counts": dict(Counter("".join(self.bench.lexicon.allowed)).most_common()),
        }


def _drawn(runs: NDArray[np.number[Any]]) -> Drawn:
    return Drawn(float(runs.mean()), float(runs.std(ddof=1)))


# --- the whole ---


def replicate(options: Options) -> Replication:
    """Measure every figure and check every sentence of the write-up."""
    return WriteUp("tmzh").replication(Results(Bench(options)), charts)


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
