"""Options that several commands share, each declared once.

A `bundle` of options reaches the command as one argument: the words as `GameChoice`, how to print
as `Output`, what a run is played under as `Playing`, and so on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from salet.boards.positions import MOST_BOARDS
from salet.cli.screen import Screen
from salet.cli.terminal import notes_on_stderr, print_json
from salet.games.rules import HardMode, Rules
from salet.words.frequencies import PRIORS, UNIFORM, Frequencies
from salet.words.lexicon import DEFAULT_LEXICON, Lexicon
from salet.words.shelf import is_lexicon_name, lexicon_names

if TYPE_CHECKING:  # a --help or a completion should not wait for these
    from salet.coach.suggest import Advisor
    from salet.runs.conditions import Conditions
    from salet.runs.result import Run
    from salet.table import Progress

Command = Callable[..., Any]
Decorator = Callable[[Command], Command]


def bundle(name: str, make: Callable[..., Any], *options: Decorator) -> Decorator:
    """Add options that reach the command as one argument, `name`, which `make` makes of them."""
    parts = list(signature(make).parameters)

    def decorate(command: Command) -> Command:
        @wraps(command)
        def called(*context: click.Context, **values: Any) -> Any:
            chosen = {part: values.pop(part) for part in parts}
            return command(*context, **values, **{name: make(**chosen)})

        decorated: Command = called
        for option in reversed(options):
            decorated = option(decorated)
        return decorated

    return decorate


def given(name: str) -> bool:
    """Whether an option was typed, rather than left at its default."""
    source = click.get_current_context().get_parameter_source(name)
    return source is ParameterSource.COMMANDLINE


def refuse_options(names: Sequence[str], why: str) -> None:
    """Raise a usage error if one of these options was typed."""
    for param in click.get_current_context().command.params:
        if param.name in names and given(param.name):
            raise click.UsageError(f"{param.opts[0]} {why}")


def count_option(
    name: str, text: str, default: int | None = None, *, least: int = 1, metavar: str = "N"
) -> Decorator:
    """Make an option that takes a whole number."""
    kind = click.IntRange(min=least)
    shown = default is not None
    return click.option(
        name, type=kind, default=default, show_default=shown, metavar=metavar, help=text
    )


def file_option(name: str, text: str, metavar: str = "FILE", **more: Any) -> Decorator:
    """Make an option that takes a path.

    It completes file names and checks nothing: reading the file tells what is wrong with it.
    """
    return click.option(name, type=click.Path(path_type=Path), metavar=metavar, help=text, **more)


# --- what is played ---


def complete_lexicon(ctx: click.Context, param: click.Parameter, start: str) -> list[str]:  # noqa: ARG001
    """Offer the lexicons by name."""
    return [name for name in lexicon_names() if name.startswith(start)]


@dataclass(frozen=True)
class GameChoice:
    """The words that the options name."""

    lexicon: str | None
    answers: Path | None
    allowed: Path | None

    @property
    def chosen(self) -> bool:
        """Whether any of the options was typed."""
        return (self.lexicon, self.answers, self.allowed) != (None, None, None)

    def load(self) -> Lexicon:
        """Load the words; repairs are noted on stderr."""
        if self.answers is None and self.allowed is not None:
            raise click.UsageError("--allowed goes with --answers")
        if self.answers is not None and self.lexicon is not None:
            raise click.UsageError("give either --lexicon or --answers, not both")
        with notes_on_stderr():
            if self.answers is None:
                return Lexicon.load(DEFAULT_LEXICON if self.lexicon is None else self.lexicon)
            return Lexicon.from_files(self.answers, self.allowed)


game_options = bundle(
    "game",
    GameChoice,
    click.option(
        "--lexicon",
        metavar="NAME",
        default=None,
        show_default=DEFAULT_LEXICON,
        shell_complete=complete_lexicon,
        help="The words to play with, such as nyt or de6; salet words lists them.",
    ),
    file_option("--answers", "A file of your own answers, one word per line."),
    file_option("--allowed", "A file of the allowed guesses, to go with --answers."),
)

hard_option = click.option(
    "--hard",
    type=click.Choice([mode.value for mode in HardMode], case_sensitive=False),
    default=HardMode.OFF.value,
    show_default=True,
    help="Hard mode: nyt requires the letters that were shown, strict a guess that fits every "
    "clue.",
)
max_guesses_option = count_option("--max-guesses", "The number of guesses per game.", 6)


def _rules(hard: str, max_guesses: int) -> Rules:
    return Rules(max_guesses, HardMode(hard))


rules_options = bundle("rules", _rules, hard_option, max_guesses_option)


# --- how likely the answers are, and who ranks the guesses ---


def complete_strategy(ctx: click.Context, param: click.Parameter, start: str) -> list[str]:  # noqa: ARG001
    """Offer the strategies by name."""
    from salet.strategies.registry import registry

    return [name for name, spec in registry().items() if name.startswith(start) and spec.plays]


prior_option = click.option(
    "--prior",
    type=click.Choice(PRIORS),
    default=UNIFORM,
    show_default=True,
    help="How likely the player thinks each answer is.",
)
frequencies_option = file_option(
    "--frequencies", "A file of your own word frequencies: lines of word,count."
)


@dataclass(frozen=True)
class Advising:
    """Who ranks the guesses, under which rules, and how many are shown."""

    strategy: str | None
    top: int
    hard: str
    max_guesses: int
    prior: str
    frequencies: Path | None

    def advisor(
        self, words: Lexicon, progress: Progress | None, *, exact: bool | None = None
    ) -> Advisor:
        """Make the advisor that the options ask for."""
        from salet.coach.suggest import Advisor

        return Advisor.of(
            words,
            _rules(self.hard, self.max_guesses),
            self.strategy,
            prior=self.prior,
            frequencies=None
            if self.frequencies is None
            else Frequencies.from_file(self.frequencies),
            exact=exact,
            progress=progress,
        )


ONE_BOARD = ("strategy", "hard", "max_guesses", "prior", "frequencies")
"""The options of suggest and solve that are for one board only."""


def advising_options(top: int) -> Decorator:
    """Add the options that `salet suggest` and `salet solve` share."""
    return bundle(
        "advising",
        Advising,
        click.option(
            "--strategy",
            default=None,
            metavar="STRATEGY",
            show_default="the expected number of guesses",
            shell_complete=complete_strategy,
            help="The strategy that ranks the guesses, such as minimax; salet strategies lists "
            "them.",
        ),
        count_option("--top", "The number of guesses to show.", top),
        hard_option,
        max_guesses_option,
        prior_option,
        frequencies_option,
    )


exact_option = click.option(
    "--exact",
    is_flag=True,
    help="Compute exact values for up to 400 candidates; the first use compiles for a while.",
)


# --- what a run is played under, and what is written of it ---

jobs_option = count_option("--jobs", "The number of processes; 0 for one per core.", 0, least=0)
cluster_option = click.option(
    "--cluster", metavar="ADDRESS", help="Use the Dask cluster at this address (host:port)."
)


@dataclass(frozen=True)
class Playing:
    """The opener, the answers, and what the player knows of them."""

    opener: str | None
    hard: str
    max_guesses: int
    on: str | None
    sample: int | None
    knowledge: str
    prior: str
    frequencies: Path | None
    seed: int
    jobs: int

    def conditions(self, words: Lexicon) -> Conditions:
        """Read the files that the options name."""
        from salet.runs.conditions import Conditions

        on, played = self.on, None
        if on is not None:
            played = (Lexicon.load(on) if is_lexicon_name(on) else Lexicon.from_files(on)).listed
        return Conditions.of(
            lexicon=words,
            answers=played,
            sample=self.sample,
            knowledge=self.knowledge,
            hard=self.hard,
            max_guesses=self.max_guesses,
            prior=self.prior,
            frequencies=self.frequencies,
            seed=self.seed,
        )


playing_options = bundle(
    "playing",
    Playing,
    click.option("--opener", metavar="WORD", help="Start every game with this word."),
    hard_option,
    max_guesses_option,
    click.option(
        "--on",
        metavar="FILE|NAME",
        help="Play only these answers: those of a file, or of another lexicon.",
    ),
    count_option("--sample", "Play only N answers, drawn at random."),
    click.option(
        "--knowledge",
        type=click.Choice(["answers", "all"]),
        default="answers",
        show_default=True,
        help="What the player knows: the list of answers, or only that any allowed word may be it.",
    ),
    prior_option,
    frequencies_option,
    count_option("--seed", "Random seed.", 0, least=0),
    jobs_option,
)


@dataclass(frozen=True)
class Files:
    """Where to write the games and the plot of a run."""

    log: Path | None
    plot: Path | None

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
        if self.plot is not None:
            from salet.report import compare_plot, run_plot, save_chart

            save_chart(compare_plot(runs) if isinstance(runs, list) else run_plot(runs), self.plot)


files_options = bundle(
    "files",
    Files,
    file_option("--log", "Write every game to a .parquet, .csv or .txt file."),
    file_option("--plot", "Draw the result: .svg, .png, .html or .json (Vega-Lite)."),
)


def boards_option(text: str) -> Decorator:
    """Make the option --boards."""
    return click.option("--boards", type=click.IntRange(2, MOST_BOARDS), metavar="N", help=text)


# --- how the result is printed ---


@dataclass(frozen=True)
class Output:
    """Whether to print JSON, and with which characters."""

    as_json: bool
    ascii_only: bool

    def screen(self) -> Screen:
        """Return the screen to draw on."""
        return Screen(ascii_only=self.ascii_only)

    def emit(self, result: Any, draw: Callable[[Any, Screen], None]) -> None:
        """Print a result as JSON, or draw it on the screen."""
        if self.as_json:
            print_json(result.to_dict())
        else:
            draw(result, self.screen())


ascii_option = click.option(
    "--ascii", "ascii_only", is_flag=True, help="Print ASCII characters only."
)
_json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print the result as one JSON object."
)
output_options = bundle("output", Output, _json_option, ascii_option)
