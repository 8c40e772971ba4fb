"""Games in Parquet files, with a digest that tells a damaged file from a good one."""

from __future__ import annotations

import hashlib
import io
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from salet.errors import InvalidError
from salet.runs.log import load_polars
from salet.storage import atomic_write

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

Frame: TypeAlias = Any
"""A polars.DataFrame, which is loaded on use."""

_METADATA = "salet"


class DamagedError(InvalidError):
    """A file is not what was written."""


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


def write_parquet(frame: Frame, metadata: dict[str, Any], path: Path) -> None:
    """Write a frame with metadata and the digest of its games."""
    buffer = io.BytesIO()
    text = json.dumps(metadata | {"digest": digest(frame)})
    frame.write_parquet(buffer, compression="zstd", metadata={_METADATA: text})
    try:
        with atomic_write(path) as file:
            file.write(buffer.getvalue())
    except OSError as error:
        raise InvalidError(f"cannot write {path}: {error.strerror}") from None


def read_parquet(path: Path) -> tuple[Frame, dict[str, Any]]:
    """Read a frame and its metadata, and make sure that its games are those that were written."""
    polars = load_polars()
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InvalidError(f"cannot read {path}: {error.strerror}") from None
    try:
        metadata = json.loads(polars.read_parquet_metadata(io.BytesIO(data))[_METADATA])
        frame = polars.read_parquet(io.BytesIO(data))
        intact = metadata["digest"] == digest(frame)
    except Exception as error:  # polars raises errors of many kinds over a broken file
        raise DamagedError(f"{path} is damaged: {type(error).__name__}") from None
    if not intact:
        raise DamagedError(f"{path} is damaged: its games are not those that were written")
    return frame, metadata


def digest(frame: Frame) -> str:
    """Hash which cells were played and what came out; not how long it took."""
    sums = hashlib.sha256(json.dumps(frame.select("cell", "opener").rows()).encode())
    column = "lengths" if "lengths" in frame.columns else "histogram"
    sums.update(frame[column].list.len().to_numpy().tobytes())
    sums.update(frame[column].explode().to_numpy().tobytes())
    return sums.hexdigest()[:16]


def outcomes_frame(outcomes: Iterable[Outcome]) -> Frame:
    """Put outcomes into a table, as they are kept until a study is finished."""
    polars = load_polars()
    rows = [
        {
            "cell": outcome.cell,
            "opener": outcome.opener,
            "lengths": outcome.lengths,
            "seconds": outcome.seconds,
            "problem": outcome.problem,
        }
        for outcome in outcomes
    ]
    schema = {
        "cell": polars.String,
        "opener": polars.String,
        "lengths": polars.List(polars.UInt16),
        "seconds": polars.Float64,
        "problem": polars.String,
    }
    return polars.DataFrame(rows, schema)


def outcomes_of(frame: Frame) -> list[Outcome]:
    """Take outcomes out of a table again."""
    columns = ("cell", "opener", "lengths", "seconds", "problem")
    return [
        Outcome(cell, opener, lengths.to_numpy(), seconds, problem or "")
        for cell, opener, lengths, seconds, problem in zip(
            *(frame[name] for name in columns), strict=True
        )
    ]
