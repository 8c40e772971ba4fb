"""How many guesses each bot gave away per game, found from the records of its games."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace

from salet.arena.cup.standings import Standings
from salet.arena.store.store import Store, StoredGame, Tournament
from salet.coach.regret import Judge, Regret, mean_regret
from salet.errors import InvalidError
from salet.games.game import Game
from salet.games.registry import make_game
from salet.games.rules import Rules
from salet.table import open_table
from salet.view import Setting

REGRET_GAMES = 100
"""The number of games of each bot that `with_regret` looks at."""


def with_regret(
    standings: Standings,
    store: Store,
    tournament: Tournament,
    progress: Callable[[int, int], None] | None = None,
) -> Standings:
    """Return standings that tell how many guesses each bot gave away per game.

    These are found by search, which takes a while; so only the first games of each bot count, and
    of them those that no fault ended.
    """
    judge = Judge(Setting(open_table(_game_of(tournament)), _rules_of(tournament)))
    games: dict[str, list[StoredGame]] = defaultdict(list)
    for game in store.all_games(tournament):
        record = game.record
        whole = not record.verdict.is_fault and record.setter_verdict is None
        if whole and len(games[record.solver]) < REGRET_GAMES:
            games[record.solver].append(game)
    every = [(name, one) for name, some in games.items() for one in some]
    found: dict[str, list[Regret]] = defaultdict(list)
    for number, (name, game) in enumerate(every, 1):
        found[name].append(judge.game(_turns(judge.setting.game, game)))
        if progress is not None:
            progress(number, len(every))
    rows = [replace(row, regret=mean_regret(found[row.name])) for row in standings.rows]
    return replace(standings, rows=tuple(rows))


def _game_of(tournament: Tournament) -> Game:
    """Make the game again that a tournament was played with."""
    summary = tournament.cup["lexicon"]
    try:
        game = make_game(summary["name"])
    except InvalidError:
        game = None
    if game is None or game.summary() != summary:
        raise InvalidError(
            f"regret needs the words of {tournament.name}, but there is no game "
            f"{summary['name']} with the id {summary['id']} here"
        )
    return game


def _rules_of(tournament: Tournament) -> Rules:
    return Rules(tournament.cup["max_guesses"], tournament.cup["hard"])


def _turns(game: Game, played: StoredGame) -> list[tuple[int, int]]:
    """Return the guesses of a game with its replies, both as numbers."""
    index, read = game.lexicon.guess_index, game.replies.read
    return [(int(index(guess)), read(reply).code) for guess, reply in played.record.played]
