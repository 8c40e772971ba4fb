"""Every experiment of Kay's document, under one variant of its procedure."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from salet.replication.kay.bench import Bench
from salet.replication.kay.counts import FREQUENCY, LOG_FREQUENCY
from salet.replication.kay.procedure import PUBLISHED
from salet.replication.switches import without, without_each
from salet.replication.tally import Tally
from salet.replication.tasks import side_by_side
from salet.replication.variants import Variants

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from salet.replication.kay.bench import Mode, Sweep
    from salet.replication.kay.procedure import Procedure

RATIOS = (1.0, 1.005, 1.01, 1.02, 1.05, 1.1)
"""Thresholds for exploring; the author's is 1.01, and 1.0 never explores."""

_TOUCHED = {
    "log_opener": ("frequency",),
    "answers_first": ("explore",),
    "unguarded": ("explore",),
}
"""What a switch can change, where that is not everything."""


@dataclass(frozen=True)
class Results:
    """What one variant gives.

    Attributes
    ----------
    common, ranking
        rows of the tables of frequent words and of first guesses, as the document prints them
    frequency, log_frequency
        the past answers played with all 21 weights
    hard, explore
        the two ways of play at weight 0.5
    """

    common: tuple[str, ...]
    ranking: tuple[str, ...]
    frequency: Sweep = field(repr=False)
    log_frequency: Sweep = field(repr=False)
    hard: Mode = field(repr=False)
    explore: Mode = field(repr=False)


_PARTS = tuple(Results.__dataclass_fields__)
_GAMES = {"frequency": 21 * 202, "log_frequency": 21 * 202, "hard": 2315, "explore": 2315}
"""How many games the parts are."""


def _count(parts: tuple[str, ...]) -> int:
    return sum(_GAMES.get(part, 0) for part in parts)


def play_variants(
    corpus: Path | None, jobs: int, step: Callable[[int, int, str], None] | None = None
) -> tuple[Variants[Results], dict[float, Mode]]:
    """Play the experiments under every variant, and with several thresholds for exploring.

    On `jobs` processes; 0 for all cores.
    """
    alone = without_each(PUBLISHED)
    if corpus is None:
        del alone["literal_join"]  # there is nothing to join
    touched = {name: _TOUCHED.get(name, _PARTS) for name in alone}
    tasks: dict[str, Callable[[], Any]] = {
        "corrected": partial(_corrected, corpus),
        "published": partial(_parts, corpus, PUBLISHED, _PARTS),
        "thresholds": partial(_thresholds, corpus),
        **{name: partial(_parts, corpus, alone[name], touched[name]) for name in alone},
    }
    games = {
        "thresholds": len(RATIOS) * _GAMES["explore"],
        **{name: _count(touched.get(name, _PARTS)) for name in tasks if name != "thresholds"},
    }
    tally = Tally(step, total=sum(games.values()))
    tally.add("playing")
    done: dict[str, Any] = {}
    for name, result in side_by_side(tasks, jobs):
        done[name] = result
        tally.add(name, games=games[name])
    first = Results(**done["published"])
    variants = Variants(
        first,
        Results(**done["corrected"]),
        {name: replace(first, **done[name]) for name in alone},
    )
    return variants, done["thresholds"]


def _parts(corpus: Path | None, procedure: Procedure, parts: tuple[str, ...]) -> dict[str, Any]:
    """Run the named parts of the experiments."""
    bench = Bench.of(corpus, procedure)
    work: dict[str, Callable[[], Any]] = {
        "common": bench.common,
        "ranking": bench.ranking,
        "frequency": lambda: bench.sweep(FREQUENCY),
        "log_frequency": lambda: bench.sweep(LOG_FREQUENCY),
        "hard": bench.hard,
        "explore": bench.explore,
    }
    return {part: work[part]() for part in parts}


def _corrected(corpus: Path | None) -> dict[str, Any]:
    """Run all experiments with the project's own strategies."""
    from salet.replication.kay.project import play_mode, play_sweep

    bench = Bench.of(corpus, without(PUBLISHED))
    return {
        "common": bench.common(),
        "ranking": bench.ranking(),
        "frequency": play_sweep(bench, FREQUENCY),
        "log_frequency": play_sweep(bench, LOG_FREQUENCY),
        "hard": play_mode(bench, "greens+only_candidates"),
        "explore": play_mode(bench, "greens+explore_close"),
    }


def _thresholds(corpus: Path | None) -> dict[float, Mode]:
    """Explore with several thresholds; guarded, for without it some never end many games."""
    bench = Bench.of(corpus, without(PUBLISHED, "unguarded"))
    return {ratio: bench.explore(ratio) for ratio in RATIOS}
