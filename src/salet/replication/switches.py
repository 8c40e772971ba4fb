"""Procedures as frozen dataclasses of switches, and what one switch at a time does to a figure.

A procedure is how an author's program played and counted. Each of its boolean fields is a way in
which it departs from the true rules or from its own text, on as published; with all of them off it
is the author's idea under the true rules.
"""

from __future__ import annotations

from dataclasses import field, fields, replace
from typing import TYPE_CHECKING, Any, TypeVar

from salet.replication.figures import Figure, Switch

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from salet.replication.figures import Value

P = TypeVar("P")
"""A procedure."""


def switch(meaning: str) -> Any:
    """Declare a field that is a switch, off unless it is turned on."""
    return field(default=False, metadata={"meaning": meaning})


def switches_of(procedure: type[Any]) -> tuple[Switch, ...]:
    """Return the switches that a class of procedures has, in its order."""
    return tuple(
        Switch(part.name, part.metadata["meaning"])
        for part in fields(procedure)
        if "meaning" in part.metadata
    )


def turned_on(procedure: Any) -> tuple[str, ...]:
    """Return the names of the switches that are on."""
    names = (one.name for one in switches_of(type(procedure)))
    return tuple(name for name in names if getattr(procedure, name))


def without(procedure: P, *names: str) -> P:
    """Return the procedure with the named switches off, or all of them if none is named."""
    changes = dict.fromkeys(names or turned_on(procedure), False)
    changed: P = replace(procedure, **changes)  # type: ignore[type-var]
    return changed


def figures_of(
    procedure: P,
    measure: Callable[[P], Mapping[str, Value]],
    published: Mapping[str, Value],
    *,
    digits: int | None = None,
    spread: Mapping[str, float] | None = None,
    notes: Mapping[str, str] | None = None,
) -> tuple[Figure, ...]:
    """Measure a procedure as published, corrected, and with one switch off at a time.

    A switch counts as changing a figure if it changes the digits that the document prints, or,
    where chance plays, if it moves the mean by more than the standard deviation of one run.
    """
    ours = measure(procedure)
    truth = measure(without(procedure))
    off = {name: measure(without(procedure, name)) for name in turned_on(procedure)}
    spread, notes = spread or {}, notes or {}
    return tuple(
        Figure(
            name,
            printed,
            ours.get(name),
            truth.get(name),
            digits,
            tuple(
                one
                for one, values in off.items()
                if _differ(values.get(name), ours.get(name), digits, spread.get(name))
            ),
            notes.get(name, ""),
            spread.get(name),
        )
        for name, printed in published.items()
    )


def _differ(one: Value, other: Value, digits: int | None, spread: float | None) -> bool:
    if isinstance(one, int | float) and isinstance(other, int | float):
        if spread is not None:
            return abs(one - other) > spread
        if digits is not None:
            return round(one, digits) != round(other, digits)
    return one != other
