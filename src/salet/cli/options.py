"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from salet.games.rules import HardMode
from salet.words.frequencies import PRIORS, UNIFORM
from salet.words.lexicon import DEFAULT_LEXICON, Lexicon
from salet.words.shelf import is_lexicon_name, lexicon_names

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from salet.runs.run import Conditions

_FILE = click.Path()  # completes file names; what is wrong with a file is said on reading it

F = TypeVar("F", bound="Callable[..., Any]")


def complete_lexicon(ctx: click.Context, param: click.Parameter, start: str) -> list[str]:  # noqa: ARG001
    """Offer the lexicons by name."""
    return [name for name in lexicon_names() if name.startswith(start)]


def complete_strategy(ctx: click.Context, param: click.Parameter, start: str) -> list[str]:  # noqa: ARG001
    """Offer the rankings by name."""
    from salet.strategies.registry import registry

    return [name for name, spec in registry().items() if name.startswith(start) and spec.plays]


def lexicon_options(command: F) -> F:
    """Add --lexicon, --answers and --allowed; read them with `chosen_lexicon`."""
    for option in (
        click.option(
            "--allowed", type=_FILE, metavar="FILE", help="Allowed guesses (with --answers)."
        ),
        click.option(
            "--answers", type=_FILE, metavar="FILE", help="Your own answers, one word per line."
        ),
        click.option(
            "--lexicon",
            metavar="NAME",
            default=None,
            shell_complete=complete_lexicon,
            help=f"A lexicon such as nyt or de6 (see salet words).  [default: {DEFAULT_LEXICON}]",
        ),
    ):
        command = option(command)
    return command


def chosen_lexicon(lexicon: str | None, answers: str | None, allowed: str | None) -> Lexicon:
    """Load what the lexicon options ask for; what had to be done for it is noted on stderr."""
    from salet.cli.show import notes_on_stderr

    if answers is None and allowed is not None:
        raise click.UsageError("--allowed goes with --answers")
    if answers is not None and lexicon is not None:
        raise click.UsageError("give either --lexicon or --answers, not both")
    with notes_on_stderr():
        if answers is None:
            return Lexicon.load(DEFAULT_LEXICON if lexicon is None else lexicon)
        return Lexicon.from_files(answers, allowed)


hard_option = click.option(
    "--hard",
    type=click.Choice([mode.value for mode in HardMode], case_sensitive=False),
    default=HardMode.OFF.value,
    show_default=True,
    help="Hard mode: nyt keeps what was shown, strict plays only what fits every clue.",
)

max_guesses_option = click.option(
    "--max-guesses",
    type=click.IntRange(min=1),
    default=6,
    show_default=True,
    metavar="N",
    help="Guesses per game.",
)

strategy_option = click.option(
    "--strategy",
    default=None,
    metavar="STRATEGY",
    shell_complete=complete_strategy,
    help="Who ranks the guesses, such as minimax (see salet strategies).  "
    "[default: their expected guesses]",
)

prior_option = click.option(
    "--prior",
    type=click.Choice(PRIORS),
    default=UNIFORM,
    show_default=True,
    help="How likely the player takes each answer to be.",
)
frequencies_option = click.option(
    "--frequencies", type=_FILE, metavar="FILE", help="Your own table of word,count lines."
)

_CONDITIONS = (
    click.option("--opener", metavar="WORD", help="Begin with this word."),
    hard_option,
    max_guesses_option,
    click.option(
        "--on",
        metavar="FILE|NAME",
        help="Play only these answers: a file, or the answers of a lexicon.",
    ),
    click.option("--sample", type=click.IntRange(min=1), metavar="N", help="Play N of them."),
    click.option(
        "--knowledge",
        type=click.Choice(["answers", "all"]),
        default="answers",
        show_default=True,
        help="Whether the player knows the answers, or takes any allowed word for one.",
    ),
    prior_option,
    frequencies_option,
    click.option("--seed", type=click.IntRange(min=0), default=0, metavar="N", help="For chance."),
    click.option(
        "--jobs", type=click.IntRange(min=0), default=0, metavar="N", help="Processes; 0 for all."
    ),
)


log_option = click.option(
    "--log",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write every game: .parquet, .csv, or .txt (guesses, comma-separated).",
)


plot_option = click.option(
    "--plot",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Draw the result: .svg, .png, .html or .json (Vega-Lite).",
)


def conditions_options(command: F) -> F:
    """Add what `salet run` and `salet compare` share; read them with `chosen_conditions`."""
    for option in reversed(_CONDITIONS):
        command = option(command)
    return lexicon_options(command)


def chosen_conditions(  # one parameter per option, as click gives them
    *,
    lexicon: str | None,
    answers: str | None,
    allowed: str | None,
    on: str | None,
    **options: Any,
) -> Conditions:
    """Read what the options ask for."""
    from salet.runs.run import Conditions

    words = chosen_lexicon(lexicon, answers, allowed)
    played: Sequence[str] | None = None
    if on is not None:
        played = (Lexicon.load(on) if is_lexicon_name(on) else Lexicon.from_files(on)).listed
    return Conditions.of(lexicon=words, answers=played, **options)


json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
ascii_option = click.option("--ascii", "ascii_only", is_flag=True, help="Letters and signs only.")
