"""What a replication finds: every figure of a write-up beside ours, and its claims judged."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from salet.report import Table  # the command line loads this module for its help

Value = int | float | str | None
"""A figure as the document prints it: numbers are compared after rounding to its digits."""
Step = Callable[[int, int, str], None]
"""Called with (done, total, what is being done)."""


@dataclass(frozen=True, slots=True)
class Options:
    """What a replication may be given.

    Attributes
    ----------
    data
        the author's own tables by name, such as ``lexipedia`` or ``bnc``, where the reader has
        them; without one the nearest bundled table stands in, and the replication says so
    jobs
        processes; 0 for all cores
    step
        called as games are played
    """

    data: Mapping[str, Path] = field(default_factory=dict)
    jobs: int = 0
    step: Step | None = None


@dataclass(frozen=True, slots=True)
class Switch:
    """One way in which an author's program departs from the true rules or from its own text."""

    name: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Figure:
    """One printed figure: as the document has it, as its procedure gives it, as it should be.

    Attributes
    ----------
    published
        what the document prints; None if it prints none (a figure of ours beside them)
    ours
        what the author's procedure gives here; None if it cannot be run, and `note` says why
    corrected
        the same under the true rules; None where the question does not arise
    digits
        decimals that the document prints; None compares exactly
    switches
        names of the switches that change this figure when turned off one at a time
    spread
        where chance plays: ours is the mean of many runs, and this their standard deviation
    """

    name: str
    published: Value
    ours: Value
    corrected: Value = None
    digits: int | None = None
    switches: tuple[str, ...] = ()
    note: str = ""
    spread: float | None = None

    @property
    def reproduced(self) -> bool | None:
        """Whether ours is what was printed; None where there is nothing to compare.

        One run of a program that plays by chance is reproduced if it is among the likely ones:
        within two standard deviations.
        """
        if self.published is None or self.ours is None:
            return None
        if self.spread is not None:
            assert isinstance(self.ours, int | float)
            assert isinstance(self.published, int | float)
            return abs(self.ours - self.published) <= 2 * self.spread
        if self.digits is not None and isinstance(self.ours, int | float):
            return self.published == round(self.ours, self.digits)
        return self.published == self.ours


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence of the document, and whether it holds as played and as corrected."""

    text: str
    as_published: bool | None
    survives: bool | None
    because: str


@dataclass(frozen=True, slots=True)
class Section:
    """Figures that the document prints together."""

    title: str
    figures: tuple[Figure, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Replication:
    """Everything found about one document.

    Attributes
    ----------
    tables
        what else there is to show, by title, such as all cells of a grid
    charts
        Vega-Lite specifications by title, with their data inside
    data
        fields of its own for JSON, such as the cells of a grid
    """

    name: str
    title: str
    source: str
    sections: tuple[Section, ...]
    claims: tuple[Claim, ...]
    switches: tuple[Switch, ...]
    notes: tuple[str, ...] = ()
    tables: Mapping[str, Table] = field(default_factory=dict)
    charts: Mapping[str, dict[str, Any]] = field(default_factory=dict)
    data: Mapping[str, Any] = field(default_factory=dict)

    @property
    def figures(self) -> tuple[Figure, ...]:
        """All figures, in the order of the document."""
        return tuple(figure for section in self.sections for figure in section.figures)
