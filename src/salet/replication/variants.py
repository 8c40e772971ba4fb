"""A procedure with its switches: as published, corrected, and with each switch off alone."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from salet.replication.figures import Figure, Switch, Value

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

P = TypeVar("P")
R = TypeVar("R")


def switch(meaning: str) -> Any:
    """Declare a field of a procedure as a switch: on as published, off in truth."""
    return field(default=True, metadata={"meaning": meaning})


def switches_of(procedure: type[Any]) -> tuple[Switch, ...]:
    """Return the switches that a procedure declares."""
    return tuple(
        Switch(part.name, part.metadata["meaning"])
        for part in fields(procedure)
        if "meaning" in part.metadata
    )


def without_each(procedure: P) -> dict[str, P]:
    """Return the procedure with one switch turned off, for each of its switches."""
    names = [one.name for one in switches_of(type(procedure))]
    return {name: replace(procedure, **{name: False}) for name in names}  # type: ignore[type-var]


def without_any(procedure: P) -> P:
    """Return the procedure with every switch turned off."""
    off = {one.name: False for one in switches_of(type(procedure))}
    return replace(procedure, **off)  # type: ignore[type-var]


@dataclass(frozen=True, slots=True)
class Variants(Generic[R]):
    """What the variants of one procedure gave.

    Attributes
    ----------
    published
        with every switch on
    corrected
        under the true rules
    without
        with one switch off, by its name; a switch that cannot matter may be missing
    """

    published: R
    corrected: R
    without: Mapping[str, R]

    def all(self) -> dict[str, R]:
        """Return every result by the name of its variant."""
        apart = {f"without {name}": result for name, result in self.without.items()}
        return {"published": self.published, "corrected": self.corrected, **apart}

    def figure(
        self,
        name: str,
        published: Value,
        measure: Callable[[R], Value],
        *,
        digits: int | None = None,
        note: str = "",
    ) -> Figure:
        """Measure one figure on every variant, and name the switches that change it."""
        ours = measure(self.published)
        changing = tuple(
            name
            for name, result in self.without.items()
            if rounded(measure(result), digits) != rounded(ours, digits)
        )
        return Figure(name, published, ours, measure(self.corrected), digits, changing, note)


def rounded(value: Value, digits: int | None) -> Value:
    """Round a number as the document prints it; leave anything else."""
    return round(value, digits) if digits is not None and isinstance(value, float) else value
