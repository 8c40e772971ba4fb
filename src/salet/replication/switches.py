"""An author's program as a frozen dataclass of switches, and what it gives with each one off.

Such a dataclass is a *procedure*: how the program played and counted. Each of its switches is a way
in which it departs from the true rules or from its own text; with all of them off it is the
author's idea under the true rules. What each does is said under ``[switches]`` in the file of the
write-up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Generic, TypeVar

P = TypeVar("P", bound=Any)
"""A procedure."""
R = TypeVar("R")
"""What is measured of it."""
T = TypeVar("T")


def switches_of(procedure: Any) -> tuple[str, ...]:
    """Return the names of the switches of a procedure or of its class, in its order."""
    return tuple(part.name for part in fields(procedure) if part.default is False)


def all_on(procedure: type[P]) -> P:
    """Return the procedure with every switch on."""
    whole: P = procedure(**dict.fromkeys(switches_of(procedure), True))
    return whole


def turned_on(procedure: Any) -> tuple[str, ...]:
    """Return the names of the switches that are on."""
    return tuple(name for name in switches_of(procedure) if getattr(procedure, name))


def without(procedure: P, *names: str) -> P:
    """Return the procedure with the named switches off, or all of them if none is named."""
    return replace(procedure, **dict.fromkeys(names or turned_on(procedure), False))


def without_each(procedure: P) -> dict[str, P]:
    """Return the procedure with one switch turned off, for each of those that are on."""
    return {name: without(procedure, name) for name in turned_on(procedure)}


@dataclass(frozen=True, slots=True)
class Variants(Generic[R]):
    """What the variants of one procedure gave.

    Attributes
    ----------
    published
        with the author's switches on
    corrected
        under the true rules
    without
        with one switch off, by its name; a switch that cannot matter may be missing
    """

    published: R
    corrected: R
    without: Mapping[str, R] = field(default_factory=dict)

    @classmethod
    def of(cls, procedure: P, measure: Callable[[P], R]) -> Variants[R]:
        """Measure a procedure, and what becomes of it without its switches."""
        published, corrected = measure(procedure), measure(without(procedure))
        alone = {name: measure(other) for name, other in without_each(procedure).items()}
        return cls(published, corrected, alone)

    def all(self) -> dict[str, R]:
        """Return every result by the name of its variant."""
        apart = {f"without {name}": result for name, result in self.without.items()}
        return {"published": self.published, "corrected": self.corrected, **apart}

    def map(self, function: Callable[[R], T]) -> Variants[T]:
        """Apply a function to the result of every variant."""
        alone = {name: function(result) for name, result in self.without.items()}
        return Variants(function(self.published), function(self.corrected), alone)
