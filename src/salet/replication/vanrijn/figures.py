"""What van Rijn's write-up prints, and what we get.

From https://royvanrijn.com/blog/2022/01/wordle-bot as updated on 27 January 2022; where it says so,
from the text of 7 January.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np

from salet.replication.findings import Figure, Printed, Section, Value
from salet.replication.switches import figures_of
from salet.replication.vanrijn.program import (
    FED_BY_THE_GAME,
    GAMES,
    OPENERS,
    TABLES,
    Bench,
    Procedure,
)


def _pairs(text: str) -> dict[str, int]:
    """Read names and numbers, alternately."""
    return dict(zip(text.split()[::2], map(int, text.split()[1::2]), strict=True))


LETTERS = _pairs("""
    s 6665  e 6662  a 5990  o 4438  r 4158  i 3759  l 3371  t 3295  n 2952  u 2511
    d 2453  y 2074  c 2028  p 2019  m 1976  h 1760  g 1644  b 1627  k 1505
""")
"""Copies of each letter in all words, as far as the text prints them."""

SMILE = _pairs("""
    y---- 1464  ----- 1352  ----y 1122  y---y 967   --y-- 690   ---y- 610
    ----g 504   y-y-- 468   g---- 467   -y--- 417   y--y- 263   g---y 252
    --y-y 251   --g-- 196   yy--- 191   y-g-- 187   ---yy 183   --yy- 154
    -y--y 154   y-y-y 147   y---g 136   --y-g 136   ---g- 128   y--g- 117
    -yy-- 115   ---yg 115   g-y-- 112   g---g 109   g--y- 107   -y-y- 106
    -y--g 99    g-g-- 87    --g-g 82    ---gg 79    gy--- 63    --gy- 63
    y--yy 62    --g-y 58    yy--y 53    ---gy 52    y--gy 49    --yg- 46
    g--g- 43    y-g-y 41    g-y-y 41    y-yg- 36    --gg- 35    -yg-- 31
    g-g-g 27    -g--y 27    g--yy 27    y-gg- 25    y-gy- 25    -y-g- 23
    g--gy 20    yg--- 20    y-g-g 19    yyg-- 19    --yyg 18    g-g-y 18
    g--gg 18    gg--- 18    g-yy- 17    --yyy 17    --gyg 15    -g--- 15
    -gy-- 15    --ggg 14    g--yg 14    g-gg- 13    g-gy- 13    -yg-g 13
    gy--y 13    gyg-- 12    --ygg 12    yy-y- 11    -gg-- 11    -g--g 11
    -yy-g 10    gyy-- 10    ygg-- 10    -y-gg 9     y-y-g 9     y--yg 9
    g-y-g 8     gy--g 7     y-yy- 7     -yyy- 7     yyy-- 7     y-ggy 6
    g-yg- 6     -gg-g 5     gg--y 5     -g-gg 5     gg--g 5     yg--y 5
    ggg-- 5     -y-yg 4     y--gg 4     -gy-y 4     gg-g- 4     yy--g 4
    g-gyg 4     -gy-g 3     -g-y- 3     gy-y- 3     g-ggg 3     -yggg 2
    gyg-g 2     y-ygg 2     --ggy 2     ggy-- 2     gg-gy 2     ygy-- 2
    -g-g- 2     --gyy 2     gy-g- 2     -y-gy 1     -gyyy 1     -yy-y 1
    g-ygg 1     -y-yy 1     gyy-g 1     -yyg- 1     yg-y- 1     ggggg 1
    yg--g 1     gy-gy 1     --ygy 1     ggg-g 1     yg-g- 1     y-ggg 1
    ygg-y 1     -gyg- 1     yy-g- 1     -ygg- 1     g-ggy 1     -gyy- 1
""")
"""Words for each pattern of smile, in the order of the text: the list of 7 January."""

OPENERS_PRINTED = {"smile": (101, 316), "raise": (107, 168), "slate": (129, 221)}
"""Patterns, and words in the largest group, against the 2,315 answers."""

FIRST_TEXT_PRINTED = {"smile": (138, 1464), "tares": (176, 858), "nares": (154, 823)}
"""The same against all 12,972 words, from the texts before the update."""

SEQUENCE = ("laser", "tonic", "dumpy")

EXAMPLE = ("tares:y----", "pilot:-g--y", "dunsh:----g")
EXAMPLE_LEFT = ("hitch", "fifth", "witch", "aitch", "bitch", "fitch", "gitch", "mitch")

AWFUL = {
    "g----": ("aitch",),
    "-y---": ("witch",),
    "--g--": ("fifth",),
    "--y--": ("fitch",),
    "-----": ("hitch", "bitch", "gitch", "mitch"),
}
"""How awful splits the eight words."""


def sections(bench: Bench) -> tuple[Section, ...]:
    """Measure every printed figure, in the order of the text."""
    return (
        _letters(bench),
        _smile(bench),
        _openers(
            bench,
            OPENERS,
            "Openers, after the update",
            OPENERS_PRINTED,
            {"smallest": "raise", "most": "slate"},
        ),
        _openers(
            bench,
            TABLES,
            "Openers, in the texts before the update",
            FIRST_TEXT_PRINTED,
            {"smallest": "nares", "most": "tares"},
        ),
        _example(bench),
        _games(bench),
        _fed_by_the_game(bench),
    )


def _letters(bench: Bench) -> Section:
    counts = Counter("".join(bench.lexicon(TABLES).allowed))
    figures = (Figure(letter, count, counts[letter]) for letter, count in LETTERS.items())
    return Section("Letters in all words", tuple(figures))


def _smile(bench: Bench) -> Section:
    """Measure the big table: the patterns of smile."""

    def rows(procedure: Procedure) -> Mapping[str, Value]:
        return dict.fromkeys(SMILE, 0) | bench.sizes(procedure, "smile")

    true_rows = bench.sizes(Procedure(whole_list=True), "smile")
    return Section(
        "Words for each pattern of smile",
        figures_of(TABLES, rows, [Printed(row, row, words) for row, words in SMILE.items()]),
        f"The table was not updated with the text: its 138 rows sum to all 12,972 words. By the "
        f"true rule the same list has {len(true_rows)} patterns, the largest group "
        f"{max(true_rows.values()):,}; the last column is for the 2,315 answers.",
    )


def _openers(
    bench: Bench,
    procedure: Procedure,
    title: str,
    printed: Mapping[str, tuple[int, int]],
    best: Mapping[str, str],
) -> Section:
    """Measure openers, each by its patterns and its largest group; and which are best by either."""

    def splits(one: Procedure) -> dict[Any, Value]:
        stats = bench.splits(one)
        words = np.array(bench.lexicon(one).allowed)
        values: dict[Any, Value] = {
            "smallest": " ".join(words[stats.largest == stats.largest.min()]),
            "most": " ".join(words[stats.groups == stats.groups.max()]),
        }
        for word in printed:
            values[word, "patterns"], values[word, "largest"] = bench.split(one, word)
        return values

    figures = [
        figure
        for word, (patterns, largest) in printed.items()
        for figure in (
            Printed((word, "patterns"), f"{word}: patterns", patterns),
            Printed((word, "largest"), f"{word}: largest group", largest),
        )
    ]
    figures += [
        Printed("smallest", "smallest largest group", best["smallest"]),
        Printed("most", "most patterns", best["most"]),
    ]
    return Section(title, figures_of(procedure, splits, figures))


def _example(bench: Bench) -> Section:
    """Measure the example of eight words, and how awful splits them."""

    def words(procedure: Procedure) -> dict[str, Value]:
        left = bench.left(procedure, *EXAMPLE)
        groups = bench.groups(procedure, "awful", left)
        return {
            "left": len(left),
            "which": _joined(tuple(bench.lexicon(procedure).answers[word] for word in left)),
            "groups": len(groups),
            **{pattern: _joined(group) for pattern, group in groups.items()},
        }

    printed = (
        Printed("left", "possible words", len(EXAMPLE_LEFT)),
        Printed("which", "which", _joined(EXAMPLE_LEFT)),
        Printed("groups", "groups of awful", len(AWFUL)),
        *(Printed(one, f"awful {one}", _joined(group)) for one, group in AWFUL.items()),
    )
    by_rule = bench.left(Procedure(whole_list=True), *EXAMPLE)
    return Section(
        "After tares, pilot and dunsh",
        figures_of(TABLES, words, printed),
        f"By the true rule {len(by_rule)} of the 12,972 words remain: aitch does not, for the a of "
        f"tares is grey. Of the 2,315 answers three remain.",
    )


def _joined(words: tuple[str, ...]) -> str:
    return " ".join(sorted(words))


def _games(bench: Bench) -> Section:
    """Play all answers under each tie rule: by the program's own rule, and by the game's."""

    def measured(procedure: Procedure) -> dict[tuple[str, str], Value]:
        played = {ties: bench.outcome(procedure, ties).games for ties in bench.ties}
        lost: dict[tuple[str, str], Value] = {("lost", t): g.losses for t, g in played.items()}
        return lost | {("mean", ties): games.mean for ties, games in played.items()}

    printed = [
        *(Printed(("lost", t), f"words not solved in six, ties: {t}", 0) for t in bench.ties),
        *(
            Printed(("mean", t), f"guesses for a solved word, ties: {t}", None, digits=4)
            for t in bench.ties
        ),
    ]
    return Section(
        "All words within six guesses",
        figures_of(GAMES, measured, printed),
        "The text says neither which word is taken in a tie nor how many guesses a game takes.",
    )


def _fed_by_the_game(bench: Bench) -> Section:
    """Play the program as it is in the real game: what it strikes off its list by mistake."""
    dropped = {t: int(bench.outcome(FED_BY_THE_GAME, t).dropped.sum()) for t in bench.ties}
    return Section(
        "The program told the colours of the real game",
        tuple(
            Figure(f"answers struck off, ties: {t}", None, count, 0, switches=("roy_feedback",))
            for t, count in dropped.items()
        ),
        "Of 2,315. The document does not report this; its bot was its own referee. A game whose "
        "answer is struck off is lost unless the bot hits on the word by chance.",
    )
