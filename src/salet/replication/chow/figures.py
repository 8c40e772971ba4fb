"""What we get for the figures and claims of Chow's document, measured on the grid."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from salet.measures import composite as composite_of
from salet.replication.chow.others import Others
from salet.replication.chow.program import (
    CONFIGURATIONS,
    CONVENTIONS,
    OPENERS,
    PUBLISHED,
    Cell,
    CellGames,
    Experiment,
    Procedure,
)
from salet.replication.procedure import Variants
from salet.replication.writeup import Measured, Values, Verdict

Outcomes: TypeAlias = tuple[CellGames, ...]
Check: TypeAlias = Callable[[Outcomes], tuple[bool, str]]
"""Whether a claim holds, and what was found."""

ROWS = 5
"""Places of a table of the best."""
_SAMPLE = ("ncands", "tales", "aback")


# --- measures of the document ---


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
    games: Callable[[CellGames], int]
    shown: Callable[[CellGames], float]


METRICS = (
    Metric("mean", lambda o: -o.total, lambda o: o.mean),
    Metric("success", lambda o: o.wins, lambda o: 100 * (o.wins / o.games)),
    Metric("within3", lambda o: o.quick, lambda o: 100 * (o.quick / o.games)),
)
MEAN, SUCCESS, WITHIN3 = METRICS


def composite(outcomes: Outcomes) -> dict[CellGames, float]:
    """Return the mean of the three metrics, each stretched to 0..1 over the whole grid."""
    values = composite_of(
        [outcome.total for outcome in outcomes],
        [outcome.wins for outcome in outcomes],
        [outcome.quick for outcome in outcomes],
    )
    return dict(zip(outcomes, values.tolist(), strict=True))


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
    strategies: tuple[CellGames, ...]
    lead: float


def best(
    outcomes: Sequence[CellGames], value: Callable[[CellGames], float], count: int
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


def rank(outcomes: Outcomes, config: str, opener: str) -> int:
    """Return the place of an opener within a configuration: 1 plus the number of better ones."""
    rivals = of_config(outcomes, config)
    own = next(MEAN.games(outcome) for outcome in rivals if outcome.opener == opener)
    return 1 + sum(MEAN.games(outcome) > own for outcome in rivals)


# --- figures ---


class Results:
    """What the grid gives, by the keys of the document's file."""

    def __init__(self, grid: Experiment) -> None:
        self.grid = grid
        self._own = Variants.of(PUBLISHED, self._values)
        grid.tally.add("other authors")
        self._others = Others(grid)

    @cached_property
    def outcomes(self) -> dict[str, Outcomes]:
        """The whole grid, as published and corrected."""
        return {name: self.grid.outcomes(way) for name, way in CONVENTIONS.items()}

    def measured(self) -> Measured:
        """Return our value of every printed figure."""
        return {"others": self._others.measured(), "own": self._own}

    def _values(self, procedure: Procedure) -> Values:
        grid, outcomes = self.grid, self.grid.outcomes(procedure)
        support = grid.book.support(distinct=procedure.short_list)
        config, opener, answer = _SAMPLE
        configuration = next(c for c in CONFIGURATIONS if c.name == config)
        sample = game_row(grid, procedure, grid.cell(procedure, configuration, opener), answer)
        return {
            "answers": len(grid.lexicon.answers),
            "support": len(grid.lexicon.allowed) - len(grid.lexicon.answers),
            "list": len(support) + len(grid.lexicon.answers),
            "openers": len(OPENERS),
            "configurations": len(CONFIGURATIONS),
            "games": sum(outcome.games for outcome in outcomes),
            "sample steps": sample["steps"],
            **{
                f"sample {n}": " ".join(map(str, sample[n]))
                for n in ("words", "feedback", "ncands")
            },
            **_first(outcomes),
            **_places(outcomes),
            **_tops(outcomes),
        }

    # --- claims ---

    @cached_property
    def _checked(self) -> dict[str, list[tuple[bool, str]]]:
        """Every checkable claim on the published and on the corrected grid."""
        played = self.outcomes.values()
        return {key: [check(outcomes) for outcomes in played] for key, check in CHECKS.items()}

    @cached_property
    def facts(self) -> dict[str, Any]:
        """What the texts of the document's file name."""
        name, exact = self.grid.frequencies.name, self.grid.is_authors_table
        return {
            "table": "given" if exact else "missing",
            "table_name": name,
            "popularity": "" if exact else f"Popularity from the bundled table {name}.",
            **self._others.facts(),
            **{key: [found for _, found in pair] for key, pair in self._checked.items()},
        }

    def verdicts(self) -> dict[str, Verdict]:
        """Judge the claims of the document."""
        return {
            key: (published, corrected)
            for key, ((published, _), (corrected, _)) in self._checked.items()
        }

    @cached_property
    def ranks(self) -> dict[str, dict[str, dict[str, int]]]:
        """The place of each opener in each configuration, by convention."""
        names = [config.name for config in CONFIGURATIONS]
        return {
            name: {opener: {c: rank(played, c, opener) for c in names} for opener in OPENERS}
            for name, played in self.outcomes.items()
        }

    def data(self) -> dict[str, Any]:
        """Return the grid as plain values."""
        played = self.outcomes.items()
        return {
            "cells": [cell for name, outcomes in played for cell in _cells(name, outcomes)],
            "ranks": self.ranks,
            "popularity": self.grid.frequencies.name,
        }


def _cells(convention: str, outcomes: Outcomes) -> list[dict[str, Any]]:
    """Return the cells of one convention as plain values."""
    together = composite(outcomes)
    return [
        {
            "config": outcome.config,
            "opener": outcome.opener,
            "convention": convention,
            "games": outcome.games,
            "mean": outcome.mean,
            "success": outcome.wins / outcome.games,
            "within3": outcome.quick / outcome.games,
            "losses": outcome.losses,
            "worst": outcome.worst,
            "composite": together[outcome],
        }
        for outcome in outcomes
    ]


def game_row(grid: Experiment, procedure: Procedure, cell: Cell, answer: str) -> dict[str, Any]:
    """Return one game as the author logged it, with feedback in his letters: G, Y and X."""
    row = grid.lexicon.answer_index(answer)
    guesses = [guess for guess in cell.guesses[row].tolist() if guess >= 0]
    codes = grid.book.by_answer(naive=procedure.naive_feedback)[row, guesses]
    patterns = (grid.game.replies[code].colours for code in codes)
    return {
        "steps": len(guesses),
        "words": [grid.lexicon.allowed[guess] for guess in guesses],
        "feedback": ["".join("XYG"[colour] for colour in colours) for colours in patterns],
        "ncands": [left for left in cell.after[row].tolist() if left >= 0],
        "algo": cell.config,
        "word": cell.opener,
        "solution": answer,
    }


def _first(outcomes: Outcomes) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for config in CONFIGURATIONS:
        for metric in METRICS:
            winners = best(of_config(outcomes, config.name), metric.games, 1)[0].strategies
            key = f"first {config.name} {metric.name}"
            values[f"{key} opener"] = ", ".join(winner.opener for winner in winners)
            values[f"{key} value"] = metric.shown(winners[0])
    return values


def _places(outcomes: Outcomes) -> dict[str, Any]:
    top = [rank(outcomes, config, "tales") for config in ("gyx", "ncands")]
    letters = (rank(outcomes, config, "tales") for config in ("lf", "lf-pop"))
    leads = max(top) <= 2
    return {
        "place raile gyx": rank(outcomes, "gyx", "raile"),
        "place raile ncands": rank(outcomes, "ncands", "raile"),
        "place tales gyx ncands": "within the top two" if leads else ", ".join(map(str, top)),
        "place tales lf lf-pop": ", ".join(map(str, letters)),
    }


def _tops(outcomes: Outcomes) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for metric in METRICS:
        for place, row in enumerate(best(outcomes, metric.games, ROWS), start=1):
            key = f"top {metric.name} {place}"
            values |= _row(key, row, metric.shown(row.strategies[0]))
            values[f"{key} lead"] = "-" if row.lead == 0 else int(row.lead)
    together = composite(outcomes)
    for place, row in enumerate(best(outcomes, together.__getitem__, ROWS), start=1):
        values |= _row(f"top composite {place}", row, 100 * together[row.strategies[0]])
    wins = sorted({SUCCESS.games(outcome) for outcome in outcomes}, reverse=True)
    for place in (1, 2):
        values[f"gap {place}"] = 100 * (wins[place - 1] - wins[place]) / outcomes[0].games
    return values


def _row(key: str, row: Row, shown: float) -> dict[str, Any]:
    strategies = ", ".join(f"{one.opener} {one.config}" for one in row.strategies)
    return {f"{key} rank": row.rank, f"{key} strategy": strategies, f"{key} value": shown}


# --- claims that the grid decides ---


def _best_by_config(outcomes: Outcomes) -> tuple[bool, str]:
    winners = {c.name: _winner(of_config(outcomes, c.name), MEAN) for c in CONFIGURATIONS}
    return len(set(winners.values())) > 1, _listed(winners)


def _best_by_metric(outcomes: Outcomes) -> tuple[bool, str]:
    differ = [
        len({_winner(of_config(outcomes, config.name), metric) for metric in METRICS}) > 1
        for config in CONFIGURATIONS
    ]
    return all(differ), f"the winner differs between metrics in {sum(differ)} of 5 configurations"


def _strategy_by_metric(outcomes: Outcomes) -> tuple[bool, str]:
    winners = {metric.name: _winner(outcomes, metric) for metric in METRICS}
    return len(set(winners.values())) == len(METRICS), _listed(winners)


def _all_beat_the_best(metric: Metric) -> Check:
    def check(outcomes: Outcomes) -> tuple[bool, str]:
        held, found = [], []
        for better, worse in (("lf", "gyx-pop"), ("ncands", "lf")):
            least = min(metric.games(outcome) for outcome in of_config(outcomes, better))
            held.append(least > max(map(metric.games, of_config(outcomes, worse))))
            found.append(f"{better} over {worse} {'yes' if held[-1] else 'no'}")
        return all(held), ", ".join(found)

    return check


def _ranked(*wanted: tuple[str, str, tuple[int, ...]]) -> Check:
    """Check openers in configurations, each with the places that it may have."""

    def check(outcomes: Outcomes) -> tuple[bool, str]:
        here = [rank(outcomes, config, opener) for opener, config, _ in wanted]
        holds = all(place in places for place, (*_, places) in zip(here, wanted, strict=True))
        found = (f"{one[0]} {one[1]} is number {n}" for one, n in zip(wanted, here, strict=True))
        return holds, ", ".join(found)

    return check


def _top_is_ncands(outcomes: Outcomes) -> tuple[bool, str]:
    others = {
        f"{one.opener} {one.config} ({metric.name})": None
        for metric in METRICS
        for row in best(outcomes, metric.games, ROWS)
        for one in row.strategies
        if one.config != "ncands"
    }
    return not others, ", ".join(others) or "no other configuration is among them"


def _one_word_apart(outcomes: Outcomes) -> tuple[bool, str]:
    wins = sorted({SUCCESS.games(outcome) for outcome in outcomes}, reverse=True)[:3]
    losses = [outcomes[0].games - won for won in wins]
    return wins[0] - wins[1] == wins[1] - wins[2] == 1, f"{', '.join(map(str, losses))} games lost"


def _leading(outcomes: Outcomes) -> tuple[bool, str]:
    together = composite(outcomes)
    leading = [row.strategies[0].opener for row in best(outcomes, together.__getitem__, 3)]
    return leading == ["tales", "raile", "tares"], ", ".join(leading)


def _winner(outcomes: Outcomes, metric: Metric) -> str:
    winners = best(outcomes, metric.games, 1)[0].strategies
    return " and ".join(winner.opener for winner in winners)


def _listed(winners: dict[str, str]) -> str:
    return ", ".join(f"{name} {winner}" for name, winner in winners.items())


CHECKS: dict[str, Check] = {
    "best_by_config": _best_by_config,
    "best_by_metric": _best_by_metric,
    "strategy_by_metric": _strategy_by_metric,
    **{f"beats_{metric.name}": _all_beat_the_best(metric) for metric in METRICS},
    "raile": _ranked(("raile", "gyx", (13,)), ("raile", "ncands", (2,))),
    "tales_top": _ranked(("tales", "gyx", (1, 2)), ("tales", "ncands", (1, 2))),
    "tales_letters": _ranked(("tales", "lf", (7,)), ("tales", "lf-pop", (8,))),
    "top_is_ncands": _top_is_ncands,
    "one_word_apart": _one_word_apart,
    "leading": _leading,
}
"""By the keys of the claims."""
