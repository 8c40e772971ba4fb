"""The command ``salet``: parse, call, show.

One file per sub-command, loaded when it is asked for. `COMMANDS` is the only list of them; its
summaries let ``salet --help`` answer without loading any.
"""

from __future__ import annotations

import io
import os
import sys
from importlib import import_module

import click

from salet._version import __version__
from salet.errors import SaletError, UnknownNameError

COMMANDS = {
    "suggest": "Rank the next guesses for a position.",
    "run": "Play a strategy on all answers and measure it.",
    "compare": "Play several strategies on the same answers, side by side.",
    "strategies": "List the strategies and the decision rules.",
    "pattern": "Show the reply to a guess for a given answer.",
    "words": "List the bundled lexicons.",
    "completion": "Print the shell completion script.",
}

INTRODUCTION = """\
salet - a laboratory for Wordle and games like it

Try first:
  salet suggest                              the best openers, with their numbers
  salet suggest "raise:--y-g clout:-y---"    what to guess next, and what is still possible
  salet run entropy                          play all 2,315 answers and measure
  salet compare entropy minimax letters      strategies side by side, word by word
  salet words                                the word lists, with source and date

salet COMMAND --help tells more of each."""


class LazyGroup(click.Group):
    """A group that imports a command's module only to run it."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Return the names in the order people should meet them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import the module of that name and return its command."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"salet.cli.{cmd_name}"), cmd_name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Name the nearest commands when there is none of that name."""
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            if ctx.resilient_parsing:  # completing, not running
                return None, None, []
            raise UnknownNameError.among("command", args[0], COMMANDS)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the summaries without loading the commands."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, "-V", "--version", message="salet %(version)s")
@click.pass_context
def salet(ctx: click.Context) -> None:
    """Play, advise and measure: a laboratory for Wordle and games like it."""
    if ctx.invoked_subcommand is None:
        click.echo(INTRODUCTION)


def main() -> None:
    """Run the command; report bad input in one line with exit code 2, without a traceback."""
    if sys.stdout is None:  # the shell closed it; there is still a result to compute
        sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A terminal that lacks a letter shows a question mark instead of an error.
        sys.stdout.reconfigure(errors="replace")
    output = sys.stdout
    try:
        status = salet.main(prog_name="salet", standalone_mode=False)
        sys.stdout.flush()
    except click.Abort:
        _complain("stopped")
        status = 130
    except click.ClickException as error:
        _complain(error.format_message())
        status = 2
    except SaletError as error:
        _complain(str(error))
        status = 2
    except OSError as error:
        status = _output_failed(error)
    except SystemExit as error:
        # When the reader of a pipe (head, less) has gone, click wraps stdout and leaves with 1;
        # but that is no failure.
        status = error.code if sys.stdout is output else 0
    sys.exit(status if isinstance(status, int) else 0)


def _output_failed(error: OSError) -> int:
    """Say why nothing more can be written, and keep Python from trying again at its exit."""
    sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115
    if isinstance(error, BrokenPipeError):
        return 0
    _complain(f"cannot go on: {error.strerror}")
    return 2


def _complain(message: str) -> None:
    click.echo("salet: " + " ".join(message.split()), err=True)
