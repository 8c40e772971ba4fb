"""The document's tables, computed from a grid of outcomes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from salet.replication.chow.procedure import CONFIGURATIONS, OPENERS
from salet.report import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from salet.replication.chow.grid import Outcome

Outcomes = tuple["Outcome", ...]


@dataclass(frozen=True, slots=True)
class Metric:
    """One of the three ways in which the document measures a strategy.

    Attributes
    ----------
    games
        the whole number behind it, larger is better: leads are counted in it
    shown
        the number as the document prints it
    """

    name: str
    title: str
    digits: int
    games: Callable[[Outcome], int]
    shown: Callable[[Outcome], float]


METRICS = (
    Metric("mean", "mean number of steps", 4, lambda o: -o.total, lambda o: o.mean),
    Metric("success", "success rate, %", 2, lambda o: o.wins, lambda o: 100 * o.success),
    Metric("within3", "solved within 3 steps, %", 2, lambda o: o.quick, lambda o: 100 * o.within3),
)
MEAN, SUCCESS, WITHIN3 = METRICS


def composite(outcomes: Outcomes) -> dict[Outcome, float]:
    """Return the mean of the three metrics, each stretched to 0..1 over the whole grid."""

    def stretched(metric: Metric) -> dict[Outcome, float]:
        values = [metric.games(outcome) for outcome in outcomes]
        least, span = min(values), max(values) - min(values)
        return {
            outcome: (value - least) / span if span else 0.0
            for outcome, value in zip(outcomes, values, strict=True)
        }

    parts = [stretched(metric) for metric in METRICS]
    return {outcome: sum(part[outcome] for part in parts) / len(parts) for outcome in outcomes}


def of_config(outcomes: Outcomes, config: str) -> Outcomes:
    """Return the outcomes of one configuration."""
    return tuple(outcome for outcome in outcomes if outcome.config == config)


@dataclass(frozen=True, slots=True)
class Row:
    """A place in a table of the best.

    Attributes
    ----------
    rank
        1 plus the number of strategies that are better
    strategies
        all that share this place, in alphabetical order
    lead
        by how much the next place is worse; 0 if it is shared
    """

    rank: int
    strategies: tuple[Outcome, ...]
    lead: float


def best(
    outcomes: Sequence[Outcome], value: Callable[[Outcome], float], count: int
) -> tuple[Row, ...]:
    """Return the first `count` places by `value`, the largest first."""
    ordered = sorted(outcomes, key=lambda one: (-value(one), one.opener, one.config))
    rows = []
    for place, outcome in enumerate(ordered[:count]):
        here = value(outcome)
        rank = 1 + sum(value(other) > here for other in ordered)
        tied = tuple(other for other in ordered if value(other) == here)
        lead = here - value(ordered[place + 1]) if place + 1 < len(ordered) else 0
        rows.append(Row(rank, tied, lead))
    return tuple(rows)


def rank(outcomes: Outcomes, config: str, opener: str, metric: Metric = MEAN) -> int:
    """Return the place of an opener within a configuration: 1 plus the number of better ones."""
    rivals = of_config(outcomes, config)
    own = next(metric.games(outcome) for outcome in rivals if outcome.opener == opener)
    return 1 + sum(metric.games(outcome) > own for outcome in rivals)


def ranks(outcomes: Outcomes, metric: Metric = MEAN) -> dict[str, dict[str, int]]:
    """Return the place of every opener in every configuration."""
    openers = dict.fromkeys(outcome.opener for outcome in outcomes)
    return {
        opener: {c.name: rank(outcomes, c.name, opener, metric) for c in CONFIGURATIONS}
        for opener in openers
    }


def every_one_beats_the_best(outcomes: Outcomes, better: str, worse: str, metric: Metric) -> bool:
    """Whether every opener of one configuration beats the best opener of another."""
    least = min(metric.games(outcome) for outcome in of_config(outcomes, better))
    return least > max(metric.games(outcome) for outcome in of_config(outcomes, worse))


def cells_table(outcomes: Mapping[str, Outcomes], *, exact: bool) -> Table:
    """Tabulate the grid in both conventions; `exact` if popularity is the author's own table."""
    pairs = zip(outcomes["published"], outcomes["corrected"], strict=True)
    return Table(
        (
            "configuration",
            "opener",
            *(f">{name}" for name in ("mean", "success, %", "within 3, %", "lost", "worst")),
            *(f">corrected {name}" for name in ("mean", "success, %", "within 3, %")),
            "~note",
        ),
        tuple(
            (
                one.config,
                one.opener,
                f"{one.mean:.4f}",
                f"{100 * one.success:.2f}",
                f"{100 * one.within3:.2f}",
                str(one.losses),
                str(one.worst),
                f"{true.mean:.4f}",
                f"{100 * true.success:.2f}",
                f"{100 * true.within3:.2f}",
                _OFF if not exact and (one.config, one.opener) == ("gyx-pop", "tares") else "",
            )
            for one, true in pairs
        ),
        "As published, then corrected",
    ).without_empty_columns()


_OFF = "0.0112 from the author's mean, more than the 0.01 that all other cells keep to"


def ranks_table(outcomes: Mapping[str, Outcomes]) -> Table:
    """Tabulate the place of each opener in each configuration, and how the true rules change it."""
    places = {name: ranks(played) for name, played in outcomes.items()}
    names = [config.name for config in CONFIGURATIONS]

    def change(opener: str, config: str) -> str:
        before, after = places["published"][opener][config], places["corrected"][opener][config]
        return str(before) if before == after else f"{before} to {after}"

    return Table(
        ("opener", *(f">{name}" for name in names)),
        tuple((opener, *(change(opener, name) for name in names)) for opener in OPENERS),
        "Place by mean steps, as published to corrected where the two differ",
    )
