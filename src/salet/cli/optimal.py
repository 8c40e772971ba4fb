"""``salet optimal``: exact values, and trees."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from salet.cli.options import (
    ascii_option,
    chosen_lexicon,
    hard_option,
    json_option,
    lexicon_options,
)
from salet.errors import InvalidError

if TYPE_CHECKING:
    from salet.optimal.optimum import Optimum


@click.command()
@click.option("--opener", "openers", multiple=True, metavar="WORD", help="May be repeated.")
@click.option("--all", "every", is_flag=True, help="Prove the best opener of all.")
@click.option(
    "--top", type=click.IntRange(min=1), default=1, metavar="K", help="With --all: the K best."
)
@click.option(
    "--checkpoint",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="With --all: keep what is settled there, and go on from it.",
)
@click.option(
    "--jobs", type=click.IntRange(min=0), default=0, metavar="N", help="Threads; 0 for all cores."
)
@click.option("--from", "position", default="", metavar="POSITION", help="Go on from there.")
@hard_option
@click.option(
    "--max-guesses",
    type=click.IntRange(min=1),
    default=6,
    show_default=True,
    metavar="N",
    help="Guesses per game, those of the position included.",
)
@click.option("--no-cap", is_flag=True, help="Any number of guesses.")
@click.option("--seconds", type=click.FloatRange(min=0), metavar="S", help="Stop each opener then.")
@click.option("--nodes", type=click.IntRange(min=1), metavar="N", help="Stop after N sets.")
@click.option(
    "--tree",
    "tree",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write the best tree: .txt, .json, .dot, .svg or .html.",
)
@lexicon_options
@json_option
@ascii_option
def optimal(
    openers: tuple[str, ...],
    every: bool,
    top: int,
    checkpoint: Path | None,
    jobs: int,
    position: str,
    hard: str,
    max_guesses: int,
    no_cap: bool,
    tree: Path | None,
    lexicon: str | None,
    answers: str | None,
    allowed: str | None,
    as_json: bool,
    ascii_only: bool,
    **options: Any,
) -> None:
    """Find the least total number of guesses, with proof.

    Name one or several openers, go on from a position of at most 400 candidates, or ask for the
    best opener of all. The total is over all candidates; it is the least there is unless the
    search was stopped by a limit.
    """
    from salet.cli.show import Screen, notes_on_stderr, print_json, progress_bar
    from salet.optimal.optimum import best_openers
    from salet.optimal.optimum import optimal as prove
    from salet.optimal.search import needs_compiling
    from salet.tree.forms import check_output

    if tree is not None:
        check_output(tree)
    if needs_compiling():
        click.echo("note: compiling the search for this machine, once: half a minute", err=True)
    with notes_on_stderr():
        where: dict[str, Any] = {
            "position": position,
            "lexicon": chosen_lexicon(lexicon, answers, allowed),
            "hard": hard,
            "max_guesses": None if no_cap else max_guesses,
        }
        if every:
            if openers:
                raise InvalidError("give either --all or --opener, not both")
            with progress_bar("openers settled") as step:
                found = best_openers(top=top, jobs=jobs, checkpoint=checkpoint, step=step, **where)
        else:
            found = prove(list(openers) or None, **where, **options)
    if as_json:
        print_json(found.to_dict())
    else:
        _show(found, Screen(ascii_only=ascii_only))
    if tree is not None and found.best is not None:
        _write_tree(found, tree)
    done = found.best is not None and found.openers_proven is not False
    click.get_current_context().exit(0 if done else 1)


def _show(found: Optimum, screen: Any) -> None:
    from salet.cli.show import counted, lexicon_line

    screen.table(
        ["opener", ">total", ">mean", ">worst", "proof", ">seconds", ">sets"],
        [
            [
                solution.opener or "(best)",
                "-" if solution.total is None else f"{solution.total:,}",
                "-" if solution.mean is None else f"{solution.mean:.4f}",
                str(solution.worst or "-"),
                _proof(solution.proven, solution.total, solution.lower_bound),
                f"{solution.seconds:.2f}",
                f"{solution.nodes:,}",
            ]
            for solution in found.solutions
        ],
        spare=[">sets", ">seconds"],
    )
    if found.openers_proven is not None:
        known = "proven: no other opener" if found.openers_proven else "stopped: another opener may"
        screen.line(f"{known} {'is' if found.openers_proven else 'be'} better")
    hard = "" if found.rules.hard == "off" else f"hard mode {found.rules.hard}; "
    after = f" after {found.position}" if len(found.position) else ""
    screen.fine_print(
        f"{hard}at most {found.rules.max_guesses} guesses; "
        f"{counted(len(found.candidates), 'candidate')}{after}; "
        f"words: {lexicon_line(found.lexicon)}"
    )


def _proof(proven: bool, total: int | None, lower_bound: int) -> str:
    if not proven:
        return f"stopped: at least {lower_bound:,}"
    return "proven" if total is not None else "proven: the cap cannot be met"


def _write_tree(found: Optimum, path: Path) -> None:
    from salet.tree import Head, TreeFile
    from salet.tree.forms import write_tree

    best = found.best
    assert best is not None
    assert best.tree is not None
    head = Head.of(
        found.lexicon,
        found.rules,
        position=found.position,
        total=best.total,
        proven=best.proven,
    )
    write_tree(TreeFile(head, best.tree), path)
