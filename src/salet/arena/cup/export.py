"""Writes a tournament out: games as CSV, everything as JSON, a report as one HTML file.

The report needs nothing else: no script, no network.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path
from typing import Any

from salet.arena.cup.curve import curve_svg
from salet.arena.cup.standings import Standings, standings_of
from salet.arena.store.store import Store, Tournament
from salet.errors import InvalidError
from salet.storage import atomic_write

_STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 76rem; margin: 2rem auto; padding: 0 1rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .6rem; text-align: right; white-space: nowrap; }
th { border-bottom: 2px solid; }
tbody tr:nth-child(even) { background: #8881; }
td:first-child, th:first-child { text-align: left; }
td small { opacity: .75; }
.better { font-weight: 600; box-shadow: inset 3px 0 #2a7; }
.worse { box-shadow: inset 3px 0 #c53; }
svg { max-width: 100%; height: auto; }
"""


def html_report(standings: Standings, cup: dict[str, Any]) -> str:
    """Return the whole page."""
    title = escape(standings.tournament)
    words = cup["lexicon"]
    state = "finished" if standings.finished else "not finished"
    parts = [
        f"<h1>{title}</h1>",
        f"<p>{escape(standings.format)}, {escape(standings.schedule)}, {cup['words']} words a "
        f"match, seed {cup['seed']}; {standings.games:,} games in {standings.matches_finished} of "
        f"{standings.matches} matches, {state}. Words: {escape(str(words['name']))} "
        f"({words['answers']:,} answers, {words['allowed']:,} allowed, id {words['id']}); "
        f"hard mode {cup['hard']}, {cup['max_guesses']} guesses.</p>",
        "<h2>Standings</h2>",
        _table(*standings_table(standings)),
        "<p>Points: 1 for a match won, a half for a draw. Margin: guesses paid minus those that "
        "the opponents paid, per round. A word not found costs one guess more than is allowed, "
        "a fault two more. Rating: openskill, with its standard deviation.</p>",
        "<h2>Differences</h2>",
        "<p>Guesses of the row minus guesses of the column per round, on the same rounds, with "
        "a 95% bootstrap interval. Bold with a green mark: clearly better.</p>",
        _cross_table(standings),
        "<h2>Rounds won</h2>",
        _win_matrix(standings),
        "<h2>Rating, match by match</h2>",
        curve_svg({name: [one.mu for one in curve] for name, curve in standings.curve.items()}),
    ]
    body = "\n".join(parts)
    return (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{title}</title>\n'
        f'<meta name="viewport" content="width=device-width">\n<style>{_STYLE}</style>\n'
        f"<body>\n{body}\n</body>\n</html>\n"
    )


STANDINGS_HEAD = (
    "bot",
    "points",
    "won",
    "drawn",
    "lost",
    "margin",
    "rating",
    "guesses",
    "inflicted",
    "not solved",
    "invalid",
    "time-out",
    "crashed",
    "not set",
)


_MAY_BE_LEFT_OUT = (
    "drawn",
    "inflicted",
    "not solved",
    "invalid",
    "time-out",
    "crashed",
    "not set",
)


def standings_table(standings: Standings) -> tuple[list[str], list[list[str]]]:
    """Return the head and the lines of the standings; columns that say nothing are left out."""
    lines = standings_lines(standings)
    shown = [
        place
        for place, name in enumerate(STANDINGS_HEAD)
        if name not in _MAY_BE_LEFT_OUT or any(line[place] not in ("0", "-") for line in lines)
    ]
    return (
        [STANDINGS_HEAD[place] for place in shown],
        [[line[place] for place in shown] for line in lines],
    )


def standings_lines(standings: Standings) -> list[list[str]]:
    """Return the standings as text, one list per bot, under all of `STANDINGS_HEAD`."""
    return [
        [
            row.name,
            f"{row.points:g}",
            str(row.won),
            str(row.drawn),
            str(row.lost),
            f"{row.margin:+.3f}",
            f"{row.rating.mu:.1f} ± {row.rating.sigma:.1f}",
            "-" if row.mean_cost is None else f"{row.mean_cost:.3f}",
            "-" if row.inflicted is None else f"{row.inflicted:.3f}",
            str(row.not_solved),
            str(row.invalid),
            str(row.time_out),
            str(row.crashed),
            str(row.setting_faults),
        ]
        for row in standings.rows
    ]


def _table(head: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    top = "".join(f"<th>{escape(name)}</th>" for name in head)
    rows = "\n".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in line) + "</tr>" for line in lines
    )
    return (
        f'<div class="wide"><table><thead><tr>{top}</tr></thead><tbody>{rows}</tbody></table></div>'
    )


def _cross_table(standings: Standings) -> str:
    names = [row.name for row in standings.rows]
    rows = []
    for name, line in zip(names, standings.cross_table(), strict=True):
        cells = []
        for seen in line:
            if seen is None:
                cells.append("<td></td>")
                continue
            kind = "better" if seen.high < 0 else "worse" if seen.low > 0 else ""
            cells.append(
                f'<td class="{kind}">{seen.mean:+.3f}<br>'
                f"<small>{seen.low:+.2f} to {seen.high:+.2f}</small></td>"
            )
        rows.append(f"<tr><td>{escape(name)}</td>{''.join(cells)}</tr>")
    return _matrix(names, rows)


def _win_matrix(standings: Standings) -> str:
    names = [row.name for row in standings.rows]
    rows = []
    for name, line in zip(names, standings.win_matrix(), strict=True):
        cells = "".join(f"<td>{'' if share is None else f'{share:.0%}'}</td>" for share in line)
        rows.append(f"<tr><td>{escape(name)}</td>{cells}</tr>")
    return _matrix(names, rows)


def _matrix(names: Sequence[str], rows: Sequence[str]) -> str:
    top = "".join(f"<th>{escape(name)}</th>" for name in ("", *names))
    body = "\n".join(rows)
    return (
        f'<div class="wide"><table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>'
    )


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
