"""Writes the games of runs to a file, in the format that its ending names.

``.parquet``
    one row per game with lists of guesses, patterns and candidates, and the run's figures as
    metadata (needs the extra ``lab``)
``.csv``
    the same rows, the lists as text
``.txt``
    one line per game with its guesses separated by commas, as public leaderboards expect them
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

from salet.errors import InvalidError
from salet.games.referee import GameLog
from salet.storage import check_target, write_whole

ENDINGS = (".parquet", ".csv", ".txt")


def check_log_path(path: Path) -> None:
    """Refuse a file that could not be written, before any game is played."""
    check_target(path, ENDINGS, "write a log")
    if path.suffix == ".parquet":
        load_polars()


class Logged(Protocol):
    """Anything with games to write: a `Run`, or a `Backtest`."""

    def rows(self) -> Iterator[dict[str, Any]]:
        """Give each game as plain values."""

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as plain values for JSON."""


def write_log(runs: Logged | Sequence[Logged], path: str | Path) -> None:
    """Write every game of one or several runs, whole or not at all.

    Parameters
    ----------
    runs
        a `Run`, or several; a .txt file takes only one
    path
        its ending is the format: .parquet, .csv, or .txt for public leaderboards
    """
    path = Path(path)
    check_log_path(path)
    several = [*runs] if isinstance(runs, Sequence) else [runs]
    if path.suffix == ".txt" and len(several) > 1:
        raise InvalidError(
            f"cannot write a log to {path.name}: a .txt file holds one strategy; use .csv"
        )
    write = {".parquet": _parquet, ".csv": _csv, ".txt": _lines}[path.suffix.lower()]
    write_whole(path, write(several))


def rows(runs: Sequence[Logged]) -> Iterator[dict[str, Any]]:
    """Give each game as plain values."""
    for run in runs:
        yield from run.rows()


def game_row(log: GameLog) -> dict[str, Any]:
    """Return one game as plain values."""
    fields = log.to_dict()
    return {
        "answer": log.answer,
        "n_guesses": len(log.steps) if log.solved else None,
        **{key: fields[key] for key in ("solved", "won", "guesses", "patterns")},
        **{key: fields[key] for key in ("before", "after", "opener", "strategy")},
        "lexicon": log.lexicon["id"],
        "rule": log.lexicon["rule"],
    }


def _lines(runs: Sequence[Logged]) -> bytes:
    return "".join(",".join(row["guesses"]) + "\n" for row in rows(runs)).encode()


def _csv(runs: Sequence[Logged]) -> bytes:
    text = io.StringIO()
    writer = None
    for row in rows(runs):
        flat = {
            key: " ".join(map(str, value)) if isinstance(value, list) else value
            for key, value in row.items()
        }
        if writer is None:
            writer = csv.DictWriter(text, flat, lineterminator="\n")
            writer.writeheader()
        writer.writerow(flat)
    return text.getvalue().encode()


def to_frame(runs: Sequence[Logged]) -> Any:
    """Return a row for each game, as a table of polars or, if that is missing, of pandas."""
    if find_spec("polars") is None and find_spec("pandas") is not None:
        return import_module("pandas").DataFrame(list(rows(runs)))
    return _polars_frame(runs)


def _polars_frame(runs: Sequence[Logged]) -> Any:
    polars = load_polars("A table of games")
    kinds = {  # of columns that may be empty, or are lists
        "n_guesses": polars.Int64,
        **dict.fromkeys(("guesses", "patterns"), polars.List(polars.String)),
        **dict.fromkeys(("before", "after"), polars.List(polars.Int64)),
        "opener": polars.String,
    }
    return polars.DataFrame(list(rows(runs)), schema_overrides=kinds, infer_schema_length=None)


def _parquet(runs: Sequence[Logged]) -> bytes:
    buffer = io.BytesIO()
    figures = [run.to_dict() for run in runs]
    metadata = {"salet": json.dumps(figures[0] if len(figures) == 1 else {"runs": figures})}
    _polars_frame(runs).write_parquet(buffer, metadata=metadata)
    return buffer.getvalue()


def load_polars(what: str = "Parquet") -> Any:
    """Load polars, or say how to get it."""
    try:
        import polars
    except ImportError:
        raise InvalidError(f"{what} needs polars: pip install 'salet[lab]'") from None
    return polars
