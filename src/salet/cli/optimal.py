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
    from salet.exact.solution import Optimum, Solution


@click.command()
@click.option("--opener", "openers", multiple=True, metavar="WORD", help="May be repeated.")
@click.option("--all", "every", is_flag=True, help="Prove the best opener of all.")
@click.option(
    "--top", type=click.IntRange(min=1), metavar="K", help="With --all: the K best, not only one."
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
@click.option("--cluster", metavar="ADDRESS", help="With --all: let a Dask cluster search.")
@click.option("--from", "position", default="", metavar="POSITION", help="Go on from there.")
@hard_option
@click.option(
    "--max-guesses",
    type=click.IntRange(min=1),
    metavar="N",
    help="Guesses per game, those of the position included.  [default: 6]",
)
@click.option("--no-cap", is_flag=True, help="Any number of guesses.")
@click.option(
    "--objective",
    type=click.Choice(["mean", "worst", "mean-worst", "solved"]),
    default="mean",
    show_default=True,
    help="What is best: fewest guesses in total, at worst, in total and then at worst; or most "
    "answers found within the cap.",
)
@click.option(
    "--weights",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="How much each answer's guesses count: lines of a word and a positive integer.",
)
@click.option(
    "--beam",
    type=click.IntRange(min=1),
    metavar="N",
    help="Try only N guesses for each set: quick, not proven.",
)
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
    top: int | None,
    checkpoint: Path | None,
    jobs: int,
    cluster: str | None,
    position: str,
    hard: str,
    max_guesses: int | None,
    no_cap: bool,
    objective: str,
    weights: Path | None,
    beam: int | None,
    seconds: float | None,
    nodes: int | None,
    tree: Path | None,
    lexicon: str | None,
    answers: str | None,
    allowed: str | None,
    as_json: bool,
    ascii_only: bool,
) -> None:
    """Find the least total number of guesses, with proof.

    Name one or several openers, go on from a position of at most 400 candidates, or ask for the
    best opener of all. The total is over all candidates; it is the least there is unless the
    search was stopped by a limit or by Ctrl-C.
    """
    from salet.cli.show import Screen, notes_on_stderr, print_json, progress_bar
    from salet.cli.suggest import note_compiling
    from salet.exact.optimum import best_openers
    from salet.exact.optimum import optimal as prove
    from salet.tree.forms import check_output

    if no_cap and max_guesses is not None:
        raise InvalidError("give either --max-guesses or --no-cap, not both")
    if every:
        _refuse(
            "does not go with --all",
            {"--opener": openers, "--beam": beam, "--seconds": seconds, "--nodes": nodes},
        )
    else:
        _refuse("goes with --all", {"--top": top, "--checkpoint": checkpoint, "--cluster": cluster})
    if tree is not None:
        check_output(tree)
    if checkpoint is not None and not checkpoint.parent.is_dir():
        raise InvalidError(f"cannot write {checkpoint}: there is no folder {checkpoint.parent}")
    note_compiling()
    with notes_on_stderr():
        where: dict[str, Any] = {
            "position": position,
            "lexicon": chosen_lexicon(lexicon, answers, allowed),
            "hard": hard,
            "max_guesses": None if no_cap else max_guesses or 6,
            "objective": objective,
            "weights": None if weights is None else _read_weights(weights),
            "jobs": jobs,
        }
        if every:
            with progress_bar("openers settled") as step:
                found = best_openers(
                    top=top or 1, cluster=cluster, checkpoint=checkpoint, step=step, **where
                )
        else:
            with progress_bar("searching") as step:
                found = prove(
                    list(openers) or None,
                    beam=beam or 0,
                    seconds=seconds,
                    nodes=nodes,
                    step=step,
                    **where,
                )
    if as_json:
        print_json(found.to_dict())
    else:
        _show(found, Screen(ascii_only=ascii_only))
    best = found.best
    if tree is not None and best is not None:
        _write_tree(found, tree)
    done = best is not None and (found.proven or beam)
    click.get_current_context().exit(0 if done else 1)


def _refuse(message: str, options: dict[str, object]) -> None:
    for name, value in options.items():
        if value not in {None, ()}:
            raise InvalidError(f"{name} {message}")


def _show(found: Optimum, screen: Any) -> None:
    from salet.cli.show import counted, lexicon_line

    value = "not found" if found.objective == "solved" else "total"
    if found.weighted:
        value = "weighted"
    screen.table(
        ["opener", f">{value}", ">mean", ">worst", "proof", ">seconds", ">sets"],
        [
            [
                solution.opener or "(best)",
                _number(solution.total if value == "total" else solution.value),
                "-" if solution.mean is None else f"{solution.mean:.4f}",
                str(solution.worst or "-"),
                _proof(solution),
                f"{solution.seconds:.2f}",
                f"{solution.nodes:,}",
            ]
            for solution in found.solutions
        ],
        spare=[">sets", ">seconds"],
    )
    if found.openers_proven is not None:
        screen.line(_openers_line(found))
    hard = "" if found.rules.hard == "off" else f"hard mode {found.rules.hard}; "
    cap = f"at most {counted(found.rules.max_guesses, 'guess')}"
    if not found.capped:
        cap = "any number of guesses"
    after = f" after {found.position}" if len(found.position) else ""
    screen.fine_print(
        f"{hard}{cap}; "
        f"{counted(len(found.candidates), 'candidate')}{after}; "
        f"words: {lexicon_line(found.lexicon)}"
    )


def _number(value: int | None) -> str:
    return "-" if value is None else f"{value:,}"


def _openers_line(found: Optimum) -> str:
    if not found.openers_proven:
        openers = len(found.lexicon.allowed)
        return f"stopped: {found.settled:,} of {openers:,} openers settled, another may be better"
    if found.best is None:
        return "proven: no opener meets the cap; allow more with --max-guesses"
    if found.objective == "worst":
        return "proven: no opener takes fewer guesses at worst; others may take as many"
    return "proven: no other opener is better"


def _proof(solution: Solution) -> str:
    if solution.lower_bound is None:
        return "proven: the cap cannot be met"
    if solution.proven:
        return "proven"
    if solution.value is None:
        return f"nothing found; at least {solution.lower_bound:,}"
    value = "worst at least" if solution.objective == "worst" else "at least"
    return f"not proven: {value} {solution.lower_bound:,}"


def _read_weights(path: Path) -> dict[str, int]:
    from salet.words.frequencies import Frequencies

    weights = {}
    for word, weight in Frequencies.from_file(path).counts.items():
        if not weight.is_integer():
            raise InvalidError(f"{path}: the weight of {word} is {weight}, not an integer")
        weights[word] = int(weight)
    return weights


def _write_tree(found: Optimum, path: Path) -> None:
    from salet.tree import Head, TreeFile
    from salet.tree.forms import write_tree

    best = found.best
    assert best is not None
    assert best.tree is not None
    if best.total is None:
        raise InvalidError(f"no tree is written: {best.value:,} answers are not found by it")
    head = Head.of(
        found.lexicon,
        found.rules,
        position=found.position,
        total=best.total,
        # What a head claims is the least total, which other objectives do not look for.
        proven=best.proven and not found.weighted and found.objective in {"mean", "mean-worst"},
    )
    write_tree(TreeFile(head, best.tree), path)
