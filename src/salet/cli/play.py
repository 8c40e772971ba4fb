"""``salet play``: a game in the terminal."""

from __future__ import annotations

import random
import sys
from typing import TYPE_CHECKING, Protocol

import click

from salet.cli.boards import boards_option, given, refuse_options
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
from salet.games.rules import HardMode, Rules

if TYPE_CHECKING:
    from salet.cli.show import Screen
    from salet.coach.forced import ForcedWin
    from salet.coach.host import Board
    from salet.coach.suggest import Advisor
    from salet.words.lexicon import Lexicon

_QUIT = ("q", "quit", "exit")


@click.command()
@click.option(
    "--host",
    type=click.Choice(HOSTS),
    default=HOSTS[0],
    show_default=True,
    help="Who replies: honest has a word; adversary keeps the largest group; cruel the longest.",
)
@boards_option("Play N boards at once, 2 to 32; every guess is for all of them.")
@click.option(
    "--answer",
    "hidden",
    metavar="WORD",
    multiple=True,
    help="Hide this word (honest host); with --boards once for each.",
)
@click.option("--forced", is_flag=True, help="Show the shortest sure win against the adversary.")
@hard_option
@max_guesses_option
@lexicon_options
@json_option
@ascii_option
def play(
    host: str,
    boards: int | None,
    hidden: tuple[str, ...],
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

    --boards N hides N different words and allows N + 5 guesses. Type a board's number to see it
    with its keyboard. The host is honest there, and there is no hard mode.
    """
    from salet.cli.show import Screen, notes_on_stderr, print_json, progress_bar
    from salet.coach.suggest import Advisor

    words = chosen_lexicon(lexicon, answers, allowed)
    if boards is not None:
        max_guesses = _check_boards(boards, host, hidden, max_guesses)
    elif len(hidden) > 1:
        raise InvalidError(f"{len(hidden)} words are for {len(hidden)} boards: add --boards")
    rules = Rules(max_guesses, HardMode(hard))
    if hidden and host != HOSTS[0]:
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
    screen = Screen(ascii_only=ascii_only)
    if boards is None:
        game = _one_board(advisor, host, hidden, screen)
    else:
        game = _several(advisor, boards, hidden, screen)
    click.get_current_context().exit(_play(game, words.length, screen))


def _check_boards(boards: int, host: str, hidden: tuple[str, ...], max_guesses: int) -> int:
    """Refuse what several boards do not offer; return how many guesses they allow."""
    from salet.boards.positions import allowed_guesses

    if host != HOSTS[0]:
        # It goes by what was said on a board, and on all boards the same was said.
        raise InvalidError(f"--host {host} plays one board; on several all would reply alike")
    refuse_options(("forced", "hard"), "does not go with --boards")
    if hidden and len(hidden) != boards:
        raise InvalidError(
            f"give --answer once for each of the {boards} boards; it is given {len(hidden)} times"
        )
    return max_guesses if given("max_guesses") else allowed_guesses(boards)


class Game(Protocol):
    """What a person plays, one board or several."""

    @property
    def over(self) -> bool:
        """Whether no further guess is allowed."""

    @property
    def turns(self) -> int:
        """The number of guesses so far."""

    @property
    def welcome(self) -> str:
        """What to say first."""

    def take(self, text: str) -> None:
        """Play a word, and show what came of it."""

    def hint(self) -> None:
        """Say what the coach would guess."""

    def finish(self) -> None:
        """Say how it ended, with the text to share."""


def _knowing(advisor: Advisor, answers: tuple[str, ...]) -> tuple[list[str], Advisor]:
    """Read the words to hide; those that are no listed answers are counted among them."""
    lexicon = advisor.lexicon
    words = [lexicon.allowed[lexicon.guess_index(word)] for word in answers]
    unlisted = [word for word in words if word not in lexicon.answers]
    return words, advisor.knowing(answers=unlisted) if unlisted else advisor


def _one_board(advisor: Advisor, host: str, answers: tuple[str, ...], screen: Screen) -> Game:
    from salet.coach.host import Board, make_host

    words, advisor = _knowing(advisor, answers)
    answer = words[0] if words else random.SystemRandom().choice(advisor.lexicon.answers)
    return BoardGame(Board(make_host(host, answer), advisor.setting.start()), advisor, screen)


def _several(advisor: Advisor, boards: int, answers: tuple[str, ...], screen: Screen) -> Game:
    from salet.boards.puzzle import SeveralBoards, draw_different
    from salet.cli.play_boards import BoardsGame

    words, advisor = _knowing(advisor, answers)
    hidden = words or draw_different(advisor.lexicon, boards)
    return BoardsGame(SeveralBoards.hiding(hidden, advisor.setting), advisor, screen)


def _play(game: Game, length: int, screen: Screen) -> int:
    """Play until the game is over or the person leaves; return the exit code."""
    from salet.cli.prompt import converse

    left = False
    screen.line(game.welcome)

    def ask() -> str | None:
        return None if game.over or left else f"{game.turns + 1} > "

    def answer(line: str) -> None:
        nonlocal left
        text = line.strip().lower()
        if not text:
            return
        if text in _QUIT and (len(text) == 1 or len(text) != length):
            left = True
        elif text in ("?", "hint"):
            game.hint()
        else:
            game.take(line.strip())

    status = converse(ask, answer, screen)
    game.finish()
    return status


class BoardGame:
    """A game of one board on a screen."""

    def __init__(self, board: Board, advisor: Advisor, screen: Screen) -> None:
        self.board = board
        self.advisor = advisor
        self.screen = screen

    @property
    def over(self) -> bool:
        """Whether no further guess is allowed."""
        return self.board.over

    @property
    def turns(self) -> int:
        """The number of guesses so far."""
        return len(self.board.position)

    @property
    def welcome(self) -> str:
        """What to say first."""
        from salet.cli.show import counted

        rules = self.advisor.rules
        hard = "" if rules.hard is HardMode.OFF else f", hard mode {rules.hard}"
        return (
            f"{counted(self.advisor.lexicon.length, 'letter')}, "
            f"{counted(rules.max_guesses, 'guess')}{hard}; "
            "? for a hint, q to give up"
        )

    def take(self, text: str) -> None:
        """Play a word and draw the board and the keyboard."""
        if self.board.host.name == "cruel" and self.turns == 0 and sys.stderr.isatty():
            click.echo("the host is thinking ...", err=True)  # its first reply takes seconds
        self.board = self.board.after(text)
        lexicon = self.advisor.lexicon
        for turn in self.board.position:
            self.screen.line(self.screen.tiles(lexicon.capitals(turn.guess), turn.pattern))
        if not self.over:
            self.screen.line("")
            self.screen.keys(lexicon.keyboard, self.board.letters(), lexicon.capital)

    def hint(self) -> None:
        """Say what the coach would guess."""
        from salet.cli.show import counted, notes_on_stderr

        with notes_on_stderr():
            advice = self.advisor.advise(self.board.position, top=1)
        best, count = advice.suggestions[0], counted(len(advice.candidates), "word")
        self.screen.line(
            f"{count} possible; {self.advisor.lexicon.capitals(best.guess)} {best.reason}"
        )

    def finish(self) -> None:
        """Say how it ended, with the text to share."""
        from salet.cli.review import look_back
        from salet.coach.grids import share_text

        board, screen, rules = self.board, self.screen, self.advisor.rules
        if not board.solved:
            was = "the word was" if board.host.name == HOSTS[0] else "it could still have been"
            screen.line(f"{was} {board.view.lexicon.capitals(board.host.reveal(board.view))}")
        if not board.over:
            return
        host = "" if board.host.name == HOSTS[0] else f" {board.host.name}"
        hard = rules.hard is not HardMode.OFF
        style = "text" if screen.ascii_only else "emoji"
        title = f"salet {self.advisor.lexicon.name}{host}"
        screen.line("")
        screen.line(share_text(title, board.replies, rules.max_guesses, hard=hard, style=style))
        guesses = [turn.guess for turn in board.position]
        answer = board.host.reveal(board.view)
        back = look_back(self.advisor.lexicon, rules, answer, guesses).removeprefix("; ")
        if back:
            screen.line("")
            screen.line(back)


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
