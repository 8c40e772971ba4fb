"""``salet play``: a game in the terminal, of one board or of several."""

from __future__ import annotations

import sys
from dataclasses import dataclass

import click
from rich.table import Table
from rich.text import Text

from salet import boards as several
from salet import coach
from salet.cli import options
from salet.cli.review import look_back
from salet.cli.screen import Screen, game_line, hard_mode, key_of, named
from salet.cli.terminal import TABLE, converse, notes_on_stderr, working
from salet.errors import InvalidError, counted
from salet.games.colours import Colour, colours_of
from salet.games.game import Game
from salet.games.hard import Clues
from salet.games.rules import Rules

_QUIT = ("q", "quit", "exit")
_MOST_SIDE_BY_SIDE = 4
_GAP = 3


@dataclass(frozen=True)
class _Output(options.Output):
    as_json: bool = options.by("play.json")


@click.command()
@options.option("host")
@options.option("boards")
@options.option("answer")
@options.option("forced")
@options.rules
@options.game_today
@options.bundle("output", _Output)
def play(
    host: str,
    boards: int | None,
    hidden: tuple[str, ...],
    forced: bool,
    choice: options.RulesChoice,
    game: Game,
    output: options.Output,
) -> int:
    """Play a game in the terminal.

    Type a word, ? for a hint, or q to give up. On the keyboard, [A] is in its place, (A) is in the
    word, and a dot replaces a letter that is not in it.

    --host adversary hides no word: it replies so that as many words as possible remain (ties:
    fewest greens, then fewest yellows). --host cruel replies so that the game takes longest.
    --forced plays no game: it finds the shortest win against the adversary, proves it and shows it.

    --boards N hides N different words and allows N + 5 guesses. Type a board's number to see it
    with its keyboard. Several boards have an honest host and no hard mode.
    """
    rules = choice.of(game)
    if forced and not options.given("host"):
        host = "adversary"
    if boards is not None:
        options.refuse(["forced", "hard"], "does not go with --boards")
        rules = _boards_rules(boards, host, hidden, rules)
    elif len(hidden) > 1:
        raise InvalidError(f"{len(hidden)} answers need {len(hidden)} boards: add --boards")
    if hidden and host != "honest":
        raise InvalidError(f"--answer is for the honest host; {host} hides no word")
    if forced:
        if host != "adversary":
            raise InvalidError(
                "--forced needs --host adversary; the other hosts do not reply by a fixed rule"
            )
        with working(TABLE) as progress:
            win = coach.forced_win(game, rules, progress)
        output.emit(win, _show_forced)
        return 0
    if output.as_json:
        raise InvalidError("--json goes with --forced; a game is played by typing")
    with working(TABLE) as progress:
        advisor = coach.Advisor.of(game, rules, progress=progress)
    started = _start(advisor, host, boards or 1, hidden, output.screen())
    started.screen.line(started.welcome)
    started.screen.fine_print(game_line(started.game))
    status = converse(started.ask, started.answer, started.screen)
    started.finish()
    return status


def _boards_rules(boards: int, host: str, hidden: tuple[str, ...], rules: Rules) -> Rules:
    """Refuse what several boards do not offer; return their rules."""
    if host != "honest":
        # The adversary goes by the replies on a board, and they would be the same on all boards.
        raise InvalidError(f"--host {host} plays one board; several would all reply alike")
    if hidden and len(hidden) != boards:
        raise InvalidError(
            f"give --answer once for each of the {boards} boards; you gave "
            f"{counted(len(hidden), 'answer')}"
        )
    if len({word.lower() for word in hidden}) < len(hidden):
        raise InvalidError("the boards hide different words; name each --answer once")
    return rules if options.given("max_guesses") else Rules(several.allowed_guesses(boards))


def _start(
    advisor: coach.Advisor, host: str, boards: int, answers: tuple[str, ...], screen: Screen
) -> _Play:
    """Hide the answers; those that are not listed are added to the list."""
    lexicon = advisor.lexicon
    words = [lexicon.allowed[lexicon.guess_index(word)] for word in answers]
    hidden = words or several.draw_different(lexicon, boards)
    advisor = advisor.knowing(answers=words)
    start = advisor.setting.start()
    played = tuple(coach.Board(coach.make_host(host, answer), start) for answer in hidden)
    return _Play(several.SeveralBoards(played), host, advisor, screen)


@dataclass
class _Play:
    """A game of one board or of several, as it stands."""

    boards: several.SeveralBoards
    host: str
    advisor: coach.Advisor
    screen: Screen
    left: bool = False

    def __post_init__(self) -> None:
        self.game = self.advisor.game
        self.coloured = self.game.coloured
        self.one = len(self.boards) == 1

    @property
    def welcome(self) -> str:
        letters = counted(self.game.lexicon.length, "letter")
        hidden = letters if self.game.is_wordle else self.game.name
        guesses = counted(self.boards.max_guesses, "guess")
        if not self.one:
            return (
                f"{len(self.boards)} boards, {hidden}, {guesses}, each for all boards; "
                "? for a hint, a board's number to see it, q to give up"
            )
        hard = hard_mode(self.advisor.rules, ", hard mode {}")
        return f"{hidden}, {guesses}{hard}; ? for a hint, q to give up"

    def ask(self) -> str | None:
        """Return the prompt, or None when the game is over or the person has left."""
        return None if self.boards.over or self.left else f"{self.boards.turns + 1} > "

    def answer(self, line: str) -> None:
        """Do what the person typed."""
        text = line.strip()
        if text.lower() in _QUIT and not self.advisor.lexicon.allows(text):
            self.left = True
        elif text.lower() in ("?", "hint"):
            self.hint()
        elif text:
            self.take(text)

    def take(self, text: str) -> None:
        """Play a word, or show the board of that number."""
        is_word = len(text) == self.game.lexicon.length  # words may be digits
        if text.isdecimal() and not self.one and not is_word:
            number = int(text)
            if not 1 <= number <= len(self.boards):
                raise InvalidError(
                    f"there is no board {number}; the boards are 1 to {len(self.boards)}"
                )
            self._show_one(self.boards.boards[number - 1])
            return
        if self.host == "cruel" and self.boards.turns == 0 and sys.stderr.isatty():
            click.echo("the host is thinking ...", err=True)  # its first reply takes seconds
        self.boards = self.boards.after(text)
        if self.one:
            self._show_one(self.boards.boards[0])
        else:
            self._show()

    def hint(self) -> None:
        positions, possible = self.boards.positions, ""
        advice: coach.Advice | several.BoardsAdvice
        with notes_on_stderr():
            if self.one:
                advice = self.advisor.advise(positions.positions[0], top=1)
                possible = f"{counted(len(advice.candidates), self.game.noun)} possible; "
            else:
                advice = several.advise_boards(self.advisor.setting.table, positions, top=1)
        best = advice.suggestions[0]
        self.screen.line(f"{possible}{named(best.guess, self.game)} {best.reason}")

    def finish(self) -> None:
        """Name what was not found, and write the game as people share it."""
        boards, noun = self.boards, self.game.noun
        missing = [board for board in boards if not board.solved]
        if missing:
            hidden = ", ".join(named(board.host.reveal(board.view), self.game) for board in missing)
            if not self.one:
                was = f"the {noun}{'s' * (len(missing) > 1)} not found:"
            else:
                possible = f"one {noun} that was still possible:"
                was = f"the {noun} was" if self.host == "honest" else possible
            self.screen.line(f"{was} {hidden}")
        if not boards.over:
            return
        self.screen.line("")
        self.screen.line(boards.share("text" if self.screen.ascii_only else "emoji"))
        if self.one:
            (board,) = boards
            guesses = [turn.guess for turn in board.position]
            answer = board.host.reveal(board.view)
            back = look_back(self.game, self.advisor.rules, answer, guesses).removeprefix("; ")
            if back:
                self.screen.line(f"\n{back}")

    def _show_one(self, board: coach.Board) -> None:
        """Draw one board, with its keyboard."""
        lexicon = board.view.lexicon
        self.screen.turns(board.position, lexicon)
        if not self.one and not board.solved:
            left = counted(len(board.view.candidates), board.view.game.noun)
            self.screen.line(f"{left} possible")
        if self.coloured and not board.over:
            if self.one:
                self.screen.line("")
            self.screen.keys(lexicon, board.letters())

    def _show(self) -> None:
        """Draw the boards side by side, or list them if they are too many."""
        blocks = [self._block(number, board) for number, board in enumerate(self.boards, 1)]
        widths = [max(line.cell_len for line in block) for block in blocks]
        if len(blocks) > _MOST_SIDE_BY_SIDE or sum(widths) + _GAP * len(blocks) > self.screen.width:
            self._show_table()
            return
        grid = Table.grid(padding=(0, _GAP, 0, 0))
        for width in widths:
            grid.add_column(no_wrap=True, min_width=width)
        grid.add_row(*(Text("\n").join(block) for block in blocks))
        self.screen.line(grid)

    def _block(self, number: int, board: coach.Board) -> list[Text]:
        """Draw one board as lines; its keyboard begins below the longest board."""
        count = len(board.position) if board.solved else len(board.view.candidates)
        head = f"{number}: solved in {count}" if board.solved else f"{number}: {count:,} left"
        tiles = [self._tiles(board, place) for place in range(len(board.position))]
        space = [Text()] * (self.boards.turns - len(tiles) + 1)
        lines = [Text(head, style="bold"), *tiles]
        if board.over or not self.coloured:
            return lines
        keys = self.screen.keyboard(self.game.lexicon, board.letters(), small=True)
        return [*lines, *space, *keys]

    def _tiles(self, board: coach.Board, place: int) -> Text:
        turn, text = board.position.turns[place], Text()
        if not self.coloured:
            return self.screen.turn(turn.guess, turn.reply)
        for letter, colour in zip(turn.guess, colours_of(turn.reply), strict=True):
            text.append(key_of(letter, colour), style=self.screen.styles[colour])
        return text

    def _show_table(self) -> None:
        """List the boards still to be solved, a line each, and name those that are."""
        rows: list[list[str | Text]] = []
        for number, board in enumerate(self.boards, 1):
            if board.solved:
                continue
            left = f"{len(board.view.candidates):,}"
            last = self._tiles(board, len(board.position) - 1)
            rows.append([str(number), last, left, *(_known(board) if self.coloured else ())])
        if rows:
            columns = [">board", "last reply", ">left", *(("placed", "also") * self.coloured)]
            self.screen.table(columns, rows, spare=["last reply", *columns[4:]])
        solved = [f"{n} in {at}" for n, at in enumerate(self.boards.solved_at, 1) if at is not None]
        if solved:
            self.screen.line(f"solved: {', '.join(solved)}")
        if not self.boards.over:
            left = counted(self.boards.max_guesses - self.boards.turns, "guess")
            self.screen.line(f"{left} left; a board's number shows it whole")


def _known(board: coach.Board) -> tuple[str, str]:
    """Write the letters in their places, a dash for each that is not known; and the others."""
    known, fixed = board.letters(), Clues.of(board.position).fixed
    others = sorted(letter for letter, colour in known.items() if colour is Colour.YELLOW)
    places = range(board.view.lexicon.length)
    return "".join(fixed.get(place, "-") for place in places), "".join(others)


def _show_forced(win: coach.ForcedWin, screen: Screen) -> None:
    screen.line(f"the adversary is beaten in {counted(win.length, 'guess')}, and no sooner:")
    for turn, left in zip(win.position, win.left, strict=True):
        after = "won" if turn.reply.solved else f"{counted(left, win.game.noun)} left"
        tiles = screen.turn(turn.guess, turn.reply, win.lexicon)
        screen.line(tiles.append(f"  {after}"))
    screen.line("no win in fewer guesses:")
    for reason in win.ruled_out:
        screen.line(f"  {reason}")
    hard = hard_mode(win.rules)
    screen.fine_print(f"{win.seconds:.1f} s; {hard}{game_line(win.game)}")
