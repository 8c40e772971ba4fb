"""``salet tree``: show, verify or convert a whole strategy written as a tree."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.text import Text

from salet.cli import options
from salet.cli.dispatch import NamedGroup
from salet.cli.screen import Screen, game_line, histogram_lines
from salet.cli.terminal import note, print_json, writing
from salet.errors import InvalidError, InvalidTreeError, counted
from salet.games.game import Game
from salet.games.rules import Rules
from salet.words.files import read_text
from salet.words.shelf import is_lexicon_name

if TYPE_CHECKING:
    from salet.tree import TreeFile
    from salet.tree.forms import Source
    from salet.tree.model import Tree
    from salet.tree.verify import Verdict


def _complete_tree(ctx: click.Context, param: click.Parameter, start: str) -> list[Any]:  # noqa: ARG001
    from click.shell_completion import CompletionItem

    from salet.tree.forms import bundled_trees

    names = [CompletionItem(name) for name in bundled_trees() if name.startswith(start)]
    return [*names, CompletionItem(start, type="file")]


_file_argument = click.argument(
    "file", type=click.Path(), default="", metavar="[FILE]", shell_complete=_complete_tree
)


@click.group(cls=NamedGroup, context_settings={"help_option_names": ["-h", "--help"]})
def tree() -> None:
    """Show, verify or convert a whole strategy written as a tree.

    FILE is a tree in text or JSON, or the name of a bundled tree (original-off, original-nyt);
    the default is original-off.
    """


@tree.command()
@_file_argument
@options.option("verify.from")
@options.option("verify.hard")
@options.option("verify.max-guesses")
@options.game
@options.output
def verify(
    file: str,
    position: str,
    hard: str | None,
    max_guesses: int | None,
    game: Game,
    output: options.Output,
) -> int:
    """Replay every answer of FILE with the game's rule and check the totals.

    The claims of the file itself (its words, hard mode, total) must be true as well. The exit code
    is 0 if the tree solves every answer by the rules and its claims are true, and 1 if not.
    """
    from salet.tree import verify as replay

    given = options.game_given()
    source = _source(file, game if given else None)
    if not given:
        game = _claimed_game(source)
    claimed = source.head.rules(Rules())
    rules = Rules(max_guesses or claimed.max_guesses, options.mode_of(game, hard or claimed.hard))
    start = game.position(position) if position else source.head.position
    verdict = replay(source, game, rules, start)
    if output.as_json:
        print_json(
            {
                "lexicon": game.summary(),
                "hard": str(rules.hard),
                "max_guesses": rules.max_guesses,
                "position": str(start),
                **verdict.to_dict(),
            }
        )
    else:
        screen = output.screen()
        _show_verdict(verdict, screen)
        after = f"after {start}; " if len(start) else ""
        screen.fine_print(
            f"{after}hard mode {rules.hard}, at most {counted(rules.max_guesses, 'guess')}; "
            f"{game_line(game)}"
        )
    return 0 if verdict.valid else 1


def _show_verdict(verdict: Verdict, screen: Screen) -> None:
    screen.line("valid" if verdict.valid else "not valid")
    screen.problems(verdict.problems)
    for line in histogram_lines(verdict.histogram, ascii_only=screen.ascii_only):
        screen.line(line)
    screen.line(
        f"{counted(verdict.answers, 'answer')}, total {verdict.total:,}, worst {verdict.worst}"
    )


@tree.command()
@_file_argument
@options.option("tree.from")
@options.option("depth")
@options.game
@options.option("ascii")
def show(file: str, position: str, depth: int, game: Game, ascii_only: bool) -> None:
    """Draw the first guesses of FILE and what follows each reply."""
    found = _tree_of(file, position, game)
    screen = Screen(ascii_only=ascii_only)
    screen.line(f"guess {found.caption()}")
    _draw_branches(screen, found.tree, depth=depth)
    start = f"guesses counted after {found.head.position}" if len(found.head.position) else ""
    notes = "; ".join(filter(None, [start, found.head.conditions()]))
    if notes:
        screen.fine_print(notes)


@tree.command()
@_file_argument
@options.option("tree.from")
@options.option("to")
@options.game
def export(file: str, position: str, to: Path, game: Game) -> None:
    """Convert FILE to the format that the suffix of OUT names."""
    from salet.tree.forms import check_output, write_tree

    check_output(to)
    found = _tree_of(file, position, game)
    with writing(to):
        write_tree(found, to)
    click.echo(found.caption())


def _tree_of(file: str, position: str, game: Game) -> TreeFile:
    """Read a tree, or what follows a position in it."""
    from salet.coach.wider import check_possible
    from salet.tree import read_tree

    given = options.game_given()
    source = _source(file, game if given else None)
    try:
        whole = read_tree(source)
    except InvalidTreeError as error:
        raise InvalidError(f"{file}: {error}") from None
    if given and whole.head.id not in (None, game.lexicon.id):
        note(
            f"{file or 'the tree'} is for {whole.head.lexicon} (id {whole.head.id}), "
            f"not for {game.name}"
        )
    start = whole.game.position(position)
    check_possible(whole.game, start)
    return whole.below(start)


def _source(file: str, game: Game | None) -> Source:
    """Read a file, or a bundled tree by name; a file of that name comes first."""
    from salet.tree.forms import DEFAULT_TREE, bundled_text, bundled_trees, read_source

    if not file and game is not None and not game.is_wordle:
        raise InvalidError(
            f"name the FILE of a tree for {game.name}; the bundled ones are Wordle's"
        )
    path = Path(file or DEFAULT_TREE)
    if path.exists():
        try:
            return read_source(read_text(path), game)
        except InvalidTreeError as error:
            raise InvalidError(f"{file}: {error}") from None
    if str(path) in bundled_trees():
        return read_source(bundled_text(str(path)), game)
    raise InvalidError(
        f"cannot read {path}: there is no such file, "
        f"and the bundled trees are {', '.join(bundled_trees())}"
    )


def _claimed_game(source: Source) -> Game:
    """Load the words that a tree says it is for, or the default words."""
    name = source.head.lexicon
    if source.game is not None and source.head.rule is not None:
        return source.game
    if name is not None and not is_lexicon_name(name):
        raise InvalidError(f"the tree is for the words of {name}; give them with --answers")
    return options.load_game(None, name, None, None)


_GUIDES = {False: ("├─ ", "└─ ", "│  "), True: ("|- ", "`- ", "|  ")}
"""The lines of a drawing, by whether they must be ASCII: branch, last branch, further down."""


def _draw_branches(
    screen: Screen, tree: Tree, *, depth: int, before: int = 0, indent: str = ""
) -> None:
    """Draw what follows each reply, `depth` replies deep, after `before` guesses."""
    middle, end, down = _GUIDES[screen.ascii_only]
    branches = tree.largest_first()
    for place, (pattern, branch) in enumerate(branches, start=1):
        last = place == len(branches)
        line = Text(indent + (end if last else middle))
        line.append_text(screen.turn(tree.guess, pattern))
        line.append(f"  {branch.guess}", style="bold")
        line.append(f"  {_what_is_left(branch, before + 1)}", style="dim")
        screen.line(line)
        if depth > 1:
            _draw_branches(
                screen,
                branch,
                depth=depth - 1,
                before=before + 1,
                indent=indent + ("   " if last else down),
            )


def _what_is_left(tree: Tree, before: int) -> str:
    if not tree.branches:
        return f"solved in {before + 1}"
    return f"{counted(tree.size, 'answer')}, worst {before + tree.height}"
