"""Writes a tournament out: games as CSV, everything as JSON, a report as one HTML file.

The report needs nothing else: no script, no network.
"""

from __future__ import annotations

import csv
import io
import json
import shlex
from collections.abc import Callable, Sequence
from dataclasses import fields
from pathlib import Path

from salet.arena.bots.record import GameRecord
from salet.arena.cup.standings import Difference, Rating, Standings, StandingsRow, standings_of
from salet.arena.store.store import Store, Tournament
from salet.report.chart import WIDTH, Spec, chart, lines
from salet.report.document import Part, Report, Table, conditions_text, lexicon_fact, version_facts
from salet.report.page import to_html
from salet.storage import check_target, write_whole

_STANDINGS: dict[str, Callable[[StandingsRow], str]] = {
    "bot": lambda row: row.name,
    ">points": lambda row: f"{row.points:g}",
    ">won": lambda row: str(row.won),
    ">drawn": lambda row: str(row.drawn),
    ">lost": lambda row: str(row.lost),
    ">margin": lambda row: f"{row.margin:+.3f}",
    ">rating": lambda row: f"{row.rating.mu:.1f} ± {row.rating.sigma:.1f}",
    ">guesses": lambda row: "-" if row.mean_cost is None else f"{row.mean_cost:.3f}",
    ">regret": lambda row: "-" if row.regret is None else str(row.regret),
    ">opponents' mean": lambda row: "-" if row.inflicted is None else f"{row.inflicted:.3f}",
    ">not solved": lambda row: str(row.not_solved),
    ">invalid": lambda row: str(row.invalid),
    ">time-out": lambda row: str(row.time_out),
    ">crashed": lambda row: str(row.crashed),
    ">not set": lambda row: str(row.setting_faults),
}
_ALWAYS_SHOWN = ("bot", ">points", ">won", ">lost", ">margin", ">rating", ">guesses")
_CURVE_HEIGHT = 300


def standings_table(standings: Standings, columns: Sequence[str] | None = None) -> Table:
    """Return the standings as text: the columns named, or all that say anything."""
    if columns is None:
        columns = [
            name
            for name, cell in _STANDINGS.items()
            if name in _ALWAYS_SHOWN or any(cell(row) not in ("0", "-") for row in standings.rows)
        ]
    cells = [_STANDINGS[name] for name in columns]
    return Table(
        tuple(columns), tuple(tuple(cell(row) for cell in cells) for row in standings.rows)
    )


def html_report(store: Store, tournament: Tournament, standings: Standings) -> str:  # noqa: ARG001
    """Return the whole page."""
    cup = tournament.cup
    state = "finished" if standings.finished else "not finished"
    secret = f", secret {cup['secret']}" if cup["secret"] else ""
    name = shlex.quote(standings.tournament)
    regret = " --regret" if any(row.regret is not None for row in standings.rows) else ""
    conditions = conditions_text(cup["lexicon"], cup["hard"], cup["max_guesses"])
    return to_html(
        Report(
            standings.tournament,
            f"salet arena export STORE report.html --tournament {name}{regret}",
            (
                Part("Standings", (_POINTS,), (standings_table(standings),)),
                Part("Differences", (_DIFFERENCES,), (_matrix(standings, _difference),)),
                Part("Rounds won", (), (_matrix(standings, lambda seen: f"{seen.won:.0%}"),)),
                Part("Rating", charts={"Rating": _rating_chart(standings.curve, conditions)}),
            ),
            (
                f"{standings.format}, {standings.schedule}, {cup['words']} words a match, seed "
                f"{cup['seed']}{secret}; {standings.games:,} games in "
                f"{standings.matches_finished} of {standings.matches} matches, {state}. "
                f"{conditions}.",
            ),
            {"Words": lexicon_fact(cup["lexicon"]), **version_facts()},
        )
    )


_POINTS = (
    "Points: 1 for a match won, a half for a draw. Margin: guesses paid minus those that the "
    "opponents paid, per round. A word not found costs one guess more than is allowed, a fault two "
    "more. Rating: openskill, with its standard deviation. Regret, if shown: guesses given away "
    "per game against best play; ~ marks an estimate."
)
_DIFFERENCES = (
    "Guesses of the row minus guesses of the column per round, on the same rounds, with a 95% "
    "bootstrap interval. ★: clearly better."
)


def _difference(seen: Difference) -> str:
    star = "★ " if seen.clear and seen.mean < 0 else ""
    return f"{star}{seen.mean:+.3f} ({seen.low:+.2f} to {seen.high:+.2f})"


def _matrix(standings: Standings, cell: Callable[[Difference], str]) -> Table:
    names = [row.name for row in standings.rows]
    rows = zip(names, standings.cross_table(), strict=True)
    return Table(
        ("bot", *(f">{name}" for name in names)),
        tuple(
            (name, *("" if seen is None else cell(seen) for seen in line)) for name, line in rows
        ),
    )


def _rating_chart(curve: dict[str, list[Rating]], conditions: str) -> Spec:
    """Draw a line per bot: its rating after each match."""
    points = {
        f"{name} {ratings[-1].mu:.1f}": [
            (place, one.mu, f"{name}: {one.mu:.1f} after {place} matches")
            for place, one in enumerate(ratings)
        ]
        for name, ratings in curve.items()
    }
    layer = lines(
        points,
        x={"title": "matches played", "axis": {"tickMinStep": 1, "format": "d"}},
        y={"title": "rating", "scale": {"zero": False, "padding": 8}},
        legend={},
    )
    body = {"width": WIDTH, "height": _CURVE_HEIGHT, "layer": layer}
    return chart("Rating after each match", conditions, body)


COLUMNS = ("game", "match", *(field.name for field in fields(GameRecord)))


def games_csv(store: Store, tournament: Tournament, standings: Standings) -> str:  # noqa: ARG001
    """Return every game, one line each."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for game in store.all_games(tournament):
        values = game.record.to_dict()
        values["microseconds"] = " ".join(map(str, values["microseconds"]))
        writer.writerow({"game": game.id, "match": game.match_id, **values})
    return text.getvalue()


def everything_json(store: Store, tournament: Tournament, standings: Standings) -> str:
    """Return the cup, the standings, and every game."""
    values = {
        **standings.to_dict(),
        "cup": tournament.cup,
        "games": [
            {"game": game.id, "match": game.match_id, **game.record.to_dict()}
            for game in store.all_games(tournament)
        ],
    }
    return json.dumps(values, ensure_ascii=False, indent=1) + "\n"


WRITERS: dict[str, Callable[[Store, Tournament, Standings], str]] = {
    ".csv": games_csv,
    ".json": everything_json,
    ".html": html_report,
}


def check_export_path(path: Path) -> None:
    """Refuse a file that could not be written, before any work is done."""
    check_target(path, [*WRITERS], "write an export")


def export(
    store: Store, tournament: Tournament, path: Path, standings: Standings | None = None
) -> None:
    """Write one file, whole or not at all; its ending says what."""
    check_export_path(path)
    told = standings_of(store, tournament) if standings is None else standings
    write_whole(path, WRITERS[path.suffix.lower()](store, tournament, told).encode())
