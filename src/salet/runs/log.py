"""Writes the games of a run to a file, in the form that its ending names.

``.parquet``
    one row per game with lists of guesses, patterns and candidates, and the run's figures as
    metadata (needs the extra ``lab``)
``.csv``
    the same rows, the lists as text
``.txt``
    one line per game with its guesses separated by commas, the form public leaderboards take
"""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING, Any

from salet.errors import InvalidError
from salet.storage import atomic_write

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from salet.runs.result import Run

ENDINGS = (".parquet", ".csv", ".txt")


def check_log_path(path: Path) -> None:
    """Refuse a file that could not be written, before any game is played."""
    if path.suffix not in ENDINGS:
        raise InvalidError(f"cannot log to {path.name}: the ending is one of {', '.join(ENDINGS)}")
    if not path.parent.is_dir():
        raise InvalidError(f"cannot log to {path}: there is no folder {path.parent}")
    if path.suffix == ".parquet":
        _polars()


def write_log(run: Run, path: Path) -> None:
    """Write every game of `run`, whole or not at all."""
    check_log_path(path)
    write = {".parquet": _parquet, ".csv": _csv, ".txt": _lines}[path.suffix]
    try:
        with atomic_write(path) as file:
            file.write(write(run))
    except OSError as error:
        raise InvalidError(f"cannot write {path}: {error.strerror}") from None


def rows(run: Run) -> Iterator[dict[str, Any]]:
    """Give each game as plain values."""
    for answer in run.answers:
        log = run.game(answer)
        fields = log.to_dict()
        yield {
            "answer": answer,
            "n_guesses": len(log.steps) if log.solved else None,
            **{key: fields[key] for key in ("solved", "won", "guesses", "patterns")},
            **{key: fields[key] for key in ("before", "after", "opener", "strategy")},
            "lexicon": run.lexicon.id,
        }


def _lines(run: Run) -> bytes:
    return "".join(",".join(row["guesses"]) + "\n" for row in rows(run)).encode()


def _csv(run: Run) -> bytes:
    text = io.StringIO()
    writer = None
    for row in rows(run):
        flat = {
            key: " ".join(map(str, value)) if isinstance(value, list) else value
            for key, value in row.items()
        }
        if writer is None:
            writer = csv.DictWriter(text, flat, lineterminator="\n")
            writer.writeheader()
        writer.writerow(flat)
    return text.getvalue().encode()


def _parquet(run: Run) -> bytes:
    polars = _polars()
    buffer = io.BytesIO()
    metadata = {"salet": json.dumps(run.to_dict())}
    polars.DataFrame(list(rows(run))).write_parquet(buffer, metadata=metadata)
    return buffer.getvalue()


def _polars() -> Any:
    try:
        import polars
    except ImportError:
        raise InvalidError("Parquet needs polars: pip install 'salet[lab]'") from None
    return polars
