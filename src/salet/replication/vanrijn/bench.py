"""Measures van Rijn's program: its tables, its splits, its games."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np

from salet.games.colours import Pattern
from salet.groups import GroupStats, group_stats
from salet.parallel import worker_count
from salet.replication.feedback import Feedback
from salet.replication.tally import Tally
from salet.replication.vanrijn.bot import TIE_RULES, Bot, Outcome
from salet.replication.vanrijn.procedure import Procedure
from salet.words.lexicon import Lexicon

if TYPE_CHECKING:
    from collections.abc import Sequence

    from salet.table import Indices, PatternTable


class Bench:
    """Shares tables and games between figures."""

    def __init__(
        self,
        jobs: int = 0,
        ties: Sequence[str] = tuple(TIE_RULES),
        tally: Tally | None = None,
    ) -> None:
        self.ties = ties
        self._workers = worker_count(jobs)
        self.tally = Tally() if tally is None else tally
        self._lexicons = {True: Lexicon.load("original-all"), False: Lexicon.load("original")}
        self._tables: dict[tuple[bool, bool], PatternTable] = {}
        self._outcomes: dict[tuple[str, bool, bool], Outcome] = {}
        self._splits: dict[tuple[bool, bool], GroupStats] = {}

    def lexicon(self, procedure: Procedure) -> Lexicon:
        """Return the words, with those that the procedure takes for possible answers."""
        return self._lexicons[procedure.whole_list]

    def table(self, procedure: Procedure) -> PatternTable:
        """Return the pattern table by the procedure's rule and list."""
        key = (procedure.roy_feedback, procedure.whole_list)
        if key not in self._tables:
            rule = Feedback.ROY if procedure.roy_feedback else Feedback.TRUE
            self._tables[key] = rule.table(self.lexicon(procedure))
        return self._tables[key]

    def splits(self, procedure: Procedure) -> GroupStats:
        """Return how every word splits all possible answers."""
        key = (procedure.roy_feedback, procedure.whole_list)
        if key not in self._splits:
            table = self.table(procedure)
            every = np.arange(len(table.lexicon.allowed))
            self._splits[key] = group_stats(table, every, np.arange(len(table.lexicon.answers)))
        return self._splits[key]

    def split(self, procedure: Procedure, word: str) -> tuple[int, int]:
        """Return the number of patterns of an opener, and the size of its largest group."""
        stats = self.splits(procedure)
        place = self.lexicon(procedure).guess_index(word)
        return int(stats.groups[place]), int(stats.largest[place])

    def sizes(self, procedure: Procedure, word: str) -> dict[str, int]:
        """Return the words for each pattern of an opener, the largest group first."""
        row = self.table(procedure).row(self.lexicon(procedure).guess_index(word))
        sizes = np.bincount(row)
        order = [int(code) for code in np.argsort(-sizes, kind="stable") if sizes[code] > 0]
        return {str(Pattern.from_code(code, 5)): int(sizes[code]) for code in order}

    def left(self, procedure: Procedure, turns: Sequence[tuple[str, str]]) -> Indices:
        """Return the possible answers after some turns, by the procedure's rule."""
        table = self.table(procedure)
        candidates = np.arange(len(table.lexicon.answers))
        for guess, pattern in turns:
            row = table.row(table.lexicon.guess_index(guess))
            candidates = candidates[row[candidates] == Pattern.from_text(pattern).code]
        return candidates

    def groups(
        self, procedure: Procedure, guess: str, candidates: Indices
    ) -> dict[str, tuple[str, ...]]:
        """Return the candidates for each pattern of a guess."""
        table = self.table(procedure)
        row = table.row(table.lexicon.guess_index(guess))[candidates]
        return {
            str(Pattern.from_code(int(code), 5)): tuple(
                table.lexicon.answers[word] for word in candidates[row == code]
            )
            for code in np.unique(row)
        }

    def outcome(self, procedure: Procedure, ties: str) -> Outcome:
        """Return the bot's games on the 2,315 answers."""
        self.play()
        referee = procedure.roy_feedback and procedure.own_referee
        return self._outcomes[ties, procedure.roy_feedback, referee]

    def play(self) -> None:
        """Play under all tie rules, once, in threads: the kernels let go of the lock."""
        if self._outcomes:
            return
        true, roy = self.table(Procedure()), self.table(Procedure(roy_feedback=True))
        listed = self._lexicons[False].listed
        for table in (true, roy):
            table.lay_out_by_answer()

        def games(job: tuple[str, bool]) -> int:
            ties, own_rule = job
            bot = Bot(roy if own_rule else true, listed, ties)
            referees = {True: roy, False: true} if own_rule else {False: true}
            for own_referee, referee in referees.items():
                self._outcomes[ties, own_rule, own_referee] = bot.play(referee)
            return len(referees) * len(listed)

        jobs = [(ties, own_rule) for ties in self.ties for own_rule in (True, False)]
        self.tally.total = 3 * len(listed) * len(self.ties)
        self.tally.add("playing")
        with ThreadPoolExecutor(self._workers) as pool:
            # Stopped by Ctrl-C, `map` drops the jobs that wait.
            for (ties, _), played in zip(jobs, pool.map(games, jobs), strict=True):
                self.tally.add(f"ties: {ties}", games=played)
