"""The results of a study: one row per cell, with all that is needed to compare them again."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from salet import measures
from salet.errors import InvalidError, UnknownNameError
from salet.runs.log import load_polars
from salet.study.parquet import Frame, Outcome, digest, read_parquet, write_parquet
from salet.words.frequencies import prior_weights

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from salet.runs.conditions import Conditions
    from salet.study.grid import Grid


@dataclass(frozen=True)
class Results:
    """A finished study.

    Attributes
    ----------
    frame
        a polars DataFrame with one row per cell, in the order of the grid: ``cell`` (its id),
        ``conditions``, ``lexicon``, ``hard``, ``max_guesses``, ``prior``, ``strategy``,
        ``opener``, ``parameters`` (JSON), ``family`` (the cell with the stated order of ties),
        ``tie_order``, ``deterministic``, ``games``, ``mean``, ``success``, ``within3``,
        ``losses``, ``unfinished``, ``worst``, ``composite``, ``histogram`` (place n: games of n
        guesses), ``problem``, ``seconds``, and unless the study leaves them out ``lengths``
        (guesses per answer)
    metadata
        title and text of the spec, command, versions, lexicons, and for each ``conditions`` its
        answers, their weights, and whether they are a sample
    """

    frame: Frame
    metadata: dict[str, Any]

    @classmethod
    def of(cls, grid: Grid, outcomes: Mapping[str, Outcome], facts: dict[str, Any]) -> Results:
        """Measure the games of all cells."""
        conditions = {key: _describe(where, grid) for key, where in grid.conditions.items()}
        weights = {key: _weights(facts) for key, facts in conditions.items()}
        rows = []
        for cell in grid.cells:
            where, outcome = grid.conditions[cell.conditions], outcomes[cell.id]
            lengths, weight = outcome.lengths, weights[cell.conditions]
            rows.append(
                {
                    "cell": cell.id,
                    "conditions": cell.conditions,
                    "lexicon": where.lexicon.name,
                    "hard": str(where.rules.hard),
                    "max_guesses": where.rules.max_guesses,
                    "prior": where.prior,
                    "strategy": cell.strategy,
                    "opener": outcome.opener,
                    "parameters": json.dumps(dict(cell.parameters)),
                    "family": cell.family,
                    "tie_order": cell.tie_order,
                    "deterministic": cell.deterministic,
                    "games": len(lengths),
                    "mean": measures.mean(lengths, weight),
                    "success": measures.within(lengths, where.rules.max_guesses, weight),
                    "within3": measures.within(lengths, 3, weight),
                    "losses": measures.losses(lengths, where.rules.max_guesses),
                    "unfinished": int(np.count_nonzero(lengths == 0)),
                    "worst": measures.worst(lengths),
                    "histogram": measures.counts(lengths),
                    "problem": outcome.problem or None,
                    "seconds": outcome.seconds,
                    "lengths": lengths,
                }
            )
        frame = _frame(rows, keep_lengths=grid.study.lengths)
        metadata = {
            "title": grid.study.title,
            "grid": grid.id,
            "lexicons": [lexicon.summary() for lexicon in grid.lexicons.values()],
            "conditions": conditions,
            **facts,
        }
        return cls(frame, metadata | {"digest": digest(frame)})

    # --- looking at them ---

    def cells(self) -> list[dict[str, Any]]:
        """Return every cell as plain values, without the single games."""
        rows = self.frame.drop("lengths", strict=False).to_dicts()
        return [
            row
            | {
                "parameters": json.loads(row["parameters"]),
                "histogram": {str(n): count for n, count in enumerate(row["histogram"]) if count},
            }
            for row in rows
        ]

    def lengths(self, cell: str) -> NDArray[np.int64]:
        """Return the guesses of each game of a cell."""
        if "lengths" not in self.frame.columns:
            raise InvalidError("the study kept no single games; set lengths = true and play again")
        return np.asarray(self._row(cell)["lengths"], np.int64)

    def compare(self, first: str, second: str, *, seed: int = 0) -> measures.Comparison:
        """Compare two cells that were played on the same answers."""
        one, other = self._row(first), self._row(second)
        where, there = (self.metadata["conditions"][row["conditions"]] for row in (one, other))
        if any(where[name] != there[name] for name in ("answers", "weights")):
            raise InvalidError(f"the cells {first} and {second} do not have the same answers")
        return measures.compare_lengths(
            self.lengths(first),
            self.lengths(second),
            _weights(where),
            sampled=where["sampled"] or not (one["deterministic"] and other["deterministic"]),
            seed=seed,
        )

    def ranked(self) -> list[dict[str, Any]]:
        """Return the cells with the stated order of ties, the least mean first."""
        stated = [cell for cell in self.cells() if cell["tie_order"] is None]
        return sorted(stated, key=lambda cell: (cell["mean"] is None, cell["mean"]))

    def tie_noise(self) -> dict[str, measures.Spread]:
        """Return how the means of each family spread over the drawn orders of ties."""
        means: dict[str, list[float]] = {}
        for cell in self.cells():
            if cell["tie_order"] is not None and cell["mean"] is not None:
                means.setdefault(cell["family"], []).append(cell["mean"])
        return {family: measures.Spread.of(values) for family, values in means.items()}

    def _row(self, cell: str) -> dict[str, Any]:
        found = self.frame.filter(self.frame["cell"] == cell)
        if len(found) == 0:
            raise UnknownNameError(f"there is no cell {cell!r} in these results")
        row: dict[str, Any] = found.row(0, named=True)
        return row

    # --- on disk ---

    def write(self, path: Path) -> None:
        """Write a Parquet file, whole or not at all."""
        write_parquet(self.frame, self.metadata, path)

    @classmethod
    def read(cls, path: str | Path) -> Results:
        """Read what `write` wrote; `DamagedError` if it is no longer that."""
        return cls(*read_parquet(Path(path)))


def _describe(where: Conditions, grid: Grid) -> dict[str, Any]:
    """Tell of conditions what the results need to be compared without the word lists."""
    indices = where.answer_indices()
    weights = None
    if grid.study.weighted:
        weights = prior_weights(where.prior, where.lexicon, where.frequencies)
    return {
        "lexicon": where.lexicon.id,
        "answers": [where.lexicon.answers[index] for index in indices],
        "weights": None if weights is None else weights[indices].tolist(),
        "sampled": grid.study.answers.sample > 0,
        "seed": where.seed,
    }


def _weights(facts: dict[str, Any]) -> NDArray[np.int64] | None:
    return None if facts["weights"] is None else np.array(facts["weights"], np.int64)


def _frame(rows: list[dict[str, Any]], *, keep_lengths: bool) -> Frame:
    """Make the table, with the composite over all its rows."""
    polars = load_polars()
    frame = polars.DataFrame(
        rows,
        {
            **dict.fromkeys(("cell", "conditions", "lexicon", "hard"), polars.String),
            "max_guesses": polars.Int64,
            **dict.fromkeys(("prior", "strategy", "opener", "parameters"), polars.String),
            "family": polars.String,
            "tie_order": polars.Int64,
            "deterministic": polars.Boolean,
            "games": polars.Int64,
            **dict.fromkeys(("mean", "success", "within3"), polars.Float64),
            **dict.fromkeys(("losses", "unfinished", "worst"), polars.Int64),
            "histogram": polars.List(polars.Int64),
            "problem": polars.String,
            "seconds": polars.Float64,
            "lengths": polars.List(polars.UInt16),
        },
    )
    composite = measures.composite(
        frame["mean"].cast(polars.Float64).fill_null(float("nan")).to_numpy(),
        frame["success"].to_numpy(),
        frame["within3"].to_numpy(),
    )
    place = frame.columns.index("worst") + 1
    frame.insert_column(place, polars.Series("composite", composite))
    return frame if keep_lengths else frame.drop("lengths")
