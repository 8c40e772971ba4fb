"""What we get for the figures and claims of van Rijn's write-up, and for his questions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from operator import gt
from typing import Any

import numpy as np

from salet.groups import group_stats
from salet.replication.findings import Options, Replication
from salet.replication.procedure import Variants
from salet.replication.publication import letter_bars
from salet.replication.vanrijn.program import GAMES, OPENERS, TABLES, Bench, Procedure
from salet.replication.writeup import Measured, Values, Verdict, WriteUp
from salet.report import Spec, group_sizes, step_histograms
from salet.runs.ground import run

TRUE = Procedure()
TRUE_RULE = Procedure(whole_list=True)

SEQUENCE = ("laser", "tonic", "dumpy")
EXAMPLE = ("tares:y----", "pilot:-g--y", "dunsh:----g")

RAISE_TOTAL, SALET_TOTAL = 8014, 7920
"""The least totals of two openers over 2,315 answers, proven: ``salet optimal --opener raise``."""

RAISE_LARGEST_TOTAL = 465
"""The least total of the largest group of raise: ``salet optimal --from raise:-----``."""


class Results:
    """What the bench measures of the program, by the keys of the document's file."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        bench.play()

    def measured(self) -> Measured:
        """Return our value of every printed figure."""
        return {
            "letters": Variants(self.letters, {}),
            "smile": Variants.of(TABLES, self._smile),
            "openers": Variants.of(OPENERS, self._openers),
            "tables": Variants.of(TABLES, self._openers),
            "example": Variants.of(TABLES, self._example),
            "games": Variants.of(GAMES, self._games),
            "struck off": Variants.of(OPENERS, self._struck_off),
        }

    @cached_property
    def letters(self) -> Counter[str]:
        """Copies of each letter in all words."""
        return Counter("".join(self.bench.lexicon(TABLES).allowed))

    def _smile(self, procedure: Procedure) -> Values:
        replies = self.bench.table(procedure).game.replies
        none = dict.fromkeys((str(replies[code]) for code in range(replies.size)), 0)
        return none | self.bench.sizes(procedure, "smile")

    def _openers(self, procedure: Procedure) -> Values:
        """Measure openers by their patterns and largest group, and name the best by either."""
        stats = self.bench.splits(procedure)
        words = np.array(self.bench.lexicon(procedure).allowed)
        values: dict[str, Any] = {
            "smallest largest group": " ".join(words[stats.largest == stats.largest.min()]),
            "most patterns": " ".join(words[stats.groups == stats.groups.max()]),
        }
        for word in ("smile", "raise", "slate", "tares", "nares"):
            patterns, largest = self.bench.split(procedure, word)
            values |= {f"{word}: patterns": patterns, f"{word}: largest group": largest}
        return values

    def _example(self, procedure: Procedure) -> Values:
        """Count the words left in the example, and how awful splits them."""
        left = self.bench.left(procedure, *EXAMPLE)
        groups = self.bench.groups(procedure, "awful", left)
        answers = self.bench.lexicon(procedure).answers
        return {
            "possible words": len(left),
            "which": " ".join(answers[word] for word in left),
            "groups of awful": len(groups),
            **{f"awful {pattern}": " ".join(group) for pattern, group in groups.items()},
        }

    def _games(self, procedure: Procedure) -> Values:
        """Play all answers under each tie rule."""
        played = {ties: self.bench.outcome(procedure, ties).games for ties in self.bench.ties}
        lost = {f"lost {ties}": games.losses for ties, games in played.items()}
        return lost | {f"mean {ties}": games.mean for ties, games in played.items()}

    def _struck_off(self, procedure: Procedure) -> Values:
        """Count the answers that the program strikes off its list in the real game."""
        return {t: int(self.bench.outcome(procedure, t).dropped.sum()) for t in self.bench.ties}

    # --- claims ---

    @cached_property
    def facts(self) -> dict[str, Any]:
        """What the texts of the document's file name."""
        true_smile = self.bench.sizes(TRUE_RULE, "smile")
        return {
            "ties": self.bench.ties,
            "smile_patterns": len(true_smile),
            "smile_largest": max(true_smile.values()),
            "fixed": run(f"minimax+opener({','.join(SEQUENCE)})"),
            "free": run("minimax"),
            **self._opener_facts(),
            **self._example_facts(),
            **self._game_facts(),
        }

    def _opener_facts(self) -> dict[str, Any]:
        true, words = self.bench.splits(TRUE), self.bench.lexicon(TRUE).allowed
        shared = np.flatnonzero(true.largest == true.largest.min())
        return {
            "smile": self.bench.split(TRUE, "smile")[0],
            "shared": ", ".join(words[word] for word in shared),
            "raised": self.bench.split(TRUE, "raise"),
            "slate": self.bench.split(TRUE, "slate"),
            "most": words[int(true.groups.argmax())],
            "most_patterns": true.groups.max(),
            "raise_total": RAISE_TOTAL,
            "salet_total": SALET_TOTAL,
        }

    def _example_facts(self) -> dict[str, Any]:
        bench = self.bench
        eight, seven = (bench.left(one, *EXAMPLE) for one in (TABLES, TRUE_RULE))
        lexicon, table = bench.lexicon(TRUE_RULE), bench.table(TRUE_RULE)
        stats = group_stats(table, np.arange(len(lexicon.allowed)), seven)
        best = np.flatnonzero(stats.groups == stats.groups.max())
        own = (len(bench.groups(TABLES, lexicon.answers[word], eight)) for word in eight)
        return {
            "eight": len(eight),
            "seven": len(seven),
            "awful": len(bench.groups(TABLES, "awful", eight)),
            "inside": max(own),
            "awful_true": stats.groups[lexicon.guess_index("awful")],
            "inside_true": stats.groups[table.answer_guesses[seven]].max(),
            "finest": " and ".join(lexicon.allowed[word] for word in best),
            "finest_groups": stats.groups.max(),
        }

    def _game_facts(self) -> dict[str, Any]:
        fed = [self.bench.outcome(OPENERS, ties).games.losses for ties in self.bench.ties]
        means = {name: run(name).mean or 0 for name in ("minimax", "entropy", "expected", "parts")}
        hard = run("parts+opener(raise)")
        group, size = next(iter(self.bench.sizes(TRUE, "raise").items()))
        inside = hard.lengths[self.bench.left(TRUE, f"raise:{group}")]
        return {
            "tie_rules": len(self.bench.ties),
            "fewest_lost": min(fed),
            "most_lost": max(fed),
            "means": means,
            "single": ", ".join(f"{name} {mean:.4f}" for name, mean in means.items()),
            "tree": run("tree").mean or 0,
            "group": group,
            "group_size": size,
            "group_total": RAISE_LARGEST_TOTAL,
            "group_mean": RAISE_LARGEST_TOTAL / size,
            "further": float(inside.mean()) - 1,
            "usual": float(hard.lengths.mean()) - 1,
        }

    def verdicts(self) -> dict[str, Verdict]:
        """Judge the claims of the document."""
        facts = self.facts
        bench, roy = self.bench, self.bench.splits(OPENERS)
        common = {letter for letter, _ in self.letters.most_common(15)}
        alone = int((roy.largest == roy.largest.min()).sum()) == 1
        leads = alone and bench.split(OPENERS, "raise")[1] == roy.largest.min()
        told = (bench.split(OPENERS, word) for word in ("slate", "raise"))
        awful = facts["awful"] == 5 and facts["awful"] > facts["inside"]
        only, truly = (
            bench.groups(one, "awful", bench.left(one, *EXAMPLE))["-y---"] == ("witch",)
            for one in (TABLES, TRUE_RULE)
        )
        lost = [
            max(bench.outcome(one, ties).games.losses for ties in bench.ties)
            for one in (GAMES, TRUE)
        ]
        means = facts["means"]
        return {
            "fifteen_letters": set("".join(SEQUENCE)) == common,
            "far_from_perfect": facts["free"].total < facts["fixed"].total,
            "raise": (leads, facts["shared"] == "raise"),
            "slate": (all(map(gt, *told)), all(map(gt, facts["slate"], facts["raised"]))),
            "eight": (facts["eight"] == 8, facts["seven"] == 8),
            "awful": (awful, facts["awful_true"] > facts["inside_true"]),
            "witch": (only, truly),
            "all_solved": (lost[0] == 0, lost[1] == 0),
            "single_move": (True, min(means, key=means.__getitem__) == "minimax"),
            "several_moves": (None, facts["tree"] < min(means.values())),
            "hard_group": (None, facts["further"] > facts["usual"] + 0.5),
        }

    def data(self) -> dict[str, Any]:
        """Return what the charts are drawn from: letters, groups of openers, games by length."""
        versions = {"as published": GAMES, "in the real game": OPENERS, "corrected": TRUE}
        printed = {"smile": TABLES, "raise": OPENERS, "slate": OPENERS}
        return {
            "letter_counts": dict(self.letters.most_common()),
            "groups": [
                {"word": word, "version": version, "pattern": pattern, "words": words}
                for word, procedure_printed in printed.items()
                for version, procedure in (("as published", procedure_printed), ("corrected", TRUE))
                for pattern, words in self.bench.sizes(procedure, word).items()
            ],
            "games_by_guesses": [
                {"ties": ties, "version": version, "guesses": guesses, "games": games}
                for ties in self.bench.ties
                for version, procedure in versions.items()
                for guesses, games in enumerate(
                    np.bincount(self.bench.outcome(procedure, ties).games.guesses).tolist()
                )
                if games > 0
            ],
        }


# --- the whole ---


def replicate(options: Options) -> Replication:
    """Measure every figure and check every sentence of the write-up."""
    return WriteUp("vanrijn").replication(Results(Bench(options)), charts)


def charts(data: Mapping[str, Any]) -> dict[str, Spec]:
    """Draw the charts of the document from its data."""
    answers = "original: 2,315 answers, 12,972 allowed"
    smile = "original; as published of all 12,972 words, corrected of the 2,315 answers"
    drawn = letter_bars(data["letter_counts"])
    for word, words in (("smile", smile), ("raise", answers), ("slate", answers)):
        sizes: dict[str, list[int]] = {}
        for row in data["groups"]:
            if row["word"] == word:
                sizes.setdefault(row["version"], []).append(row["words"])
        title = f"Groups that {word.upper()} makes"
        drawn[title] = group_sizes(sizes, title=title, subtitle=words)
    return drawn | {_GAMES: _games_chart(data["games_by_guesses"], answers)}


_GAMES = "Games by number of guesses"


def _games_chart(rows: Sequence[Mapping[str, Any]], answers: str) -> Spec:
    """Draw the games under the first of the tie rules; the document states none."""
    ties = rows[0]["ties"]
    histograms: dict[str, dict[int, int]] = {}
    for row in rows:
        if row["ties"] == ties:
            histograms.setdefault(row["version"], {})[row["guesses"]] = row["games"]
    # Length 0 is a game that the author's filter lost the answer of.
    never = {name: one.pop(0) for name, one in histograms.items() if 0 in one}
    subtitle = f"{answers}; normal mode, 6 guesses; ties: {ties}"
    return step_histograms(histograms, title=_GAMES, subtitle=subtitle, unfinished=never)
