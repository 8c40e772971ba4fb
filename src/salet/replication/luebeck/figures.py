"""What we get for the figures and claims of Luebeck's document: words first, then the games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from math import log
from typing import Any

import numpy as np

from salet.groups import group_stats
from salet.replication.findings import Options, Replication
from salet.replication.luebeck.program import (
    DEFAULT,
    EXPANDED,
    PUBLISHED,
    SCRABBLE,
    STRATEGY,
    WORD_LISTS,
    Knowledge,
    Solver,
    Splitter,
    WordList,
    play_lists,
)
from salet.replication.procedure import Lengths, Variants
from salet.replication.writeup import Measured, Values, Verdict, WriteUp
from salet.report import Spec, group_sizes, step_histograms, value_bars
from salet.runs.ground import run
from salet.strategies.registry import make_strategy
from salet.table import open_table
from salet.view import Setting
from salet.words.lexicon import Lexicon

CHART = 15
"""Bars of the chart of first words."""


class Openers:
    """How the first words of one list compare.

    Attributes
    ----------
    words, nats
        the best by entropy, with their entropy in natural logarithms
    expected
        the words that the best of them leaves on average
    narrowest, least
        the word that leaves fewest on average, and how many
    """

    def __init__(self, words: WordList) -> None:
        lexicon = Lexicon.load(words.lexicon)
        every, answers = np.arange(len(lexicon.allowed)), np.arange(len(lexicon.answers))
        stats = group_stats(open_table(lexicon), every, answers)
        order = np.argsort(-stats.information, kind="stable")[:CHART]
        narrowest = int(stats.squares.argmin())
        self.words = [lexicon.allowed[guess] for guess in order]
        self.nats = [float(bits) * log(2) for bits in stats.bits[order]]
        self.expected = float(stats.expected[order[0]])
        self.narrowest = lexicon.allowed[narrowest]
        self.least = float(stats.expected[narrowest])


class Ending:
    """What is guessed once all letters but the first are known.

    Attributes
    ----------
    words
        the answers with that ending
    guess, corrected
        what the program guesses, and what the project's strategy does
    """

    def __init__(self, words: WordList, ending: str) -> None:
        self._table = table = open_table(words.lexicon)
        allowed, answers = table.lexicon.allowed, table.lexicon.answers
        self._left = np.array([i for i, word in enumerate(answers) if word.endswith(ending)])
        self.words = tuple(answers[candidate] for candidate in self._left)
        program = Solver(PUBLISHED, Splitter(table)).choose(Knowledge(self._left, turns=2))
        view = replace(Setting.of(table).start(), candidates=self._left)
        self.guess, self.corrected = allowed[program], allowed[make_strategy(STRATEGY).choose(view)]

    def groups(self, guess: str) -> int:
        """Return into how many groups a guess splits the words."""
        row = self._table.row(self._table.lexicon.guess_index(guess))
        return len(np.unique(row[self._left]))


class Results:
    """All that was played, and what the document shows of words without playing."""

    def __init__(self, games: Mapping[WordList, Variants[Lengths]]) -> None:
        self.games = games
        self.openers = {words: Openers(words) for words in WORD_LISTS}
        self.endings = {words: Ending(words, "ater") for words in (DEFAULT, EXPANDED)}
        table = open_table(EXPANDED.lexicon)
        row = table.row(table.lexicon.guess_index(EXPANDED.opener))
        self.sizes: list[int] = np.bincount(row, minlength=table.game.replies.size).tolist()
        """The words for each pattern of the full list's first guess, by code."""

    def measured(self) -> Measured:
        """Return our value of every printed figure."""
        full, lexicon = self.openers[EXPANDED], Lexicon.load(DEFAULT.lexicon)
        words: dict[str, Any] = {
            **{f"opener {words.name}": found.words[0] for words, found in self.openers.items()},
            "chart": " ".join(full.words),
            "highest": full.nats[0],
            "lowest": full.nats[-1],
            "00000": self.sizes[0],
            "00001": self.sizes[1],
            "ending groups": self.endings[DEFAULT].groups("elchi"),
            "answers": len(lexicon.answers),
            "allowed": len(lexicon.allowed),
        }
        endings = {"ending": self.endings[DEFAULT], "ending expanded": self.endings[EXPANDED]}
        told = words | {key: one.guess for key, one in endings.items()}
        truly = words | {key: one.corrected for key, one in endings.items()}
        games = {one.name: variants.map(_values) for one, variants in self.games.items()}
        return {"words": Variants(told, truly), **games}

    @cached_property
    def facts(self) -> dict[str, Any]:
        """What the texts of the document's file name."""
        default, ending = self.games[DEFAULT], self.endings[EXPANDED]
        totals = {name: games.total for name, games in default.without.items()}
        return {
            **{words.name: variants for words, variants in self.games.items()},
            "strategy": STRATEGY,
            "changes": {n: abs(total - default.published.total) for n, total in totals.items()},
            "best": [self.openers[words].words[0] for words in WORD_LISTS],
            "narrow": self.openers[DEFAULT],
            "wide": self.openers[EXPANDED],
            "remaining": ", ".join(self.endings[DEFAULT].words),
            "remaining_of_all": len(ending.words),
            "ending": ending,
            "elchi_groups": ending.groups("elchi"),
            "own_groups": ending.groups(ending.guess),
            # The document compares itself to play by letter frequency.
            "letters": Lengths(run("letters+opener(arose)", lexicon=DEFAULT.lexicon).lengths),
        }

    def verdicts(self) -> dict[str, Verdict]:
        """Judge the claims of the document."""
        facts = self.facts
        default, ending = self.games[DEFAULT], self.endings[DEFAULT]
        apart = ending.groups("elchi") == len(ending.words)
        lexicon = Lexicon.load(DEFAULT.lexicon)
        listed = len(lexicon.answers) == 2315 and "vozhd" in {*lexicon.allowed} - {*lexicon.answers}

        def longer(variant: str) -> bool:
            won = [getattr(self.games[words], variant).won for words in (EXPANDED, SCRABBLE)]
            return [round(share, 2) for share in won] == [99.67, 99.71]

        return {
            "never_lost": default.both(lambda games: games.losses == 0),
            "longer_lists": (longer("published"), longer("corrected")),
            "first_words": facts["best"] == ["soare", "tares", "tares"],
            "fewest_left": facts["narrow"].words[0] == facts["narrow"].narrowest,
            "steps_back": (
                ending.guess == "elchi" and apart,
                ending.corrected == "elchi" and apart,
            ),
            "letters": facts["letters"].losses > 0,
            "list": listed,
        }

    def data(self) -> dict[str, Any]:
        """Return what the charts are drawn from."""
        full = self.openers[EXPANDED]
        openers = zip(full.words, full.nats, strict=True)
        return {
            "openers": [{"word": word, "nats": nats} for word, nats in openers],
            "pattern_sizes": sorted((size for size in self.sizes if size > 0), reverse=True),
            "games": [
                {"words": one.title, "lexicon": one.lexicon, "variant": name}
                | {"won": games.won, "worst": games.worst}
                | games.to_dict()
                for one in WORD_LISTS
                for name, games in self.games[one].all().items()
            ],
        }


def _values(games: Lengths) -> Values:
    names = ("mean", "losses", "won", "total", "histogram")
    return {name: getattr(games, name) for name in names}


# --- the whole ---


def replicate(options: Options) -> Replication:
    """Replicate the document: three word lists, six switches."""
    # The longest first, so that no process is left with a long list at the end.
    games = play_lists((EXPANDED, SCRABBLE, DEFAULT), options)
    return WriteUp("luebeck").replication(Results(games), charts)


def charts(data: Mapping[str, Any]) -> dict[str, Spec]:
    """Draw the charts of the document from its data."""
    everything = "original-all: any of 12,972 words may be the answer"
    names = {"published": "as published", "corrected": "corrected"}
    entropies, groups, games = (
        "First words by entropy",
        "Groups that TARES makes",
        "Games by number of guesses",
    )
    values = {row["word"]: row["nats"] for row in data["openers"]}
    histograms = {
        f"{row['words']}, {names[row['variant']]}": row["histogram"]
        for row in data["games"]
        if row["variant"] in names
    }
    return {
        entropies: value_bars(values, title=entropies, subtitle=everything, axis="nats", digits=3),
        groups: group_sizes({"tares": data["pattern_sizes"]}, title=groups, subtitle=everything),
        games: step_histograms(histograms, title=games, subtitle="normal mode, 6 guesses"),
    }
