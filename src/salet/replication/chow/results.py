"""The document's own figures under any setting of the switches, and which switches matter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from salet.games.colours import Pattern
from salet.replication.chow.procedure import (
    CONFIGURATIONS,
    OPENERS,
    PUBLISHED,
)
from salet.replication.chow.published import PRINTED
from salet.replication.chow.tables import (
    METRICS,
    SUCCESS,
    Outcomes,
    best,
    composite,
    of_config,
    rank,
)
from salet.replication.figures import Section
from salet.replication.variants import Variants

if TYPE_CHECKING:
    from salet.replication.chow.grid import Cell, Grid, Outcome
    from salet.replication.chow.procedure import Procedure
    from salet.replication.chow.published import Printed
    from salet.replication.chow.tables import Row
    from salet.replication.figures import Figure, Value

Values = dict[str, "Value"]
ROWS = 5
_SAMPLE = ("ncands", "tales", "aback")


def sections(grid: Grid) -> tuple[Section, ...]:
    """Return every printed figure beside ours, the corrected one, and the switches behind it."""
    variants = Variants.of(PUBLISHED, lambda procedure: _values(grid, procedure))

    def figure(printed: Printed) -> Figure:
        name = printed.name
        notes = [printed.note] if printed.note else []
        if not grid.is_authors_table and ("-pop" in name or "composite" in name):
            notes.append(f"Popularity from the bundled table {grid.frequencies.name}.")
        return variants.figure(
            name,
            printed.value,
            lambda values: values[name],
            digits=printed.digits,
            note=" ".join(notes),
        )

    return tuple(
        Section(title, tuple(figure(printed) for printed in figures), note)
        for title, note, figures in PRINTED
    )


def game_row(grid: Grid, procedure: Procedure, cell: Cell, answer: str) -> dict[str, Value]:
    """Return one game as the author logged it, its lists as text."""
    row = grid.lexicon.answer_index(answer)
    guesses = [int(guess) for guess in cell.guesses[row] if guess >= 0]
    codes = grid.book.by_answer(naive=procedure.naive_feedback)[row, guesses]
    return {
        "steps": len(guesses),
        "words": " ".join(grid.lexicon.allowed[guess] for guess in guesses),
        "feedback": " ".join(feedback_text(int(code), grid.lexicon.length) for code in codes),
        "ncands": " ".join(str(count) for count in cell.after[row] if count >= 0),
    }


def feedback_text(code: int, length: int) -> str:
    """Write a pattern in the author's letters: G, Y and X."""
    return "".join("XYG"[colour] for colour in Pattern.from_code(code, length).colours)


def _values(grid: Grid, procedure: Procedure) -> Values:
    """Return every figure of `PRINTED` by name."""
    outcomes = grid.outcomes(procedure)
    values: Values = {
        "solution words": len(grid.lexicon.answers),
        "support words": len(grid.lexicon.allowed) - len(grid.lexicon.answers),
        "candidates at the start": grid.list_size(procedure),
        "openers": len(OPENERS),
        "configurations": len(CONFIGURATIONS),
        "games": sum(outcome.games for outcome in outcomes),
    }
    config, opener, answer = _SAMPLE
    configuration = next(c for c in CONFIGURATIONS if c.name == config)
    cell = grid.cell(procedure, configuration, opener)
    sample = game_row(grid, procedure, cell, answer)
    values |= {f"sample {name}": value for name, value in sample.items()}
    return values | _rank_one(outcomes) | _places(outcomes) | _tops(outcomes)


def _rank_one(outcomes: Outcomes) -> Values:
    values: Values = {}
    for config in CONFIGURATIONS:
        rivals = of_config(outcomes, config.name)
        for metric in METRICS:
            winners = best(rivals, metric.games, 1)[0].strategies
            name = f"{config.name} {metric.name}"
            values[f"{name}: rank-1 opener"] = ", ".join(winner.opener for winner in winners)
            values[f"{name}: rank-1 value"] = metric.shown(winners[0])
    return values


def _places(outcomes: Outcomes) -> Values:
    def places(opener: str, *configs: str) -> list[int]:
        return [rank(outcomes, config, opener) for config in configs]

    top = places("tales", "gyx", "ncands")
    return {
        "place of raile: gyx": places("raile", "gyx")[0],
        "place of raile: ncands": places("raile", "ncands")[0],
        "place of tales: gyx, ncands": (
            "within the top two" if max(top) <= 2 else ", ".join(map(str, top))
        ),
        "place of tales: lf, lf-pop": ", ".join(map(str, places("tales", "lf", "lf-pop"))),
    }


def _tops(outcomes: Outcomes) -> Values:
    values: Values = {}
    for metric in METRICS:
        for place, row in enumerate(best(outcomes, metric.games, ROWS), start=1):
            name = f"{metric.name} no. {place}"
            values |= _row(name, row, metric.shown(row.strategies[0]))
            values[f"{name}: lead in words"] = "-" if row.lead == 0 else int(row.lead)
    together = composite(outcomes)
    for place, row in enumerate(best(outcomes, together.__getitem__, ROWS), start=1):
        values |= _row(f"composite no. {place}", row, 100 * together[row.strategies[0]])
    wins = sorted({SUCCESS.games(outcome) for outcome in outcomes}, reverse=True)
    for place in (1, 2):
        lead = wins[place - 1] - wins[place]
        name = f"success: rank {place} less rank {place + 1}, %"
        values[name] = 100 * lead / outcomes[0].games
    return values


def _row(name: str, row: Row, shown: float) -> Values:
    return {
        f"{name}: rank": row.rank,
        f"{name}: strategy": ", ".join(_strategy(outcome) for outcome in row.strategies),
        f"{name}: value": shown,
    }


def _strategy(outcome: Outcome) -> str:
    return f"{outcome.opener} {outcome.config}"
