"""``salet today [POSITION]``: today's puzzle, with the newest list and what its history tells."""

from __future__ import annotations

from datetime import date

import click

from salet.cli import options
from salet.cli.suggest import show_advice
from salet.cli.terminal import TABLE, working
from salet.errors import counted
from salet.games.rules import Rules


@click.command()
@click.argument("position", nargs=-1)
@options.option("hard")
@options.option("top")
@options.output
def today(position: tuple[str, ...], hard: str, top: int, output: options.Output) -> None:
    """Rank the next guesses for today's puzzle.

    POSITION lists the guesses so far with their replies, as for salet suggest. The words are those
    of the newest list. With a history (see salet history) every allowed word may be the answer,
    and past answers say how likely each is; without one, all listed answers are alike.
    """
    from salet.coach.suggest import Advisor
    from salet.games.registry import make_game
    from salet.runs.backtest import HISTORY_PRIOR
    from salet.words.history import DEFAULT_HISTORY, History, kept_at
    from salet.words.lexicon import TODAY_LEXICON
    from salet.words.shelf import bundled_lexicons

    listed = f"the {TODAY_LEXICON} list of {bundled_lexicons()[TODAY_LEXICON]['date']}"
    if kept_at(DEFAULT_HISTORY).is_file():
        past = History.load().before(date.today())
        name, prior = f"{TODAY_LEXICON}-all", HISTORY_PRIOR
        assumed = f"{listed}, weighed by {counted(len(past.days), 'past answer')}"
        assumed += f" up to {past.days[-1][0]}" if past.days else ""
    else:
        name, prior = TODAY_LEXICON, "uniform"
        assumed = f"{listed}, all answers alike; salet history update would weigh them"
    game = make_game(name)
    with working(TABLE) as progress:
        advisor = Advisor.of(game, Rules(hard=hard), None, prior=prior, progress=progress)
        advice = advisor.advise(game.position(" ".join(position)), top)
    screen = output.screen()
    if not output.as_json:
        screen.turns(advice.position, advice.lexicon)
    output.emit(advice, show_advice)
    if not output.as_json:
        screen.fine_print(f"assumed: {assumed}")
