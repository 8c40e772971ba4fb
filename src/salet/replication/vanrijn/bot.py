"""Van Rijn's bot: every turn, over all words, the one whose largest group is smallest.

His text does not say which word he took in a tie, so the bot is played under several tie rules;
a figure that depends on the choice is not a figure of his.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from salet.groups import group_stats
from salet.replication.lengths import Lengths
from salet.replication.walk import Left, play

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from salet.groups import GroupStats
    from salet.table import Indices, PatternTable
    from salet.words.lexicon import Lexicon

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

    def __init__(self, table: PatternTable, listed: tuple[str, ...], ties: str) -> None:
        self._table = table
        self._keys = TIE_RULES[ties]
        words = len(table.lexicon.allowed)
        self._every = np.arange(words)
        self._listed = _places(table.lexicon, listed)
        self._shuffled = np.random.default_rng(0).permutation(words)
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
        return Outcome(Lengths(games.lengths), dropped)


def _places(lexicon: Lexicon, listed: tuple[str, ...]) -> Indices:
    """Return, for each allowed word, its place if the answers come first, in their order."""
    order = dict.fromkeys((*listed, *lexicon.allowed))
    place = {word: number for number, word in enumerate(order)}
    return np.array([place[word] for word in lexicon.allowed])
