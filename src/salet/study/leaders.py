"""The best cells of a study beside those behind them, and how sure their order is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from salet.report import Part, Table
from salet.study.sureness import COMPARISON, NO_VALUE, NOISE, comparison_cells, noise_cells

if TYPE_CHECKING:
    from collections.abc import Iterator

    from salet.measures import Comparison
    from salet.study.results import Results

MOST_CELLS = 20
MOST_PAIRS = 5
_CONDITIONS = ("lexicon", "hard", "max_guesses", "prior")


def labels(results: Results) -> list[str]:
    """Return the columns that tell the cells of a study apart, marked as in a `Table`."""
    swept = dict.fromkeys(name for cell in results.cells() for name in cell["parameters"])
    varied = [name for name in _CONDITIONS if results.frame[name].n_unique() > 1]
    return ["~strategy", "opener", *(f">{name}" for name in swept), *varied]


def identity(cell: dict[str, Any], columns: list[str]) -> tuple[str, ...]:
    """Return what stands in those columns."""
    known = cell | cell["parameters"] | {"opener": cell["opener"] or "varies"}
    return tuple(str(known.get(column.lstrip(">~"), "")) for column in columns)


def named(cell: dict[str, Any]) -> str:
    """Name a cell in a sentence."""
    return f"{cell['strategy']} from {cell['opener'] or 'its own openers'}"


def leading_pairs(results: Results) -> Iterator[tuple[dict[str, Any], dict[str, Any], Comparison]]:
    """Compare the best cell with those behind it that have the same answers."""
    if "lengths" not in results.frame.columns:
        return
    best, *others = results.ranked()
    where = results.metadata["conditions"]

    def alike(cell: dict[str, Any]) -> bool:
        one, other = where[best["conditions"]], where[cell["conditions"]]
        return all(one[name] == other[name] for name in ("answers", "weights"))

    for other in [cell for cell in others if alike(cell)][:MOST_PAIRS]:
        yield best, other, results.compare(best["cell"], other["cell"])


def pairs_table(results: Results) -> Table | None:
    """Tabulate the best cell against those behind it; None if there are none."""
    pairs = list(leading_pairs(results))
    if not pairs:
        return None
    columns = labels(results)
    return Table(
        (*columns, *COMPARISON),
        tuple((*identity(other, columns), *comparison_cells(one)) for _, other, one in pairs),
        f"The best, {named(pairs[0][0])}, on the same answers as",
    )


def noise_table(results: Results) -> Table | None:
    """Tabulate the means with ties broken in drawn orders; None if none were drawn."""
    noise = results.tie_noise()
    if not noise:
        return None
    columns = labels(results)
    return Table(
        (*columns, ">stated order", *NOISE),
        tuple(
            (
                *identity(cell, columns),
                NO_VALUE if cell["mean"] is None else f"{cell['mean']:.4f}",
                *noise_cells(noise[cell["cell"]]),
            )
            for cell in results.ranked()[:MOST_CELLS]
            if cell["cell"] in noise
        ),
        "Means with ties broken in other orders",
    )


def sureness_parts(results: Results) -> tuple[Part, ...]:
    """Tell of both in a report."""
    told = (("How sure the order is", pairs_table(results)), ("Ties", noise_table(results)))
    return tuple(Part(title, tables=(table,)) for title, table in told if table is not None)
