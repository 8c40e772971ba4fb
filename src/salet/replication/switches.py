"""Procedures as frozen dataclasses of switches.

A procedure is how an author's program played and counted. Each of its switches is a way in which
it departs from the true rules or from its own text; with all of them off it is the author's idea
under the true rules.
"""

from __future__ import annotations

from dataclasses import field, fields, replace
from typing import Any, TypeVar

from salet.replication.figures import Switch

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


def all_on(procedure: type[P]) -> P:
    """Return the procedure with every switch on."""
    return procedure(**{one.name: True for one in switches_of(procedure)})


def turned_on(procedure: Any) -> tuple[str, ...]:
    """Return the names of the switches that are on."""
    names = (one.name for one in switches_of(type(procedure)))
    return tuple(name for name in names if getattr(procedure, name))


def without(procedure: P, *names: str) -> P:
    """Return the procedure with the named switches off, or all of them if none is named."""
    changes = dict.fromkeys(names or turned_on(procedure), False)
    changed: P = replace(procedure, **changes)  # type: ignore[type-var]
    return changed


def without_each(procedure: P) -> dict[str, P]:
    """Return the procedure with one switch turned off, for each of those that are on."""
    return {name: without(procedure, name) for name in turned_on(procedure)}
