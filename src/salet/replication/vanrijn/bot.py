"""Van Rijn's bot: every turn, over all words, the one whose largest group is smallest.

His text does not say which word he took in a tie, so the bot is played under several tie rules;
a figure that depends on the choice is not a figure of his.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from salet.groups import group_stats
from salet.patterns import all_green

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from salet.groups import GroupStats
    from salet.lexicon import Lexicon
    from salet.table import Indices, PatternTable

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
class Outcome:
    """The bot's games, in the order of the answers.

    Attributes
    ----------
    lengths
        the number of guesses; 0 where the bot ran out of possible words before the answer
    dropped
        whether the bot at some turn struck the answer off its list
    """

    lengths: NDArray[np.int64]
    dropped: NDArray[np.bool_]

    @property
    def lost(self) -> int:
        """Games not solved within six guesses."""
        return int(np.count_nonzero((self.lengths == 0) | (self.lengths > 6)))

    @property
    def mean(self) -> float:
        """Guesses per game that was solved at all."""
        return float(self.lengths[self.lengths > 0].mean())


class Bot:
    """Chooses by the largest group, with ties broken by one of `TIE_RULES`.

    Asked about the same words it answers the same, so it remembers its answers.
    """

    def __init__(self, table: PatternTable, listed: tuple[str, ...], ties: str) -> None:
        self._table = table
        self._keys = TIE_RULES[ties]
        words = len(table.lexicon.allowed)
        self._every = np.arange(words)
        self._listed = _places(table.lexicon, listed)
        self._shuffled = np.random.default_rng(0).permutation(words)
        self._known: dict[bytes, int] = {}

    def choose(self, candidates: Indices) -> int:
        """Return the guess for these candidates; the answer itself once it is the only one."""
        if len(candidates) == 1:
            return int(self._table.answer_guesses[candidates[0]])
        key = candidates.tobytes()
        if key not in self._known:
            self._known[key] = self._search(candidates)
        return self._known[key]

    def _search(self, candidates: Indices) -> int:
        stats = group_stats(self._table, self._every, candidates)
        tied = np.flatnonzero(stats.largest == stats.largest.min())
        for key in self._keys:
            values = self._values(key, tied, stats, candidates)
            tied = tied[values == values.min()]
        return int(tied[0])

    def _values(self, key: str, tied: Indices, stats: GroupStats, candidates: Indices) -> Indices:
        """Return what one part of a tie rule looks at: smaller is better."""
        match key:
            case "late":
                return -tied
            case "listed":
                return self._listed[tied]
            case "shuffled":
                return self._shuffled[tied]
            case "groups":
                return -stats.groups[tied]
            case "expected":
                return stats.squares[tied]
        possible: Indices = self._table.answer_guesses[candidates]
        return 1 - np.isin(tied, possible).astype(np.int64)

    def play(self, referee: PatternTable) -> Outcome:
        """Play every answer, coloured by `referee` and understood by the bot's own table.

        One walk for all answers. Each guess splits the words left, so they run out at the latest
        where the bot, misled, has struck off the answer.
        """
        count = len(self._table.lexicon.answers)
        lengths = np.zeros(count, np.int64)
        dropped = np.zeros(count, dtype=bool)
        solved = all_green(self._table.lexicon.length)
        everything = np.arange(count)
        waiting = [(everything, everything, 1)]
        while waiting:
            candidates, answers, turn = waiting.pop()
            guess = self.choose(candidates)
            own, replies = self._table.row(guess), referee.row(guess)[answers]
            for code in np.unique(replies):
                group = answers[replies == code]
                if code == solved:
                    lengths[group] = turn
                    continue
                dropped[group[own[group] != code]] = True
                left = candidates[own[candidates] == code]
                if len(left) > 0:
                    waiting.append((left, group, turn + 1))
        return Outcome(lengths, dropped)


def _places(lexicon: Lexicon, listed: tuple[str, ...]) -> Indices:
    """Return, for each allowed word, its place if the answers come first, in their order."""
    order = dict.fromkeys((*listed, *lexicon.allowed))
    place = {word: number for number, word in enumerate(order)}
    return np.array([place[word] for word in lexicon.allowed])
