"""Writes a tournament out: games as CSV, everything as JSON, a report as one HTML file."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING

from salet.arena.report import html_report
from salet.arena.standings import standings_of
from salet.errors import InvalidError
from salet.storage import atomic_write

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from salet.arena.store import Store
    from salet.arena.stored import Tournament

COLUMNS = (
    "game",
    "match",
    "number",
    "round",
    "solver",
    "setter",
    "answer",
    "turns",
    "verdict",
    "cost",
    "setter_verdict",
    "message",
    "microseconds",
    "set_microseconds",
)


def games_csv(store: Store, tournament: Tournament) -> str:
    """Return every game, one line each."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for game in store.all_games(tournament):
        values = game.record.to_dict()
        values["microseconds"] = " ".join(map(str, values["microseconds"]))
        writer.writerow({"game": game.id, "match": game.match_id, **values})
    return text.getvalue()


def everything_json(store: Store, tournament: Tournament) -> str:
    """Return the cup, the standings, and every game."""
    values = {
        **standings_of(store, tournament).to_dict(),
        "cup": tournament.cup,
        "games": [
            {"game": game.id, "match": game.match_id, **game.record.to_dict()}
            for game in store.all_games(tournament)
        ],
    }
    return json.dumps(values, ensure_ascii=False, indent=1) + "\n"


def report(store: Store, tournament: Tournament) -> str:
    """Return the HTML report."""
    return html_report(standings_of(store, tournament), tournament.cup)


WRITERS: dict[str, Callable[[Store, Tournament], str]] = {
    ".csv": games_csv,
    ".json": everything_json,
    ".html": report,
}


def check_export_path(path: Path) -> None:
    """Refuse a file that could not be written, before any work is done."""
    if path.suffix not in WRITERS:
        known = ", ".join(WRITERS)
        raise InvalidError(f"cannot tell what to write to {path.name}; end its name in {known}")
    if not path.absolute().parent.is_dir():
        raise InvalidError(f"there is no folder {path.parent} to write to")


def export(store: Store, tournament: Tournament, path: Path) -> None:
    """Write one file, whole or not at all; its ending says what."""
    check_export_path(path)
    text = WRITERS[path.suffix](store, tournament)
    try:
        with atomic_write(path) as file:
            file.write(text.encode())
    except OSError as error:
        raise InvalidError(f"cannot write {path}: {error.strerror}") from None
