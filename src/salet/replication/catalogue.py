"""The replications by name, each loaded when it is asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType

from salet.errors import InvalidError, UnknownNameError


@dataclass(frozen=True, slots=True)
class Entry:
    """One write-up.

    Attributes
    ----------
    summary
        author, title and subject
    data
        the author's own tables that it can use, by name
    logs_games
        whether the author logged every game, so that ours can be written too
    """

    name: str
    summary: str
    data: tuple[str, ...] = ()
    logs_games: bool = False

    @property
    def module(self) -> ModuleType:
        """The package of that name: it has `replicate`, and `write_games` if it logs games."""
        return import_module(f"salet.replication.{self.name}")


_ENTRIES = (
    Entry(
        "chow",
        "Chris Chow, Solving Wordle: 17 openers under five rankings and rules",
        ("lexipedia",),
        logs_games=True,
    ),
    Entry("luebeck", "Jens Luebeck, Maximum entropy solver: three word lists"),
    Entry("kay", "Matthew Kay, Solving Wordles: expected greens and new letters", ("bnc",)),
    Entry("tmzh", "tmzh, Wordle Solver: letter frequency, random beginnings, entropy"),
    Entry("vanrijn", "Roy van Rijn, An algorithm for Wordle: the smallest worst case"),
)
CATALOGUE = {entry.name: entry for entry in _ENTRIES}


def tables_for(
    entries: Sequence[Entry], named: Mapping[str, Path], frequencies: Path | None
) -> dict[str, Path]:
    """Decide which table is whose: by name, or the one table that these entries ask for."""
    known = [name for entry in CATALOGUE.values() for name in entry.data]
    names = ", ".join(entry.name for entry in entries)
    wanted = [name for entry in entries for name in entry.data]
    for name in named:
        if name not in known:
            raise UnknownNameError.among("table", name, known)
        if name not in wanted:
            listed = " and ".join(wanted) or "no table"
            raise InvalidError(f"{names} uses {listed}, not {name}")
    tables = dict(named)
    if frequencies is not None:
        asked = [name for name in wanted if name not in named]
        if not asked:
            further = "further " if wanted else ""
            raise InvalidError(
                f"{names} uses no {further}word frequencies; leave out --frequencies"
            )
        if len(asked) > 1:
            both = " and ".join(asked)
            raise InvalidError(f"{both} are different tables; write --data {asked[0]}=FILE")
        tables[asked[0]] = frequencies
    for path in tables.values():
        if not path.is_file():
            raise InvalidError(f"cannot read {path}: there is no such file")
    return tables
