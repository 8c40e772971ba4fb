"""Every number that the document prints about its own experiment, section by section."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from salet.replication.figures import Value


@dataclass(frozen=True, slots=True)
class Printed:
    """A printed number: its name, how it reads, and to how many decimals."""

    name: str
    value: Value
    digits: int | None = None
    note: str = ""


def _rank_one() -> tuple[Printed, ...]:
    rows = {
        "ncands": (("tales", 3.6017), ("tares", 99.78), ("raile", 48.12)),
        "lf": (("stare", 3.7287), ("tales", 99.44), ("arose", 42.98)),
        "lf-pop": (("tores", 3.7702), ("tores", 99.22), ("arose", 42.33)),
        "gyx": (("stare", 3.8320), ("tales", 99.09), ("roate", 38.57)),
        "gyx-pop": (("tales", 3.8898), ("tales", 98.79), ("roate", 37.93)),
    }
    columns = (("mean", 4), ("success", 2), ("within3", 2))
    return tuple(
        printed
        for config, cells in rows.items()
        for (metric, digits), (opener, value) in zip(columns, cells, strict=True)
        for printed in (
            Printed(f"{config} {metric}: rank-1 opener", opener),
            Printed(f"{config} {metric}: rank-1 value", value, digits),
        )
    )


def _top(
    table: str, digits: int, rows: tuple[tuple[int, str, float, Value], ...]
) -> tuple[Printed, ...]:
    """Write the rows (rank, opener, value, lead) of a table; a lead of None is not printed."""
    figures = []
    for place, (rank, opener, value, lead) in enumerate(rows, start=1):
        figures += [
            Printed(f"{table} no. {place}: rank", rank),
            Printed(f"{table} no. {place}: strategy", opener),
            Printed(f"{table} no. {place}: value", value, digits),
        ]
        if lead is not None:
            figures.append(Printed(f"{table} no. {place}: lead in words", lead))
    return tuple(figures)


_TIED = "arles ncands, rales ncands, tores ncands"
_TIED_NOTE = "Rows of equal rank are named together, in alphabetical order."

PRINTED: tuple[tuple[str, str, tuple[Printed, ...]], ...] = (
    (
        "The game and the experiment",
        "",
        (
            Printed("solution words", 2315),
            Printed("support words", 10657),
            Printed(
                "candidates at the start",
                12972,
                note="The text says 12,972; the program chose from 9,071.",
            ),
            Printed("openers", 17),
            Printed("configurations", 5),
            Printed("games", 196775),
        ),
    ),
    (
        "Sample of the log: tales, ncands, aback",
        "",
        (
            Printed("sample steps", 3),
            Printed("sample words", "tales bronc aback"),
            Printed("sample feedback", "XYXXX YXXXY GGGGG"),
            Printed("sample ncands", "102 1 1"),
        ),
    ),
    ("Rank-1 openers", "Games longer than six guesses count at their true length.", _rank_one()),
    (
        "Places of openers, by mean steps",
        "",
        (
            Printed("place of raile: gyx", 13),
            Printed("place of raile: ncands", 2),
            Printed("place of tales: gyx, ncands", "within the top two"),
            Printed("place of tales: lf, lf-pop", "7, 8", note='The text has "7-8th".'),
        ),
    ),
    (
        "Top 5 by mean number of steps",
        "",
        _top(
            "mean",
            4,
            (
                (1, "tales ncands", 3.6017, None),
                (2, "raile ncands", 3.6069, None),
                (3, "stare ncands", 3.6112, None),
                (4, "roate ncands", 3.6117, None),
                (5, "tares ncands", 3.6121, None),
            ),
        ),
    ),
    (
        "Top 5 by success rate",
        _TIED_NOTE,
        (
            *_top(
                "success",
                2,
                (
                    (1, "tares ncands", 99.78, 1),
                    (2, "tales ncands", 99.74, 1),
                    (3, _TIED, 99.70, "-"),
                    (3, _TIED, 99.70, "-"),
                    (3, _TIED, 99.70, 1),
                ),
            ),
            Printed("success: rank 1 less rank 2, %", 0.0432, 4),
            Printed("success: rank 2 less rank 3, %", 0.0432, 4),
        ),
    ),
    (
        "Top 5 by share solved within 3 steps",
        "",
        _top(
            "within3",
            2,
            (
                (1, "raile ncands", 48.12, 11),
                (2, "roate ncands", 47.65, 12),
                (3, "stare ncands", 47.13, 3),
                (4, "soare ncands", 47.00, 6),
                (5, "tales ncands", 46.74, 12),
            ),
        ),
    ),
    (
        "Top 5 by composite",
        "The mean of the three metrics, each stretched to 0..1 over all 85 strategies, in %.",
        _top(
            "composite",
            2,
            (
                (1, "tales ncands", 96.53, None),
                (2, "raile ncands", 95.97, None),
                (3, "tares ncands", 93.92, None),
                (4, "tores ncands", 93.62, None),
                (5, "roate ncands", 93.40, None),
            ),
        ),
    ),
)
