"""What ``salet study`` shows of a study of one's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from salet.cli.show import counted, sparkline
from salet.study.leaders import (
    MOST_CELLS,
    MOST_PAIRS,
    identity,
    labels,
    leading_pairs,
    named,
    noise_table,
    pairs_table,
)
from salet.study.sureness import NO_VALUE

if TYPE_CHECKING:
    from pathlib import Path

    from salet.cli.show import Screen
    from salet.study.results import Results


def study_json(results: Results, folder: Path) -> dict[str, Any]:
    """Return a study as plain values."""
    facts = results.metadata
    return {
        "lexicon": facts["lexicons"][0],
        "lexicons": facts["lexicons"],
        "title": facts["title"],
        "cells": results.cells(),
        "pairs": [
            {"first": first["cell"], "second": second["cell"], **comparison.to_dict()}
            for first, second, comparison in leading_pairs(results)
        ],
        "tie_noise": {cell: noise.to_dict() for cell, noise in results.tie_noise().items()},
        "games": int(results.frame["games"].sum()),
        **{name: facts[name] for name in ("seconds", "resumed_cells", "digest", "spec")},
        "versions": facts["versions"],
        "folder": str(folder),
    }


def show_results(results: Results, folder: Path, screen: Screen) -> None:
    """Print the best cells, how sure their order is, and where everything is."""
    ranked = results.ranked()
    facts = results.metadata
    if facts["title"]:
        screen.line(facts["title"])
    columns = labels(results)
    measures = [">mean", ">won", ">within 3", ">losses", ">worst", ">composite", "guesses"]
    screen.table(
        [*columns, *measures],
        [
            [
                *identity(cell, columns),
                NO_VALUE if cell["mean"] is None else f"{cell['mean']:.4f}",
                f"{cell['success']:.2%}",
                f"{cell['within3']:.2%}",
                f"{cell['losses']:,}",
                str(cell["worst"]),
                f"{cell['composite']:.2%}",
                sparkline(
                    {int(n): count for n, count in cell["histogram"].items() if n != "0"},
                    ascii_only=screen.ascii_only,
                ),
            ]
            for cell in ranked[:MOST_CELLS]
        ],
        spare=["guesses", ">worst", ">composite", ">within 3", ">losses"],
    )
    if len(ranked) > MOST_CELLS:
        screen.line(f"and {counted(len(ranked) - MOST_CELLS, 'cell')} more\n")
    told = [name for name in columns if name.startswith(">")]  # by the text of the strategy too
    for table in (pairs_table(results), noise_table(results)):
        if table is not None:
            screen.line(table.caption)
            spare = [name for name in (*told, ">Wilcoxon", ">equal") if name in table.columns]
            screen.table(table.columns, table.rows, spare=spare)
    for cell in [cell for cell in ranked if cell["problem"]][:MOST_PAIRS]:
        games = counted(cell["unfinished"], "game")
        screen.line(f"! {named(cell)} {cell['problem']}; {games} not finished")
    words = ", ".join(f"{one['name']} (id {one['id']})" for one in facts["lexicons"])
    played = int(results.frame["games"].sum())
    before = facts["resumed_cells"]
    kept = f" ({before:,} of them played before)" if before else ""
    screen.fine_print(
        f"{counted(len(results.frame), 'cell')}{kept}, {played:,} games, {facts['seconds']:.1f} s; "
        f"words: {words}; to read: {folder / 'report.html'}"
    )
