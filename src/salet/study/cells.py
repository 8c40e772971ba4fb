"""The cells of a study as tables and charts: which are drawn follows from what varies.

A cell is a mapping with ``games``, ``mean``, ``losses``, ``within3``, ``worst`` and ``histogram``,
as `Run.to_dict` and the results of a study have them, and with whatever the study varies, such as
``strategy``, ``opener`` or a swept parameter. Games that were never finished are those missing in
the histogram, or those of length 0 there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from salet.measures import shares_within
from salet.report import (
    Measured,
    Spec,
    Table,
    comparison,
    cumulative,
    curves,
    opener_dots,
    step_histograms,
)
from salet.report.document import RIGHT

MOST_ROWS = 12
MOST_LINES = 6
"""The most cells that are drawn as rows, and as lines or panels; of more, the best by mean."""
LOSSES = "A game is played until the answer is found, so a loss counts in the mean at its length."
MOST_OPENERS = 100
MOST_TABLED = 500
_HIGHLIGHTED = 3
_OPENER = "opener"
_SELF_EVIDENT = ("strategy", _OPENER)
_SHARES = {"success": "won", "composite": "composite"}
"""The measures of a study beyond a single run, and the columns that show them."""
ABSENT = ""
"""The value of a parameter that does not concern a cell."""


@dataclass(frozen=True, slots=True)
class Cells:
    """Cells that were played under the same conditions.

    Attributes
    ----------
    varied
        the fields in which cells differ, in the order of the study; the table shows ``full_NAME``
        where a cell has it
    conditions
        words and rules, for the charts; `salet.report.conditions_text` writes it
    """

    cells: Sequence[Mapping[str, Any]]
    varied: Sequence[str]
    conditions: str
    max_guesses: int = 6

    def label(self, cell: Mapping[str, Any], leaving: Sequence[str] = ()) -> str:
        """Name a cell by what varies, without the fields of `leaving`."""
        named = [
            _text(cell[name]) if name in _SELF_EVIDENT else f"{name} {_text(cell[name])}"
            for name in self._differing
            if name not in leaving and cell[name] != ABSENT
        ]
        return ", ".join(named) or _text(cell[self.varied[0]])

    @property
    def _differing(self) -> list[str]:
        return [name for name in self.varied if len({_text(c[name]) for c in self.cells}) > 1]

    def table(self) -> Table:
        """Tabulate the cells in the order of the study; of very many, the best by mean."""
        shares = [name for name in _SHARES if all(name in cell for cell in self.cells)]
        figures = (
            *(">games", ">mean", ">losses", ">within 3", ">worst"),
            *(f"{RIGHT}{_SHARES[name]}" for name in shares),
        )
        columns = tuple(f"{RIGHT if self._numeric(name) else ''}{name}" for name in self.varied)
        rows = tuple(
            (
                *(_text(cell.get(f"full_{name}", cell[name])) for name in self.varied),
                f"{cell['games']:,}",
                "-" if cell["mean"] is None else f"{cell['mean']:.4f}",
                f"{cell['losses']:,}",
                f"{cell['within3']:.2%}",
                str(cell["worst"]),
                *(f"{cell[name]:.2%}" for name in shares),
            )
            for cell in self._best(MOST_TABLED)
        )
        caption = self._title("Cells of the study", MOST_TABLED)
        return Table((*columns, *figures), rows, caption)

    def charts(self) -> dict[str, Spec]:
        """Draw what the cells have to show, by title."""
        drawn = {name: self._curves(name) for name in self._differing if self._numeric(name)}
        plans = {self.label(cell, leaving=(_OPENER,)) for cell in self.cells}
        if _OPENER in self._differing and len(plans) < len(self.cells):  # several openers each
            drawn["Openers"] = self._openers()
        if len(self.cells) > 1:
            drawn["Compared"] = self._compared()
            drawn["Solved within"] = self._cumulative()
        drawn["Games by number of guesses"] = self._steps()
        return drawn

    def _numeric(self, name: str) -> bool:
        values = [cell[name] for cell in self.cells if cell[name] != ABSENT]
        return len(values) > 0 and all(type(value) in (int, float) for value in values)

    def _best(self, most: int) -> list[Mapping[str, Any]]:
        """Return the cells to draw one by one; a cell without a mean is the worst."""
        if len(self.cells) <= most:
            return [*self.cells]
        return sorted(self.cells, key=lambda cell: (cell["mean"] is None, cell["mean"]))[:most]

    def _title(self, title: str, most: int) -> str:
        every = len(self.cells)
        return f"{title}: the {most} best of {every:,}" if every > most else title

    def _curves(self, name: str) -> Spec:
        points: dict[str, list[tuple[float, float]]] = {}
        for cell in self.cells:
            if cell["mean"] is not None and cell[name] != ABSENT:
                label = self.label(cell, leaving=(name,))
                points.setdefault(label, []).append((cell[name], cell["mean"]))
        best = sorted(points, key=lambda label: min(mean for _, mean in points[label]))
        few = f": the {MOST_LINES} best of {len(points)}" if len(points) > MOST_LINES else ""
        return curves(
            {label: sorted(points[label]) for label in points if label in best[:MOST_LINES]},
            title=f"Mean guesses by {name}{few}",
            subtitle=self.conditions,
            x=name,
            y="mean guesses",
        )

    def _openers(self) -> Spec:
        """Draw a dot per opener; those that are best on average over all else are picked out."""
        rows = [
            {
                "config": self.label(cell, leaving=(_OPENER,)),
                "opener": _text(cell[_OPENER]),
                "mean": cell["mean"],
                "success": 1 - cell["losses"] / cell["games"],
                "within3": cell["within3"],
            }
            for cell in self.cells
            if cell["mean"] is not None
        ]
        means: dict[str, list[float]] = {}
        for row in rows:
            means.setdefault(row["opener"], []).append(row["mean"])
        best = sorted(means, key=lambda word: (sum(means[word]) / len(means[word]), word))
        drawn = set(best[:MOST_OPENERS])
        few = f"The {MOST_OPENERS} best of " if len(best) > MOST_OPENERS else ""
        told = ", the best three on average picked out" if len(best) > _HIGHLIGHTED else ""
        return opener_dots(
            [row for row in rows if row["opener"] in drawn],
            title=f"{few}{len(best):,} openers{told}",
            subtitle=self.conditions,
            highlight=best[:_HIGHLIGHTED],
        )

    def _compared(self) -> Spec:
        rows = [
            Measured(
                self.label(cell), cell["mean"], cell["losses"], _finished(cell), _unfinished(cell)
            )
            for cell in self._best(MOST_ROWS)
        ]
        title = self._title("Mean guesses and lost games", MOST_ROWS)
        return comparison(rows, title=title, subtitle=self.conditions, max_guesses=self.max_guesses)

    def _cumulative(self) -> Spec:
        best = self._best(MOST_LINES)
        last = max((cell["worst"] for cell in best), default=0)
        shares = {
            self.label(cell): shares_within(_finished(cell), games=cell["games"], upto=last)
            for cell in best
        }
        title = self._title("Share of games solved, by number of guesses", MOST_LINES)
        return cumulative(
            shares, title=title, subtitle=self.conditions, max_guesses=self.max_guesses
        )

    def _steps(self) -> Spec:
        best = {self.label(cell): cell for cell in self._best(MOST_LINES)}
        return step_histograms(
            {label: _finished(cell) for label, cell in best.items()},
            title=self._title("Games by number of guesses", MOST_LINES),
            subtitle=self.conditions,
            max_guesses=self.max_guesses,
            unfinished={label: _unfinished(cell) for label, cell in best.items()},
        )


def _finished(cell: Mapping[str, Any]) -> dict[int, int]:
    lengths = {int(length): int(count) for length, count in cell["histogram"].items()}
    return {length: count for length, count in lengths.items() if length > 0}


def _unfinished(cell: Mapping[str, Any]) -> int:
    return int(cell["games"]) - sum(_finished(cell).values())


def _text(value: Any) -> str:
    """Write a varied value; a cell without an opener chooses its own."""
    if value is None:
        return "own choice"
    return f"{value:g}" if isinstance(value, float) else str(value)
