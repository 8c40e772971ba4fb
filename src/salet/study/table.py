"""A table of text, for the terminal, for Markdown and for pages alike."""

from __future__ import annotations

from dataclasses import dataclass

RIGHT = ">"
PROSE = "~"


@dataclass(frozen=True, slots=True)
class Table:
    """Columns and rows, every cell as text.

    Attributes
    ----------
    columns
        names; ``>name`` aligns right, as numbers do, ``~name`` holds prose that may be folded
        (what `salet.cli.screen.Screen.table` takes)
    caption
        what the table shows, for pages
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"{len(row)} cells in a table of {len(self.columns)} columns")

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns, without their marks."""
        return tuple(column.removeprefix(RIGHT).removeprefix(PROSE) for column in self.columns)

    def without_empty_columns(self) -> Table:
        """Return the table without columns that say nothing."""
        shown = [
            place for place in range(len(self.columns)) if any(row[place] for row in self.rows)
        ]
        return Table(
            tuple(self.columns[place] for place in shown),
            tuple(tuple(row[place] for place in shown) for row in self.rows),
            self.caption,
        )
