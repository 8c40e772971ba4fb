"""``salet tree``: replay a tree, or look at one."""

from __future__ import annotations

from pathlib import Path

import click

from salet.cli.options import (
    ascii_option,
    chosen_lexicon,
    hard_option,
    json_option,
    lexicon_options,
)
from salet.errors import InvalidError

_FILE = click.Path(path_type=Path)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def tree() -> None:
    """Replay a tree with the plain rule, or look at one."""


@tree.command()
@click.argument("file", type=_FILE)
@hard_option
@click.option(
    "--max-guesses", type=click.IntRange(min=1), default=6, show_default=True, metavar="N"
)
@lexicon_options
@json_option
@ascii_option
def verify(
    file: Path,
    hard: str,
    max_guesses: int,
    lexicon: str | None,
    answers: str | None,
    allowed: str | None,
    as_json: bool,
    ascii_only: bool,
) -> None:
    """Replay every answer of FILE with the plain rule, and count again.

    Exit code 0 if the tree solves every answer by the rules and says the truth, 1 if not.
    """
    from salet.cli.show import Screen, histogram_lines, lexicon_line, print_json
    from salet.rules import HardMode, Rules
    from salet.tree import verify as replay

    words = chosen_lexicon(lexicon, answers, allowed)
    verdict = replay(_read(file), words, Rules(max_guesses, HardMode(hard)))
    if as_json:
        print_json({"lexicon": words.summary(), "hard": hard, **verdict.to_dict()})
    else:
        screen = Screen(ascii_only=ascii_only)
        screen.line("valid" if verdict.valid else "not valid")
        for problem in verdict.problems[:10]:
            screen.line(f"! {problem}")
        for line in histogram_lines(verdict.histogram, ascii_only=screen.ascii_only):
            screen.line(line)
        screen.line(f"{verdict.answers:,} answers, total {verdict.total:,}, worst {verdict.worst}")
        screen.fine_print(f"words: {lexicon_line(words)}")
    click.get_current_context().exit(0 if verdict.valid else 1)


@tree.command()
@click.argument("file", type=_FILE)
@click.option("--from", "position", default="", metavar="POSITION", help="Show what follows it.")
@ascii_option
def show(file: Path, position: str, ascii_only: bool) -> None:
    """Show the guess that FILE plays, and what follows each pattern."""
    from salet.cli.show import Screen
    from salet.position import Position
    from salet.tree import Tree

    node: Tree | None = Tree.from_text(_read(file))
    for turn in Position.from_text(position):
        if node is None or node.guess != turn.guess:
            raise InvalidError(f"the tree does not come to {position}")
        node = node.branches.get(turn.pattern)
    if node is None:
        raise InvalidError(f"the tree does not come to {position}")
    screen = Screen(ascii_only=ascii_only)
    screen.line(f"guess {node.guess}")
    screen.table(
        ["pattern", "then", ">answers", ">worst"],
        [
            [str(pattern), branch.guess, str(branch.size), str(1 + branch.height)]
            for pattern, branch in sorted(node.branches.items(), key=lambda item: -item[1].size)
        ],
    )


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise InvalidError(f"cannot read {file}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InvalidError(f"{file} is not UTF-8 text") from None
