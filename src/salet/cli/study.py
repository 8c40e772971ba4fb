"""``salet study``: experiments of one's own, and the published ones."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from salet.cli.options import ascii_option, json_option
from salet.errors import InvalidError, SaletError, nearest

if TYPE_CHECKING:
    from salet.study.grid import Grid

_STOPPED = 130

EXAMPLE = """\
title = "When to stop collecting letters and solve"
strategy = ["letters+solutions_below({below})", "entropy"]
opener = ["tales", "stare"]        # or "all" for every allowed word
hard = ["off", "nyt"]
answers = {sample = 500, seed = 1}

[sweep]
below = [0, 5, 10, 20, 50]         # or {from = 0, to = 50, step = 5}
"""


def _complete(ctx: click.Context, param: click.Parameter, start: str) -> list[Any]:  # noqa: ARG001
    from click.shell_completion import CompletionItem

    from salet.replication.catalogue import CATALOGUE

    names = [name for name in (*CATALOGUE, "all") if name.startswith(start)]
    return [*map(CompletionItem, names), CompletionItem(start, type="file")]


@click.command()
@click.argument("what", required=False, metavar="[SPEC.toml|NAME|all]", shell_complete=_complete)
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="DIR", help="Keep results there; go on there."
)
@click.option(
    "--jobs", type=click.IntRange(min=0), default=0, metavar="N", help="Processes; 0 for all."
)
@click.option("--cluster", metavar="ADDRESS", help="Play on a Dask cluster: host:port.")
@click.option(
    "--frequencies",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The table of word frequencies that the write-up used.",
)
@click.option(
    "--data", multiple=True, metavar="NAME=FILE", help="The same by name: lexipedia, bnc."
)
@json_option
@ascii_option
def study(
    what: str | None,
    out: Path | None,
    jobs: int,
    cluster: str | None,
    frequencies: Path | None,
    data: tuple[str, ...],
    as_json: bool,
    ascii_only: bool,
) -> None:
    """Run an experiment of your own, or a published one again.

    SPEC.toml describes what is to be compared; a study that was stopped goes on where it was. NAME
    is one of the published write-ups, and all is all of them with a report. Without an argument:
    their names, and an example of a spec. A folder gets the results with a page to read.
    """
    from salet.replication.catalogue import CATALOGUE

    if what is None:
        _list(as_json=as_json, ascii_only=ascii_only)
    elif what == "all" or what in CATALOGUE:
        if cluster is not None:
            raise InvalidError("--cluster is for studies of a spec")
        if out is not None or what == "all":
            _check_extras()
        from salet.cli.study_replications import run_replications

        run_replications(
            what,
            data=data,
            frequencies=frequencies,
            jobs=jobs,
            out=out,
            command=_command(),
            as_json=as_json,
            ascii_only=ascii_only,
        )
    else:
        if frequencies is not None or data:
            raise InvalidError('a spec names its table itself: frequencies = "FILE"')
        _run_spec(Path(what), out, jobs, cluster, as_json=as_json, ascii_only=ascii_only)


def _list(*, as_json: bool, ascii_only: bool) -> None:
    from salet.cli.show import Screen, print_json
    from salet.replication.catalogue import CATALOGUE

    if as_json:
        entries = [
            {"name": entry.name, "summary": entry.summary, "data": list(entry.data)}
            for entry in CATALOGUE.values()
        ]
        print_json({"replications": entries, "example": EXAMPLE})
        return
    screen = Screen(ascii_only=ascii_only)
    screen.line("Published write-ups, played again (salet study NAME, or salet study all):")
    for entry in CATALOGUE.values():
        screen.line(f"  {entry.name:9} {entry.summary}")
    screen.line("\nA study of your own is a file such as thresholds.toml (salet study FILE):\n")
    screen.line("".join(f"  {line}\n" for line in EXAMPLE.splitlines()).rstrip())


def _check_extras() -> None:
    """Say before a minute of games, rather than after it, that the files need what is not there."""
    from salet.report.drawing import load_vl_convert
    from salet.runs.log import load_polars

    load_polars()
    load_vl_convert()


# --- a spec ---


def _run_spec(
    path: Path, out: Path | None, jobs: int, cluster: str | None, *, as_json: bool, ascii_only: bool
) -> None:
    from salet.cli import complain
    from salet.cli.show import Screen, notes_on_stderr, print_json, progress_bar
    from salet.cli.study_tables import show_results, study_json
    from salet.report import save_report
    from salet.study.leaders import sureness_parts
    from salet.study.runner import default_folder, run_study
    from salet.study.study_report import study_report

    _check_path(path)
    with notes_on_stderr(), progress_bar("playing") as step:
        grid = _grid(path)
        folder = default_folder(grid) if out is None else out
        try:
            results = run_study(
                grid, folder, jobs=jobs, cluster=cluster, step=step, command=_command()
            )
        except KeyboardInterrupt:
            complain(f"stopped; what is finished is kept in {folder}: the same command goes on")
            click.get_current_context().exit(_STOPPED)
        told = study_report(results.cells(), results.metadata, parts=sureness_parts(results))
        for ending in ("html", "md"):
            save_report(told, folder / f"report.{ending}")
    if as_json:
        print_json(study_json(results, folder))
    else:
        show_results(results, folder, Screen(ascii_only=ascii_only))
    failed = results.frame["problem"].is_not_null().any()
    click.get_current_context().exit(1 if failed else 0)


def _grid(path: Path) -> Grid:
    """Read a spec and make its cells; name the file in what is wrong with them."""
    from salet.study.grid import Grid
    from salet.study.spec import Study

    study = Study.from_file(path)
    try:
        return Grid.of(study)
    except SaletError as error:
        raise InvalidError(f"{path}: {error}") from None


def _check_path(path: Path) -> None:
    """Say what the argument can be when it is no file."""
    from salet.replication.catalogue import CATALOGUE

    if path.suffix != ".toml" and not path.exists():
        names = [*CATALOGUE, "all"]
        hint = nearest(str(path), names) or f"it is a file such as mine.toml, or {', '.join(names)}"
        raise InvalidError(f"there is no study {str(path)!r}; {hint}")


def _command() -> str:
    return shlex.join(["salet", *sys.argv[1:]])
