"""Proven totals of openers that people like, so that a review need not estimate them.

Totals are for the lists `original` in normal mode. Each is what ``salet optimal --opener WORD``
proves in seconds; salet, reast, crate, trace, slate, crane, carle, tares and raise are also in
Alex Selby's lists (github.com/alex1770/wordle).
"""

from __future__ import annotations

LEXICON = "f10e64e532ec7cad"
"""The id of the lexicon they are for, which is also that of the bundled trees."""

PROVEN_TOTALS = {
    "salet": 7920,
    "reast": 7923,
    "crate": 7926,
    "trace": 7926,
    "slate": 7928,
    "crane": 7930,
    "carle": 7937,
    "slant": 7951,
    "least": 7954,
    "roast": 7965,
    "stale": 7967,
    "train": 7972,
    "stare": 7974,
    "soare": 7997,
    "roate": 8000,
    "tares": 8000,
    "tears": 8006,
    "raise": 8014,
    "alert": 8017,
    "irate": 8018,
    "later": 8040,
    "arise": 8043,
    "adieu": 8370,
    "audio": 8404,
}
