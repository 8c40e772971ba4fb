"""``salet arena``: bots, duels, tournaments."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from salet.cli.options import ascii_option, chosen_lexicon, json_option, lexicon_options

if TYPE_CHECKING:
    from salet.arena.bots.record import GameRecord
    from salet.arena.cup.cup import Cup
    from salet.arena.cup.standings import Standings

_FILE = click.Path(path_type=Path)
_STOPPED = 130
_SPARE = (
    *(">drawn", ">lost", ">won", ">inflicted", ">not set", ">not solved", ">crashed", ">invalid"),
    *(">time-out", ">guesses", ">rating"),
)
"""Columns of the standings that a narrow terminal does without, the first first."""

_tournament_option = click.option(
    "--tournament", metavar="NAME", help="Which one; the latest if not given."
)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def arena() -> None:
    """Let bots race, set words for each other, and play tournaments."""


@arena.command()
@json_option
@ascii_option
def bots(as_json: bool, ascii_only: bool) -> None:
    """List the residents, and say how a bot is written."""
    from salet.arena.bots.residents import ADAPTIVE, RESIDENTS, summary
    from salet.cli.show import Screen, print_json

    listed: list[dict[str, Any]] = [
        {"bot": f"resident:{name}", "learns": name in ADAPTIVE, "summary": summary(name)}
        for name in RESIDENTS
    ]
    if as_json:
        print_json({"bots": listed})
        return
    screen = Screen(ascii_only=ascii_only)
    rows = [[one["bot"], "yes" if one["learns"] else "", one["summary"]] for one in listed]
    screen.table(["bot", "learns", "~what it does"], rows)
    screen.line("A bot is also a strategy (entropy+opener(salet)), a Python class (mybot.py:Name),")
    screen.line("a program (./mybot, 'node mybot.js'), or a server (http://localhost:8080).")


@arena.command()
@click.argument("bot")
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=5.0,
    show_default=True,
    metavar="S",
    help="Time for one move.",
)
@lexicon_options
@json_option
@ascii_option
def check(
    bot: str,
    seconds: float,
    lexicon: str | None,
    answers: str | None,
    allowed: str | None,
    as_json: bool,
    ascii_only: bool,
) -> None:
    """Try BOT: protocol, time, legality, determinism.

    BOT is a strategy, resident:NAME, a Python file (mybot.py:Class), a program, or a URL. Exit
    code 1 if it breaks a rule.
    """
    from salet.arena.bots.entrant import read_entrant
    from salet.arena.bots.player import Limits
    from salet.arena.bots.sandbox import sandbox
    from salet.arena.play.check import check_bot
    from salet.cli.show import Screen, lexicon_line, notes_on_stderr, print_json

    with notes_on_stderr():
        words = chosen_lexicon(lexicon, answers, allowed)
        entrant = read_entrant(bot)
        found = list(check_bot(entrant, words, Limits(seconds_per_move=seconds)))
    passed = all(finding.holds is not False for finding in found)
    walls = "" if entrant.house or not entrant.command else sandbox().describe()
    if as_json:
        print_json(
            {
                "lexicon": words.summary(),
                "bot": entrant.bot,
                "kind": str(entrant.kind),
                "passed": passed,
                "sandbox": walls,
                "findings": [finding.to_dict() for finding in found],
            }
        )
    else:
        screen = Screen(ascii_only=ascii_only)
        signs = {True: "ok", False: "FAILS", None: "note"}
        screen.table(
            ["", "what", "~found"],
            [[signs[finding.holds], finding.what, finding.detail] for finding in found],
        )
        screen.line(f"{entrant.name} {'is fit to play' if passed else 'breaks the rules'}")
        screen.fine_print(f"{walls}{'; ' if walls else ''}words: {lexicon_line(words)}")
    click.get_current_context().exit(0 if passed else 1)


@arena.command()
@click.argument("cup", type=_FILE)
@click.option(
    "--store",
    metavar="FILE|URL",
    help="Where to keep the games.  [default: the cup's name with .sqlite, beside it]",
)
@click.option(
    "--jobs", type=click.IntRange(min=0), default=0, metavar="N", help="Processes; 0 for all cores."
)
@click.option("--cluster", metavar="ADDRESS", help="Play on a Dask cluster: host:port.")
@json_option
@ascii_option
def run(
    cup: Path,
    store: str | None,
    jobs: int,
    cluster: str | None,
    as_json: bool,
    ascii_only: bool,
) -> None:
    """Play the tournament that CUP describes, or go on with it.

    Every game is kept as it ends. If anything stops the tournament, the same command takes it up
    again.
    """
    from salet.arena.cup.cup import Cup
    from salet.arena.cup.standings import standings_of
    from salet.arena.cup.tournament import run_cup
    from salet.arena.store.database import SQLITE_SUFFIX
    from salet.arena.store.store import Store
    from salet.cli import complain
    from salet.cli.arena_live import live_table
    from salet.cli.show import Screen, notes_on_stderr, print_json

    with notes_on_stderr():
        chosen = Cup.from_file(cup)
        where = str(cup.with_suffix(SQLITE_SUFFIX)) if store is None else store
        _say_walls(chosen)
        try:
            with Store(where, create=True) as opened, live_table(opened, chosen.name):
                tournament = run_cup(chosen, where, jobs=jobs, cluster=cluster)
                standings = standings_of(opened, tournament)
        except KeyboardInterrupt:
            complain(f"stopped; all games are kept in {where}: the same command goes on")
            click.get_current_context().exit(_STOPPED)
    if as_json:
        print_json({"lexicon": chosen.lexicon.summary(), "store": where, **standings.to_dict()})
        return
    screen = Screen(ascii_only=ascii_only)
    show_standings(standings, screen)
    screen.fine_print(f"games: {where}")


def _say_walls(cup: Cup) -> None:
    """Say what programs are kept from, before any of them is started."""
    if any(entrant.command for entrant in cup.entrants):
        from salet.arena.bots.sandbox import sandbox

        click.echo(f"note: {sandbox().describe()}", err=True)


@arena.command()
@click.argument("store")
@_tournament_option
@click.option("--pairs", is_flag=True, help="Also every two that met: difference, interval, wins.")
@json_option
@ascii_option
def standings(
    store: str, tournament: str | None, pairs: bool, as_json: bool, ascii_only: bool
) -> None:
    """Count the standings again from the games in STORE, a file or a URL."""
    from salet.arena.cup.standings import standings_of
    from salet.arena.store.store import Store
    from salet.cli.show import Screen, print_json

    with Store(store) as opened:
        chosen = opened.tournament(tournament)
        counted = standings_of(opened, chosen)
    if as_json:
        print_json({"lexicon": chosen.cup["lexicon"], "cup": chosen.cup, **counted.to_dict()})
        return
    screen = Screen(ascii_only=ascii_only)
    show_standings(counted, screen)
    if pairs:
        from salet.arena.cup.export import pairs_table

        table = pairs_table(counted)
        screen.table(table.columns, table.rows)


@arena.command()
@click.argument("store")
@click.argument("game", type=int)
@json_option
@ascii_option
def replay(store: str, game: int, as_json: bool, ascii_only: bool) -> None:
    """Show GAME of STORE turn by turn, with the other board of its round. No bot is needed."""
    from salet.arena.cup.reader import replay as read
    from salet.arena.store.store import Store
    from salet.cli.show import Screen, print_json

    with Store(store) as opened:
        found = read(opened, game)
    if as_json:
        print_json(found.to_dict())
        return
    screen = Screen(ascii_only=ascii_only)
    for one in (found.game, found.other):
        if one is None:
            continue
        record = one.record
        screen.line(f"game {one.id}: {_what_is_solved(record)}")
        for turn in record.position:
            screen.line("  ", screen.tiles(turn.guess, turn.pattern))
        screen.line(f"  {record.verdict}, cost {record.cost}")
        if record.message:
            screen.line(f"  {record.message}")
    for name, text in found.logs.items():
        screen.fine_print(f"stderr of {name} in this match ends: {text.strip()[-500:]}")


def _what_is_solved(record: GameRecord) -> str:
    if record.setter is None:
        return f"{record.solver} solves {record.answer}, drawn by the referee"
    if not record.answer:
        return f"{record.solver} against {record.setter}, without a word"
    return f"{record.solver} solves {record.answer}, set by {record.setter}"


@arena.command()
@click.argument("store")
@click.argument("files", nargs=-1, required=True, type=_FILE)
@_tournament_option
def export(store: str, files: tuple[Path, ...], tournament: str | None) -> None:
    """Write FILES: .csv every game, .json everything, .html a report that needs nothing else."""
    from salet.arena.cup.export import check_export_path
    from salet.arena.cup.export import export as write
    from salet.arena.store.store import Store

    for file in files:
        check_export_path(file)
    with Store(store) as opened:
        chosen = opened.tournament(tournament)
        for file in files:
            write(opened, chosen, file)


def show_standings(standings: Standings, screen: Any) -> None:
    """Print the table."""
    from salet.arena.cup.export import standings_table

    table = standings_table(standings)
    rows: Sequence[Sequence[str]] = table.rows
    if screen.ascii_only:
        rows = [[cell.replace("±", "+-") for cell in row] for row in rows]
    spare = [column for column in _SPARE if column in table.columns]
    shown = screen.table(table.columns, rows, spare=spare)
    left_out = [column.lstrip(">") for column in table.columns if column not in shown]
    if left_out:
        screen.fine_print(f"left out for want of room: {', '.join(left_out)}")
    state = "" if standings.finished else ", not finished"
    screen.line(
        f"{standings.tournament}: {standings.format}, {standings.schedule}; "
        f"{standings.games:,} games in {standings.matches_finished} of {standings.matches} "
        f"matches{state}"
    )
