"""``salet tree``: replay a tree, look at one, or write it in another form."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from salet.cli.options import (
    ascii_option,
    chosen_lexicon,
    json_option,
    lexicon_options,
)
from salet.errors import InvalidError, InvalidTreeError

if TYPE_CHECKING:
    from collections.abc import Callable

    from salet.tree import TreeFile
    from salet.tree.source import Source
    from salet.words.lexicon import Lexicon

F = TypeVar("F", bound="Callable[..., Any]")

_SHOWN_PROBLEMS = 10


def _complete_tree(ctx: click.Context, param: click.Parameter, start: str) -> list[Any]:  # noqa: ARG001
    from click.shell_completion import CompletionItem

    from salet.tree.bundled import bundled_trees

    names = [CompletionItem(name) for name in bundled_trees() if name.startswith(start)]
    return [*names, CompletionItem(start, type="file")]


_file_argument = click.argument(
    "file", type=click.Path(), default="", metavar="[FILE]", shell_complete=_complete_tree
)
_from_option = click.option(
    "--from", "position", default="", metavar="POSITION", help="Only what follows it."
)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def tree() -> None:
    """Replay a tree, look at one, or write it in another form.

    FILE is a tree in text or JSON, or the name of a bundled one (original-off, original-nyt);
    without it, original-off is taken.
    """


@tree.command()
@_file_argument
@click.option(
    "--from", "position", default="", metavar="POSITION", help="The tree begins after it."
)
@click.option(
    "--hard",
    type=click.Choice(["off", "nyt", "strict"]),
    help="Hard mode.  [default: what the file says, or off]",
)
@click.option(
    "--max-guesses",
    type=click.IntRange(min=1),
    metavar="N",
    help="Guesses per game.  [default: what the file says, or 6]",
)
@lexicon_options
@json_option
@ascii_option
def verify(
    file: str,
    position: str,
    hard: str | None,
    max_guesses: int | None,
    lexicon: str | None,
    answers: str | None,
    allowed: str | None,
    as_json: bool,
    ascii_only: bool,
) -> None:
    """Replay every answer of FILE with the plain rule, and count again.

    What the file says of itself (its words, hard mode, total) must be true as well. Exit code 0
    if the tree solves every answer by the rules and says the truth, 1 if not.
    """
    from salet.cli.show import Screen, counted, histogram_lines, lexicon_line, print_json
    from salet.games.position import Position
    from salet.games.rules import HardMode, Rules
    from salet.tree import verify as replay

    source = _source(file)
    if lexicon is None and answers is None and allowed is None:
        words = _claimed_lexicon(source)
    else:
        words = chosen_lexicon(lexicon, answers, allowed)
    claimed = source.head.rules(Rules())
    rules = Rules(max_guesses or claimed.max_guesses, HardMode(hard or claimed.hard))
    start = Position.from_text(position, words.spelled)
    verdict = replay(source, words, rules, start)
    if as_json:
        print_json(
            {
                "lexicon": words.summary(),
                "hard": str(rules.hard),
                "max_guesses": rules.max_guesses,
                "position": str(start),
                **verdict.to_dict(),
            }
        )
    else:
        screen = Screen(ascii_only=ascii_only)
        screen.line("valid" if verdict.valid else "not valid")
        for problem in verdict.problems[:_SHOWN_PROBLEMS]:
            screen.line(f"! {problem}")
        if len(verdict.problems) > _SHOWN_PROBLEMS:
            screen.line(f"! and {len(verdict.problems) - _SHOWN_PROBLEMS:,} more")
        for line in histogram_lines(verdict.histogram, ascii_only=screen.ascii_only):
            screen.line(line)
        screen.line(
            f"{counted(verdict.answers, 'answer')}, total {verdict.total:,}, worst {verdict.worst}"
        )
        after = f"after {start}; " if len(start) else ""
        screen.fine_print(
            f"{after}hard mode {rules.hard}, at most {counted(rules.max_guesses, 'guess')}; "
            f"words: {lexicon_line(words)}"
        )
    click.get_current_context().exit(0 if verdict.valid else 1)


@tree.command()
@_file_argument
@_from_option
@click.option(
    "--depth",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="N",
    help="How many patterns deep to draw.",
)
@ascii_option
def show(file: str, position: str, depth: int, ascii_only: bool) -> None:
    """Draw the guess that FILE plays, and what follows each pattern."""
    from salet.cli.branches import draw_branches
    from salet.cli.show import Screen

    found = _tree_of(file, position)
    screen = Screen(ascii_only=ascii_only)
    screen.line(f"guess {found.caption()}")
    draw_branches(screen, found.tree, depth=depth)
    start = f"guesses counted after {found.head.position}" if len(found.head.position) else ""
    notes = "; ".join(filter(None, [start, found.head.conditions()]))
    if notes:
        screen.fine_print(notes)


@tree.command()
@_file_argument
@_from_option
@click.option(
    "--to",
    "output",
    required=True,
    type=click.Path(path_type=Path),
    metavar="OUT",
    help="Where to: .txt, .json, .dot (Graphviz), .svg or .html.",
)
def export(file: str, position: str, output: Path) -> None:
    """Write FILE in another form, which the suffix of OUT names."""
    from salet.tree.forms import check_output, write_tree

    check_output(output)
    found = _tree_of(file, position)
    write_tree(found, output)
    click.echo(f"{output}: {found.caption()}")


def _tree_of(file: str, position: str) -> TreeFile:
    """Read a tree, or what follows a position in it."""
    from salet.games.position import Position
    from salet.tree import TreeFile

    after = Position.from_text(position)
    source = _source(file)
    try:
        whole = TreeFile.read(source)
    except InvalidTreeError as error:
        raise InvalidError(f"{file}: {error}") from None
    return whole.below(after)


def _source(file: str) -> Source:
    """Read a file, or a bundled tree by name; a file of that name comes first."""
    from salet.tree.bundled import DEFAULT_TREE, bundled_text, bundled_trees
    from salet.tree.forms import read_text_of
    from salet.tree.source import read_source

    path = Path(file or DEFAULT_TREE)
    if path.exists():
        try:
            return read_source(read_text_of(path))
        except InvalidTreeError as error:
            raise InvalidError(f"{file}: {error}") from None
    if str(path) in bundled_trees():
        return read_source(bundled_text(str(path)))
    raise InvalidError(
        f"cannot read {path}: there is no such file, "
        f"and the bundled trees are {', '.join(bundled_trees())}"
    )


def _claimed_lexicon(source: Source) -> Lexicon:
    """Load the words that a tree says it is for, the usual ones if it does not say."""
    from salet.words.shelf import is_lexicon_name

    name = source.head.lexicon
    if name is not None and not is_lexicon_name(name):
        raise InvalidError(f"the tree is for the words of {name}; give them with --answers")
    return chosen_lexicon(name, None, None)
