"""What to do when a ranking finds several guesses equally good.

A tie rule is a ranking that is asked about the tied guesses only. `Ties` puts any rankings in
turn: ``entropy+ties(fewest_grey,candidates,distinct,positions)`` is the order that Luebeck
gives in its text (its program asks for the last two only between two candidates).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from salet.groups import code_sums
from salet.strategies.base import DecisionRule, Ranking, Strategy, TieRule, first_choice, require
from salet.strategies.registry import read_strategy, register
from salet.view import View
from salet.words.letters import read_only


@register("ties")
@dataclass(frozen=True)
class Ties(DecisionRule):
    """Break the ties of the wrapped ranking by other rankings, one after the other.

    What is still tied after the last of them: candidates first, then the likelier, then
    alphabetical.
    """

    rankings: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        require(
            isinstance(self.inner, Ranking),
            f"ties needs a ranking before it, not {self.inner}: only rankings have ties",
        )
        require(len(self.rankings) > 0, "ties takes at least one ranking, as in ties(distinct)")
        for name in self.rankings:
            require(isinstance(read_strategy(name), Ranking), f"ties takes rankings, not {name}")

    @property
    def parts(self) -> tuple[Strategy, ...]:
        return (self.inner, *map(read_strategy, self.rankings))

    def choose(self, view: View) -> int:
        if len(view.candidates) == 1:
            return int(view.candidate_guesses[0])
        for ranking in self.parts:
            assert isinstance(ranking, Ranking)
            values = ranking.checked_values(view)
            view = view.only(view.guesses[values == values.max()])
            if len(view.guesses) == 1:
                break
        return first_choice(view, view.guesses)


@register("fewest_grey")
class FewestGrey(TieRule):
    """Prefer the guess that is least likely to get an all-grey reply (Luebeck's tie rule 1)."""

    needs_letters = True

    def values(self, view: View) -> NDArray[np.int64]:
        worth = np.zeros(view.game.replies.size, np.int64)
        worth[view.game.replies.read("-" * view.lexicon.length).code] = -1
        return code_sums(view.table, view.guesses, view.candidates, view.weights, worth)


@register("candidates")
class Candidates(TieRule):
    """Prefer a guess that may be the answer (Luebeck's tie rule 2)."""

    def values(self, view: View) -> NDArray[np.int64]:
        return view.is_candidate.astype(np.int64)


@register("likely")
class Likely(TieRule):
    """Prefer a candidate, and the likelier of two: the final tie rule of every ranking.

    Written out, it keeps its place before another rule, as in ``ties(likely,last)``.
    """

    def values(self, view: View) -> NDArray[np.int64]:
        likely = np.zeros(len(view.lexicon.allowed), np.int64)
        likely[view.candidate_guesses] = view.weights
        return likely[view.guesses]


@register("distinct")
class Distinct(TieRule):
    """Prefer a guess with more different letters (Luebeck's tie rule 3)."""

    needs_letters = True

    def values(self, view: View) -> NDArray[np.int64]:
        words = np.sort(view.table.letters[view.guesses], axis=1)
        return np.asarray((np.diff(words, axis=1) != 0).sum(axis=1) + 1)


@register("shuffled")
@dataclass(frozen=True)
class Shuffled(TieRule):
    """Prefer the word that comes first in an order drawn by `seed`.

    Results over several seeds show how much of a result depends on the order of ties alone
    (`salet.study.tie_noise`).
    """

    seed: int = 0

    def __post_init__(self) -> None:
        require(self.seed >= 0, f"shuffled takes a seed of 0 or more, not {self.seed}")

    def values(self, view: View) -> NDArray[np.int64]:
        return _drawn_order(len(view.lexicon.allowed), self.seed)[view.guesses]


@lru_cache(maxsize=64)
def _drawn_order(words: int, seed: int) -> NDArray[np.int64]:
    return read_only(np.random.default_rng(seed).permutation(words))


@register("last")
class Last(TieRule):
    """Prefer the alphabetically last word (what tmzh's reversed sort does)."""

    def values(self, view: View) -> NDArray[np.int64]:
        return view.guesses.astype(np.int64)
