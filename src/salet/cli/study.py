"""``salet study``: experiments of your own, and the published ones replicated."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from salet import study as studies
from salet.cli import complain, options
from salet.cli.screen import Screen, sparkline
from salet.cli.terminal import INTERRUPTED, print_json, working
from salet.errors import InvalidError, counted, nearest, under
from salet.replication.catalogue import CATALOGUE, Entry, tables_for
from salet.replication.findings import Options
from salet.storage import cache_folder

if TYPE_CHECKING:
    from salet.replication.findings import Replication

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

    names = [name for name in (*CATALOGUE, "all") if name.startswith(start)]
    return [*map(CompletionItem, names), CompletionItem(start, type="file")]


@click.command()
@click.argument("what", required=False, metavar="[SPEC.toml|NAME|all]", shell_complete=_complete)
@options.option("study.out")
@options.jobs
@options.cluster
@options.option("study.frequencies")
@options.option("study.data")
@options.output
def study(
    what: str | None,
    out: Path | None,
    jobs: int,
    cluster: str | None,
    frequencies: Path | None,
    data: tuple[str, ...],
    output: options.Output,
) -> int:
    """Run an experiment of your own, or replicate a published one.

    SPEC.toml describes what to compare; a study that was stopped is resumed. NAME is one of the
    published write-ups; all replicates every one of them and writes a report. Without an argument,
    the names are listed with an example of a spec. The folder of the results contains a report to
    read.
    """
    if what is None:
        _list(output)
        return 0
    if out is not None and out.exists() and not out.is_dir():
        raise InvalidError(f"{out} is a file; --out needs a folder")
    if what == "all" or what in CATALOGUE:
        if cluster is not None:
            raise InvalidError("--cluster is for studies of a spec")
        entries = list(CATALOGUE.values()) if what == "all" else [CATALOGUE[what]]
        tables = tables_for(entries, _named_tables(data), frequencies)
        folder = cache_folder() / "studies" / "all" if out is None and what == "all" else out
        _replicate(entries, tables, jobs, folder, output)
        return 0
    if frequencies is not None or data:
        raise InvalidError(
            "--data and --frequencies are for published studies; in a spec write "
            'frequencies = "FILE"'
        )
    return _run_spec(Path(what), out, jobs, cluster, output)


def _list(output: options.Output) -> None:
    entries = [
        {"name": entry.name, "summary": entry.summary, "data": list(entry.data)}
        for entry in CATALOGUE.values()
    ]
    output.emit({"replications": entries, "example": EXAMPLE}, _show_list)


def _show_list(_: Any, screen: Screen) -> None:
    screen.line("Published write-ups (salet study NAME, or salet study all):")
    for entry in CATALOGUE.values():
        screen.line(f"  {entry.name:9} {entry.summary}")
    screen.line("\nA study of your own is a file such as thresholds.toml (salet study FILE):\n")
    screen.line("".join(f"  {line}\n" for line in EXAMPLE.splitlines()).rstrip())


def _command() -> str:
    return shlex.join(["salet", *sys.argv[1:]])


# --- a spec ---


def _run_spec(
    path: Path, out: Path | None, jobs: int, cluster: str | None, output: options.Output
) -> int:
    from salet.report import save_report
    from salet.study.runner import default_folder
    from salet.study.summary import sureness_parts

    _check_path(path)
    with working("playing") as step:
        spec = studies.Study.from_file(path)
        with under(path):
            grid = studies.Grid.of(spec)
        folder = default_folder(grid) if out is None else out
        try:
            results = studies.run_study(
                grid, folder, jobs=jobs, cluster=cluster, step=step, command=_command()
            )
        except KeyboardInterrupt:
            complain(
                f"stopped; the finished cells are kept in {folder}; "
                "run the same command again to resume"
            )
            return INTERRUPTED
        told = studies.study_report(
            results.cells(), results.metadata, parts=sureness_parts(results)
        )
        for ending in ("html", "md"):
            save_report(told, folder / f"report.{ending}")
    if output.as_json:
        print_json(_study_json(results, folder))
    else:
        _show_results(results, folder, output.screen())
    return 1 if results.frame["problem"].is_not_null().any() else 0


def _check_path(path: Path) -> None:
    """Say what the argument can be if it is not a file."""
    if path.suffix != ".toml" and not path.exists():
        names = [*CATALOGUE, "all"]
        hint = nearest(str(path), names) or (
            f"give a file such as mine.toml, or one of {', '.join(names)}"
        )
        raise InvalidError(f"there is no study {str(path)!r}; {hint}")


def _study_json(results: studies.Results, folder: Path) -> dict[str, Any]:
    """Return a study as plain values."""
    from salet.study.summary import leading_pairs

    facts = results.metadata
    return {
        "lexicon": facts["lexicons"][0],
        "lexicons": facts["lexicons"],
        "title": facts["title"],
        "cells": results.cells(),
        "pairs": [
            {"first": first["cell"], "second": second["cell"], **comparison.to_dict()}
            for first, second, comparison in leading_pairs(results)
        ],
        "tie_noise": {cell: noise.to_dict() for cell, noise in results.tie_noise().items()},
        "games": int(results.frame["games"].sum()),
        **{name: facts[name] for name in ("seconds", "resumed_cells", "digest", "spec")},
        "versions": facts["versions"],
        "folder": str(folder),
    }


def _show_results(results: studies.Results, folder: Path, screen: Screen) -> None:
    """Print the best cells, how sure their order is, and where the files are."""
    from salet.study import summary

    ranked = results.ranked()
    facts = results.metadata
    if facts["title"]:
        screen.line(facts["title"])
    columns = summary.label_columns(results)
    _show_cells(ranked[: summary.MOST_CELLS], columns, screen)
    if len(ranked) > summary.MOST_CELLS:
        screen.line(f"and {counted(len(ranked) - summary.MOST_CELLS, 'cell')} more\n")
    told = [name for name in columns if name.startswith(">")]  # by the text of the strategy too
    for table in (summary.leaders_table(results), summary.noise_table(results)):
        if table is not None:
            screen.line(table.caption)
            spare = [name for name in (*told, ">Wilcoxon", ">equal") if name in table.columns]
            screen.table(table.columns, table.rows, spare=spare)
    for cell in [cell for cell in ranked if cell["problem"]][: summary.MOST_PAIRS]:
        games = counted(cell["unfinished"], "game")
        screen.line(f"! {summary.named(cell)} {cell['problem']}; {games} not finished")
    words = ", ".join(f"{one['name']} (id {one['id']})" for one in facts["lexicons"])
    played = int(results.frame["games"].sum())
    before = facts["resumed_cells"]
    kept = f" ({before:,} of them played before)" if before else ""
    screen.fine_print(
        f"{counted(len(results.frame), 'cell')}{kept}, {played:,} games, {facts['seconds']:.1f} s; "
        f"words: {words}; report: {folder / 'report.html'}"
    )


def _show_cells(cells: Sequence[dict[str, Any]], columns: list[str], screen: Screen) -> None:
    from salet.study.summary import NO_VALUE, identity

    measures = [">mean", ">won", ">within 3", ">losses", ">worst", ">composite", "guesses"]
    screen.table(
        [*columns, *measures],
        [
            [
                *identity(cell, columns),
                NO_VALUE if cell["mean"] is None else f"{cell['mean']:.4f}",
                f"{cell['success']:.2%}",
                f"{cell['within3']:.2%}",
                f"{cell['losses']:,}",
                str(cell["worst"]),
                f"{cell['composite']:.2%}",
                sparkline(
                    {int(n): count for n, count in cell["histogram"].items() if n != "0"},
                    ascii_only=screen.ascii_only,
                ),
            ]
            for cell in cells
        ],
        spare=["guesses", ">worst", ">composite", ">within 3", ">losses"],
    )


# --- a published write-up ---


def _named_tables(data: Sequence[str]) -> dict[str, Path]:
    """Read the NAME=FILE of ``--data``."""
    named = {}
    for text in data:
        name, equals, file = text.partition("=")
        if not equals or not file:
            raise InvalidError(f"--data {text}: write NAME=FILE, as in --data lexipedia=words.txt")
        named[name] = Path(file)
    return named


def _replicate(
    entries: Sequence[Entry],
    tables: Mapping[str, Path],
    jobs: int,
    folder: Path | None,
    output: options.Output,
) -> None:
    """Replicate write-ups, show the results, and write them to the folder."""
    from salet.replication.publication import made, plain, summary_table
    from salet.report.drawing import load_vl_convert
    from salet.runs.log import load_polars

    if folder is not None:  # what is wrong is said before a minute of games, not after
        load_polars()
        load_vl_convert()
        made(folder)
    found = []
    for entry in entries:
        with working(entry.name) as step:
            found.append(entry.module.replicate(Options(data=tables, jobs=jobs, step=step)))
    page = None if folder is None else _write(entries, found, folder, tables, jobs)
    if output.as_json:
        objects = [plain(one) for one in found]
        together = {"lexicon": objects[0]["lexicon"], "replications": objects}
        print_json(together if len(found) > 1 else objects[0])
        return
    screen = output.screen()
    for one in found:
        _show_replication(one, screen)
    if len(found) > 1:
        table = summary_table(found)
        screen.line(table.caption)
        screen.table(table.columns, table.rows, spare=[">compared", ">hold as published"])
    if page is not None:
        screen.line(f"Written: {page}")


def _write(
    entries: Sequence[Entry],
    found: Sequence[Replication],
    folder: Path,
    tables: Mapping[str, Path],
    jobs: int,
) -> Path:
    from salet.replication.publication import write_files

    facts = {f"table {name}": path.name for name, path in tables.items()}
    with working("writing") as step:
        page = write_files(found, folder, command=_command(), facts=facts, step=step)
    for entry in entries:
        if entry.logs_games:
            with working(f"{entry.name}, games") as step:
                games = folder / entry.name / "games.parquet"
                entry.module.write_games(games, Options(data=tables, jobs=jobs, step=step))
    return page


def _show_replication(replication: Replication, screen: Screen) -> None:
    """Print every figure of a document beside ours, and what became of its claims."""
    from salet.replication import publication

    ascii_only = screen.ascii_only
    screen.line(f"{replication.title}\n{replication.source}\n")
    for note in replication.notes:
        screen.fine_print(note)
    screen.line("")
    for section in replication.sections:
        screen.line(section.title)
        table = publication.figures_table(section, ascii_only=ascii_only, notes=False)
        screen.table(table.columns, table.rows)
        for note in (*publication.figure_notes(section), *([section.note] if section.note else [])):
            screen.fine_print(note)
        screen.line("")
    for title, table in replication.tables.items():
        screen.line(title)
        screen.table(table.columns, table.rows)
    if replication.claims:
        screen.line("Claims")
        table = publication.claims_table(replication, ascii_only=ascii_only)
        screen.table(table.columns, table.rows)
        screen.fine_print(f"{publication.CLAIMS}\n")
    if replication.switches:
        screen.line("Switches")
        table = publication.switches_table(replication)
        screen.table(table.columns, [(row[0].strip("`"), *row[1:]) for row in table.rows])
    screen.line(f"{publication.reproduced_text(replication)}\n")
