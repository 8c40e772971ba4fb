"""Who replies to the guesses: one who chose a word, or one who never does.

honest
    has chosen an answer beforehand.
adversary
    has chosen none: it keeps the largest group of words that are still possible. Ties: the fewest
    greens, then the fewest yellows, then the smallest pattern; in a game without colours, the
    smallest reply number. It gives the game away only when no other word is left.
cruel
    keeps the group that takes longest: whose expected number of guesses, at best play, is the
    greatest. Ties: the adversary's order. Larger is not always longer.

A host replies to one board, and is told what was said on it before: it keeps no state of its own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import ClassVar

from salet.coach.estimates import expected_length, groups_of, replies_of
from salet.errors import IllegalGuessError, UnknownNameError, counted
from salet.exact.small import MOST_CANDIDATES, SmallSearch
from salet.games.colours import Colour, colours_of
from salet.games.game import Reply
from salet.games.position import Position
from salet.groups import group_stats
from salet.kernels.bounds import any_guess, one_guess
from salet.view import View


class Host(ABC):
    """Replies to guesses."""

    name: ClassVar[str]

    @abstractmethod
    def reply(self, view: View, guess: int) -> int:
        """Return the code of the reply to `guess` after all that was said in `view`."""

    def reveal(self, view: View) -> str:
        """Name an answer that fits all replies, once the game is over."""
        return view.lexicon.answers[int(view.candidates[0])]


@dataclass(frozen=True)
class Honest(Host):
    """Has chosen an answer, which need not be a listed one."""

    name = "honest"
    answer: str

    def reply(self, view: View, guess: int) -> int:
        return view.game.reply(view.game.guesses[guess], self.answer)

    def reveal(self, view: View) -> str:  # noqa: ARG002
        return self.answer


class Adversary(Host):
    """Keeps the largest group."""

    name = "adversary"

    def reply(self, view: View, guess: int) -> int:
        sizes = {code: size for code, _, size in groups_of(view, guess)}
        replies = view.game.replies
        return min(sizes, key=lambda code: (-sizes[code], *replies.reluctance(code)))


class Cruel(Host):
    """Keeps the group that takes longest."""

    name = "cruel"

    def reply(self, view: View, guess: int) -> int:
        sizes = {code: size for code, _, size in groups_of(view, guess)}
        replies = view.game.replies
        later = {code: view.after(guess, code) for code in sizes if code != replies.solved}
        if not later:
            return replies.solved
        if len(later) > _MANY_GROUPS:
            view.table.prepare()  # many looks are quicker compiled
        bounds = {code: length_bounds(after) for code, after in later.items()}
        floor = max(least for least, _ in bounds.values())
        lengths: dict[int, float] = {}
        for code in sorted(later, key=lambda code: -bounds[code][1]):
            if bounds[code][1] < max([floor, *lengths.values()]):
                break
            lengths[code] = length(later[code])

        def key(code: int) -> tuple[float, ...]:
            return (-lengths[code], -sizes[code], *replies.reluctance(code))

        return min(lengths, key=key)


EXACT = 60
_MANY_GROUPS = 40
HOSTS = ("honest", "adversary", "cruel")


def make_host(name: str, answer: str) -> Host:
    """Return a host by name; the answer is for the honest one."""
    if name not in HOSTS:
        raise UnknownNameError.among("host", name, HOSTS)
    return {"honest": lambda: Honest(answer), "adversary": Adversary, "cruel": Cruel}[name]()


def length_bounds(view: View) -> tuple[float, float]:
    """Return between which bounds the expected length at best play lies, from one look.

    At least what the bounds of the search say, if no guess makes more than k groups; at most what
    it takes to try the words of each group one after the other.
    """
    n = len(view.candidates)
    if n <= 2:
        return (n + 1) / 2, (n + 1) / 2
    stats = group_stats(view.table, view.legal, view.candidates)
    one_by_one = n * (n + 1) // 2
    least = max(any_guess(n, 1), one_guess(n, int(stats.groups.max()) + 1))
    most = min(one_by_one, n + (int(stats.squares.min()) + n) // 2)
    return least / n, most / n


def length(view: View) -> float:
    """Return the expected length at best play.

    Exact up to 60 words; up to 255 that of greedy play, which is hardly longer, but found at once;
    beyond that an estimate.
    """
    n = len(view.candidates)
    if n <= MOST_CANDIDATES:
        search = SmallSearch(replace(view, setting=replace(view.setting, prior=None)))
        return (search.total() if n <= EXACT else search.greedy_total()) / n
    least, most = length_bounds(view)
    return min(most, max(least, expected_length(n, replies_of(view.game))))


@dataclass(frozen=True)
class Board:
    """A board as it stands; a guess makes a new one. Several boards are several of these."""

    host: Host
    view: View

    @property
    def position(self) -> Position:
        """Guesses and replies so far."""
        return self.view.position

    @property
    def solved(self) -> bool:
        """Whether the answer was found."""
        return any(turn.reply.solved for turn in self.position)

    @property
    def over(self) -> bool:
        """Whether no further guess is allowed."""
        return self.solved or self.view.guesses_left < 1

    @property
    def replies(self) -> list[Reply]:
        """The replies so far."""
        return [turn.reply for turn in self.position]

    def after(self, word: str) -> Board:
        """Play a word; `IllegalGuessError` if that is not allowed."""
        if self.over:
            raise IllegalGuessError(
                f"the game is over after {counted(len(self.position), 'guess')}"
            )
        game, guess = self.view.game, self.view.lexicon.guess_index(word)
        game.check(game.guesses[guess], self.position, self.view.rules)
        return replace(self, view=self.view.after(guess, self.host.reply(self.view, guess)))

    def letters(self) -> dict[str, Colour]:
        """Return the best that is known of every letter that was played, if replies are colours."""
        known: dict[str, Colour] = {}
        for turn in self.position if self.view.game.coloured else ():
            for letter, colour in zip(turn.guess, colours_of(turn.reply), strict=True):
                known[letter] = max(colour, known.get(letter, Colour.GREY))
        return known
