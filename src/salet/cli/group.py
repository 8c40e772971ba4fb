"""Finds the sub-command and runs it; every error of a user's making becomes one line."""

from __future__ import annotations

import sys
from importlib import import_module

import click
from click.shell_completion import get_completion_class

from salet.cli import COMMANDS, HELP, complain
from salet.errors import SaletError, UnknownNameError


class LazyGroup(click.Group):
    """A group that imports a command's module only to run it."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Return the names in the order in which people should meet them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the module of that name and return its command."""
        if cmd_name not in COMMANDS or cmd_name in self.commands:
            return super().get_command(ctx, cmd_name)
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

    def get_help(self, ctx: click.Context) -> str:  # noqa: ARG002
        """Return the text that is also answered without click."""
        return HELP


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
def salet() -> None:
    """Play, advise and measure: a laboratory for Wordle and games like it."""


@salet.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
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
