"""Options that several commands share, each declared once.

A `bundle` of options reaches the command as one argument: the game as `Game`, how to print as
`Output`, what a run is played under as `Playing`, and so on.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from functools import wraps
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from salet.boards.positions import MOST_BOARDS
from salet.cli.screen import Screen
from salet.cli.terminal import notes_on_stderr, print_json, wrote
from salet.errors import InvalidError
from salet.games.game import Game
from salet.games.registry import make_game
from salet.games.rules import OFF, Rules
from salet.words.lexicon import DEFAULT_LEXICON, Lexicon
from salet.words.shelf import is_lexicon_name, lexicon_names

if TYPE_CHECKING:  # these load numpy, for which no --help and no completion should wait
    from salet.coach.suggest import Advisor
    from salet.runs.conditions import Conditions
    from salet.runs.result import Run
    from salet.table import Progress

PRIORS = ("uniform", "frequency", "log-frequency", "sigmoid")
"""Those of `salet.words.frequencies`, which loads numpy; a test compares the two."""

LEXICON_VARIABLE = "SALET_LEXICON"
"""Names the lexicon of a person who names none."""

Command = Callable[..., Any]
Decorator = Callable[[Command], Command]


def by(option: Decorator | str, *names: str, **more: Any) -> Any:
    """Declare a field of a bundle by the option that fills it, or by what `click.option` takes."""
    made = click.option(option, *names, **more) if isinstance(option, str) else option
    return field(metadata={"option": made})


def bundle(name: str, kind: Callable[..., Any], *options: Decorator) -> Decorator:
    """Add options that reach the command as one argument, `name`, which `kind` makes of them.

    A dataclass whose fields are declared with `by` brings its options along.
    """
    parts = list(signature(kind).parameters)
    own = [one.metadata["option"] for one in fields(kind)] if isinstance(kind, type) else options

    def decorate(command: Command) -> Command:
        @wraps(command)
        def called(*context: click.Context, **values: Any) -> Any:
            chosen = {part: values.pop(part) for part in parts}
            return command(*context, **values, **{name: kind(**chosen)})

        decorated: Command = called
        for option in reversed(own):
            decorated = option(decorated)
        return decorated

    return decorate


def given(name: str) -> bool:
    """Whether an option was typed, rather than left at its default."""
    source = click.get_current_context().get_parameter_source(name)
    return source is ParameterSource.COMMANDLINE


def refuse(names: Sequence[str], why: str) -> None:
    """Raise a usage error if one of these options was typed."""
    for param in click.get_current_context().command.params:
        if param.name in names and given(param.name):
            raise click.UsageError(f"{param.opts[0]} {why}")


def count(
    name: str, text: str, default: int | None = None, *, least: int = 1, metavar: str = "N"
) -> Decorator:
    """Make an option that takes a whole number."""
    kind = click.IntRange(min=least)
    shown = default is not None
    return click.option(
        name, type=kind, default=default, show_default=shown, metavar=metavar, help=text
    )


def file(name: str, text: str, metavar: str = "FILE", **more: Any) -> Decorator:
    """Make an option that takes a path.

    It completes file names and checks nothing: reading the file tells what is wrong with it.
    """
    return click.option(name, type=click.Path(path_type=Path), metavar=metavar, help=text, **more)


# --- what is played ---


def complete_lexicon(ctx: click.Context, param: click.Parameter, start: str) -> list[str]:  # noqa: ARG001
    """Offer the lexicons by name."""
    return [name for name in lexicon_names() if name.startswith(start)]


def load_words(lexicon: str | None, answers: Path | None, allowed: Path | None) -> Lexicon:
    """Load the words that the options name; repairs are noted on stderr."""
    if answers is None and allowed is not None:
        raise click.UsageError("--allowed goes with --answers")
    if answers is not None and lexicon is not None:
        raise click.UsageError("give either --lexicon or --answers, not both")
    with notes_on_stderr():
        if answers is not None:
            return Lexicon.from_files(answers, allowed)
        name = lexicon or os.environ.get(LEXICON_VARIABLE) or DEFAULT_LEXICON
        return Lexicon.load(name if is_lexicon_name(name) else name.lower())


def load_game(
    game: str | None, lexicon: str | None, answers: Path | None, allowed: Path | None
) -> Game:
    """Make the game that the options name; words alone mean Wordle."""
    if game is None:
        return make_game(load_words(lexicon, answers, allowed))
    if (lexicon, answers, allowed) != (None, None, None):
        raise click.UsageError("give either --game or --lexicon (or --answers), not both")
    with notes_on_stderr():
        return make_game(game)


def game_given() -> bool:
    """Whether the game or its words were named."""
    return any(map(given, ("game", "lexicon", "answers", "allowed")))


_words = (
    click.option(
        "--lexicon",
        metavar="NAME",
        default=None,
        show_default=f"that of {LEXICON_VARIABLE}, or {DEFAULT_LEXICON}",
        shell_complete=complete_lexicon,
        help="The words to play with, such as nyt or de6; salet words lists them.",
    ),
    file("--answers", "A file of your own answers, one word per line."),
    file("--allowed", "A file of the allowed guesses, to go with --answers."),
)
words = bundle("words", load_words, *_words)
"""The words, for commands that are about Wordle alone."""
game = bundle(
    "game",
    load_game,
    click.option(
        "--game",
        metavar="GAME",
        help='The game, if not Wordle: "mastermind(4,6)", or mygame.py:MyGame for your own.',
    ),
    *_words,
)
"""The game, which is Wordle unless another is named."""

hard = click.option(
    "--hard",
    metavar="off|nyt|strict",
    default=OFF,
    show_default=True,
    help="Hard mode: nyt (Wordle only) requires the letters that were shown, strict a guess that "
    "fits every reply.",
)


@dataclass(frozen=True)
class RulesChoice:
    """The hard mode and the number of guesses."""

    hard: str = by(hard)
    max_guesses: int = by(count("--max-guesses", "The number of guesses per game.", 6))

    def of(self, game: Game) -> Rules:
        """Return the rules, if the game has that hard mode."""
        return Rules(self.max_guesses, mode_of(game, self.hard))


def mode_of(game: Game, hard: str) -> str:
    """Return the name of a hard mode of the game, or raise a usage error."""
    try:
        game.mode(hard.lower())
    except InvalidError as error:
        raise click.BadParameter(str(error), param_hint="--hard") from None
    return hard.lower()


rules = bundle("choice", RulesChoice)


# --- how likely the answers are, and who ranks the guesses ---


def complete_strategy(ctx: click.Context, param: click.Parameter, start: str) -> list[str]:  # noqa: ARG001
    """Offer the strategies by name."""
    from salet.strategies.registry import registry

    return [name for name, spec in registry().items() if name.startswith(start) and spec.plays]


@dataclass(frozen=True)
class Knowing(RulesChoice):
    """The rules, and how likely the player thinks each answer is."""

    prior: str = by(
        "--prior",
        type=click.Choice(PRIORS),
        default=PRIORS[0],
        show_default=True,
        help="How likely the player thinks each answer is.",
    )
    frequencies: Path | None = by(
        file("--frequencies", "A file of your own word frequencies: lines of word,count.")
    )


@dataclass(frozen=True)
class Advising(Knowing):
    """Who ranks the guesses, under which rules, and how many are shown."""

    strategy: str | None = by(
        "--strategy",
        default=None,
        metavar="STRATEGY",
        show_default="the expected number of guesses",
        shell_complete=complete_strategy,
        help="The strategy that ranks the guesses, such as minimax; salet strategies lists them.",
    )
    top: int = by(count("--top", "The number of guesses to show.", 10))

    def advisor(
        self, game: Game, progress: Progress | None, *, exact: bool | None = None
    ) -> Advisor:
        """Make the advisor that the options ask for."""
        from salet.coach.suggest import Advisor
        from salet.words.frequencies import Frequencies

        counts = None if self.frequencies is None else Frequencies.from_file(self.frequencies)
        return Advisor.of(
            game,
            self.of(game),
            self.strategy,
            prior=self.prior,
            frequencies=counts,
            exact=exact,
            progress=progress,
        )


ONE_BOARD = ("strategy", "hard", "max_guesses", "prior", "frequencies")
"""The options of suggest and solve that are for one board only."""

advising = bundle("advising", Advising)
exact = click.option(
    "--exact",
    is_flag=True,
    help="Compute exact values for up to 400 candidates; the first use compiles for a while.",
)


# --- what a run is played under, and what is written of it ---

jobs = count("--jobs", "The number of processes; 0 for one per core.", 0, least=0)
cluster = click.option(
    "--cluster", metavar="ADDRESS", help="Use the Dask cluster at this address (host:port)."
)


@dataclass(frozen=True)
class Playing(Knowing):
    """The opener, the answers, and what the player knows of them."""

    opener: str | None = by("--opener", metavar="WORD", help="Start every game with this word.")
    on: str | None = by(
        "--on",
        metavar="FILE|NAME",
        help="Play only these answers: those of a file, or of another lexicon.",
    )
    sample: int | None = by(count("--sample", "Play only N answers, drawn at random."))
    knowledge: str = by(
        "--knowledge",
        type=click.Choice(["answers", "all"]),
        default="answers",
        show_default=True,
        help="What the player knows: the list of answers, or only that any allowed word may be it.",
    )
    seed: int = by(count("--seed", "Random seed.", 0, least=0))
    jobs: int = by(jobs)

    def conditions(self, game: Game) -> Conditions:
        """Read the files that the options name."""
        from salet.runs.conditions import Conditions

        on, played = self.on, None
        if on is not None:
            played = (Lexicon.load(on) if is_lexicon_name(on) else Lexicon.from_files(on)).listed
        return Conditions.of(
            game=game,
            answers=played,
            sample=self.sample,
            knowledge=self.knowledge,
            hard=mode_of(game, self.hard),
            max_guesses=self.max_guesses,
            prior=self.prior,
            frequencies=self.frequencies,
            seed=self.seed,
        )


playing = bundle("playing", Playing)


@dataclass(frozen=True)
class Files:
    """Where to write the games and the plot of a run."""

    log: Path | None = by(file("--log", "Write every game to a .parquet, .csv or .txt file."))
    plot: Path | None = by(
        file("--plot", "Draw the result: .svg, .png, .html or .json (Vega-Lite).")
    )

    def check(self) -> None:
        """Raise an error now, rather than after the games, if a file cannot be written."""
        if self.log is not None:
            from salet.runs.log import check_log_path

            check_log_path(self.log)
        if self.plot is not None:
            from salet.report import check_plot_path

            check_plot_path(self.plot)

    def write(self, runs: Run | list[Run]) -> None:
        """Write the games of one run or of several, and the plot."""
        if self.log is not None:
            from salet.runs.log import write_log

            write_log(runs, self.log)
            wrote(self.log)
        if self.plot is not None:
            from salet.report import compare_plot, run_plot, save_chart

            save_chart(compare_plot(runs) if isinstance(runs, list) else run_plot(runs), self.plot)
            wrote(self.plot)


files = bundle("files", Files)

boards = click.option(
    "--boards",
    type=click.IntRange(2, MOST_BOARDS),
    metavar="N",
    help="Play N boards at once; every guess is for all of them.",
)


# --- how the result is printed ---

ascii_only = click.option(
    "--ascii", "ascii_only", is_flag=True, help="Print ASCII characters only."
)


@dataclass(frozen=True)
class Output:
    """Whether to print JSON, and with which characters."""

    as_json: bool = by(
        "--json", "as_json", is_flag=True, help="Print the result as one JSON object."
    )
    ascii_only: bool = by(ascii_only)

    def screen(self) -> Screen:
        """Return the screen to draw on."""
        return Screen(ascii_only=self.ascii_only)

    def emit(self, result: Any, draw: Callable[[Any, Screen], None]) -> None:
        """Print a result as JSON, or draw it on the screen."""
        if self.as_json:
            print_json(result.to_dict())
        else:
            draw(result, self.screen())


output = bundle("output", Output)
