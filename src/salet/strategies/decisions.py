"""Decision rules: when to stop collecting information and solve, and when to step back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from salet.strategies.base import Rule, Strategy, require
from salet.strategies.baselines import Popular
from salet.strategies.registry import register
from salet.strategies.splits import Parts

if TYPE_CHECKING:
    from salet.games.game import Game
    from salet.view import View


@register("only_candidates", aliases=("candidates_only",))
@dataclass(frozen=True)
class OnlyCandidates(Rule):
    """Guess only words that may be the answer, from the first guess on (write-up 003)."""

    def narrowed(self, view: View) -> View:
        """Leave the candidates."""
        return view.only_candidates()


@register("solutions_below", aliases=("solve_below",))
@dataclass(frozen=True)
class SolutionsBelow(Rule):
    """Guess only candidates once at most `n` remain (write-up 000's baseline rule)."""

    inner: Strategy
    n: int = 20

    def __post_init__(self) -> None:
        require(self.n >= 0, f"solutions_below takes 0 or more, not {self.n}")

    def narrowed(self, view: View) -> View:
        """Leave the candidates when they are few."""
        return view.only_candidates() if len(view.candidates) <= self.n else view


@register("popular_below")
@dataclass(frozen=True)
class PopularBelow(Rule):
    """Guess the most common candidate once at most `n` remain (write-up 000)."""

    guesses_last = True

    inner: Strategy
    n: int = 10

    def __post_init__(self) -> None:
        require(self.n >= 0, f"popular_below takes 0 or more, not {self.n}")

    def choose(self, view: View) -> int:
        """Take the most common word when few candidates remain."""
        chooser = Popular() if len(view.candidates) <= self.n else self.inner
        return chooser.choose(view)


@register("hard")
@dataclass(frozen=True)
class Hard(Rule):
    """Keep to a hard mode even where the rules do not ask for it (write-up 002's default)."""

    inner: Strategy
    mode: str = "strict"

    def check_game(self, game: Game) -> None:
        """Refuse a mode that the game does not have."""
        game.mode(self.mode)
        super().check_game(game)

    def narrowed(self, view: View) -> View:
        """Leave the guesses that the mode allows."""
        if len(view.turns) == 0:
            return view
        mode = view.game.mode(self.mode)
        return view.only(mode.legal(view.table, view.position, view.guesses))


@register("last_is_candidate")
@dataclass(frozen=True)
class LastIsCandidate(Rule):
    """Guess a candidate when it is the last guess (write-ups 000 and 001)."""

    def narrowed(self, view: View) -> View:
        """Leave the candidates at the last guess, and in games that are played on after it."""
        return view.only_candidates() if view.guesses_left <= 1 else view


@register("step_back")
@dataclass(frozen=True)
class StepBack(Rule):
    """Step back from a rhyme family: play the word that splits it into most groups.

    Steps in when three or more candidates differ in at most `places` places, as -atch words do,
    for guessing them one by one loses. References: write-ups 001 (-ater) and 002 (hatch).
    """

    guesses_last = True
    needs_letters = True

    inner: Strategy
    places: int = 1

    def __post_init__(self) -> None:
        require(self.places >= 1, f"step_back takes 1 place or more, not {self.places}")

    def choose(self, view: View) -> int:
        """Split a rhyme family, or play as the strategy inside."""
        if len(view.candidates) >= 3:
            words = view.table.letters[view.candidate_guesses]
            differing = np.count_nonzero((words != words[0]).any(axis=0))
            if differing <= self.places:
                return Parts().choose(view)
        return self.inner.choose(view)
