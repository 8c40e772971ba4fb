"""The folder of a study: what is finished is kept there, so that a study can be resumed.

::

    study.json          which study this is; another one is refused
    parts/*.parquet     finished cells, a few seconds of work in each file
    results.parquet     all cells, once the last is finished; the parts are gone then

Every file is written under another name first, so that killing the program leaves none of them
half written. One that is damaged all the same is set aside, and its cells are played again.
"""

from __future__ import annotations

import json
import os
import reprlib
import time
import tomllib
import warnings
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from salet._version import __version__
from salet.errors import InvalidError, RepairWarning, few
from salet.storage import write_whole
from salet.study.grid import Grid
from salet.study.outcomes import (
    DamagedError,
    Outcome,
    Results,
    outcomes_frame,
    outcomes_of,
    read_parquet,
    write_parquet,
)

_FORMAT = 2
_DECISIVE = ("format", "salet", "grid")


class Folder:
    """Where one study keeps its cells."""

    def __init__(self, path: Path, grid: Grid) -> None:
        self.path = path
        self.grid = grid
        self._parts = path / "parts"
        self._claim()

    @property
    def results_path(self) -> Path:
        """Where the results of the whole study go."""
        return self.path / "results.parquet"

    def _claim(self) -> None:
        """Take the folder for this study, unless it belongs to another."""
        path = self.path / "study.json"
        ours = self._identity()
        if self.path.exists() and not self.path.is_dir():
            raise InvalidError(f"{self.path} is a file; give a folder for the results")
        try:
            theirs = json.loads(path.read_bytes())
        except FileNotFoundError:
            write_whole(path, json.dumps(ours, indent=2).encode())
            return
        except (OSError, ValueError) as error:
            raise InvalidError(f"cannot read {path}: {error}; choose another folder") from None
        if not isinstance(theirs, dict) or any(theirs.get(key) != ours[key] for key in _DECISIVE):
            raise InvalidError(
                f"{self.path} holds {_difference(theirs, ours)}; "
                "choose another folder, or delete that one"
            )

    def _identity(self) -> dict[str, Any]:
        return {
            "format": _FORMAT,
            "salet": __version__,
            "games": {id_: game.name for id_, game in self.grid.games.items()},
            "cells": len(self.grid.cells),
            "grid": self.grid.id,
            "spec": self.grid.study.to_text(),
        }

    # --- what is there ---

    def finished(self) -> Results | None:
        """Return the results of the whole study, if it is finished."""
        try:
            return Results.read(self.results_path) if self.results_path.exists() else None
        except DamagedError:
            self._set_aside(self.results_path)
            return None

    def outcomes(self) -> dict[str, Outcome]:
        """Return the cells that are finished."""
        sizes = {cell.id: self.grid.games_of(cell) for cell in self.grid.cells}
        found: dict[str, Outcome] = {}
        for path in sorted(self._parts.glob("*.parquet")):
            try:
                outcomes = outcomes_of(read_parquet(path)[0])
                if any(sizes.get(one.cell) != len(one.lengths) for one in outcomes):
                    raise DamagedError(f"{path} belongs to another study: its cells differ")
            except DamagedError:
                self._set_aside(path)
            else:
                found |= {outcome.cell: outcome for outcome in outcomes}
        return found

    def _set_aside(self, path: Path) -> None:
        aside = path.with_name(path.name + ".damaged")
        path.replace(aside)
        message = f"{path} is damaged: set aside as {aside.name}, its cells are played again"
        warnings.warn(message, RepairWarning, stacklevel=3)

    # --- what is new ---

    def keep(self, outcomes: Sequence[Outcome]) -> None:
        """Write finished cells to a file of their own."""
        name = f"{time.time_ns()}-{os.getpid()}.parquet"  # in the order of time, and never twice
        write_parquet(outcomes_frame(outcomes), {"grid": self.grid.id}, self._parts / name)

    def finish(self, results: Results) -> None:
        """Write the results of the whole study, then drop the parts."""
        parts = list(self._parts.glob("*.parquet"))
        results.write(self.results_path)
        for path in parts:
            path.unlink(missing_ok=True)
        with suppress(OSError):  # a damaged part that was set aside stays, and so does the folder
            self._parts.rmdir()


def _difference(theirs: Any, ours: dict[str, Any]) -> str:
    """Say what a folder holds instead."""
    if not isinstance(theirs, dict) or theirs.get("format") != _FORMAT:
        return "something else than this version of salet writes"
    if theirs.get("salet") != ours["salet"]:
        return f"results of salet {theirs.get('salet')}, and this is {ours['salet']}"
    if set(theirs["games"]) != set(ours["games"]):
        names = [
            ", ".join(f"{name} (id {id_})" for id_, name in one["games"].items())
            for one in (theirs, ours)
        ]
        return f"results for the words {names[0]}, and this study plays with {names[1]}"
    return f"results of another study: {_changes(theirs.get('spec', ''), ours['spec'])}"


def _changes(theirs: str, ours: str) -> str:
    """Say which keys of a study are other ones."""
    try:
        before, now = tomllib.loads(theirs), tomllib.loads(ours)
    except (ValueError, TypeError, AttributeError):
        return "its study.json is damaged"
    told = [
        f"{key} was {_short(before.get(key))} and is {_short(now.get(key))}"
        for key in {**before, **now}
        if before.get(key) != now.get(key)
    ]
    return few(told, most=2, between="; ") or "a file that it reads has changed"


def _short(value: Any) -> str:
    return "not given" if value is None else reprlib.repr(value)
