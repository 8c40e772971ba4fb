"""Options that several commands share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import click

from salet.lexicon import DEFAULT_LEXICON, Lexicon, bundled_lexicons
from salet.rules import HardMode

if TYPE_CHECKING:
    from collections.abc import Callable

F = TypeVar("F", bound="Callable[..., Any]")


def _complete_lexicon(ctx: click.Context, param: click.Parameter, start: str) -> list[str]:  # noqa: ARG001
    return [name for name in bundled_lexicons() if name.startswith(start)]


def lexicon_options(command: F) -> F:
    """Add --lexicon, --answers and --allowed; read them with `chosen_lexicon`."""
    for option in (
        click.option("--allowed", metavar="FILE", help="Allowed guesses (with --answers)."),
        click.option("--answers", metavar="FILE", help="Your own answers, one word per line."),
        click.option(
            "--lexicon",
            metavar="NAME",
            default=None,
            shell_complete=_complete_lexicon,
            help=f"A bundled lexicon (see salet words).  [default: {DEFAULT_LEXICON}]",
        ),
    ):
        command = option(command)
    return command


def chosen_lexicon(lexicon: str | None, answers: str | None, allowed: str | None) -> Lexicon:
    """Load what the lexicon options ask for."""
    if answers is None:
        if allowed is not None:
            raise click.UsageError("--allowed goes with --answers")
        return Lexicon.load(DEFAULT_LEXICON if lexicon is None else lexicon)
    if lexicon is not None:
        raise click.UsageError("give either --lexicon or --answers, not both")
    return Lexicon.from_files(answers, allowed)


hard_option = click.option(
    "--hard",
    type=click.Choice([mode.value for mode in HardMode]),
    default=HardMode.OFF.value,
    show_default=True,
    help="Hard mode: nyt keeps what was shown, strict plays only what can be the answer.",
)

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
ascii_option = click.option("--ascii", "ascii_only", is_flag=True, help="Letters and signs only.")
