"""``salet today [POSITION]``: today's puzzle, with the newest list and what its history tells."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import click

from salet.cli import options
from salet.cli.screen import Screen, hard_mode
from salet.cli.suggest import show_advice
from salet.cli.terminal import TABLE, note, notes_on_stderr, print_json, working
from salet.errors import InvalidError, counted
from salet.games.game import Game
from salet.games.registry import make_game
from salet.games.rules import OFF, Rules
from salet.storage import data_folder, write_whole
from salet.words.history import DEFAULT_HISTORY, todays_puzzle

_OLD = 7
"""A history that lacks more days than this is worth an update."""


@click.command()
@click.argument("position", nargs=-1)
@options.option("days.lexicon")
@options.option("days.history")
@options.option("today.hard")
@options.option("top")
@options.output
def today(
    position: tuple[str, ...],
    lexicon: str,
    history: str,
    hard: str | None,
    top: int,
    output: options.Output,
) -> None:
    """Rank the next guesses for today's puzzle.

    POSITION lists the guesses so far with their replies, as for salet suggest. The words are those
    of the newest list. With a history (see salet history) every allowed word may be the answer,
    and past answers say how likely each is; without one, all listed answers are alike. The hard
    mode is remembered for the next time.

    For the daily puzzle of another language, keep its past answers under a name, and say which
    words it is played with: salet today --history german --lexicon de5.
    """
    from salet.coach.suggest import Advisor

    assumed = todays_puzzle(lexicon, history)
    del assumed["lexicon"]
    with notes_on_stderr():  # the list may be built now
        game = make_game(lexicon)
    if assumed["history_days"]:
        game = game.with_lexicon(game.lexicon.with_all_as_answers())
    rules = Rules(hard=_remembered(hard, game))
    with working(TABLE) as progress:
        advisor = Advisor.of(game, rules, prior=assumed["prior"], progress=progress)
        advice = advisor.advise(game.position(" ".join(position)), top)
    if output.as_json:
        print_json(advice.to_dict() | assumed)
        return
    screen = output.screen()
    screen.turns(advice.position, advice.lexicon)
    show_advice(advice, screen)
    _show_assumed(assumed, history, rules, screen)


def _show_assumed(assumed: dict[str, Any], history: str, rules: Rules, screen: Screen) -> None:
    missing, other = 0, history != DEFAULT_HISTORY
    if assumed["history_to"] is None:
        weighed = "all answers alike; salet history update would weigh them"
    else:
        days = counted(assumed["history_days"], "past answer")
        named = f" of {history}" if other else ""
        weighed = f"weighed by {days}{named} up to {assumed['history_to']}"
        missing = (date.today() - date.fromisoformat(assumed["history_to"])).days - 1
    listed = f" of {assumed['list_date']}" if assumed["list_date"] else ""
    screen.fine_print(
        f"assumed: the {assumed['list']} list{listed}, {weighed}, "
        f"{hard_mode(rules, 'hard mode {}') or 'no hard mode'}"
    )
    if missing > _OLD:
        get = f"import FILE --name {history} adds" if other else "update gets"
        screen.fine_print(f"{missing:,} days are missing since then; salet history {get} them")


def _hard_file() -> Path:
    return data_folder() / "today-hard-mode"


def _remembered(hard: str | None, game: Game) -> str:
    """Return the hard mode that is given, and remember it; or else the one of last time."""
    file = _hard_file()
    if hard is None:
        try:
            return options.mode_of(game, file.read_text(encoding="utf-8").strip())
        except (OSError, UnicodeDecodeError, click.BadParameter):  # none, or none that can be read
            return OFF
    mode = options.mode_of(game, hard)
    try:
        file.unlink(missing_ok=True) if mode == OFF else write_whole(file, f"{mode}\n".encode())
    except (OSError, InvalidError) as error:
        note(f"the hard mode is not remembered: {error}")
    return mode
