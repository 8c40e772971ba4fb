"""What charts of Kay's document are drawn from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from salet.replication.kay.fit import ranks
from salet.replication.kay.solver import STEPS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from salet.replication.kay.bench import Bench, Mode
    from salet.replication.kay.results import Results
    from salet.replication.variants import Variants


def chart_data(
    bench: Bench, variants: Variants[Results], thresholds: Mapping[float, Mode]
) -> dict[str, Any]:
    """Return plain rows: the sweep, the two ways of play, thresholds, and the past answers."""
    sweeps, modes = [], []
    for name, results in variants.all().items():
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
        "counts": "web" if bench.counts.corpus is None else "web and bnc",
        "sweep": sweeps,
        "modes": modes,
        "thresholds": [{"ratio": ratio, **_mode(mode)} for ratio, mode in thresholds.items()],
        "past_answers": ranks(bench.counts, bench.past),
    }


def _mode(mode: Mode) -> dict[str, Any]:
    return {
        answers: {"mean": games.mean, "losses": games.losses, "histogram": games.counts}
        for answers, games in (("past", mode.past), ("all", mode.everywhere))
    }
