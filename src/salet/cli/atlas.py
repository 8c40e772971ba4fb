"""``salet atlas``: the proven best openers of every language and length."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from salet.cli import complain, options
from salet.cli.dispatch import NamedGroup
from salet.cli.screen import Screen
from salet.cli.terminal import INTERRUPTED, note, note_compiling_search, working, writing
from salet.errors import InvalidError, UnknownNameError, counted, either
from salet.games.rules import OFF
from salet.games.wordle import Wordle
from salet.storage import check_target
from salet.words.builder import can_build
from salet.words.language import Language, languages
from salet.words.shelf import is_lexicon_name, lexicon_names, lexicons_of

if TYPE_CHECKING:
    from salet.report import Report
    from salet.study.atlas import Atlas, Record
    from salet.tree import Tree

_PAGE = "index.html"
_FOLDER = click.Path(path_type=Path)


@click.group(cls=NamedGroup, context_settings={"help_option_names": ["-h", "--help"]})
def atlas() -> None:
    """Prove the best openers of every language and length.

    For each lexicon and mode: the opener with the least total number of guesses, its mean, its
    worst case and its tree, proven over all openers, or with bounds.
    """


@dataclass(frozen=True)
class Wanted:
    """Which lexicons and modes."""

    codes: tuple[str, ...] = options.by("atlas.language")
    lengths: tuple[int, ...] = options.by("atlas.length")
    lexicons: tuple[str, ...] = options.by("atlas.lexicon")
    modes: tuple[str, ...] = options.by("atlas.hard")

    def names(self) -> list[str]:
        """Return the lexicons, the longest words first."""
        if not self.lexicons:
            if not can_build():
                note("other languages need wordfreq: pip install 'salet[languages]'")
            return lexicons_of(self.codes, self.lengths)
        if self.codes or self.lengths:
            raise click.UsageError("give either --lexicon or --language and --length, not both")
        for name in self.lexicons:
            if not is_lexicon_name(name):
                raise UnknownNameError.among("lexicon", name, lexicon_names())
        return list(dict.fromkeys(self.lexicons))


@dataclass(frozen=True)
class Effort:
    """What each proof may use."""

    jobs: int = options.by("optimal.jobs")
    cluster: str | None = options.by("cluster")
    seconds: float | None = options.by("atlas.seconds")
    worst: bool = options.by("atlas.worst")


@atlas.command()
@click.argument("folder", type=_FOLDER, metavar="DIR")
@options.bundle("wanted", Wanted)
@options.bundle("effort", Effort)
@options.output
def build(folder: Path, wanted: Wanted, effort: Effort, output: options.Output) -> int:
    """Prove what is missing in DIR; run it again to resume.

    Without options, it covers every bundled lexicon and every language with 4 to 7 letters, in
    normal mode and then in hard mode. It writes a page with all trees to DIR/index.html. The exit
    code is 0 if all is proven, and 1 if not.
    """
    from salet.study.atlas import Atlas, Limits

    names = wanted.names()
    kept = Atlas.create(folder)
    modes = list(dict.fromkeys(wanted.modes))
    if effort.cluster is None:
        note_compiling_search(Wordle(), modes[0])
    found: list[Record] = []
    stopped = False
    every = len(names) * len(modes)
    limits = Limits(effort.jobs, effort.cluster, effort.seconds, effort.worst)
    with working("proving") as step:
        try:
            for record in kept.build(names, modes, limits, step):
                found.append(record)
                note(f"{len(found)} of {every}: {_told(record)}")
        except KeyboardInterrupt:
            stopped = True
        if not _is_current(folder):
            _save_page(kept, folder / _PAGE)
    if stopped:
        complain(
            f"stopped after {len(found)} of {every}; the results are kept in {folder}: "
            "run the same command again to resume"
        )
    output.emit(_values(found, folder), lambda _, screen: _show(found, screen))
    if stopped:
        return INTERRUPTED
    return 0 if all(record.proven for record in found) else 1


@atlas.command()
@click.argument("folder", type=_FOLDER, required=False, metavar="[DIR]")
@options.option("atlas.language")
@options.option("show.length")
@options.output
def show(
    folder: Path | None, codes: tuple[str, ...], lengths: tuple[int, ...], output: options.Output
) -> None:
    """Show the atlas in DIR or, without DIR, the bundled one."""
    from salet.study.atlas import Atlas, bundled_records

    for code in codes:
        Language.of(code)
    known = bundled_records() if folder is None else Atlas(folder).records()
    found = [
        record
        for record in known
        if (not codes or record.language in codes)
        and (not lengths or record.lexicon["length"] in lengths)
    ]
    asked = f" of {either(codes)}" if codes else ""
    if lengths:
        asked += f" with {either([*map(str, lengths)])} letters"
    output.emit(_values(found, folder), lambda _, screen: _show(found, screen, asked))


@atlas.command()
@click.argument("folder", type=_FOLDER, metavar="DIR")
@click.argument("out", type=_FOLDER, metavar="OUT")
def page(folder: Path, out: Path) -> None:
    """Write the atlas in DIR to OUT: .html with a sortable table and the trees, or .md."""
    from salet.study.atlas import Atlas

    check_target(out, [".html", ".md"], "write")
    kept = Atlas(folder)
    if not kept.records():
        raise InvalidError(f"{folder} has no records yet; salet atlas build {folder} makes some")
    with writing(out):
        _save_page(kept, out)


def _values(records: Sequence[Record], folder: Path | None) -> dict[str, Any]:
    return {
        "folder": None if folder is None else str(folder),
        "proven": sum(record.proven for record in records),
        "records": [record.to_dict() for record in records],
    }


def _told(record: Record) -> str:
    """Say in one line what is known of a lexicon."""
    mode = "" if record.hard == "off" else f" hard {record.hard}"
    best = "no tree" if record.mean is None else f"{record.shown} {record.total:,}"
    proof = "proven" if record.proven else f"not proven, at least {record.lower_bound or 0:,}"
    return f"{record.lexicon['name']}{mode}: {best}, {proof} ({record.seconds:,.0f} s)"


_COLUMNS = (
    *("lexicon", "language", ">letters", ">answers", ">allowed", "mode", "opener"),
    *(">total", ">mean", ">worst", ">least worst", ">cap", "proof", ">seconds"),
)


def _rows(records: Sequence[Record]) -> list[tuple[str, ...]]:
    """Return a row of text for each record, in the order of `_COLUMNS`."""
    return [
        (
            record.lexicon["name"],
            languages()[record.language].name,
            str(record.lexicon["length"]),
            f"{record.lexicon['answers']:,}",
            f"{record.lexicon['allowed']:,}",
            "normal" if record.hard == OFF else f"hard ({record.hard})",
            record.shown or "-",
            "-" if record.total is None else f"{record.total:,}",
            "-" if record.mean is None else f"{record.mean:.4f}",
            str(record.worst or "-"),
            str(record.least_worst or "-"),
            str(record.max_guesses),
            "proven" if record.proven else f"at least {record.lower_bound or 0:,}",
            f"{record.seconds:,.1f}",
        )
        for record in records
    ]


def report_of(
    records: Sequence[Record], command: str, trees: Mapping[str, Tree] | None = None
) -> Report:
    """Make a report of a sortable table, and of the trees by the names of their records."""
    from salet.report import Part, Report, Table, version_facts

    rows = tuple(_rows(records))
    trees = trees or {}
    titles = {
        # The signs keep a word that is written from right to left apart from the numbers.
        record.name: f"{row[0]}, {row[5]}: \u2068{row[6]}\u2069, {row[7]} guesses, {row[12]}"
        for record, row in zip(records, rows, strict=True)
    }
    links = tuple(record.name if record.name in trees else "" for record in records)
    parts = [Part("Openers", tables=(Table(_COLUMNS, rows, sortable=True, links=links),))]
    if trees:
        told = "Each tree is the whole strategy: unfold a reply to see the guess that follows it."
        shown = {name: (titles[name], tree) for name, tree in trees.items()}
        parts.append(Part("Trees", (told,), trees=shown))
    return Report(
        title="Atlas of openers",
        command=command,
        text=(
            f"{_how_many(records)}: the opener with the least total number of guesses over all "
            "answers. Where a total is not proven, it is the best that was found, with a lower "
            "bound.",
            "`worst` is the longest game of the tree found, `least worst` the proven least "
            "worst case, and `cap` the number of guesses allowed: six, or the least number that is "
            "enough.",
        ),
        parts=tuple(parts),
        facts=version_facts(),
    )


def _is_current(folder: Path) -> bool:
    """Whether the page of a folder is newer than all that it shows: many trees take a while."""
    page, *others = (
        max((path.stat().st_mtime_ns for path in folder.glob(name)), default=0)
        for name in (_PAGE, "*.json", "*.txt")
    )
    return page > max(others)


def _save_page(kept: Atlas, path: Path) -> None:
    """Write a page with the trees, or Markdown without; a tree that cannot be read is left out."""
    from salet.report import save_report

    records = kept.records()
    trees: dict[str, Tree] = {}
    for record in records if path.suffix.lower() == ".html" else []:
        try:
            found = kept.tree(record)
        except InvalidError as error:
            note(str(error))
        else:
            trees |= {} if found is None else {record.name: found.tree}
    command = shlex.join(["salet", "atlas", "build", kept.path.name or "."])
    save_report(report_of(records, command, trees), path)


def _show(records: Sequence[Record], screen: Screen, asked: str = "") -> None:
    if not records:
        screen.line(f"the atlas has no lexicon{asked}")
        return
    spare = [">seconds", ">letters", ">allowed", ">answers", ">cap", ">least worst", "language"]
    screen.table(list(_COLUMNS), _rows(records), spare=spare)
    screen.fine_print(f"{_how_many(records)}; the total is over all answers; cap: guesses allowed")


def _how_many(records: Sequence[Record]) -> str:
    """Say how many proofs there are, and of how many lexicons."""
    proven = [record for record in records if record.proven]
    lexicons = len({record.lexicon["id"] for record in proven})
    where = f" ({counted(lexicons, 'lexicon')})" if lexicons else ""
    return f"{len(proven):,} of {len(records):,} entries proven{where}"
