"""How van Rijn's program colours, counts, guesses and judges itself; and its games, played.

Every turn, over all words, it guesses the one whose largest group is smallest. His text does not
say which word he took in a tie, so the bot is played under several tie rules; a figure that depends
on the choice is not a figure of his.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from salet.groups import GroupStats, group_stats
from salet.parallel import worker_count
from salet.replication.feedback import RoyWordle, table_of
from salet.replication.findings import Options
from salet.replication.procedure import Left, Lengths, Tally, play
from salet.table import Indices, Table, open_table
from salet.words.lexicon import Lexicon


@dataclass(frozen=True)
class Procedure:
    """The program's departures from the game or its text; ``document.toml`` explains them."""

    roy_feedback: bool = False
    whole_list: bool = False
    own_referee: bool = False


TABLES = Procedure(roy_feedback=True, whole_list=True)
"""The big table, the example, and the text of 7 January."""

OPENERS = Procedure(roy_feedback=True)
"""The sentences about smile, raise and slate after the update; and the program as it is, told the
colours of the real game."""

GAMES = Procedure(roy_feedback=True, own_referee=True)
"""All words solved within six guesses."""

TIE_RULES: dict[str, tuple[str, ...]] = {
    "first": (),
    "last": ("late",),
    "listed": ("listed",),
    "shuffled": ("shuffled",),
    "possible, first": ("possible",),
    "possible, last": ("possible", "late"),
    "most groups, possible, first": ("groups", "possible"),
    "smallest expected group, possible, first": ("expected", "possible"),
}
"""What decides between words with equally small largest groups, the strongest first.

First and last are alphabetical; ``listed`` is the order of the game's own files, answers before the
rest; ``shuffled`` stands for the order of a hash map; ``possible`` words may still be the answer.
"""


@dataclass(frozen=True)
class BotGames:
    """The bot's games, in the order of the answers.

    Attributes
    ----------
    games
        their lengths; 0 where the bot ran out of possible words before the answer
    dropped
        whether the bot at some turn struck the answer off its list
    """

    games: Lengths
    dropped: NDArray[np.bool_]


class Bot:
    """Chooses by the largest group, with ties broken by one of `TIE_RULES`.

    Asked about the same words it answers the same, so it remembers its answers.
    """

    def __init__(self, table: Table, listed: tuple[str, ...], ties: str) -> None:
        self._table = table
        self._keys = TIE_RULES[ties]
        words = table.lexicon.allowed
        self._every = np.arange(len(words))
        order = dict.fromkeys((*listed, *words))  # the answers first
        place = {word: number for number, word in enumerate(order)}
        self._listed = np.array([place[word] for word in words])
        self._shuffled = np.random.default_rng(0).permutation(len(words))
        self._known: dict[bytes, int] = {}

    def choose(self, state: Left) -> int:
        """Return the guess for the words left; the answer itself once it is the only one."""
        candidates = state.candidates
        if len(candidates) == 1:
            return int(self._table.answer_guesses[candidates[0]])
        key = candidates.tobytes()
        if key not in self._known:
            self._known[key] = self._search(candidates)
        return self._known[key]

    def after(self, state: Left, guess: int, code: int) -> Left:
        """Keep the words that would have shown the pattern by the bot's own table."""
        return Left(state.candidates[self._table.row(guess)[state.candidates] == code])

    def _search(self, candidates: Indices) -> int:
        stats = group_stats(self._table, self._every, candidates)
        tied = np.flatnonzero(stats.largest == stats.largest.min())
        for key in self._keys:
            values = self._values(key, tied, stats, candidates)
            tied = tied[values == values.min()]
        return int(tied[0])

    def _values(self, key: str, tied: Indices, stats: GroupStats, candidates: Indices) -> Indices:
        """Return what one part of a tie rule looks at: smaller is better."""
        if key == "possible":
            return 1 - np.isin(tied, self._table.answer_guesses[candidates]).astype(np.int64)
        every = {
            "late": -self._every,
            "listed": self._listed,
            "shuffled": self._shuffled,
            "groups": -stats.groups,
            "expected": stats.squares,
        }
        return every[key][tied]

    def play(self, referee: Table) -> BotGames:
        """Play every answer, coloured by `referee` and understood by the bot's own table.

        Misled by another referee than itself, the bot may strike off the answer, and then runs out
        of words unless it hits on it by chance.
        """
        every = np.arange(len(self._table.lexicon.answers))
        games = play(self, Left(every), referee, every)
        dropped = np.zeros(len(every), dtype=bool)
        for guess in np.unique(games.guesses[games.guesses >= 0]):
            answers, turns = np.nonzero(games.guesses == guess)
            seen = self._table.row(int(guess))[answers]
            dropped[answers[seen != games.patterns[answers, turns]]] = True
        return BotGames(Lengths(games.lengths), dropped)


class Bench:
    """The tables, splits and games of the program, each made once and shared between figures."""

    def __init__(self, options: Options, ties: Sequence[str] = tuple(TIE_RULES)) -> None:
        self.ties = ties
        self._workers = worker_count(options.jobs)
        self.tally = Tally(options.step)
        self._lexicons = {True: Lexicon.load("original-all"), False: Lexicon.load("original")}
        self._tables: dict[tuple[bool, bool], Table] = {}
        self._outcomes: dict[tuple[str, bool, bool], BotGames] = {}
        self._splits: dict[tuple[bool, bool], GroupStats] = {}

    def lexicon(self, procedure: Procedure) -> Lexicon:
        """Return the words, with those that the procedure takes for possible answers."""
        return self._lexicons[procedure.whole_list]

    def table(self, procedure: Procedure) -> Table:
        """Return the pattern table by the procedure's rule and list."""
        key = (procedure.roy_feedback, procedure.whole_list)
        if key not in self._tables:
            lexicon = self.lexicon(procedure)
            roy = procedure.roy_feedback
            self._tables[key] = table_of(RoyWordle(lexicon)) if roy else open_table(lexicon)
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
        every = np.arange(len(self.lexicon(procedure).answers))
        groups = self.groups(procedure, word, every).items()
        sizes = {pattern: len(words) for pattern, words in groups}
        return dict(sorted(sizes.items(), key=lambda one: -one[1]))

    def left(self, procedure: Procedure, *turns: str) -> Indices:
        """Return the possible answers after some turns, by the procedure's rule."""
        table = self.table(procedure)
        return table.candidates(table.game.position(" ".join(turns)))

    def groups(
        self, procedure: Procedure, guess: str, candidates: Indices
    ) -> dict[str, tuple[str, ...]]:
        """Return the candidates for each pattern of a guess."""
        table = self.table(procedure)
        row = table.row(table.lexicon.guess_index(guess))[candidates]
        return {
            str(table.game.replies[int(code)]): tuple(
                table.lexicon.answers[word] for word in candidates[row == code]
            )
            for code in np.unique(row)
        }

    def outcome(self, procedure: Procedure, ties: str) -> BotGames:
        """Return the bot's games on the 2,315 answers."""
        self.play()
        referee = procedure.roy_feedback and procedure.own_referee
        return self._outcomes[ties, procedure.roy_feedback, referee]

    def play(self) -> None:
        """Play under all tie rules, once, in threads: the kernels release the lock."""
        if self._outcomes:
            return
        true, roy = self.table(Procedure()), self.table(Procedure(roy_feedback=True))
        listed = self._lexicons[False].listed
        for table in (true, roy):
            table.prepare()

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
