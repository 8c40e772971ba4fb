"""``salet play``: a game in the terminal."""

from __future__ import annotations

import random
import sys
from typing import TYPE_CHECKING

import click

from salet.cli.options import (
    ascii_option,
    chosen_lexicon,
    hard_option,
    json_option,
    lexicon_options,
    max_guesses_option,
)
from salet.coach.host import HOSTS
from salet.errors import InvalidError
from salet.rules import HardMode, Rules

if TYPE_CHECKING:
    from salet.cli.show import Screen
    from salet.coach.board import Board
    from salet.coach.forced import ForcedWin
    from salet.coach.suggest import Advisor
    from salet.lexicon import Lexicon

_QUIT = ("q", "quit", "exit")


@click.command()
@click.option(
    "--host",
    type=click.Choice(HOSTS),
    default=HOSTS[0],
    show_default=True,
    help="Who replies: honest has a word; adversary keeps the largest group; cruel the longest.",
)
@click.option("--answer", metavar="WORD", help="Hide this word (honest host).")
@click.option("--forced", is_flag=True, help="Show the shortest sure win against the adversary.")
@hard_option
@max_guesses_option
@lexicon_options
@json_option
@ascii_option
def play(
    host: str,
    answer: str | None,
    forced: bool,
    hard: str,
    max_guesses: int,
    lexicon: str | None,
    answers: str | None,
    allowed: str | None,
    as_json: bool,
    ascii_only: bool,
) -> None:
    """Play against a hidden word, or against a host who hides none.

    Type a word; ? for a hint, q to give up. On the keyboard [A] is in its place, (A) is in the
    word, and a letter that is not has become a dot.

    --host adversary never commits itself: it replies so that as many words as possible remain
    (ties: fewest greens, then fewest yellows). --host cruel replies so that the game takes
    longest. With --forced, no game is played: the shortest win against the adversary is found,
    proven and shown.
    """
    from salet.cli.show import Screen, notes_on_stderr, print_json, progress_bar
    from salet.coach.suggest import Advisor

    words = chosen_lexicon(lexicon, answers, allowed)
    rules = Rules(max_guesses, HardMode(hard))
    if answer is not None and host != HOSTS[0]:
        raise InvalidError(f"--answer is for the honest host; {host} hides no word")
    if forced:
        if host != "adversary":
            raise InvalidError("--forced goes with --host adversary, whose replies are known")
        win = _forced(words, rules)
        if as_json:
            print_json(win.to_dict())
        else:
            _show_forced(win, Screen(ascii_only=ascii_only))
        return
    if as_json:
        raise InvalidError("--json goes with --forced; a game is played by typing")
    with notes_on_stderr(), progress_bar("building the pattern table, once") as progress:
        advisor = Advisor.of(words, rules, progress=progress)
    board, advisor = _board(advisor, host, answer)
    status = _game(board, advisor, Screen(ascii_only=ascii_only))
    click.get_current_context().exit(status)


def _board(advisor: Advisor, host: str, answer: str | None) -> tuple[Board, Advisor]:
    """Set a board up; an answer that is not listed is counted among the listed ones."""
    from salet.coach.board import Board
    from salet.coach.host import make_host

    lexicon = advisor.lexicon
    if answer is None:
        answer = random.SystemRandom().choice(lexicon.answers)
    else:
        answer = lexicon.allowed[lexicon.guess_index(answer)]
        if answer not in lexicon.answers:
            advisor = advisor.knowing(answers=[answer])
    return Board(make_host(host, answer), advisor.setting.start()), advisor


def _game(board: Board, advisor: Advisor, screen: Screen) -> int:
    """Play until the board is over or the person leaves; return the exit code."""
    from salet.cli.prompt import converse

    lexicon, left = advisor.lexicon, False
    hard = "" if advisor.rules.hard is HardMode.OFF else f", hard mode {advisor.rules.hard}"
    screen.line(
        f"{lexicon.length} letters, {advisor.rules.max_guesses} guesses{hard}; "
        "? for a hint, q to give up"
    )

    def ask() -> str | None:
        return None if board.over or left else f"{len(board.position) + 1} > "

    def answer(line: str) -> None:
        nonlocal board, left
        text = line.strip().lower()
        if not text:
            return
        if text in _QUIT and (len(text) == 1 or len(text) != lexicon.length):
            left = True
        elif text in ("?", "hint"):
            _hint(board, advisor, screen)
        else:
            if board.host.name == "cruel" and not board.position.turns and sys.stderr.isatty():
                click.echo("the host is thinking ...", err=True)  # its first reply takes seconds
            board = board.after(line.strip())
            _show(board, screen)

    status = converse(ask, answer, screen)
    _finish(board, advisor, screen)
    return status


def _hint(board: Board, advisor: Advisor, screen: Screen) -> None:
    from salet.cli.show import counted, notes_on_stderr

    with notes_on_stderr():
        advice = advisor.advise(board.position, top=1)
    best = advice.suggestions[0]
    word = advisor.lexicon.capitals(best.guess)
    screen.line(f"{counted(len(advice.candidates), 'word')} possible; {word} {best.reason}")


def _show(board: Board, screen: Screen) -> None:
    """Draw the board and the keyboard."""
    lexicon = board.view.lexicon
    for turn in board.position:
        screen.line(screen.tiles(lexicon.capitals(turn.guess), turn.pattern))
    if not board.over:
        screen.line("")
        screen.keys(lexicon.keyboard, board.letters(), lexicon.capital)


def _finish(board: Board, advisor: Advisor, screen: Screen) -> None:
    """Say how it ended, with the text to share."""
    from salet.coach.grids import share_text

    if not board.solved:
        was = "the word was" if board.host.name == HOSTS[0] else "it could still have been"
        screen.line(f"{was} {board.view.lexicon.capitals(board.host.reveal(board.view))}")
    if not board.over:
        return
    host = "" if board.host.name == HOSTS[0] else f" {board.host.name}"
    hard = advisor.rules.hard is not HardMode.OFF
    style = "text" if screen.ascii_only else "emoji"
    title = f"salet {advisor.lexicon.name}{host}"
    screen.line("")
    cap = advisor.rules.max_guesses
    screen.line(share_text(title, board.patterns, cap, hard=hard, style=style))


def _forced(words: Lexicon, rules: Rules) -> ForcedWin:
    from salet.cli.show import notes_on_stderr, progress_bar
    from salet.coach.forced import forced_win

    with notes_on_stderr(), progress_bar("building the pattern table, once") as progress:
        return forced_win(words, rules, progress)


def _show_forced(win: ForcedWin, screen: Screen) -> None:
    from salet.cli.show import counted, lexicon_line

    screen.line(f"the adversary is beaten in {win.length}, and not sooner:")
    for turn, left in zip(win.position, win.left, strict=True):
        after = "won" if turn.pattern.solved else f"{counted(left, 'word')} left"
        tiles = screen.tiles(win.lexicon.capitals(turn.guess), turn.pattern)
        screen.line(tiles.append(f"  {after}"))
    screen.line("no win in")
    for reason in win.ruled_out:
        screen.line(f"  {reason}")
    hard = "" if win.rules.hard is HardMode.OFF else f"hard mode {win.rules.hard}; "
    screen.fine_print(f"{win.seconds:.1f} s; {hard}words: {lexicon_line(win.lexicon)}")
