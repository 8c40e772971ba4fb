"""The checkable sentences of van Rijn's write-up, in his own words, and his questions."""

from __future__ import annotations

from collections import Counter
from operator import gt

import numpy as np

from salet.groups import group_stats
from salet.replication.findings import Claim
from salet.replication.vanrijn import figures as printed
from salet.replication.vanrijn.program import (
    FED_BY_THE_GAME,
    GAMES,
    OPENERS,
    TABLES,
    Bench,
    Procedure,
)
from salet.runs.ground import run

TRUE = Procedure()

RAISE_TOTAL, SALET_TOTAL = 8014, 7920
"""The least totals of two openers over 2,315 answers, proven: ``salet optimal --opener raise``."""

RAISE_LARGEST_TOTAL = 465
"""The least total of the largest group of raise: ``salet optimal --from raise:-----``."""


def claims(bench: Bench) -> tuple[Claim, ...]:
    """Return all of them, in the order of the text."""
    return (*_letters(bench), *_openers(bench), *_example(bench), *_games(bench))


def _letters(bench: Bench) -> tuple[Claim, ...]:
    counts = Counter("".join(bench.lexicon(TABLES).allowed))
    common = {letter for letter, _ in counts.most_common(15)}
    covered = set("".join(printed.SEQUENCE)) == common
    fixed = run(f"minimax+opener({','.join(printed.SEQUENCE)})")
    free = run("minimax")
    better = free.total < fixed.total
    return (
        Claim(
            "laser, tonic, dumpy will tell you about the 15 most common characters",
            covered,
            covered,
            "Together they have each of the 15 once.",
        ),
        Claim(
            "this is a strategy, but far from perfect: we can do much better",
            better,
            better,
            f"The three words and then minimax take {fixed.mean:.3f} guesses a game "
            f"({fixed.losses} losses), minimax from the start {free.mean:.3f}.",
        ),
    )


def _openers(bench: Bench) -> tuple[Claim, ...]:
    table = (len(printed.SMILE), max(printed.SMILE.values()))
    true, roy = bench.splits(TRUE), bench.splits(OPENERS)
    words = bench.lexicon(TRUE).allowed
    shared = [words[word] for word in np.flatnonzero(true.largest == true.largest.min())]
    only = int((roy.largest == roy.largest.min()).sum())
    smile, raised, slate = (bench.split(TRUE, word) for word in ("smile", "raise", "slate"))
    most = int(true.groups.argmax())
    return (
        Claim(
            "this (the table) means that smile has 101 patterns, and 316 words in the largest",
            table == printed.OPENERS_PRINTED["smile"],
            table == smile,
            f"The table above the sentence has {table[0]} rows, the largest {table[1]:,}: it is "
            "for all words, the sentence for the answers. By the true rule smile has "
            f"{smile[0]} patterns there.",
        ),
        Claim(
            "raise is the absolute best first word",
            only == 1 and bench.split(OPENERS, "raise")[1] == int(roy.largest.min()),
            shared == ["raise"],
            f"By the true rule {', '.join(shared)} share the smallest largest group. With perfect "
            f"play, raise needs {RAISE_TOTAL:,} guesses in all and salet {SALET_TOTAL:,}, both "
            "proven.",
        ),
        Claim(
            "slate splits the words into more groups, but its worst case is a little worse",
            all(map(gt, bench.split(OPENERS, "slate"), bench.split(OPENERS, "raise"))),
            all(map(gt, slate, raised)),
            f"{slate[0]} patterns against {raised[0]}, largest group {slate[1]} against "
            f"{raised[1]}; {words[most]} has most patterns, {true.groups[most]}.",
        ),
    )


def _example(bench: Bench) -> tuple[Claim, ...]:
    told, true = TABLES, Procedure(whole_list=True)
    eight, seven = (bench.left(one, *printed.EXAMPLE) for one in (told, true))
    awful = len(bench.groups(told, "awful", eight))
    answers, words = bench.lexicon(told).answers, bench.lexicon(true).allowed
    inside = max(len(bench.groups(told, answers[word], eight)) for word in eight)
    stats = group_stats(bench.table(true), np.arange(len(words)), seven)
    awful_true = int(stats.groups[bench.lexicon(true).guess_index("awful")])
    inside_true = int(stats.groups[bench.table(true).answer_guesses[seven]].max())
    finest = [words[word] for word in np.flatnonzero(stats.groups == stats.groups.max())]
    witch, witch_true = (
        bench.groups(one, "awful", left)["-y---"] == ("witch",)
        for one, left in ((told, eight), (true, seven))
    )
    return (
        Claim(
            "there are now still eight possible words",
            len(eight) == 8,
            len(seven) == 8,
            f"By the true rule {len(seven)}, without aitch: the a of tares was grey. By the slip, "
            "its yellow t hid the a of aitch.",
        ),
        Claim(
            "instead of one of these words, it is much better to guess awful: 5 groups",
            awful == 5 and awful > inside,
            awful_true > inside_true,
            f"As published, awful makes {awful} groups and the best of the eight words {inside}. "
            f"By the true rule awful makes {awful_true} of the {len(seven)} words, the best of "
            f"them {inside_true}, and {' and '.join(finest)} {stats.groups.max()}.",
        ),
        Claim(
            "if awful comes back -y---, the only option left is witch",
            witch,
            witch_true,
            "So it is by either rule.",
        ),
    )


def _games(bench: Bench) -> tuple[Claim, ...]:
    own, true, fed = (
        [bench.outcome(procedure, ties).games.losses for ties in bench.ties]
        for procedure in (GAMES, TRUE, FED_BY_THE_GAME)
    )
    single = {name: run(name).mean or 0 for name in ("minimax", "entropy", "expected", "parts")}
    tree = run("tree").mean or 0
    hard = run("parts+opener(raise)")
    code, size = next(iter(bench.sizes(TRUE, "raise").items()))
    inside = bench.left(TRUE, f"raise:{code}")
    further, usual = (float(part.mean()) - 1 for part in (hard.lengths[inside], hard.lengths))
    return (
        Claim(
            "this algorithm allows me to solve all words within the given 6 tries",
            max(own) == 0,
            max(true) == 0,
            f"It does under all {len(bench.ties)} tie rules when its own rule colours the guesses, "
            "and also if both sides use the true rule. But the program as it is would lose "
            f"{min(fed)} to {max(fed)} of the 2,315 real games: it strikes the answer off its "
            "list.",
        ),
        Claim(
            "for a single move I think this algorithm is optimal",
            as_published=True,
            survives=min(single, key=lambda name: single[name]) == "minimax",
            because="For the size of the largest group it is, by definition. For the number of "
            "guesses, other rules of one move are better: "
            + ", ".join(f"{name} {mean:.4f}" for name, mean in single.items()),
        ),
        Claim(
            "we might be able to do better if we consider multiple moves into the future",
            None,
            tree < min(single.values()),
            f"A tree over all moves takes {tree:.4f} guesses a game, and is proven to be the best.",
        ),
        Claim(
            "perhaps the largest group of raise is very hard to break up",
            None,
            further > usual + 0.5,
            f"If each guess makes the most groups, its {size} words ({code}) take {further:.2f} "
            f"further guesses on average, and all words {usual:.2f}. The least total is "
            f"{RAISE_LARGEST_TOTAL}, {RAISE_LARGEST_TOTAL / size:.2f} on average, proven.",
        ),
    )
