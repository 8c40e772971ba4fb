"""What a guess is worth, as far as that is known without a search: estimated, or proven before.

An estimate uses group sizes alone, by formulas fitted to Wordle, or, for other games, as if every
guess split the candidates evenly into all replies. Proven are the totals of the openers in
``data/openers.toml`` and in the bundled books, of the second guesses in those books, and of what
the bundled trees play. Where the best guess at a view is proven, all others are estimated by how
much they differ from it, so that no estimate looks better than the proven best.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property, lru_cache
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from salet.exact.book import book_for
from salet.games.game import Game
from salet.games.rules import OFF
from salet.groups import first_of, sum_terms
from salet.strategies.tree import bundled_tree
from salet.tree import Tree
from salet.tree.forms import BUNDLED_MODES, has_proven_tree
from salet.tree.openers import proven_openers
from salet.view import View
from salet.words.letters import read_only

_LENGTH_AT_3, _LENGTH_SLOPE = 1.587, 0.231
_SHARE_BY_TWO, _SHARE_SLOPE = 1.346, 0.202
_SPREAD = NormalDist(0, 0.7)
_PROMISING = 100
_PROVEN_CAP = 6
"""Every tree of ``data/openers.toml`` and the package finds every answer in this many guesses."""
_UNIT = 1 << 20
"""Lengths count in this fraction of a guess: sums of whole numbers are the same in any order."""
_TOLERANCE = 1e-6
"""How much worse than the proven best another guess is taken to be, if it may be as good."""


@dataclass(frozen=True, slots=True)
class GuessValue:
    """What a guess is worth."""

    expected: float
    """Guesses until the answer is found, this one included: the mean over the candidates."""
    exact: bool
    """Whether `expected` is the least there is, or an estimate."""
    win_now: float
    """The chance that the guess is the answer."""
    win_within: float
    """The chance that the answer is found within the guesses that the rules leave.

    With one or two guesses left this is the best chance there is; with more, that of the play whose
    length is `expected`.
    """
    win_exact: bool
    """Whether `win_within` is a chance of that play, or an estimate."""


class Values(ABC):
    """The worth of guesses at one view."""

    exact: bool
    """Whether the totals of all guesses are exact."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.weight = int(view.weights.sum())
        self.solved = view.game.replies.solved

    @cached_property
    def _own(self) -> dict[int, int]:
        """The weights of the candidates, by guess."""
        view = self.view
        return dict(zip(view.candidate_guesses.tolist(), view.weights.tolist(), strict=True))

    def is_exact(self, guess: int) -> bool:  # noqa: ARG002 - some know a few guesses exactly
        """Whether the total of a guess is exact."""
        return self.exact

    @abstractmethod
    def total(self, guess: int) -> float:
        """Return the expected length after `guess`, times the weight of all candidates."""

    @property
    @abstractmethod
    def least(self) -> float:
        """The least total of all guesses."""

    @abstractmethod
    def _share_within(self, guess: int, guesses: int) -> float:
        """Return the share of candidates found by `guess` and what follows, three at least."""

    @abstractmethod
    def ranked(self, top: int) -> list[int]:
        """Return the best guesses, the best first."""

    @abstractmethod
    def group_length(self, guess: int, code: int) -> float:
        """Return how many guesses are to be expected after `guess` was answered by `code`."""

    def of(self, guess: int) -> GuessValue:
        """Say what a guess is worth."""
        now = self._own.get(guess, 0) / self.weight
        left, sure = self.view.guesses_left, True
        if left <= 1:
            within = now if left == 1 else 0.0
        elif left == 2:
            within = self._heaviest(guess) / self.weight
        else:
            within, sure = self._share_within(guess, left), self.knows_share(guess)
        expected = self.total(guess) / self.weight
        return GuessValue(expected, self.is_exact(guess), now, within, win_exact=sure)

    def knows_share(self, guess: int) -> bool:
        """Whether the share that a guess finds within the cap is exact."""
        return self.is_exact(guess)

    def _heaviest(self, guess: int) -> int:
        """Add up the likeliest word of every group: what one more guess can win."""
        codes = self.view.table.row(guess)[self.view.candidates]
        order = np.lexsort((-self.view.weights, codes))
        first = np.ones(len(codes), bool)
        first[1:] = codes[order][1:] != codes[order][:-1]
        return int(self.view.weights[order][first].sum())


def groups_of(view: View, guess: int) -> list[tuple[int, int, int]]:
    """Return code, weight and number of words of every group, in the order of the codes."""
    return list(zip(*(part.tolist() for part in view.split(guess)), strict=True))


class Estimates(Values):
    """Values from group sizes alone; with a prior, a size is that of an even group as uncertain."""

    exact = False

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self.replies = replies_of(view.game)
        self._most = 1 << len(view.candidates).bit_length()  # one list for many numbers
        self._lengths = _lengths_to(self._most, self.replies)
        self._totals: dict[int, float] = {}

    def total(self, guess: int) -> float:
        if guess not in self._totals:
            self._weigh([guess])
        return self._totals[guess]

    def _weigh(self, guesses: list[int]) -> None:
        """Find the totals of some guesses: without a prior, all at once."""
        if self.view.setting.prior is not None:
            for guess in guesses:
                codes, weights, sizes = self._groups(guess)
                after = np.where(codes == self.solved, 0.0, np.rint(_between(self._lengths, sizes)))
                self._totals[guess] = self.weight + float(weights @ after) / _UNIT
            return
        terms = (self._lengths * np.arange(len(self._lengths))).astype(np.int64)
        sums = sum_terms(self.view.table, np.array(guesses), self.view.candidates, terms)
        for guess, after in zip(guesses, sums.tolist(), strict=True):
            found = terms[1] if guess in self._own else 0
            self._totals[guess] = self.weight + float(after - found) / _UNIT

    @cached_property
    def least(self) -> float:
        return self.total(self.ranked(1)[0])

    def ranked(self, top: int) -> list[int]:
        """Return the guesses with the least values; ties: the first in alphabetical order.

        With one or two guesses left, the chance to win comes first.
        """
        promising, left = self.promising(max(top, _PROMISING)), self.view.guesses_left
        self._weigh(promising)

        def worth(guess: int) -> tuple[float, float, int]:
            won = self._own.get(guess, 0) if left == 1 else 0
            won = self._heaviest(guess) if left == 2 else won
            return -won, self.total(guess), guess

        return sorted(promising, key=worth)[:top]

    def promising(self, count: int) -> list[int]:
        """Return the `count` guesses with most groups, and as many with most information."""
        stats = self.view.stats
        most = [first_of(figures, count) for figures in (stats.groups, stats.information)]
        promising = self.view.guesses[np.union1d(*most)]
        if self.view.setting.prior is not None or self.view.guesses_left == 1:
            likely = first_of(self.view.weights, count)
            mine = np.intersect1d(self.view.candidate_guesses[likely], self.view.legal)
            promising = np.union1d(promising, mine)
        found: list[int] = promising.tolist()
        return found

    def group_length(self, guess: int, code: int) -> float:
        if code == self.solved:
            return 0.0
        codes, _, sizes = self._groups(guess)
        return float(_between(self._lengths, sizes[codes == code])[0]) / _UNIT

    def _groups(
        self, guess: int
    ) -> tuple[NDArray[np.integer[Any]], NDArray[np.int64], NDArray[np.float64]]:
        """Return replies, weights and sizes of the groups.

        Under a prior a group of many words may be all but decided. It is as hard as a group of
        ``2 ** bits`` even words, where bits is the entropy of its weights.
        """
        codes, weights, sizes = self.view.split(guess)
        if self.view.setting.prior is None:
            return codes, weights, sizes.astype(np.float64)
        place = np.searchsorted(codes, self.view.table.row(guess)[self.view.candidates])
        own = self.view.weights.astype(np.float64)
        logs = np.bincount(place, own * np.log2(own), len(codes))
        return codes, weights, 2 ** np.maximum(0, np.log2(weights) - logs / weights)

    def _share_within(self, guess: int, guesses: int) -> float:
        codes, weights, sizes = self._groups(guess)
        shares = _shares_to(self._most, guesses - 1, self.replies)
        found = np.where(codes == self.solved, 1.0, _between(shares, sizes))
        return float(weights @ found) / self.weight


@lru_cache
def _lengths_to(most: int, replies: int | None) -> NDArray[np.float64]:
    """Return the expected lengths of all sizes from 0 to `most`, in units."""
    lengths = [expected_length(size, replies) for size in range(most + 1)]
    return read_only(np.rint(np.array(lengths) * _UNIT))


@lru_cache
def _shares_to(most: int, guesses: int, replies: int | None) -> NDArray[np.float64]:
    """Return the share of all sizes from 0 to `most` that is found within `guesses`."""
    shares = [share_within(size, guesses, replies) for size in range(1, most + 1)]
    return read_only(np.array([0.0, *shares]))


def _between(values: NDArray[np.float64], sizes: NDArray[np.float64]) -> NDArray[np.float64]:
    """Look values up by size, between two of them where a size is no whole number."""
    return np.asarray(np.interp(sizes, np.arange(len(values)), values))


def replies_of(game: Game) -> int | None:
    """Return the number of replies that estimates go by; None for Wordle, which has formulas."""
    return None if game.is_wordle else game.replies.size


def expected_length(size: int, replies: int | None = None) -> float:
    """Estimate the guesses needed for a set of `size` words.

    1 and 1.5 are exact for one and two words; from three on it is 1.587 + 0.231 ln(size), fitted to
    the exact means of 702 groups that eight common openers leave on the original lists. A single
    group is 0.12 off (standard deviation); the sums over the groups of an opener, which is what is
    used, come within 1.1 % of the proven totals. For a game with another number of `replies`, one
    guess divides the set by that number: the slope is 1 / ln(replies).

    >>> expected_length(1), expected_length(2), round(expected_length(25), 2)
    (1.0, 1.5, 2.33)
    """
    if size <= 2:
        return (size + 1) / 2
    slope = _LENGTH_SLOPE if replies is None else 1 / np.log(max(replies, 2))
    return float(_LENGTH_AT_3 + slope * np.log(size))


def share_within(size: int, guesses: int, replies: int | None = None) -> float:
    """Estimate the share of `size` words that is found within `guesses` guesses.

    One guess finds one word. Two find as many as the first makes groups: the share
    1.346 - 0.202 ln(size), fitted to the same groups, but at most 1. What three find follows from
    `expected_length`, for a mean length is the sum of the shares not yet found; and four, taken to
    find all. For a game with another number of `replies`, every further guess finds at most
    `replies` times more words, and lengths are taken to lie around `expected_length` as in a
    normal distribution with a standard deviation of 0.7, which is about that of Mastermind.

    >>> share_within(5, 1), share_within(4, 2), round(share_within(60, 2), 2)
    (0.2, 1.0, 0.52)
    >>> round(share_within(60, 3), 2), share_within(60, 4)
    (0.93, 1.0)
    """
    if guesses <= 0:
        return 0.0
    one = 1 / size
    if guesses == 1:
        return one
    if replies is not None:
        usual = _SPREAD.cdf(guesses + 0.5 - expected_length(size, replies))
        at_least = min(1.0, guesses / size)  # by guessing one word after the other
        return max(at_least, min(one * float(replies ** (guesses - 1)), usual))
    two = min(1.0, max(one, float(_SHARE_BY_TWO - _SHARE_SLOPE * np.log(size))))
    if guesses == 2:
        return two
    if guesses == 3:
        return min(1.0, max(two, 4 - one - two - expected_length(size)))
    return 1.0


@dataclass(frozen=True, slots=True)
class Known:
    """Proven totals at one view."""

    totals: dict[int, float]
    """The least total of some guesses, by guess index; that of the best guess is among them."""
    others: float
    """What any other guess costs at least."""
    exact: bool
    """Whether candidates, guesses and, if it matters, the cap are those of the proof."""
    cap: int = _PROVEN_CAP
    """Every answer is found within this number of guesses."""


def known_totals(view: View, max_guesses: int) -> Known | None:
    """Return what is proven at a view, or at one like it; None where nothing is.

    `max_guesses` is the cap of the game, which matters to what is exact.
    """
    if view.setting.prior is not None:
        return None
    find = _known_later if len(view.turns) else _known_openers
    known = find(view, max_guesses)
    if known is None:
        return None
    # A person may have ruled words out: then there are fewer guesses, and perhaps fewer candidates.
    share = len(view.candidates) / len(view.setting.view(view.position).candidates)
    totals = {guess: total * share for guess, total in known.totals.items()}
    return Known(totals, known.others * share, known.exact and view.is_whole(), known.cap)


def _known_openers(view: View, max_guesses: int) -> Known | None:
    """Return the totals of openers, if it is known that no other opener beats them.

    Where none are proven for a hard mode, those of free play are estimates, and no total is less.
    """
    game, hard, proven = view.game.id, str(view.rules.hard), proven_openers()
    mode = hard if (game, hard) in proven else OFF
    if (game, mode) not in proven:
        return None
    openers, book = proven[game, mode], book_for(game, mode)
    totals: dict[int, float] = {}
    if book is not None:
        same_cap = book.rules.max_guesses == max_guesses
        totals |= {one: n for one, n in book.totals.items() if same_cap or book.is_free(one)}
    totals |= {int(view.lexicon.guess_index(word)): n for word, n in openers.totals.items()}
    exact = mode == hard and openers.max_guesses in (None, max_guesses)
    return Known(totals, openers.nothing_below, exact)


def _known_later(view: View, max_guesses: int) -> Known | None:
    """Return the total of the guess of a bundled tree or, after one turn, of the book."""
    hard = str(view.rules.hard)
    tree = proven_tree(view)
    if tree is not None:
        exact = proven_openers()[view.game.id, hard].max_guesses in (None, max_guesses)
        totals: dict[int, float] = {int(view.lexicon.guess_index(tree.guess)): tree.total}
        return Known(totals, tree.total + _TOLERANCE, exact)
    book = book_for(view.game.id, hard) if len(view.turns) == 1 else None
    entry = None if book is None else book.at(*view.turns[0])
    if book is None or entry is None or entry.total == 0:
        return None
    cap = book.rules.max_guesses
    exact = entry.proven and (entry.free or cap == max_guesses)
    return Known({entry.guess: entry.total}, entry.total + _TOLERANCE, exact, cap)


def proven_tree(view: View) -> Tree | None:
    """Return the rest of the bundled proven tree from a view on, if it comes there.

    That no opener beats the trees' was proven by Selby, in both modes, and for normal play by
    ``salet optimal --all`` too.
    """
    if not has_proven_tree(view.game) or view.setting.prior is not None:
        return None
    hard = view.rules.hard
    return bundled_tree(hard).at(view.position) if hard in BUNDLED_MODES else None


class ProvenValues(Estimates):
    """A few proven totals, and estimates of all others."""

    def __init__(self, view: View, known: Known) -> None:
        super().__init__(view)
        self.known = known
        best = min(known.totals, key=lambda guess: (known.totals[guess], guess))
        self._too_low = known.totals[best] - super().total(best)

    def is_exact(self, guess: int) -> bool:
        return self.known.exact and guess in self.known.totals

    def knows_share(self, guess: int) -> bool:
        return self.is_exact(guess) and self.view.rules.max_guesses >= self.known.cap

    def _share_within(self, guess: int, guesses: int) -> float:
        return 1.0 if self.knows_share(guess) else super()._share_within(guess, guesses)

    def total(self, guess: int) -> float:
        if guess in self.known.totals:
            return self.known.totals[guess]
        return max(self.known.others, super().total(guess) + self._too_low)

    @cached_property
    def least(self) -> float:
        return min(self.known.totals.values())

    def ranked(self, top: int) -> list[int]:
        """Return the best guesses; no others are looked at if the proven ones are enough."""
        if self.view.guesses_left in (1, 2):
            return super().ranked(top)
        known = self.known
        first = [guess for guess in self._offered() if known.totals[guess] <= known.others]
        if len(first) >= top:
            return sorted(first, key=lambda guess: (known.totals[guess], guess))[:top]
        return super().ranked(top)

    def promising(self, count: int) -> list[int]:
        known = self._offered()
        return [*known, *(guess for guess in super().promising(count) if guess not in known)]

    def _offered(self) -> list[int]:
        return [guess for guess in self.known.totals if self.view.offers(guess)]
