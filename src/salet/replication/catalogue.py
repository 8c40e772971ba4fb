"""The replications by name, each loaded when it is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

from salet.errors import InvalidError, UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from salet.replication.figures import Options, Replication


@dataclass(frozen=True, slots=True)
class Entry:
    """One write-up.

    Attributes
    ----------
    data
        the author's own tables that it can use, by name
    """

    name: str
    summary: str
    data: tuple[str, ...] = ()

    @property
    def replicate(self) -> Callable[[Options], Replication]:
        """The function that does it, of the module of that name."""
        try:
            module = import_module(f"salet.replication.{self.name}")
        except ModuleNotFoundError as error:
            if error.name != f"salet.replication.{self.name}":
                raise
            raise InvalidError(f"this version of salet does not replicate {self.name}") from None
        function: Callable[[Options], Replication] = module.replicate
        return function


_ENTRIES = (
    Entry("chow", "Chow: opener words and three rankings, 85 configurations", ("lexipedia",)),
    Entry("luebeck", "Luebeck: maximum entropy on three word lists"),
    Entry("kay", "Kay: expected greens and new letters, with word frequencies", ("bnc",)),
    Entry("tmzh", "tmzh: letter frequency, random beginnings and entropy"),
    Entry("vanrijn", "van Rijn: letter counts, patterns and the smallest worst case"),
)
CATALOGUE = {entry.name: entry for entry in _ENTRIES}


def tables_for(
    entries: Sequence[Entry], named: Mapping[str, Path], frequencies: Path | None
) -> dict[str, Path]:
    """Decide which table is whose: by name, or the one table that these entries ask for."""
    known = [name for entry in CATALOGUE.values() for name in entry.data]
    for name in named:
        if name not in known:
            raise UnknownNameError.among("table", name, known)
    tables = dict(named)
    if frequencies is not None:
        asked = [name for entry in entries for name in entry.data if name not in named]
        if not asked:
            names = ", ".join(entry.name for entry in entries)
            raise InvalidError(f"{names} asks for no table of word frequencies")
        if len(asked) > 1:
            names = " and ".join(asked)
            raise InvalidError(f"both {names} are asked for; write --data {asked[0]}=FILE")
        tables[asked[0]] = frequencies
    for path in tables.values():
        if not path.is_file():
            raise InvalidError(f"cannot read {path}: there is no such file")
    return tables
