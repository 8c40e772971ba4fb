"""``salet arena``: bots, duels, tournaments."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console, RenderableType
from rich.live import Live
from rich.table import Table

from salet.cli import complain, options
from salet.cli.dispatch import NamedGroup
from salet.cli.screen import Screen, game_line
from salet.cli.terminal import INTERRUPTED, note, notes_on_stderr, working, writing
from salet.errors import InvalidError, SaletError
from salet.games.game import Game

if TYPE_CHECKING:  # these load the database
    from salet.arena.cup.cup import Cup
    from salet.arena.cup.standings import Standings
    from salet.arena.store.store import Store, Tournament

_FILE = click.Path(path_type=Path)
_SPARE = (
    *(
        ">drawn",
        ">lost",
        ">won",
        ">opponents' mean",
        ">not set",
        ">not solved",
        ">crashed",
        ">invalid",
    ),
    *(">time-out", ">guesses", ">rating"),
)
"""Columns of the standings that a narrow terminal drops, the first first."""
_LOG_SHOWN = 500
"""The number of characters of a bot's stderr that `replay` shows at most."""
_LIVE_COLUMNS = ("bot", ">points", ">margin", ">guesses", ">opponents' mean", ">rating")


@click.group(cls=NamedGroup)
def arena() -> None:
    """Let bots play duels, races and tournaments."""


@arena.command()
@options.output
def bots(output: options.Output) -> None:
    """List the bots that come with salet."""
    from salet.arena.bots.residents import ADAPTIVE, RESIDENTS, summary

    listed = [
        {"bot": f"resident:{name}", "learns": name in ADAPTIVE, "summary": summary(name)}
        for name in RESIDENTS
    ]
    output.emit({"bots": listed}, _show_bots)


def _show_bots(told: dict[str, Any], screen: Screen) -> None:
    rows = [[one["bot"], "yes" if one["learns"] else "", one["summary"]] for one in told["bots"]]
    screen.table(["bot", "learns", "~what it does"], rows)
    screen.line("A bot is also a strategy (entropy+opener(salet)), a Python class (mybot.py:Name),")
    screen.line("a program (./mybot, 'node mybot.js'), a server (http://localhost:8080), or a chat")
    screen.line("model (openai:MODEL@https://host/v1).")


@arena.command()
@click.argument("bot")
@options.option("arena.seconds")
@options.game
@options.output
def check(bot: str, seconds: float, game: Game, output: options.Output) -> int:
    """Test BOT: protocol, time, legal guesses, determinism.

    BOT is a strategy, resident:NAME, a Python file (mybot.py:Class), a program, a URL, or a chat
    model (openai:MODEL@URL). The exit code is 1 if it fails.
    """
    from salet.arena.bots.entrant import read_entrant
    from salet.arena.bots.player import Limits
    from salet.arena.bots.sandbox import sandbox
    from salet.arena.play.check import check_bot

    with notes_on_stderr():
        entrant = read_entrant(bot)
        found = list(check_bot(entrant, game, Limits(seconds_per_move=seconds)))
    passed = all(finding.holds is not False for finding in found)
    kept = "" if entrant.house or not entrant.command else sandbox().describe()
    told = {
        "lexicon": game.summary(),
        "bot": entrant.bot,
        "kind": str(entrant.kind),
        "passed": passed,
        "sandbox": kept,
        "findings": [finding.to_dict() for finding in found],
    }

    def show(_: Any, screen: Screen) -> None:
        signs = {True: "ok", False: "FAILS", None: "note"}
        rows = [[signs[finding.holds], finding.what, finding.detail] for finding in found]
        screen.table(["", "what", "~found"], rows)
        screen.line(f"{entrant.name} {'passes' if passed else 'fails'} the check")
        screen.fine_print(f"{kept}{'; ' if kept else ''}{game_line(game)}")

    output.emit(told, show)
    return 0 if passed else 1


@arena.command()
@click.argument("cup", type=_FILE)
@options.option("arena.store")
@options.option("arena.require-sandbox")
@options.jobs
@options.cluster
@options.output
def run(
    cup: Path,
    store: str | None,
    require_sandbox: bool,
    jobs: int,
    cluster: str | None,
    output: options.Output,
) -> int:
    """Play the tournament that CUP describes, or resume it.

    Every game is stored when it ends. If the tournament is stopped, the same command resumes it.
    """
    from salet.arena.cup.cup import Cup
    from salet.arena.cup.standings import standings_of
    from salet.arena.cup.tournament import run_cup
    from salet.arena.store.database import SQLITE_SUFFIX, shown_place
    from salet.arena.store.store import Store

    with notes_on_stderr():
        chosen = Cup.from_file(cup)
        where = str(cup.with_suffix(SQLITE_SUFFIX)) if store is None else store
        place = shown_place(where)
        _check_sandbox(chosen, require=require_sandbox)
        try:
            with _live_table(where, chosen.name):
                tournament = run_cup(chosen, where, jobs=jobs, cluster=cluster)
        except KeyboardInterrupt:
            complain(
                f"stopped; the games are kept in {place}; run the same command again to resume"
            )
            return INTERRUPTED
    with Store(where) as opened:
        standings = standings_of(opened, tournament)

    def show(_: Any, screen: Screen) -> None:
        _show_standings(standings, screen)
        secret = tournament.cup["secret"]
        repeat = (
            f'; to repeat this tournament, put secret = "{secret}" in the cup file'
            if secret
            else ""
        )
        screen.fine_print(f"games: {place}{repeat}")

    output.emit({"lexicon": chosen.game.summary(), "store": place, **standings.to_dict()}, show)
    return 0


def _check_sandbox(cup: Cup, *, require: bool) -> None:
    """Say what the sandbox keeps programs from, before any of them is started."""
    if any(entrant.command for entrant in cup.entrants):
        from salet.arena.bots.sandbox import sandbox

        box = sandbox()
        note(box.describe())
        if require and not box.own_root:
            raise InvalidError(
                "this system cannot keep programs from your files (--require-sandbox); "
                "on Linux, install bubblewrap or allow user namespaces"
            )


@contextmanager
def _live_table(where: str, name: str) -> Iterator[None]:
    """Draw the standings on stderr every second until the block ends, if that is a terminal."""
    if not sys.stderr.isatty():
        yield
        return
    with Live(
        get_renderable=lambda: _standings_now(where, name),
        console=Console(stderr=True),
        refresh_per_second=1,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    ):
        yield


def _standings_now(where: str, name: str) -> RenderableType:
    from salet.arena.cup.export import standings_table
    from salet.arena.cup.standings import standings_of
    from salet.arena.store.store import Store

    try:
        with Store(where) as store:
            now = standings_of(store, store.tournament(name))
    except SaletError:
        return "starting"
    table = Table(
        box=None,
        title=f"{name}: {now.games:,} games, {now.matches_finished} of {now.matches} matches",
        title_justify="left",
    )
    for column in _LIVE_COLUMNS:
        table.add_column(column.lstrip(">"), justify="right" if column[0] == ">" else "left")
    for row in standings_table(now, _LIVE_COLUMNS).rows:
        table.add_row(*row)
    return table


@arena.command()
@click.argument("store")
@options.option("arena.tournament")
@options.option("arena.pairs")
@options.option("arena.regret")
@options.output
def standings(
    store: str, tournament: str | None, pairs: bool, regret: bool, output: options.Output
) -> None:
    """Show the standings, computed from the games in STORE (a file or a URL).

    With --regret, it also shows the guesses given away per game against best play, for the first
    100 games of each bot that no fault ended; ~ marks an estimate.
    """
    from salet.arena.store.store import Store

    with Store(store) as opened:
        chosen, counted = _counted(opened, tournament, regret=regret)

    def show(_: Any, screen: Screen) -> None:
        _show_standings(counted, screen)
        if pairs:
            _show_pairs(counted, screen)

    told = {"lexicon": chosen.cup["lexicon"], "cup": chosen.cup, **counted.to_dict()}
    output.emit(told, show)


def _counted(store: Store, name: str | None, *, regret: bool) -> tuple[Tournament, Standings]:
    """Count the standings of a tournament, with the guesses given away if they are wanted."""
    from salet.arena.cup.reader import with_regret
    from salet.arena.cup.standings import standings_of

    with working("regret") as progress:
        tournament = store.tournament(name)
        counted = standings_of(store, tournament)
        if regret:
            counted = with_regret(counted, store, tournament, progress)
    return tournament, counted


@arena.command()
@click.argument("store")
@click.argument("number", metavar="GAME", type=int)
@options.output
def replay(store: str, number: int, output: options.Output) -> None:
    """Show GAME of STORE turn by turn.

    In a duel, it also shows the other board of the round. It does not need the bots.
    """
    from salet.arena.cup.reader import replay as read
    from salet.arena.store.store import Store

    with Store(store) as opened:
        found = read(opened, number)
    output.emit(found, _show_replay)


def _show_replay(found: dict[str, Any], screen: Screen) -> None:
    from salet.arena.bots.record import visible
    from salet.tree.model import game_of

    words, replies = found["lexicon"], None
    with suppress(InvalidError):  # a game in a person's own file: its replies are shown as they are
        replies = game_of(words["name"], words["rule"], "?" * words["length"]).replies
    for game in filter(None, (found["game"], found["other"])):
        screen.line(f"game {game['id']}: {_what_is_solved(game)}")
        for turn in game["turns"]:
            guess, reply = turn["guess"], turn["pattern"]
            plain = f"{guess}  {reply}"
            screen.line("  ", screen.turn(guess, replies.read(reply)) if replies else plain)
        screen.line(f"  {game['verdict']}, cost {game['cost']}")
        if game["message"]:
            screen.line(f"  {game['message']}")
    for name, text in found["logs"].items():
        end = visible(_last_lines(text.strip()))
        screen.fine_print(f"the stderr of {name} in this match ends with: {end}")


def _last_lines(text: str) -> str:
    r"""Return the end of a text, from the start of a line if that is possible.

    >>> _last_lines("x" * 490 + " cut\nboo\nboo boo")
    'boo\nboo boo'
    """
    if len(text) <= _LOG_SHOWN:
        return text
    end = text[-_LOG_SHOWN - 1 :]
    return end.partition("\n")[2] or end[1:]


def _what_is_solved(game: dict[str, Any]) -> str:
    solver, setter, answer = game["solver"], game["setter"], game["answer"]
    if setter is None:
        return f"{solver} solves {answer}, drawn by the referee"
    if not answer:
        return f"{solver} against {setter}, without a word"
    return f"{solver} solves {answer}, set by {setter}"


@arena.command()
@click.argument("store")
@click.argument("files", nargs=-1, required=True, type=_FILE)
@options.option("arena.tournament")
@options.option("arena.regret")
def export(store: str, files: tuple[Path, ...], tournament: str | None, regret: bool) -> None:
    """Export a tournament of STORE to FILES.

    A .csv file gets every game, a .json file everything, and a .html file a report in one file.
    """
    from salet.arena.cup.export import check_export_path
    from salet.arena.cup.export import export as write
    from salet.arena.store.store import Store

    for file in files:
        check_export_path(file)
    with Store(store) as opened:
        chosen, counted = _counted(opened, tournament, regret=regret)
        for file in files:
            with writing(file):
                write(opened, chosen, file, counted)


def _show_standings(standings: Standings, screen: Screen) -> None:
    from salet.arena.cup.export import standings_table

    table = standings_table(standings)
    rows: Sequence[Sequence[str]] = table.rows
    if screen.ascii_only:
        rows = [[cell.replace("±", "+-") for cell in row] for row in rows]
    spare = [column for column in _SPARE if column in table.columns]
    shown = screen.table(table.columns, rows, spare=spare)
    left_out = [column.lstrip(">") for column in table.columns if column not in shown]
    if left_out:
        screen.fine_print(f"left out for lack of room: {', '.join(left_out)}")
    inflicted = "; opponents' mean: what opponents paid per word set"
    screen.fine_print(
        "margin: guesses paid minus guesses that the opponents paid, per round, less is better"
        + inflicted * (">opponents' mean" in shown)
    )
    state = "" if standings.finished else ", not finished"
    screen.line(
        f"{standings.tournament}: {standings.format}, {standings.schedule}; "
        f"{standings.games:,} games in {standings.matches_finished} of {standings.matches} "
        f"matches{state}"
    )


def _show_pairs(standings: Standings, screen: Screen) -> None:
    rows = [
        [
            one,
            other,
            f"{seen.mean:+.3f}",
            f"{seen.low:+.3f} to {seen.high:+.3f}",
            f"{seen.won:.0%}",
            str(seen.rounds),
        ]
        for one, other in combinations([row.name for row in standings.rows], 2)
        if (seen := standings.difference(one, other)) is not None
    ]
    screen.table(["bot", "against", ">difference", ">95% interval", ">won", ">rounds"], rows)
