"""``salet solve``: help with a puzzle, guess by guess, on one board or on several."""

from __future__ import annotations

from dataclasses import dataclass

import click

from salet import boards
from salet.cli import options
from salet.cli.review import look_back
from salet.cli.screen import Screen
from salet.cli.suggest import show_advice
from salet.cli.terminal import TABLE, converse, notes_on_stderr, working
from salet.errors import SaletError
from salet.games.game import Game


@dataclass(frozen=True)
class Solving(options.Advising):
    """As for `salet suggest`, with a shorter list: it is shown after every guess."""

    top: int = options.by("solve.top")


@click.command()
@click.argument("position", nargs=-1)
@options.bundle("advising", Solving)
@options.game_today
@options.option("ascii")
def solve(
    position: tuple[str, ...], advising: options.Advising, game: Game, ascii_only: bool
) -> int:
    """Help with a puzzle, guess by guess.

    Type your guess and the reply, such as raise --y-g, in any notation that suggest reads; the
    reply alone if you played the first suggestion; ? for everything you can type; q to quit.

    For several boards, start with bars between them: salet solve "|||" for four.
    """
    screen, text = Screen(ascii_only=ascii_only), " ".join(position)
    if "|" in text:
        options.refuse(options.ONE_BOARD, "does not go with several boards")
    with working(TABLE) as progress:
        advisor = advising.advisor(game, progress)
    with notes_on_stderr():
        session = boards.Session(advisor, boards.Boards.from_text(text, game), advising.top)
    screen.line(_greeting(session))
    _show(session, screen)

    def answer(line: str) -> None:
        before = session.state.shown
        try:
            with notes_on_stderr():
                said = session.take(line)
                session.advice()  # its notes, too, go to stderr
            if said:
                screen.line(said)
        finally:
            if session.state.shown != before:
                _show(session, screen)

    return converse(lambda: _ask(session), answer, screen)


def _greeting(session: boards.Session) -> str:
    if session.several:
        return session.help_text
    example = session.advisor.game.example.split()[0].replace(":", " ")
    return f"Type your guess and the reply, such as: {example}   (? for help, q to quit)"


def _ask(session: boards.Session) -> str | None:
    """Return the prompt, or None if the person has left."""
    if session.closed:
        return None
    if session.solved:
        return "n, u or q > "
    return f"{session.waiting_for or f'guess {session.boards.turns + 1}'} > "


def _show(session: boards.Session, screen: Screen) -> None:
    """Show the board and the advice."""
    game = session.advisor.game
    if not session.several:
        screen.turns(session.position, game.lexicon)
        if session.solved:
            words = [turn.guess for turn in session.position]
            back = look_back(game, session.advisor.rules, words[-1], words)
            screen.line(f"solved in {len(words)}{back}")
            return
    try:
        show_advice(session.advice(), screen, "w lists them")
    except SaletError as error:
        screen.line(f"! {error}")
