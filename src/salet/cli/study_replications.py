"""What ``salet study NAME`` does: plays a published write-up again, shows it, writes it."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from salet.cli.show import Screen, notes_on_stderr, print_json, progress_bar
from salet.errors import InvalidError
from salet.replication.catalogue import CATALOGUE, tables_for
from salet.replication.documents import made, plain, write_files
from salet.replication.findings import Options

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from salet.replication.catalogue import Entry
    from salet.replication.findings import Replication


def named_tables(data: Sequence[str]) -> dict[str, Path]:
    """Read the NAME=FILE of ``--data``."""
    named = {}
    for text in data:
        name, equals, file = text.partition("=")
        if not equals or not file:
            raise InvalidError(f"--data {text}: write NAME=FILE, as in --data lexipedia=words.txt")
        named[name] = Path(file)
    return named


def run_replications(
    what: str,
    *,
    data: Sequence[str],
    frequencies: Path | None,
    jobs: int,
    out: Path | None,
    command: str,
    as_json: bool,
    ascii_only: bool,
) -> None:
    """Replicate one write-up or all, show what was found, and write it where it is asked for."""
    entries = list(CATALOGUE.values()) if what == "all" else [CATALOGUE[what]]
    tables = tables_for(entries, named_tables(data), frequencies)
    folder = _default_folder() if out is None and what == "all" else out
    if folder is not None:
        made(folder)  # what is wrong with it is said before the games, not after
    found = []
    for entry in entries:
        with _options(entry.name, tables, jobs) as options:
            found.append(entry.replicate(options))
    first_page = None
    if folder is not None:
        first_page = _write(entries, found, folder, tables, jobs, command)
    if as_json:
        objects = [plain(one) for one in found]
        together = {"lexicon": objects[0]["lexicon"], "replications": objects}
        print_json(together if what == "all" else objects[0])
        return
    screen = Screen(ascii_only=ascii_only)
    for one in found:
        show_replication(one, screen)
    if len(found) > 1:
        from salet.replication.documents import summary_table

        table = summary_table(found)
        screen.line(table.caption)
        screen.table(table.columns, table.rows, spare=[">compared", ">hold as published"])
    if first_page is not None:
        screen.line(f"Written: {first_page}")


@contextmanager
def _options(label: str, tables: Mapping[str, Path], jobs: int) -> Iterator[Options]:
    with notes_on_stderr(), progress_bar(label) as step:
        yield Options(data=tables, jobs=jobs, step=step)


def _default_folder() -> Path:
    """Return where the report on all write-ups goes if no folder is given."""
    from salet.storage import cache_folder

    return cache_folder() / "studies" / "all"


def _write(
    entries: Sequence[Entry],
    found: Sequence[Replication],
    folder: Path,
    tables: Mapping[str, Path],
    jobs: int,
    command: str,
) -> Path:
    facts = {f"table {name}": path.name for name, path in tables.items()}
    with notes_on_stderr(), progress_bar("writing") as step:
        page = write_files(found, folder, command=command, facts=facts, step=step)
    for entry in entries:
        write_games = entry.write_games
        if write_games is not None:
            with _options(f"{entry.name}, games", tables, jobs) as options:
                write_games(folder / entry.name / "games.parquet", options)
    return page


def show_replication(replication: Replication, screen: Screen) -> None:
    """Print every figure of a document beside ours, and what became of its claims."""
    from salet.replication import documents

    ascii_only = screen.ascii_only
    screen.line(f"{replication.title}\n{replication.source}\n")
    for note in replication.notes:
        screen.fine_print(note)
    screen.line("")
    for section in replication.sections:
        screen.line(section.title)
        table = documents.figures_table(section, ascii_only=ascii_only, notes=False)
        screen.table(table.columns, table.rows)
        for note in (*documents.figure_notes(section), *([section.note] if section.note else [])):
            screen.fine_print(note)
        screen.line("")
    for title, table in replication.tables.items():
        screen.line(title)
        screen.table(table.columns, table.rows)
    if replication.claims:
        screen.line("Claims")
        table = documents.claims_table(replication, ascii_only=ascii_only)
        screen.table(table.columns, table.rows)
        screen.fine_print(f"{documents.CLAIMS}\n")
    if replication.switches:
        screen.line("Switches")
        table = documents.switches_table(replication)
        screen.table(table.columns, [(row[0].strip("`"), *row[1:]) for row in table.rows])
    screen.line(f"{documents.reproduced_text(replication)}\n")
