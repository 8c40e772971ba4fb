"""``salet completion SHELL``: the script that completes commands, options and lexicon names."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the shell completion script.

    \b
    bash: salet completion bash > ~/.local/share/bash-completion/completions/salet
    zsh:  salet completion zsh  > a folder of $fpath, as _salet
    fish: salet completion fish > ~/.config/fish/completions/salet.fish
    """  # noqa: D301 - click reads the backspace
    from salet.cli.group import salet

    completer = get_completion_class(shell)
    assert completer is not None
    click.echo(completer(salet, {}, "salet", "_SALET_COMPLETE").source())
