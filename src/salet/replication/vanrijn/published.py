"""What the write-up prints.

From https://royvanrijn.com/blog/2022/01/wordle-bot as updated on 27 January 2022; where it says so,
from the text of 7 January.
"""

from __future__ import annotations

LETTERS = {
    "s": 6665,
    "e": 6662,
    "a": 5990,
    "o": 4438,
    "r": 4158,
    "i": 3759,
    "l": 3371,
    "t": 3295,
    "n": 2952,
    "u": 2511,
    "d": 2453,
    "y": 2074,
    "c": 2028,
    "p": 2019,
    "m": 1976,
    "h": 1760,
    "g": 1644,
    "b": 1627,
    "k": 1505,
}
"""Copies of each letter in all words, as far as the text prints them."""

SMILE = """
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
"""
"""Words for each pattern of smile, in the order of the text: the list of 7 January."""

SMILE_ROWS: dict[str, int] = {
    pattern: int(words)
    for pattern, words in zip(SMILE.split()[::2], SMILE.split()[1::2], strict=True)
}

OPENERS = {"smile": (101, 316), "raise": (107, 168), "slate": (129, 221)}
"""Patterns, and words in the largest group, against the 2,315 answers."""

OPENERS_FIRST_TEXT = {"smile": (138, 1464), "tares": (176, 858), "nares": (154, 823)}
"""The same against all 12,972 words, from the texts before the update."""

SEQUENCE = ("laser", "tonic", "dumpy")

EXAMPLE = (("tares", "y----"), ("pilot", "-g--y"), ("dunsh", "----g"))
EXAMPLE_LEFT = ("hitch", "fifth", "witch", "aitch", "bitch", "fitch", "gitch", "mitch")

AWFUL = {
    "g----": ("aitch",),
    "-y---": ("witch",),
    "--g--": ("fifth",),
    "--y--": ("fitch",),
    "-----": ("hitch", "bitch", "gitch", "mitch"),
}
"""How awful splits the eight words."""
