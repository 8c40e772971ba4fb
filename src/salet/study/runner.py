"""Plays the cells of a study, side by side, and resumes where an earlier try was stopped."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

import numpy as np

from salet._version import versions
from salet.measures import Spread
from salet.parallel import spread
from salet.runs.backtest import Backtest, backtest_under
from salet.runs.conditions import Conditions
from salet.runs.ground import compare_under, ground_here
from salet.runs.log import load_polars
from salet.runs.result import Run
from salet.storage import cache_folder
from salet.strategies.base import Strategy
from salet.strategies.registry import make_strategy
from salet.study.folder import Folder
from salet.study.grid import Cell, Grid, reseeded
from salet.study.outcomes import Outcome, Results, outcomes_of
from salet.study.spec import Study
from salet.table import Progress, Step, open_table

Chunk: TypeAlias = tuple[Conditions, Sequence[Cell]]
"""Cells under the same conditions, for one worker to play."""

_SECONDS_OF_A_CHUNK = 1.0
"""Long enough that sending a chunk costs little beside it, short enough to lose."""

_SECONDS_BETWEEN_PARTS = 2.0


def run_study(
    study: Study | Grid,
    folder: Path | None = None,
    *,
    jobs: int = 0,
    cluster: str | None = None,
    step: Step | None = None,
    command: str = "",
) -> Results:
    """Play what is not played yet, and return the results of all cells.

    Parameters
    ----------
    study
        what to play, or its cells as `Grid.of` makes them
    folder
        where finished cells are kept; without one, in the cache under the id of the grid
    jobs
        processes; 0 for one per core
    cluster
        the address of a Dask scheduler whose workers play instead
    step
        called with the games played so far, all games, and the rate and time left as text
    command
        what the results and the report say they were made with

    Stopped by Ctrl-C or killed, it loses a few seconds of work; call it again to resume.
    """
    grid = study if isinstance(study, Grid) else Grid.of(study)
    load_polars()  # rather than after the games
    place = Folder(default_folder(grid) if folder is None else folder, grid)
    finished = place.finished()
    if finished is not None and finished.metadata["spec"] == grid.study.to_text():
        return finished
    outcomes = place.outcomes()
    if finished is not None and "lengths" in finished.frame.columns:
        # The same games under another title, or with other measures.
        outcomes |= {outcome.cell: outcome for outcome in outcomes_of(finished.frame)}
    waiting = [cell for cell in grid.cells if cell.id not in outcomes]
    started = time.perf_counter()
    if waiting:
        for outcome in _play(grid, waiting, place, jobs, cluster, step):
            outcomes[outcome.cell] = outcome
    facts = {
        "spec": grid.study.to_text(),
        "command": command,
        "versions": versions() | {"polars": load_polars().__version__},
        "seconds": time.perf_counter() - started,
        "resumed_cells": len(grid.cells) - len(waiting),
    }
    results = Results.of(grid, outcomes, facts)
    place.finish(results)
    return results


def default_folder(grid: Grid) -> Path:
    """Return where a study is kept that was given no folder."""
    return cache_folder() / "studies" / grid.id


def _play(
    grid: Grid,
    cells: Sequence[Cell],
    place: Folder,
    jobs: int,
    cluster: str | None,
    step: Step | None,
) -> list[Outcome]:
    """Play cells, and keep them in the folder as they finish."""
    if cluster is None:
        for game in {grid.conditions[cell.conditions].game for cell in cells}:
            open_table(game)  # built once, before the processes map it
    pace = _Pace(grid, cells)
    played: list[Outcome] = []
    kept, noted = 0, pace.begun
    try:
        with spread(play_chunk, pace.chunks(), jobs=jobs, cluster=cluster) as results:
            for outcomes in results:
                played += outcomes
                pace.note(outcomes)
                if step is not None:
                    step(*pace.progress())
                now = time.monotonic()
                # A long study writes larger parts, so that there are not too many.
                if now > noted + max(_SECONDS_BETWEEN_PARTS, (now - pace.begun) / 100):
                    place.keep(played[kept:])
                    kept, noted = len(played), now
    finally:
        if len(played) > kept:
            place.keep(played[kept:])
    return played


class _Pace:
    """How fast a study goes: cuts its cells into chunks of about a second, and tells the rest.

    Attributes
    ----------
    seconds
        what a cell of each strategy took last
    done, waiting
        games that were played here, and those of `cells` that were not yet
    """

    def __init__(self, grid: Grid, cells: Sequence[Cell]) -> None:
        self.grid, self.cells = grid, cells
        self.begun = time.monotonic()
        self.seconds: dict[str, float] = {}
        self.done, self.waiting = 0, sum(map(grid.games_of, cells))
        self._all = sum(map(grid.games_of, grid.cells))
        self._strategy = {cell.id: cell.strategy for cell in cells}

    def chunks(self) -> Iterator[Chunk]:
        """Cut off one chunk after the other, of one cell each until times are known."""
        start = 0
        while start < len(self.cells):
            key = self.cells[start].conditions
            end, expected = start, 0.0
            while end < len(self.cells) and self.cells[end].conditions == key:
                expected += self._expected(self.cells[end])
                if end > start and expected > _SECONDS_OF_A_CHUNK:
                    break
                end += 1
            yield self.grid.conditions[key], self.cells[start:end]
            start = end

    def _expected(self, cell: Cell) -> float:
        """Guess what a cell will take: as its strategy did, or else as the slowest did."""
        slowest = max([*self.seconds.values()], default=float("inf"))
        return self.seconds.get(cell.strategy, slowest)

    def note(self, outcomes: Sequence[Outcome]) -> None:
        """Learn from cells that are finished."""
        for outcome in outcomes:
            self.seconds[self._strategy[outcome.cell]] = outcome.seconds
            self.done += len(outcome.lengths)
            self.waiting -= len(outcome.lengths)

    def progress(self) -> tuple[int, int, str]:
        """Return games done, all games, and the rate and the time left in words."""
        told = pace_text(self.done, self.waiting, time.monotonic() - self.begun)
        return self._all - self.waiting, self._all, told


def pace_text(games: int, waiting: int, seconds: float) -> str:
    """Tell the rate of games that took these seconds, and the time for those that wait.

    >>> pace_text(196_775, 1_479_748, 10.0)
    '196,775 games, 19,678/s, 1 min 15 s left'
    """
    rate = games / max(seconds, 1e-9)
    return f"{games:,} games, {rate:,.0f}/s, {duration(waiting / rate)} left"


def duration(seconds: float) -> str:
    """Write a time as people say it.

    >>> duration(8.4), duration(75), duration(7300)
    ('8 s', '1 min 15 s', '2 h 1 min')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


# --- in a worker ---


def play_chunk(chunk: Chunk) -> list[Outcome]:
    """Play the cells of a chunk."""
    conditions, cells = chunk
    ground = ground_here(conditions) if conditions.days is None else None
    outcomes = []
    for cell in cells:
        started = time.perf_counter()
        run: Run | Backtest
        if ground is None:
            run = backtest_under(conditions, cell.strategy, opener=cell.opener)
        else:
            run = ground.run(cell.strategy, opener=cell.opener)
        problem = str(run.problems[0]) if run.problems else ""
        seconds = time.perf_counter() - started
        lengths = run.lengths.astype(np.uint16)
        outcomes.append(Outcome(cell.id, run.opener, lengths, seconds, problem))
    return outcomes


# --- other orders of ties ---


def tie_noise(
    strategy: Strategy | str,
    orders: int,
    conditions: Conditions,
    *,
    opener: str | None = None,
    jobs: int = 1,
    step: Progress | None = None,
) -> Spread:
    """Return how the mean number of guesses spreads over this number of orders of ties.

    A ranking that finds several guesses equally good takes a candidate, the likelier of two, and in
    the end the first in the alphabet. That last step is arbitrary. Breaking the ties in orders
    drawn by seeds instead tells how far apart two strategies must be before it means anything.
    """
    player = make_strategy(strategy)
    players = [reseeded(player, seed) for seed in range(orders)]
    found = compare_under(conditions, players, opener=opener, jobs=jobs, progress=step)
    return Spread.of([run.mean for run in found.runs if run.mean is not None])
