"""The results of a study: one row per cell, and the Parquet files that games are kept in.

A checksum in every file tells a damaged one from a good one.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from salet import measures
from salet.errors import InvalidError, UnknownNameError
from salet.measures import Comparison, Spread
from salet.notebook import html_bars, html_table
from salet.runs.conditions import Conditions
from salet.runs.log import load_polars
from salet.storage import write_whole
from salet.study.grid import Grid
from salet.words.frequencies import prior_weights

Frame: TypeAlias = Any
"""A polars.DataFrame, which is loaded on use."""

_METADATA = "salet"
_BLANK = b"checksum:" + b"0" * 64
_CHECKSUM = re.compile(rb"checksum:[0-9a-f]{64}")
_SHOWN = 20
"""Cells in the table of a notebook."""


class DamagedError(InvalidError):
    """A file has changed since it was written."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The games of one cell, as they were played.

    Attributes
    ----------
    opener
        the first guess, if it was the same in all games
    lengths
        guesses of each game, in the order of the answers; 0 where one was not finished
    problem
        where the strategy failed first, and why; empty if it did not
    """

    cell: str
    opener: str | None
    lengths: NDArray[np.uint16]
    seconds: float
    problem: str = ""


@dataclass(frozen=True)
class Results:
    """A finished study.

    Attributes
    ----------
    frame
        a polars DataFrame with one row per cell, in the order of the grid: ``cell`` (its id),
        ``conditions``, ``lexicon``, ``rule``, ``hard``, ``max_guesses``, ``prior``, ``strategy``,
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
    metadata: dict[str, Any] = field(repr=False)

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
                    "lexicon": where.game.name,
                    "rule": where.game.summary()["rule"],
                    "hard": where.rules.hard,
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
            "lexicons": [game.summary() | {"game": key} for key, game in grid.games.items()],
            "conditions": conditions,
            **facts,
        }
        return cls(frame, metadata | {"digest": _digest(frame)})

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
            raise InvalidError(
                "the study stored no single games; set lengths = true and run it again"
            )
        return np.asarray(self._row(cell)["lengths"], np.int64)

    def compare(self, first: str, second: str, *, seed: int = 0) -> Comparison:
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

    def tie_noise(self) -> dict[str, Spread]:
        """Return how the means of each family spread over the drawn orders of ties."""
        means: dict[str, list[float]] = {}
        for cell in self.cells():
            if cell["tie_order"] is not None and cell["mean"] is not None:
                means.setdefault(cell["family"], []).append(cell["mean"])
        return {family: Spread.of(values) for family, values in means.items()}

    def _repr_html_(self) -> str:
        ranked = self.ranked()
        names = ("strategy", "opener", "games", "mean", "success", "within3", "losses", "worst")
        rows = [
            (
                *(cell[name] for name in names),
                html_bars({int(n): count for n, count in cell["histogram"].items() if n != "0"}),
            )
            for cell in ranked[:_SHOWN]
        ]
        few = f": the {_SHOWN} best of {len(ranked):,} cells" if len(ranked) > _SHOWN else ""
        return html_table((*names, "guesses"), rows, f"{self.metadata['title'] or 'Study'}{few}")

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
    """Describe conditions, so that results can be compared without the word lists."""
    indices = where.answer_indices()
    weights = None
    if grid.study.weighted and where.days is None:
        weights = prior_weights(where.prior, where.lexicon, where.frequencies)
    return {
        "game": where.game.id,
        "lexicon": where.lexicon.id,
        "answers": [where.game.answers[index] for index in indices],
        "weights": None if weights is None else weights[indices].tolist(),
        "sampled": grid.study.answers.sample > 0 or where.days is not None,
        "seed": where.seed,
    }


def _weights(facts: dict[str, Any]) -> NDArray[np.int64] | None:
    return None if facts["weights"] is None else np.array(facts["weights"], np.int64)


def _frame(rows: list[dict[str, Any]], *, keep_lengths: bool) -> Frame:
    """Make the table, with the composite over all its rows."""
    polars = load_polars()
    kinds = {  # of columns that may be empty, or are lists
        **dict.fromkeys(("opener", "problem"), polars.String),
        "tie_order": polars.Int64,
        "mean": polars.Float64,
        "histogram": polars.List(polars.Int64),
        "lengths": polars.List(polars.UInt16),
    }
    frame = polars.DataFrame(rows, schema_overrides=kinds, infer_schema_length=None)
    composite = measures.composite(
        frame["mean"].cast(polars.Float64).fill_null(float("nan")).to_numpy(),
        frame["success"].to_numpy(),
        frame["within3"].to_numpy(),
    )
    place = frame.columns.index("worst") + 1
    frame.insert_column(place, polars.Series("composite", composite))
    return frame if keep_lengths else frame.drop("lengths")


# --- on disk ---


def write_parquet(frame: Frame, metadata: dict[str, Any], path: Path) -> None:
    """Write a frame with metadata, and a checksum of the whole file."""
    buffer = io.BytesIO()
    added = {_METADATA: json.dumps(metadata), "checksum": _BLANK.decode()}
    frame.write_parquet(buffer, compression="zstd", metadata=added)
    write_whole(path, buffer.getvalue().replace(_BLANK, _checksum(buffer.getvalue())))


def read_parquet(path: Path) -> tuple[Frame, dict[str, Any]]:
    """Read a frame and its metadata, and make sure that they are what was written."""
    polars = load_polars()
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InvalidError(f"cannot read {path}: {error.strerror}") from None
    # Before polars reads it: some damage makes polars panic.
    if _CHECKSUM.findall(data) != [_checksum(_CHECKSUM.sub(_BLANK, data))]:
        raise DamagedError(f"{path} is damaged: its checksum does not match")
    try:
        metadata = json.loads(polars.read_parquet_metadata(io.BytesIO(data))[_METADATA])
        return polars.read_parquet(io.BytesIO(data)), metadata
    except Exception as error:  # polars raises errors of many kinds
        raise DamagedError(f"{path} is damaged: {type(error).__name__}") from None


def _digest(frame: Frame) -> str:
    """Hash which cells were played and what came out; not how long it took."""
    sums = hashlib.sha256(json.dumps(frame.select("cell", "opener").rows()).encode())
    column = "lengths" if "lengths" in frame.columns else "histogram"
    sums.update(frame[column].list.len().to_numpy().tobytes())
    sums.update(frame[column].explode().to_numpy().tobytes())
    return sums.hexdigest()[:16]


def _checksum(data: bytes) -> bytes:
    """Return what stands in a file in place of `_BLANK`: the hash of the file with the blank."""
    return b"checksum:" + hashlib.sha256(data).hexdigest().encode()


def outcomes_frame(outcomes: Iterable[Outcome]) -> Frame:
    """Put outcomes into a table, as they are kept until a study is finished."""
    polars = load_polars()
    schema = {
        "cell": polars.String,
        "opener": polars.String,
        "lengths": polars.List(polars.UInt16),
        "seconds": polars.Float64,
        "problem": polars.String,
    }
    return polars.DataFrame([asdict(outcome) for outcome in outcomes], schema)


def outcomes_of(frame: Frame) -> list[Outcome]:
    """Take outcomes out of a table again."""
    columns = ("cell", "opener", "lengths", "seconds", "problem")
    return [
        Outcome(cell, opener, lengths.to_numpy(), seconds, problem or "")
        for cell, opener, lengths, seconds, problem in zip(
            *(frame[name] for name in columns), strict=True
        )
    ]
