"""A write-up as data: what it prints and says, read from a file and laid beside what we get.

``NAME/document.toml`` has title and source, what the switches of the program mean, the printed
figures in sections, and the claims. The results beside it measure values and judge claims by the
keys of that file. Its texts may name facts that the results give, as in ``{games.mean:.3f}``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from importlib.resources import files
from typing import Any, NamedTuple, Protocol, TypeAlias

from salet.replication.findings import Claim, Figure, Replication, Section, Switch, Value
from salet.replication.procedure import Variants
from salet.report import Table


class Drawn(NamedTuple):
    """A value that chance plays a part in: the mean of many runs, and their standard deviation."""

    mean: float
    spread: float


Values: TypeAlias = Mapping[str, Value | Drawn]
"""What one variant of a program gives, by key."""
Measured: TypeAlias = Mapping[str, Variants[Values]]
"""The same for all variants, by the name that a section or a figure has under ``by``."""
Verdict: TypeAlias = bool | tuple[bool | None, bool | None]
"""Whether a claim holds as published, and corrected, or both alike; None if that is open."""


def laid_beside(
    variants: Variants[Values],
    key: str,
    name: str,
    printed: Value = None,
    digits: int | None = None,
    note: str = "",
) -> Figure:
    """Lay a printed figure beside what every variant gives, and name the switches that change it.

    A switch changes a figure if it changes the digits that the document prints, or, where chance
    plays, if it moves the mean by more than the standard deviation of one run.
    """
    ours, corrected = variants.published.get(key), variants.corrected.get(key)
    mean, spread = ours if isinstance(ours, Drawn) else (ours, None)
    corrected = corrected.mean if isinstance(corrected, Drawn) else corrected
    changing = tuple(
        switch
        for switch, values in variants.without.items()
        if _differ(values.get(key), ours, digits)
    )
    return Figure(name, printed, mean, corrected, digits, changing, note, spread)


def _differ(one: Value | Drawn, other: Value | Drawn, digits: int | None) -> bool:
    if isinstance(one, Drawn) and isinstance(other, Drawn):
        return abs(one.mean - other.mean) > other.spread
    if digits is not None and isinstance(one, int | float) and isinstance(other, int | float):
        return round(one, digits) != round(other, digits)
    return one != other


class Results(Protocol):
    """What we get for a document, by the keys of its file."""

    def measured(self) -> Measured:
        """Return our value of every printed figure."""

    @property
    def facts(self) -> Mapping[str, Any]:
        """What the texts of the file name."""

    def verdicts(self) -> Mapping[str, Verdict]:
        """Judge the claims that the file does not judge itself."""

    def data(self) -> dict[str, Any]:
        """Return plain values for JSON, which the charts are drawn from."""


class WriteUp:
    """One document, as its file has it."""

    def __init__(self, name: str) -> None:
        self.name = name
        text = files("salet.replication").joinpath(name, "document.toml").read_text("utf-8")
        self.told: dict[str, Any] = tomllib.loads(text)

    def replication(
        self,
        results: Results,
        charts: Callable[[Mapping[str, Any]], Mapping[str, dict[str, Any]]],
        tables: Mapping[str, Table] | None = None,
    ) -> Replication:
        """Lay the document beside our results; `charts` draws their data."""
        facts, data = results.facts, results.data()
        tables_note = [self.told["table"][facts["table"]]] if "table" in self.told else []
        notes = (note.format_map(facts) for note in (*tables_note, *self.told["notes"]))
        return Replication(
            name=self.name,
            title=self.told["title"],
            source=self.told["source"],
            sections=tuple(self._sections(results.measured(), facts)),
            claims=tuple(self._claims(results.verdicts(), facts)),
            switches=tuple(Switch(*switch) for switch in self.told["switches"].items()),
            notes=tuple(notes),
            tables={} if tables is None else tables,
            charts=charts(data),
            data=data,
        )

    def _sections(self, measured: Measured, facts: Mapping[str, Any]) -> Iterator[Section]:
        for section in self.told["sections"]:
            figures = (
                one
                for entry in section["figures"]
                for one in _figures(entry, measured[entry.get("by", section.get("by"))], facts)
            )
            note = section.get("note", "").format_map(facts)
            yield Section(section["title"], tuple(figures), note)

    def _claims(self, verdicts: Mapping[str, Verdict], facts: Mapping[str, Any]) -> Iterator[Claim]:
        claims = self.told["claims"]
        assert set(verdicts) <= set(claims), set(verdicts) - set(claims)
        for key, claim in claims.items():
            stated = claim.get("as_published"), claim.get("survives")
            verdict = verdicts.get(key, stated)
            published, corrected = verdict if isinstance(verdict, tuple) else (verdict, verdict)
            yield Claim(
                claim["text"].format_map(facts),
                None if published is None else bool(published),  # numpy has its own truth
                None if corrected is None else bool(corrected),
                claim["because"].format_map(facts),
            )


def _figures(
    entry: Mapping[str, Any], variants: Variants[Values], facts: Mapping[str, Any]
) -> Iterator[Figure]:
    """Give the figures of one entry of a file.

    With ``values``, one for each of them; with ``each``, one for each item of that fact. A pair of
    braces in key and name stands for the item: what a value is paired with, or its number from 1.
    """
    name, value = entry["name"], entry.get("value")
    key, values = entry.get("key", name), entry.get("values", [value])
    digits, note = entry.get("digits"), entry.get("note", "").format_map(facts).strip()
    if "each" in entry:
        values = [(item, value) for item in facts[entry["each"]]]
    elif not isinstance(values[0], list):
        values = enumerate(values, start=1)
    for item, printed in values:
        yield laid_beside(variants, key.format(item), name.format(item), printed, digits, note)
