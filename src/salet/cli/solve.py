"""``salet solve``: help with a puzzle, guess by guess, on one board or on several."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from salet.cli import options
from salet.cli.review import look_back
from salet.cli.screen import Screen
from salet.cli.suggest import show_advice, show_boards
from salet.cli.terminal import TABLE, converse, notes_on_stderr, working
from salet.errors import SaletError
from salet.games.game import Game

if TYPE_CHECKING:
    from salet.boards.puzzle import BoardsSession
    from salet.coach.session import Session


@click.command()
@click.argument("position", nargs=-1)
@options.advising(top=5)
@options.game
@options.ascii_only
def solve(
    position: tuple[str, ...], advising: options.Advising, game: Game, ascii_only: bool
) -> int:
    """Help with a puzzle, guess by guess.

    Type your guess and the reply, such as raise --y-g, in any notation that suggest reads; the
    reply alone if you played the first suggestion; ? for everything you can type; q to quit.

    For several boards, start with bars between them: salet solve "|||" for four.
    """
    from salet.boards.positions import Boards
    from salet.boards.puzzle import BoardsSession
    from salet.coach.session import Session

    screen, text = Screen(ascii_only=ascii_only), " ".join(position)
    several = "|" in text
    if several:
        options.refuse(options.ONE_BOARD, "does not go with several boards")
    with working(TABLE) as progress:
        advisor = advising.advisor(game, progress)
    with notes_on_stderr():
        if several:
            boards = Boards.from_text(text, advisor.game)
            puzzle = BoardsSession(advisor, boards, advising.top)
        else:
            session = Session(advisor, game.position(text), advising.top)
    return _solve_boards(puzzle, screen) if several else _solve(session, screen)


def _ask(session: Session | BoardsSession, turns: int) -> str | None:
    """Return the prompt, or None if the person has left."""
    if session.closed:
        return None
    if session.solved:
        return "n, u or q > "
    return f"{session.waiting_for or f'guess {turns + 1}'} > "


def _solve(session: Session, screen: Screen) -> int:
    """Help with one board; return the exit code."""
    example = session.advisor.game.example.split()[0].replace(":", " ")
    screen.line(f"Type your guess and the reply, such as: {example}   (? for help, q to quit)")
    _show(session, screen)

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

    return converse(lambda: _ask(session, len(session.position)), answer, screen)


def _solve_boards(session: BoardsSession, screen: Screen) -> int:
    """Help with several boards; return the exit code."""
    screen.line(session.help_text)
    show_boards(session.advice(), screen)

    def answer(line: str) -> None:
        before = session.state
        with notes_on_stderr():
            said = session.take(line)
            advice = session.advice()
        if said:
            screen.line(said)
        if session.state is not before and not session.waiting_for:
            show_boards(advice, screen)

    return converse(lambda: _ask(session, session.boards.turns), answer, screen)


def _show(session: Session, screen: Screen) -> None:
    """Show the board and the advice."""
    game = session.advisor.game
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
