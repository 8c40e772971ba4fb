"""The printed figures of van Rijn's write-up, measured."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from salet.replication.figures import Figure, Section
from salet.replication.vanrijn import published
from salet.replication.vanrijn.procedure import GAMES, OPENERS, TABLES, Procedure
from salet.replication.variants import figures_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from salet.replication.figures import Value
    from salet.replication.vanrijn.bench import Bench

FED_BY_THE_GAME = Procedure(roy_feedback=True)
"""The program as it is, told the colours of the real game."""


def letters(bench: Bench) -> Section:
    """Count the letters of all words."""
    counts = Counter("".join(bench.lexicon(TABLES).allowed))
    return Section(
        "Letters in all words",
        tuple(Figure(letter, count, counts[letter]) for letter, count in published.LETTERS.items()),
    )


def smile(bench: Bench) -> Section:
    """Measure the big table: the patterns of smile."""

    def rows(procedure: Procedure) -> Mapping[str, Value]:
        return dict.fromkeys(published.SMILE_ROWS, 0) | bench.sizes(procedure, "smile")

    true_rows = bench.sizes(Procedure(whole_list=True), "smile")
    return Section(
        "Words for each pattern of smile",
        figures_of(TABLES, rows, published.SMILE_ROWS),
        f"The table was not updated with the text: its 138 rows sum to all 12,972 words. By the "
        f"true rule the same list has {len(true_rows)} patterns, the largest group "
        f"{max(true_rows.values()):,}; the last column is for the 2,315 answers.",
    )


def openers(bench: Bench) -> Section:
    """Measure smile, raise and slate against the 2,315 answers."""
    return _openers(
        bench,
        OPENERS,
        "Openers, after the update",
        published.OPENERS,
        {"smallest largest group": "raise", "most patterns": "slate"},
    )


def first_text(bench: Bench) -> Section:
    """Measure the openers of the earlier texts against all 12,972 words."""
    return _openers(
        bench,
        TABLES,
        "Openers, in the texts before the update",
        published.OPENERS_FIRST_TEXT,
        {"smallest largest group": "nares", "most patterns": "tares"},
    )


def _openers(
    bench: Bench,
    procedure: Procedure,
    title: str,
    printed: Mapping[str, tuple[int, int]],
    best: Mapping[str, Value],
) -> Section:
    def splits(one: Procedure) -> dict[str, Value]:
        stats = bench.splits(one)
        words = np.array(bench.lexicon(one).allowed)
        values: dict[str, Value] = {
            "smallest largest group": " ".join(words[stats.largest == stats.largest.min()]),
            "most patterns": " ".join(words[stats.groups == stats.groups.max()]),
        }
        for word in printed:
            patterns, largest = bench.split(one, word)
            values |= {f"{word}: patterns": patterns, f"{word}: largest group": largest}
        return values

    named: dict[str, Value] = {}
    for word, (patterns, largest) in printed.items():
        named |= {f"{word}: patterns": patterns, f"{word}: largest group": largest}
    return Section(title, figures_of(procedure, splits, named | dict(best)))


def example(bench: Bench) -> Section:
    """Measure the example of eight words, and how awful splits them."""

    def words(procedure: Procedure) -> dict[str, Value]:
        left = bench.left(procedure, published.EXAMPLE)
        groups = bench.groups(procedure, "awful", left)
        return {
            "possible words": len(left),
            "which": _joined(tuple(bench.lexicon(procedure).answers[word] for word in left)),
            "groups of awful": len(groups),
            **{f"awful {pattern}": _joined(group) for pattern, group in groups.items()},
        }

    printed: dict[str, Value] = {
        "possible words": len(published.EXAMPLE_LEFT),
        "which": _joined(published.EXAMPLE_LEFT),
        "groups of awful": len(published.AWFUL),
    }
    printed |= {f"awful {pattern}": _joined(group) for pattern, group in published.AWFUL.items()}
    by_rule = bench.left(Procedure(whole_list=True), published.EXAMPLE)
    return Section(
        "After tares, pilot and dunsh",
        figures_of(TABLES, words, printed),
        f"By the true rule {len(by_rule)} of the 12,972 words remain: aitch does not, for the a of "
        f"tares is grey. Of the 2,315 answers three remain.",
    )


def _joined(words: tuple[str, ...]) -> str:
    return " ".join(sorted(words))


def games(bench: Bench) -> Section:
    """Play all answers under each tie rule: by the program's own rule, and by the game's."""

    def lost(procedure: Procedure) -> dict[str, Value]:
        return {_lost(ties): bench.outcome(procedure, ties).games.losses for ties in bench.ties}

    def mean(procedure: Procedure) -> dict[str, Value]:
        return {
            f"guesses for a solved word, ties: {ties}": bench.outcome(procedure, ties).games.mean
            for ties in bench.ties
        }

    return Section(
        "All words within six guesses",
        (
            *figures_of(GAMES, lost, dict.fromkeys(map(_lost, bench.ties), 0)),
            *figures_of(GAMES, mean, dict.fromkeys(mean(GAMES)), digits=4),
        ),
        "The text says neither which word is taken in a tie nor how many guesses a game takes.",
    )


def _lost(ties: str) -> str:
    return f"words not solved in six, ties: {ties}"


def fed_by_the_game(bench: Bench) -> Section:
    """Play the program as it is in the real game: what it strikes off its list by mistake."""
    outcomes = {ties: bench.outcome(FED_BY_THE_GAME, ties) for ties in bench.ties}
    return Section(
        "The program told the colours of the real game",
        (
            *(
                Figure(
                    f"answers struck off, ties: {ties}",
                    None,
                    int(outcome.dropped.sum()),
                    0,
                    switches=("roy_feedback",),
                )
                for ties, outcome in outcomes.items()
            ),
        ),
        "Of 2,315. The document does not report this; its bot was its own referee. A game whose "
        "answer is struck off is lost unless the bot hits on the word by chance.",
    )
