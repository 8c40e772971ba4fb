"""Chris Chow, "Solving Wordle": 17 openers, 5 configurations, 196,775 games.

``program`` has the switches and plays the grid with the ``kernel``; ``figures`` measures what the
document says; ``others`` repeats the rows that it quotes. The corrected
convention: all 12,972 guesses, true feedback, 2 for a green tile, a guessed word leaves the list at
once and no other word does, ties by the alphabet.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from salet.errors import InvalidError
from salet.replication.chow.figures import Outcomes, Results, game_row
from salet.replication.chow.program import (
    CONFIGURATIONS,
    CONVENTIONS,
    OPENERS,
    PUBLISHED,
    Cell,
    CellGames,
    Experiment,
)
from salet.replication.findings import Options, Replication
from salet.replication.procedure import without_each
from salet.replication.writeup import WriteUp
from salet.report import Spec, Table, opener_dots
from salet.runs.log import check_log_path, load_polars
from salet.storage import write_whole

__all__ = ["charts", "replicate", "write_games"]


def replicate(options: Options) -> Replication:
    """Play everything and lay it beside the document."""
    return report(Experiment(options))


def report(grid: Experiment) -> Replication:
    """Lay what the grid plays beside the document; it plays no cell twice."""
    grid.expect([*CONVENTIONS.values(), *without_each(PUBLISHED).values()])
    results = Results(grid)
    tables = {
        "All 85 cells": _cells_table(results.outcomes, exact=grid.is_authors_table),
        "Rank changes": _ranks_table(results.ranks),
    }
    return WriteUp("chow").replication(results, charts, tables)


def _cells_table(outcomes: Mapping[str, Outcomes], *, exact: bool) -> Table:
    """Tabulate the grid in both conventions; `exact` if popularity is the author's own table."""
    pairs = zip(outcomes["published"], outcomes["corrected"], strict=True)

    def shown(one: CellGames) -> tuple[str, ...]:
        return f"{one.mean:.4f}", f"{one.won:.2f}", f"{100 * one.quick / one.games:.2f}"

    off = "0.0112 from the author's mean, more than the 0.01 that all other cells keep to"
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
                *shown(one),
                str(one.losses),
                str(one.worst),
                *shown(true),
                off if not exact and (one.config, one.opener) == ("gyx-pop", "tares") else "",
            )
            for one, true in pairs
        ),
        "As published, then corrected",
    ).without_empty_columns()


def _ranks_table(places: Mapping[str, Mapping[str, Mapping[str, int]]]) -> Table:
    """Tabulate the place of each opener in each configuration, and how the true rules change it."""
    names = [config.name for config in CONFIGURATIONS]

    def change(opener: str, config: str) -> str:
        before, after = places["published"][opener][config], places["corrected"][opener][config]
        return str(before) if before == after else f"{before} to {after}"

    return Table(
        ("opener", *(f">{name}" for name in names)),
        tuple((opener, *(change(opener, name) for name in names)) for opener in OPENERS),
        "Place by mean steps, as published to corrected where the two differ",
    )


def charts(data: Mapping[str, Any]) -> dict[str, Spec]:
    """Draw the 17 openers under the five configurations; the document picks out three words."""
    titles = {
        "published": "17 openers in five configurations, as published",
        "corrected": "17 openers, corrected",
    }
    return {
        title: opener_dots(
            [cell for cell in data["cells"] if cell["convention"] == convention],
            title=title,
            subtitle="original: 2,315 answers, 12,972 allowed; normal mode, 6 guesses; "
            "2,315 games per dot",
            highlight=("tales", "raile", "tares"),
        )
        for convention, title in titles.items()
    }


def write_games(path: str | Path, options: Options, convention: str = "published") -> None:
    """Play the grid and write its 196,775 games to a Parquet file.

    The columns have the names of the author's log: steps, words, feedback (over G, Y, X), ncands
    (solutions left after each step), algo, word (the opener), solution. The rows follow the
    configurations, the openers, and the calendar of the game.
    """
    path = Path(path)
    if path.suffix != ".parquet":
        raise InvalidError(f"cannot write games to {path.name}: name it .parquet")
    if convention not in CONVENTIONS:
        raise InvalidError(f"convention is one of {', '.join(CONVENTIONS)}, not {convention!r}")
    check_log_path(path)
    polars, procedure, grid = load_polars(), CONVENTIONS[convention], Experiment(options)
    grid.expect([procedure])
    kinds = {"steps": polars.UInt32, "ncands": polars.List(polars.Int16)}

    def frame(cell: Cell) -> Any:
        games = [game_row(grid, procedure, cell, answer) for answer in grid.lexicon.listed]
        return polars.DataFrame(games, schema_overrides=kinds)

    frames = [frame(cell) for cell in grid.cells(procedure)]
    buffer = io.BytesIO()
    polars.concat(frames).write_parquet(buffer)
    write_whole(path, buffer.getvalue())
