"""Chris Chow, "Solving Wordle" (write-up 000): 17 openers, 5 configurations, 196,775 games.

``procedure`` has the switches; ``grid`` plays, with the words as ``words`` prepares them, and
``plain`` does the same for one game in readable form; ``tables``, ``results`` and ``claims``
compare with what is ``published``; ``other_authors`` and ``glaiel`` repeat the rows that the
document quotes; ``games`` writes the games. The corrected convention: all 12,972 guesses, true
feedback, 2 for a green tile, a guessed word leaves the list at once and no other word does, ties
by the alphabet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from salet.replication.chow.claims import claims
from salet.replication.chow.games import write_games
from salet.replication.chow.grid import Grid
from salet.replication.chow.other_authors import section
from salet.replication.chow.procedure import CONVENTIONS, SWITCHES
from salet.replication.chow.results import sections
from salet.replication.chow.tables import composite, ranks
from salet.replication.figures import Replication

if TYPE_CHECKING:
    from salet.replication.chow.grid import Outcome
    from salet.replication.figures import Options

__all__ = ["replicate", "write_games"]


def replicate(options: Options) -> Replication:
    """Play everything and lay it beside the document."""
    grid = Grid(options)
    own = sections(grid)
    if options.step is not None:
        options.step(0, 1, "other authors")
    others = section(grid)
    outcomes = {name: grid.outcomes(way, name) for name, way in CONVENTIONS.items()}
    return Replication(
        name="chow",
        title="Solving Wordle",
        source="Chris Chow, https://github.com/chrischow/wordle_solver (README at 5cd4f9f)",
        sections=(others, *own),
        claims=claims(outcomes["published"], outcomes["corrected"]),
        switches=SWITCHES,
        notes=_notes(grid),
        data={
            "cells": [cell for name, played in outcomes.items() for cell in _cells(name, played)],
            "ranks": {name: ranks(played) for name, played in outcomes.items()},
            "popularity": grid.frequencies.name,
        },
    )


def _cells(convention: str, outcomes: tuple[Outcome, ...]) -> list[dict[str, Any]]:
    """Return the grid as plain values."""
    together = composite(outcomes)
    return [
        {
            "config": outcome.config,
            "opener": outcome.opener,
            "convention": convention,
            "games": outcome.games,
            "mean": outcome.mean,
            "success": outcome.success,
            "within3": outcome.within3,
            "losses": outcome.losses,
            "worst": outcome.worst,
            "composite": together[outcome],
        }
        for outcome in outcomes
    ]


def _notes(grid: Grid) -> tuple[str, ...]:
    popularity = (
        f"Popularity from {grid.frequencies.name}, the author's table."
        if grid.is_authors_table
        else f"Popularity from the bundled table {grid.frequencies.name} in place of Lexipedia: "
        "the means of lf-pop and gyx-pop come within 0.01 of the published ones (gyx-pop with "
        "tares within 0.012), not to the digit."
    )
    return (
        popularity,
        "Games are played on until they are solved; a mean counts lost games at their true "
        "length, in either convention.",
        "Switches of a figure: those that change it as printed when turned off one at a time, "
        "with the whole grid of 85 cells played anew where they make a difference.",
        "All rankings are sums or counts, so that whole numbers decide as the author's floats did.",
    )
