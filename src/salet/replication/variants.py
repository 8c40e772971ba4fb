"""What a procedure gives as published, corrected, and with each switch off alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from salet.replication.figures import Figure, Value
from salet.replication.switches import without, without_each

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

P = TypeVar("P")
R = TypeVar("R")


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
    without: Mapping[str, R]

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

    def figure(
        self,
        name: str,
        published: Value,
        measure: Callable[[R], Value],
        *,
        digits: int | None = None,
        note: str = "",
        spread: float | None = None,
    ) -> Figure:
        """Measure one figure on every variant, and name the switches that change it.

        A switch counts as changing a figure if it changes the digits that the document prints, or,
        where chance plays, if it moves the mean by more than `spread`, the standard deviation of
        one run.
        """
        ours = measure(self.published)
        changing = tuple(
            switch
            for switch, result in self.without.items()
            if _differ(measure(result), ours, digits, spread)
        )
        corrected = measure(self.corrected)
        return Figure(name, published, ours, corrected, digits, changing, note, spread)


def figures_of(
    procedure: P,
    measure: Callable[[P], Mapping[str, Value]],
    published: Mapping[str, Value],
    *,
    digits: int | None = None,
    spread: Mapping[str, float] | None = None,
    notes: Mapping[str, str] | None = None,
) -> tuple[Figure, ...]:
    """Measure the figures of a procedure, all at once and by name, on every variant of it."""
    variants = Variants.of(procedure, measure)

    def figure(name: str, printed: Value) -> Figure:
        return variants.figure(
            name,
            printed,
            lambda values: values.get(name),
            digits=digits,
            note=(notes or {}).get(name, ""),
            spread=(spread or {}).get(name),
        )

    return tuple(figure(name, printed) for name, printed in published.items())


def _differ(one: Value, other: Value, digits: int | None, spread: float | None) -> bool:
    if isinstance(one, int | float) and isinstance(other, int | float):
        if spread is not None:
            return abs(one - other) > spread
        if digits is not None:
            return round(one, digits) != round(other, digits)
    return one != other
