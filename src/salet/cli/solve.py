"""``salet solve``: help with a puzzle, guess by guess."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from salet.cli.boards import solve_boards
from salet.cli.options import (
    ascii_option,
    chosen_lexicon,
    frequencies_option,
    hard_option,
    lexicon_options,
    max_guesses_option,
    prior_option,
    strategy_option,
)
from salet.errors import SaletError

if TYPE_CHECKING:
    from salet.cli.show import Screen
    from salet.coach.session import Session


@click.command()
@click.argument("position", nargs=-1)
@strategy_option
@click.option(
    "--top",
    type=click.IntRange(min=1),
    default=5,
    show_default=True,
    metavar="N",
    help="How many guesses to show.",
)
@hard_option
@max_guesses_option
@prior_option
@frequencies_option
@lexicon_options
@ascii_option
def solve(
    position: tuple[str, ...],
    strategy: str | None,
    top: int,
    hard: str,
    max_guesses: int,
    prior: str,
    frequencies: str | None,
    lexicon: str | None,
    answers: str | None,
    allowed: str | None,
    ascii_only: bool,
) -> None:
    """Help with a puzzle, guess by guess.

    Type what you played and the reply, such as raise --y-g, in any notation that suggest reads;
    the reply alone if you played the first suggestion; ? for all that can be typed; q to leave.

    For several boards, begin with a bar between two of them: salet solve "|||" for four.
    """
    text = " ".join(position)
    if "|" in text:
        words = (lexicon, answers, allowed)
        click.get_current_context().exit(
            solve_boards(text, top=top, lexicon=words, ascii_only=ascii_only)
        )
    from salet.cli.prompt import converse
    from salet.cli.show import Screen, notes_on_stderr, progress_bar
    from salet.coach.session import Session
    from salet.coach.suggest import Advisor
    from salet.games.position import Position
    from salet.games.rules import HardMode, Rules
    from salet.words.frequencies import Frequencies

    screen = Screen(ascii_only=ascii_only)
    with notes_on_stderr():
        with progress_bar("building the pattern table, once") as progress:
            advisor = Advisor.of(
                chosen_lexicon(lexicon, answers, allowed),
                Rules(max_guesses, HardMode(hard)),
                strategy,
                prior=prior,
                frequencies=None if frequencies is None else Frequencies.from_file(frequencies),
                progress=progress,
            )
        start = Position.from_text(text, advisor.lexicon.spelled)
        session = Session(advisor, start, top)
    screen.line(
        "Type what you played and the reply, such as: raise --y-g   (? for help, q to quit)"
    )
    _show(session, screen)

    def ask() -> str | None:
        if session.closed:
            return None
        wanted = session.waiting_for or f"guess {len(session.position) + 1}"
        return "n, u or q > " if session.solved else f"{wanted} > "

    def answer(line: str) -> None:
        before = session.state
        try:
            with notes_on_stderr():
                said = session.take(line)
                session.advice()  # its notes, too, go to stderr
            if said:
                screen.line(said)
        finally:
            if session.state.shown != before.shown:
                _show(session, screen)

    click.get_current_context().exit(converse(ask, answer, screen))


def _show(session: Session, screen: Screen) -> None:
    """Show the board and the advice."""
    from salet.cli.review import look_back
    from salet.cli.suggest import show_advice

    for turn in session.position:
        screen.line(screen.tiles(session.advisor.lexicon.capitals(turn.guess), turn.pattern))
    if session.solved:
        words = [turn.guess for turn in session.position]
        back = look_back(session.advisor.lexicon, session.advisor.rules, words[-1], words)
        screen.line(f"solved in {len(words)}{back}")
        return
    try:
        show_advice(session.advice(), screen, "w lists them")
    except SaletError as error:
        screen.line(f"! {error}")
