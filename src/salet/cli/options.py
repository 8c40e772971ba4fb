"""Options: each is declared in ``options.toml``, and several reach a command as one argument.

A `bundle` of options is a dataclass: how to print is `Output`, what a run is played under
`Playing`, and so on. The game reaches a command as a `Game`.
"""

from __future__ import annotations

import math
import os
import tomllib
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields
from functools import partial, wraps
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from salet import coach
from salet.cli.screen import Screen
from salet.cli.terminal import notes_on_stderr, print_json, writing
from salet.errors import InvalidError
from salet.games.game import Game
from salet.games.registry import game_from_text, game_names, make_game
from salet.games.rules import Rules
from salet.words.builder import built_names
from salet.words.history import DEFAULT_HISTORY
from salet.words.language import languages
from salet.words.lexicon import DEFAULT_LEXICON, TODAY_LEXICON, Lexicon
from salet.words.shelf import is_lexicon_name, lexicon_names

if TYPE_CHECKING:  # these load numpy, for which no --help and no completion should wait
    from salet.runs.conditions import Conditions
    from salet.table import Progress

DECLARED: dict[str, dict[str, Any]] = tomllib.loads(
    (resources.files("salet") / "cli" / "options.toml").read_text(encoding="utf-8")
)
LEXICON_VARIABLE = "SALET_LEXICON"
"""Names the lexicon of a person who names none."""
_USUAL = {"literature": DEFAULT_LEXICON, "today": TODAY_LEXICON, "history": DEFAULT_HISTORY}
"""What defaults in braces stand for."""

Command = Callable[..., Any]
Decorator = Callable[[Command], Command]


def _strategies(ctx: click.Context) -> list[str]:
    from salet.strategies.registry import registry

    game = make_game()
    with suppress(InvalidError):  # no game yet, or one in a file, which a completion does not run
        game = game_from_text(ctx.params.get("game") or "", files=False)
    return [name for name, spec in registry().items() if spec.plays and spec.suits(game)]


def _priors(_: click.Context) -> Iterable[str]:
    from salet.words.frequencies import PRIORS

    return PRIORS


_NAMES: dict[str, Callable[[click.Context], Iterable[str]]] = {
    "lexicon": lambda _: lexicon_names(),
    "built": lambda _: built_names(),
    "strategy": _strategies,
    "language": lambda _: languages(),
    "game": lambda _: game_names(),
    "prior": _priors,
}


def completing(what: str) -> Callable[..., list[str]]:
    """Return what offers the names of lexicons, strategies, languages or games to a shell."""

    def complete(ctx: click.Context, param: click.Parameter, start: str) -> list[str]:  # noqa: ARG001
        return [name for name in _NAMES[what](ctx) if name.startswith(start)]

    return complete


players = partial(click.argument, nargs=-1, shell_complete=completing("strategy"))
"""Declares the argument for the names of strategies, or of what else plays."""


def _number(kind: type[float], least: int, most: float = math.inf) -> Callable[[str], float]:
    """Return what reads a whole number within bounds, or any number above `least`."""
    wanted = f"a number above {least}"
    if kind is int:
        bounds = f"of {least} or more" if most == math.inf else f"from {least} to {most}"
        wanted = f"a whole number {bounds}"

    def read(text: str) -> float:
        try:
            number = kind(text)
        except ValueError:
            number = math.nan
        fits = least <= number <= most if kind is int else least < number < most
        if not fits:
            raise click.BadParameter(f"{text} is not {wanted}")
        return number

    return read


def option(name: str) -> Decorator:
    """Make the option that is declared under a name."""
    facts = dict(DECLARED[name])
    names = facts.pop("names", [f"--{name.rpartition('.')[2]}"])
    if "least" in facts:
        facts["type"] = _number(int, facts.pop("least"), facts.pop("most", math.inf))
        facts.setdefault("metavar", "N")
    elif "above" in facts:
        facts["type"] = _number(float, facts.pop("above"))
    elif "choices" in facts:
        facts["type"] = click.Choice(facts.pop("choices"))
    elif facts.pop("file", False):  # only reading it tells what is wrong with it
        facts["type"] = click.Path(path_type=Path)
        facts.setdefault("metavar", "FILE")
    if "complete" in facts:
        facts["shell_complete"] = completing(facts.pop("complete"))
    if facts.pop("flag", False):  # click reads --seconds -1 wrongly where this is said to be false
        facts["is_flag"] = True
    if facts.get("default", "") != "":
        facts.setdefault("show_default", True)
    for key in ("default", "show_default"):
        if isinstance(facts.get(key), str):
            facts[key] = facts[key].format(**_USUAL)
    return click.option(*names, cls=_Option, **facts)


class _Option(click.Option):
    def get_help_extra(self, ctx: click.Context) -> Any:
        """Leave a default in words without the parentheses that click puts around it."""
        extra = super().get_help_extra(ctx)
        if isinstance(self.show_default, str):
            extra["default"] = self.show_default
        return extra


def by(name: str) -> Any:
    """Declare a field of a bundle by the option that fills it."""
    return field(metadata={"option": option(name)})


def bundle(name: str, kind: Callable[..., Any], *names: str) -> Decorator:
    """Add options that reach the command as one argument, `name`, which `kind` makes of them.

    A dataclass whose fields are declared with `by` brings its options along.
    """
    if isinstance(kind, type):
        parts = [one.name for one in fields(kind)]
        options = [one.metadata["option"] for one in fields(kind)]
    else:
        parts = [name.rpartition(".")[2] for name in names]
        options = [*map(option, names)]

    def decorate(command: Command) -> Command:
        @wraps(command)
        def called(*context: click.Context, **values: Any) -> Any:
            chosen = {part: values.pop(part) for part in parts}
            return command(*context, **values, **{name: kind(**chosen)})

        decorated: Command = called
        for one in reversed(options):
            decorated = one(decorated)
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


# --- what is played ---


def usual_lexicon(default: str) -> str:
    """Return the lexicon of a person who names none."""
    return os.environ.get(LEXICON_VARIABLE) or default


def load_words(
    lexicon: str | None,
    answers: Path | None,
    allowed: Path | None,
    default: str = DEFAULT_LEXICON,
) -> Lexicon:
    """Load the words that the options name; repairs are noted on stderr."""
    if answers is None and allowed is not None:
        raise click.UsageError("--allowed goes with --answers")
    if answers is not None and lexicon is not None:
        raise click.UsageError("give either --lexicon or --answers, not both")
    with notes_on_stderr():
        if answers is not None:
            return Lexicon.from_files(answers, allowed)
        name = lexicon or usual_lexicon(default)
        return Lexicon.load(name if is_lexicon_name(name) else name.lower())


def load_game(
    game: str | None,
    lexicon: str | None,
    answers: Path | None,
    allowed: Path | None,
    default: str = DEFAULT_LEXICON,
) -> Game:
    """Make the game that the options name; words alone mean Wordle."""
    if game is None:
        return make_game(load_words(lexicon, answers, allowed, default))
    if (lexicon, answers, allowed) != (None, None, None):
        raise click.UsageError("give either --game or --lexicon (or --answers), not both")
    with notes_on_stderr():
        return make_game(game)


def game_given() -> bool:
    """Whether the game or its words were named."""
    return any(map(given, ("game", "lexicon", "answers", "allowed")))


_words_today = partial(load_words, default=TODAY_LEXICON)
words_today = bundle("words", _words_today, "today.lexicon", "answers", "allowed")
"""The words of today's puzzle unless others are named, for commands about Wordle alone."""
_game_today = partial(load_game, default=TODAY_LEXICON)
game_today = bundle("game", _game_today, "game", "today.lexicon", "answers", "allowed")
"""The game, which is today's Wordle unless another is named: for what people play."""
game = bundle("game", load_game, "game", "lexicon", "answers", "allowed")
"""The game, which is the literature's Wordle unless another is named: for what is measured."""


@dataclass(frozen=True)
class RulesChoice:
    """The hard mode and the number of guesses."""

    hard: str = by("hard")
    max_guesses: int = by("max-guesses")

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


@dataclass(frozen=True)
class Knowing(RulesChoice):
    """The rules, and how likely the player thinks each answer is."""

    prior: str = by("prior")
    frequencies: Path | None = by("frequencies")


# --- advice ---

ONE_BOARD = ("strategy", "hard", "max_guesses", "prior", "frequencies")
"""The options of suggest and solve that are for one board only."""


@dataclass(frozen=True)
class Advising(Knowing):
    """Who ranks the guesses, under which rules, and how many are shown."""

    strategy: str | None = by("strategy")
    top: int = by("top")

    def advisor(
        self, game: Game, progress: Progress | None, *, exact: bool | None = None
    ) -> coach.Advisor:
        """Make the advisor that the options ask for."""
        from salet.words.frequencies import Frequencies

        counts = None if self.frequencies is None else Frequencies.from_file(self.frequencies)
        return coach.Advisor.of(
            game,
            self.of(game),
            self.strategy,
            prior=self.prior,
            frequencies=counts,
            exact=exact,
            progress=progress,
        )


# --- what a run is played under, and what is written of it ---

jobs = option("jobs")
cluster = option("cluster")


@dataclass(frozen=True)
class Playing(Knowing):
    """The opener, the answers, and what the player knows of them."""

    opener: str | None = by("opener")
    on: str | None = by("on")
    sample: int | None = by("sample")
    knowledge: str = by("knowledge")
    seed: int = by("seed")
    jobs: int = by("jobs")

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

    log: Path | None = by("log")
    plot: Path | None = by("plot")

    def check(self) -> None:
        """Raise an error now, rather than after the games, if a file cannot be written."""
        if self.log is not None:
            from salet.runs.log import check_log_path

            check_log_path(self.log)
        if self.plot is not None:
            from salet.report import check_plot_path

            check_plot_path(self.plot)

    def write(self, runs: Any, plot: str) -> None:
        """Write the games of one run or of several, and the plot that `salet.report` has of it."""
        if self.log is not None:
            from salet.runs.log import write_log

            with writing(self.log):
                write_log(runs, self.log)
        if self.plot is not None:
            from salet import report

            with writing(self.plot):
                report.save_chart(getattr(report, plot)(runs), self.plot)


files = bundle("files", Files)


# --- how the result is printed ---


@dataclass(frozen=True)
class Output:
    """Whether to print JSON, and with which characters."""

    as_json: bool = by("json")
    ascii_only: bool = by("ascii")

    def screen(self) -> Screen:
        """Return the screen to draw on."""
        return Screen(ascii_only=self.ascii_only)

    def emit(self, result: Any, draw: Callable[[Any, Screen], None]) -> None:
        """Print a result, or the values for it, as JSON; or draw it on the screen."""
        if self.as_json:
            print_json(result if isinstance(result, dict) else result.to_dict())
        else:
            draw(result, self.screen())


output = bundle("output", Output)
