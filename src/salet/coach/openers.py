"""Proven totals of openers, so that neither advice nor a review need estimate them.

Each total is what ``salet optimal --opener WORD`` (with ``--lexicon nyt``, or ``--hard nyt``)
proves. That no other opener has a total below `nothing_below` was found by Alex Selby, whose lists
of openers (github.com/alex1770/wordle: normal.top105.proven, hard.top101.proven and
results_easy_nyt20230701) have the same totals; for the very best on the original lists it was
proven by ``salet optimal --all``, too. The openers beyond that are some that people like.
"""

from __future__ import annotations

from dataclasses import dataclass

from salet.games.rules import HardMode

ORIGINAL = "f10e64e532ec7cad"
"""The id of the lexicon `original`, which is also that of the bundled trees."""
NYT = "e2f83c51fbffe6f2"
"""The id of the lexicon `nyt`."""


@dataclass(frozen=True, slots=True)
class Openers:
    """Openers of one game.

    Attributes
    ----------
    totals
        the least total of guesses over all answers, for each opener that is known
    nothing_below
        no other opener has a total below this
    """

    totals: dict[str, int]
    nothing_below: int


PROVEN = {
    (ORIGINAL, HardMode.OFF): Openers(
        {
            "salet": 7920,
            "reast": 7923,
            "crate": 7926,
            "trace": 7926,
            "slate": 7928,
            "crane": 7930,
            "carle": 7937,
            "slane": 7943,
            "carte": 7949,
            "torse": 7950,
            "slant": 7951,
            "trice": 7952,
            "least": 7954,
            "trine": 7956,
            "prate": 7958,
            "slart": 7962,
            "caret": 7965,
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
        },
        nothing_below=7968,
    ),
    (ORIGINAL, HardMode.NYT): Openers(
        {
            "salet": 8122,
            "least": 8127,
            "reast": 8134,
            "crate": 8143,
            "trape": 8144,
            "slane": 8149,
            "prate": 8151,
            "crane": 8155,
            "teals": 8160,
            "train": 8160,
            "carle": 8163,
            "stale": 8170,
            "alert": 8183,
            "tears": 8193,
            "roast": 8202,
            "stare": 8208,
        },
        nothing_below=8166,
    ),
    (NYT, HardMode.OFF): Openers(
        {
            "tarse": 11219,
            "salet": 11235,
            "caret": 11252,
            "sater": 11261,
            "torse": 11265,
            "carte": 11268,
            "carle": 11270,
            "reast": 11270,
            "tared": 11272,
            "trace": 11275,
            "slate": 11283,
            "crate": 11292,
            "least": 11294,
            "crane": 11309,
        },
        nothing_below=11286,
    ),
}
