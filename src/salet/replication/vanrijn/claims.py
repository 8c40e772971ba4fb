"""The checkable sentences of van Rijn's write-up, and his questions."""

from __future__ import annotations

from collections import Counter
from operator import gt

import numpy as np

from salet.groups import group_stats
from salet.replication.findings import Claim
from salet.replication.vanrijn.figures import EXAMPLE, OPENERS_PRINTED, SEQUENCE, SMILE
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
    covered = set("".join(SEQUENCE)) == common
    fixed = run(f"minimax+opener({','.join(SEQUENCE)})")
    free = run("minimax")
    better = free.total < fixed.total
    return (
        Claim(
            "laser, tonic, dumpy will tell you about the 15 most common characters",
            as_published=covered,
            survives=covered,
            because="together they have each of the 15 once",
        ),
        Claim(
            "this is a strategy, but far from perfect: we can do much better",
            as_published=better,
            survives=better,
            because=(
                f"the three words and then minimax take {fixed.mean:.3f} guesses a game "
                f"({fixed.losses} losses), minimax from the start {free.mean:.3f}"
            ),
        ),
    )


def _openers(bench: Bench) -> tuple[Claim, ...]:
    table = (len(SMILE), max(SMILE.values()))
    best = bench.splits(TRUE).largest
    shared = [bench.lexicon(TRUE).allowed[word] for word in np.flatnonzero(best == best.min())]
    roy = bench.splits(OPENERS)
    only = int((roy.largest == roy.largest.min()).sum())
    raised, slate = bench.split(TRUE, "raise"), bench.split(TRUE, "slate")
    most = int(bench.splits(TRUE).groups.argmax())
    return (
        Claim(
            "this (the table) means that smile has 101 patterns, and 316 words in the largest",
            as_published=table == OPENERS_PRINTED["smile"],
            survives=table == bench.split(TRUE, "smile"),
            because=(
                f"the table above the sentence has {table[0]} rows, the largest {table[1]:,}: it "
                f"is for all words, the sentence for the answers. By the true rule smile has "
                f"{bench.split(TRUE, 'smile')[0]} patterns there"
            ),
        ),
        Claim(
            "raise is the absolute best first word",
            as_published=only == 1 and bench.split(OPENERS, "raise")[1] == int(roy.largest.min()),
            survives=shared == ["raise"],
            because=(
                f"by the true rule {', '.join(shared)} share the smallest largest group. Judged by "
                f"the guesses that perfect play takes, raise needs {RAISE_TOTAL:,} in all and "
                f"salet {SALET_TOTAL:,}, both proven"
            ),
        ),
        Claim(
            "slate splits the words into more groups, but its worst case is a little worse",
            as_published=all(map(gt, bench.split(OPENERS, "slate"), bench.split(OPENERS, "raise"))),
            survives=all(map(gt, slate, raised)),
            because=(
                f"{slate[0]} patterns against {raised[0]}, largest group {slate[1]} against "
                f"{raised[1]}; {bench.lexicon(TRUE).allowed[most]} has most patterns, "
                f"{bench.splits(TRUE).groups[most]}"
            ),
        ),
    )


def _example(bench: Bench) -> tuple[Claim, ...]:
    told, true = TABLES, Procedure(whole_list=True)
    eight, seven = (bench.left(one, EXAMPLE) for one in (told, true))
    awful = len(bench.groups(told, "awful", eight))
    inside = max(
        len(bench.groups(told, bench.lexicon(told).answers[word], eight)) for word in eight
    )
    words = bench.lexicon(true).allowed
    stats = group_stats(bench.table(true), np.arange(len(words)), seven)
    place = bench.lexicon(true).guess_index("awful")
    inside_true = int(stats.groups[bench.table(true).answer_guesses[seven]].max())
    finest = [words[word] for word in np.flatnonzero(stats.groups == stats.groups.max())]
    witch = [
        bench.groups(one, "awful", left)["-y---"] == ("witch",)
        for one, left in ((told, eight), (true, seven))
    ]
    return (
        Claim(
            "there are now still eight possible words",
            as_published=len(eight) == 8,
            survives=len(seven) == 8,
            because=(
                f"by the true rule {len(seven)}, without aitch: the a of tares was grey. By the "
                f"slip, its yellow t hid the a of aitch"
            ),
        ),
        Claim(
            "instead of one of these words, it is much better to guess awful: 5 groups",
            as_published=awful == 5 and awful > inside,
            survives=int(stats.groups[place]) > inside_true,
            because=(
                f"as published {awful} groups against {inside} by the best of the eight. By the "
                f"true rule awful makes {stats.groups[place]} of the {len(seven)} words, their "
                f"best {inside_true}, and {' and '.join(finest)} {stats.groups.max()}"
            ),
        ),
        Claim(
            "if awful comes back -y---, the only option left is witch",
            as_published=witch[0],
            survives=witch[1],
            because="by either rule",
        ),
    )


def _games(bench: Bench) -> tuple[Claim, ...]:
    own = [bench.outcome(GAMES, ties).games.losses for ties in bench.ties]
    true = [bench.outcome(TRUE, ties).games.losses for ties in bench.ties]
    fed = [bench.outcome(FED_BY_THE_GAME, ties).games.losses for ties in bench.ties]
    single = {name: run(name).mean or 0 for name in ("minimax", "entropy", "expected", "parts")}
    tree = run("tree").mean or 0
    hard = run("parts+opener(raise)")
    largest = bench.sizes(TRUE, "raise")
    code, size = next(iter(largest.items()))
    inside = bench.left(TRUE, [("raise", code)])
    further, usual = (float(part.mean()) - 1 for part in (hard.lengths[inside], hard.lengths))
    return (
        Claim(
            "this algorithm allows me to solve all words within the given 6 tries",
            as_published=max(own) == 0,
            survives=max(true) == 0,
            because=(
                f"under all {len(bench.ties)} tie rules, when its own rule colours the guesses, "
                f"and also if both sides use the true rule. But the program as it is would lose "
                f"{min(fed)} to {max(fed)} of the 2,315 real games: it strikes the answer off its "
                f"list"
            ),
        ),
        Claim(
            "for a single move I think this algorithm is optimal",
            as_published=True,
            survives=min(single, key=lambda name: single[name]) == "minimax",
            because=(
                "for the size of the largest group, by definition; for the number of guesses, "
                "other rules of one move are better: "
                + ", ".join(f"{name} {mean:.4f}" for name, mean in single.items())
            ),
        ),
        Claim(
            "we might be able to do better if we consider multiple moves into the future",
            as_published=None,
            survives=tree < min(single.values()),
            because=(
                f"a tree over all moves takes {tree:.4f} guesses a game, and is proven to be the "
                f"best"
            ),
        ),
        Claim(
            "perhaps the largest group of raise is very hard to break up",
            as_published=None,
            survives=further > usual + 0.5,
            because=(
                f"by the most groups each turn its {size} words ({code}) take {further:.2f} "
                f"further guesses on average, and all words {usual:.2f}; {RAISE_LARGEST_TOTAL} in "
                f"all, {RAISE_LARGEST_TOTAL / size:.2f} on average, is the least there is, proven"
            ),
        ),
    )
