"""All games of the experiment in one file, a row each, as the author logged them."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from salet.errors import InvalidError
from salet.games.colours import pattern_count
from salet.replication.chow.grid import Grid
from salet.replication.chow.procedure import CONVENTIONS
from salet.replication.chow.results import feedback_text
from salet.runs.log import check_log_path
from salet.storage import atomic_write

if TYPE_CHECKING:
    from salet.replication.chow.grid import Cell
    from salet.replication.figures import Options


def write_games(path: str | Path, options: Options, convention: str = "published") -> None:
    """Play the grid and write its 196,775 games to a Parquet file.

    The columns have the names of the author's log: steps, words, feedback (over G, Y, X), ncands
    (solutions left after each step), algo, word (the opener), solution. The rows follow the
    configurations, the openers, and the calendar of the game.
    """
    path = Path(path)
    if path.suffix != ".parquet":
        raise InvalidError(f"cannot write games to {path.name}: name it .parquet")
    if convention not in CONVENTIONS:
        raise InvalidError(f"convention is one of {', '.join(CONVENTIONS)}, not {convention!r}")
    check_log_path(path)
    import polars

    procedure = CONVENTIONS[convention]
    grid = Grid(options)
    grid.expect([procedure])
    order = grid.book.answers_listed()
    by_answer = grid.book.by_answer(naive=procedure.naive_feedback)
    words = polars.Series(grid.lexicon.allowed)
    length = grid.lexicon.length
    feedback = polars.Series([feedback_text(code, length) for code in range(pattern_count(length))])
    solutions = polars.Series(grid.lexicon.answers)[order]

    def frame(cell: Cell) -> Any:
        guesses, after = cell.guesses[order], cell.after[order]
        rows, turns = np.nonzero(guesses >= 0)  # in the order of the games
        played = guesses[rows, turns].astype(np.int64)
        codes = by_answer[order[rows], played]
        flat = polars.DataFrame(
            {
                "row": rows,
                "words": words.gather(played),
                "feedback": feedback.gather(codes.astype(np.int64)),
                "ncands": after[rows, turns],
            }
        )
        return (
            flat.group_by("row", maintain_order=True)
            .agg(polars.len().alias("steps"), "words", "feedback", "ncands")
            .drop("row")
            .with_columns(
                algo=polars.lit(cell.config), word=polars.lit(cell.opener), solution=solutions
            )
        )

    frames = [frame(cell) for cell in grid.cells(procedure)]
    buffer = io.BytesIO()
    polars.concat(frames).write_parquet(buffer)
    try:
        with atomic_write(path) as file:
            file.write(buffer.getvalue())
    except OSError as error:
        raise InvalidError(f"cannot write {path}: {error.strerror}") from None
