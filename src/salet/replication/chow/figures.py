"""What Chow's document prints of his experiment, and what we get, joined by keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from salet.games.colours import Pattern
from salet.measures import composite as composite_of
from salet.replication.chow.program import (
    CONFIGURATIONS,
    OPENERS,
    PUBLISHED,
    Cell,
    Grid,
    Outcome,
    Procedure,
)
from salet.replication.findings import Printed, Section, Value
from salet.replication.switches import figures_of

Outcomes = tuple[Outcome, ...]
Values = dict[Any, Value]
"""Figures by key: the same keys as in `PRINTED`."""

ROWS = 5
"""Places of a table of the best."""
_SAMPLE = ("ncands", "tales", "aback")
_COMPOSITE = "composite"


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


# --- what the document prints ---


def _printed_first() -> tuple[Printed, ...]:
    """Give the best opener of every configuration by each metric, and its value."""
    rows = {
        "ncands": (("tales", 3.6017), ("tares", 99.78), ("raile", 48.12)),
        "lf": (("stare", 3.7287), ("tales", 99.44), ("arose", 42.98)),
        "lf-pop": (("tores", 3.7702), ("tores", 99.22), ("arose", 42.33)),
        "gyx": (("stare", 3.8320), ("tales", 99.09), ("roate", 38.57)),
        "gyx-pop": (("tales", 3.8898), ("tales", 98.79), ("roate", 37.93)),
    }
    return tuple(
        printed
        for config, cells in rows.items()
        for metric, (opener, value) in zip(METRICS, cells, strict=True)
        for key, name in [(("first", config, metric.name), f"{config} {metric.name}")]
        for printed in (
            Printed((*key, "opener"), f"{name}: rank-1 opener", opener),
            Printed((*key, "value"), f"{name}: rank-1 value", value, metric.digits),
        )
    )


def _printed_top(table: str, digits: int, rows: str) -> tuple[Printed, ...]:
    """Give a table of the best from its lines: rank, value, lead if it is printed, strategy."""
    figures = []
    for place, row in enumerate(rows.strip().splitlines(), start=1):
        key, name = ("top", table, place), f"{table} no. {place}"
        rank, value, lead, strategy = row.split(maxsplit=3)
        figures += [
            Printed((*key, "rank"), f"{name}: rank", int(rank)),
            Printed((*key, "strategy"), f"{name}: strategy", strategy),
            Printed((*key, "value"), f"{name}: value", float(value), digits),
        ]
        if lead != "?":
            shown = int(lead) if lead.isdigit() else lead
            figures.append(Printed((*key, "lead"), f"{name}: lead in words", shown))
    return tuple(figures)


_TOP_MEAN = """
    1 3.6017 ? tales ncands
    2 3.6069 ? raile ncands
    3 3.6112 ? stare ncands
    4 3.6117 ? roate ncands
    5 3.6121 ? tares ncands
"""
_TOP_SUCCESS = """
    1 99.78 1 tares ncands
    2 99.74 1 tales ncands
    3 99.70 - arles ncands, rales ncands, tores ncands
    3 99.70 - arles ncands, rales ncands, tores ncands
    3 99.70 1 arles ncands, rales ncands, tores ncands
"""
_TOP_WITHIN3 = """
    1 48.12 11 raile ncands
    2 47.65 12 roate ncands
    3 47.13 3 stare ncands
    4 47.00 6 soare ncands
    5 46.74 12 tales ncands
"""
_TOP_COMPOSITE = """
    1 96.53 ? tales ncands
    2 95.97 ? raile ncands
    3 93.92 ? tares ncands
    4 93.62 ? tores ncands
    5 93.40 ? roate ncands
"""

PRINTED: tuple[tuple[str, str, tuple[Printed, ...]], ...] = (
    (
        "The game and the experiment",
        "",
        (
            Printed("answers", "solution words", 2315),
            Printed("support", "support words", 10657),
            Printed(
                "list",
                "candidates at the start",
                12972,
                note="The text says 12,972; the program chose from 9,071.",
            ),
            Printed("openers", "openers", 17),
            Printed("configurations", "configurations", 5),
            Printed("games", "games", 196775),
        ),
    ),
    (
        "Sample of the log: tales, ncands, aback",
        "",
        (
            Printed(("sample", "steps"), "sample steps", 3),
            Printed(("sample", "words"), "sample words", "tales bronc aback"),
            Printed(("sample", "feedback"), "sample feedback", "XYXXX YXXXY GGGGG"),
            Printed(("sample", "ncands"), "sample ncands", "102 1 1"),
        ),
    ),
    (
        "Rank-1 openers",
        "Games longer than six guesses count at their true length.",
        _printed_first(),
    ),
    (
        "Places of openers, by mean steps",
        "",
        (
            Printed(("place", "raile", "gyx"), "place of raile: gyx", 13),
            Printed(("place", "raile", "ncands"), "place of raile: ncands", 2),
            Printed(
                ("place", "tales", "gyx", "ncands"),
                "place of tales: gyx, ncands",
                "within the top two",
            ),
            Printed(
                ("place", "tales", "lf", "lf-pop"),
                "place of tales: lf, lf-pop",
                "7, 8",
                note='The text has "7-8th".',
            ),
        ),
    ),
    (
        "Top 5 by mean number of steps",
        "",
        _printed_top(MEAN.name, MEAN.digits, _TOP_MEAN),
    ),
    (
        "Top 5 by success rate",
        "Rows of equal rank are named together, in alphabetical order.",
        (
            *_printed_top(SUCCESS.name, SUCCESS.digits, _TOP_SUCCESS),
            Printed(("gap", 1), "success: rank 1 less rank 2, %", 0.0432, 4),
            Printed(("gap", 2), "success: rank 2 less rank 3, %", 0.0432, 4),
        ),
    ),
    (
        "Top 5 by share solved within 3 steps",
        "",
        _printed_top(WITHIN3.name, WITHIN3.digits, _TOP_WITHIN3),
    ),
    (
        "Top 5 by composite",
        "The mean of the three metrics, each stretched to 0..1 over all 85 strategies, in %.",
        _printed_top(_COMPOSITE, 2, _TOP_COMPOSITE),
    ),
)


# --- what we get ---


def sections(grid: Grid) -> tuple[Section, ...]:
    """Return every printed figure beside ours, the corrected one, and the switches behind it."""
    kept: dict[Procedure, Values] = {}

    def values(procedure: Procedure) -> Values:
        if procedure not in kept:
            kept[procedure] = _values(grid, procedure)
        return kept[procedure]

    return tuple(
        Section(title, figures_of(PUBLISHED, values, [_noted(grid, one) for one in figures]), note)
        for title, note, figures in PRINTED
    )


def _noted(grid: Grid, printed: Printed) -> Printed:
    """Note on a figure that depends on popularity where the author's table is not given."""
    popular = {config.name for config in CONFIGURATIONS if config.popular} | {_COMPOSITE}
    key = printed.key if isinstance(printed.key, tuple) else (printed.key,)
    if grid.is_authors_table or popular.isdisjoint(key):
        return printed
    note = f"{printed.note} Popularity from the bundled table {grid.frequencies.name}."
    return replace(printed, note=note.strip())


def _values(grid: Grid, procedure: Procedure) -> Values:
    """Return every figure of `PRINTED` by key."""
    outcomes = grid.outcomes(procedure)
    config, opener, answer = _SAMPLE
    configuration = next(c for c in CONFIGURATIONS if c.name == config)
    sample = game_row(grid, procedure, grid.cell(procedure, configuration, opener), answer)
    return {
        "answers": len(grid.lexicon.answers),
        "support": len(grid.lexicon.allowed) - len(grid.lexicon.answers),
        "list": grid.list_size(procedure),
        "openers": len(OPENERS),
        "configurations": len(CONFIGURATIONS),
        "games": sum(outcome.games for outcome in outcomes),
        **{("sample", name): value for name, value in sample.items()},
        **_first(outcomes),
        **_places(outcomes),
        **_tops(outcomes),
    }


def game_row(grid: Grid, procedure: Procedure, cell: Cell, answer: str) -> dict[str, Value]:
    """Return one game as the author logged it, its lists as text."""
    row = grid.lexicon.answer_index(answer)
    guesses = [int(guess) for guess in cell.guesses[row] if guess >= 0]
    codes = grid.book.by_answer(naive=procedure.naive_feedback)[row, guesses]
    return {
        "steps": len(guesses),
        "words": " ".join(grid.lexicon.allowed[guess] for guess in guesses),
        "feedback": " ".join(feedback_text(grid.game.replies[code]) for code in codes),
        "ncands": " ".join(str(count) for count in cell.after[row] if count >= 0),
    }


def feedback_text(pattern: Pattern) -> str:
    """Write a pattern in the author's letters: G, Y and X."""
    return "".join("XYG"[colour] for colour in pattern.colours)


def _first(outcomes: Outcomes) -> Values:
    values: Values = {}
    for config in CONFIGURATIONS:
        rivals = of_config(outcomes, config.name)
        for metric in METRICS:
            winners = best(rivals, metric.games, 1)[0].strategies
            key = ("first", config.name, metric.name)
            values[*key, "opener"] = ", ".join(winner.opener for winner in winners)
            values[*key, "value"] = metric.shown(winners[0])
    return values


def _places(outcomes: Outcomes) -> Values:
    def places(opener: str, *configs: str) -> list[int]:
        return [rank(outcomes, config, opener) for config in configs]

    top = places("tales", "gyx", "ncands")
    return {
        ("place", "raile", "gyx"): places("raile", "gyx")[0],
        ("place", "raile", "ncands"): places("raile", "ncands")[0],
        ("place", "tales", "gyx", "ncands"): (
            "within the top two" if max(top) <= 2 else ", ".join(map(str, top))
        ),
        ("place", "tales", "lf", "lf-pop"): ", ".join(map(str, places("tales", "lf", "lf-pop"))),
    }


def _tops(outcomes: Outcomes) -> Values:
    values: Values = {}
    for metric in METRICS:
        for place, row in enumerate(best(outcomes, metric.games, ROWS), start=1):
            key = ("top", metric.name, place)
            values |= _row(key, row, metric.shown(row.strategies[0]))
            values[*key, "lead"] = "-" if row.lead == 0 else int(row.lead)
    together = composite(outcomes)
    for place, row in enumerate(best(outcomes, together.__getitem__, ROWS), start=1):
        values |= _row(("top", _COMPOSITE, place), row, 100 * together[row.strategies[0]])
    wins = sorted({SUCCESS.games(outcome) for outcome in outcomes}, reverse=True)
    for place in (1, 2):
        values["gap", place] = 100 * (wins[place - 1] - wins[place]) / outcomes[0].games
    return values


def _row(key: tuple[str, str, int], row: Row, shown: float) -> Values:
    return {
        (*key, "rank"): row.rank,
        (*key, "strategy"): ", ".join(f"{one.opener} {one.config}" for one in row.strategies),
        (*key, "value"): shown,
    }
