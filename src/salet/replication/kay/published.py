"""What Kay's document prints."""

from __future__ import annotations

COMMON = (
    "which 810514085 3719 0.0554 13.9",
    "there 701170205 3278 0.0486 13.8",
    "their 782849411 2608 0.0423 13.6",
    "about 1226734006 1971 0.0420 13.6",
    "would 572644147 2551 0.0383 13.5",
    "other 978481319 1421 0.0317 13.4",
    "could 302311431 1683 0.0241 13.1",
    "these 541003982 1254 0.0229 13.0",
    "first 578161543 1193 0.0228 13.0",
    "after 372948094 1160 0.0192 12.9",
)
"""The most frequent words: web count, corpus count, both shares added, and the log."""

RANKING = (
    "tares 0.791 1.89 1.34",
    "lares 0.772 1.88 1.33",
    "rales 0.748 1.88 1.31",
    "rates 0.733 1.89 1.31",
    "nares 0.747 1.86 1.30",
    "cares 0.806 1.80 1.30",
    "tales 0.767 1.82 1.29",
    "dares 0.776 1.81 1.29",
    "pares 0.792 1.77 1.28",
    "tores 0.780 1.78 1.28",
)
"""The best first guesses: expected greens, expected letters, and the two at equal weight."""

SLUMP = "tares:----y soily:g--y- slump:ggggg"
HATCH = (
    "tares:yg--- natch:-gggg watch:-gggg match:-gggg patch:-gggg batch:-gggg latch:-gggg "
    "catch:-gggg hatch:ggggg"
)
HATCH_EXPLORING = "tares:yg--- natch:-gggg blimp:----- watch:-gggg catch:-gggg hatch:ggggg"

WORST = (
    "hatch 9",
    "surer 7",
    "evade 6",
    "stool 6",
    "floss 6",
    "unfed 6",
    "booby 6",
    "crass 6",
    "wooer 6",
    "parry 6",
)

HARD_GAMES = "2:8 3:62 4:92 5:29 6:9 7:1 9:1"
EXPLORE_GAMES = "2:8 3:60 4:94 5:33 6:7"
