"""Finds the sub-command and runs it; every error of a user's making becomes one line."""

from __future__ import annotations

import re
import sys
from importlib import import_module

import click
from click.shell_completion import get_completion_class

from salet.cli import COMMANDS, HELP, HOMES, complain
from salet.errors import SaletError, UnknownNameError, nearest

_PATTERN = re.compile(r"-[-yg]+|(?=.{5})-[-yg]*[^-yg=\s][-yg]*", re.IGNORECASE)
"""With one wrong sign, too: then it is told which. Every option has two such signs or more."""


class NamedGroup(click.Group):
    """A group that names the nearest commands when there is none of that name."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, or say which are like it."""
        known = self.list_commands(ctx)
        if args and not args[0].startswith("-") and args[0] not in known:
            if ctx.resilient_parsing:  # completing, not running
                return None, None, []
            raise UnknownNameError.among("command", args[0], known)
        return super().resolve_command(ctx, args)


class LazyGroup(NamedGroup):
    """A group that imports a command's module only to run it."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read a pattern that begins with a dash as a pattern, and ``help run`` as ``run --help``.

        A space before a pattern keeps click from taking it for options; positions are read so, too.
        """
        if args[:1] == ["help"]:
            args = [*args[1:], "--help"]
        return super().parse_args(ctx, [f" {arg}" if is_pattern(arg) else arg for arg in args])

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Return the names in the order in which people should meet them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the module of that name and return its command."""
        if cmd_name not in COMMANDS or cmd_name in self.commands:
            return super().get_command(ctx, cmd_name)
        command: click.Command = getattr(
            import_module(f"salet.cli.{HOMES.get(cmd_name, cmd_name)}"), cmd_name
        )
        return command

    def get_help(self, ctx: click.Context) -> str:  # noqa: ARG002
        """Return the text that is also answered without click."""
        return HELP


def is_pattern(argument: str) -> bool:
    """Whether an argument that begins with a dash is a pattern rather than an option.

    >>> [is_pattern(argument) for argument in ("---yg", "-y--q", "-----", "--", "-h", "--log")]
    [True, True, True, False, False, False]
    """
    return argument != "--" and _PATTERN.fullmatch(argument) is not None


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
def salet() -> None:
    """Play, advise and measure: a laboratory for Wordle and games like it."""


@salet.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]), metavar="SHELL")
def completion(shell: str) -> None:
    """Print the completion script for your shell.

    \b
    bash: salet completion bash > ~/.local/share/bash-completion/completions/salet
    zsh:  salet completion zsh  > a folder of $fpath, as _salet
    fish: salet completion fish > ~/.config/fish/completions/salet.fish
    """  # noqa: D301 - click reads the backspace
    completer = get_completion_class(shell)
    assert completer is not None
    click.echo(completer(salet, {}, "salet", "_SALET_COMPLETE").source())


def call() -> int:
    """Run the command that was asked for and return its exit code."""
    output = sys.stdout
    try:
        status = salet.main(prog_name="salet", standalone_mode=False)
    except click.Abort:
        complain("stopped")
        return 130
    except click.exceptions.NoArgsIsHelpError as error:  # salet arena, with nothing behind it
        click.echo(error.format_message())
        return 0
    except click.NoSuchOption as error:  # click takes the dashes for likeness
        name, near = error.option_name, error.possibilities or ()
        like = [one for one in near if nearest(name.strip("-"), [one.strip("-")])]
        complain(click.NoSuchOption(name, possibilities=like).format_message())
        return 2
    except click.ClickException as error:
        complain(error.format_message())
        return 2
    except SaletError as error:
        complain(str(error))
        return 2
    except SystemExit as error:
        # When the reader of a pipe (head, less) has gone, click wraps stdout and leaves with 1;
        # but that is no failure.
        status = error.code if sys.stdout is output else 0
    return status if isinstance(status, int) else 0
