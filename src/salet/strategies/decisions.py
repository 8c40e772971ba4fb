"""Decision rules: how to begin, when to stop collecting information, and when to step back."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from salet.games.game import Game
from salet.strategies.base import DecisionRule, Traits, require
from salet.strategies.baselines import Popular, Random
from salet.strategies.registry import register
from salet.strategies.splits import Parts
from salet.view import View


@register("only_candidates", aliases=("candidates_only",))
@dataclass(frozen=True)
class OnlyCandidates(DecisionRule):
    """Guess only words that may be the answer, from the first guess on (tmzh)."""

    def narrowed(self, view: View) -> View:
        return view.only_candidates()


@register("solutions_below", aliases=("solve_below",))
@dataclass(frozen=True)
class SolutionsBelow(DecisionRule):
    """Guess only candidates once at most `n` remain (Chow's baseline rule)."""

    n: int = 20

    def __post_init__(self) -> None:
        require(self.n >= 0, f"solutions_below takes 0 or more, not {self.n}")

    def narrowed(self, view: View) -> View:
        return view.only_candidates() if len(view.candidates) <= self.n else view


@register("popular_below")
@dataclass(frozen=True)
class PopularBelow(DecisionRule):
    """Guess the most common candidate once at most `n` remain (Chow)."""

    n: int = 10

    def __post_init__(self) -> None:
        require(self.n >= 0, f"popular_below takes 0 or more, not {self.n}")

    def choose(self, view: View) -> int:
        chooser = Popular() if len(view.candidates) <= self.n else self.inner
        return chooser.choose(view)


@register("hard")
@dataclass(frozen=True)
class Hard(DecisionRule):
    """Follow a hard mode even if the rules do not require it (Kay's default)."""

    mode: str = "strict"

    def check_game(self, game: Game) -> None:
        game.mode(self.mode)
        super().check_game(game)

    def narrowed(self, view: View) -> View:
        if len(view.turns) == 0:
            return view
        mode = view.game.mode(self.mode)
        return view.only(mode.legal(view.table, view.position, view.guesses))


@register("last_is_candidate")
@dataclass(frozen=True)
class LastIsCandidate(DecisionRule):
    """Guess a candidate when it is the last guess (Chow and Luebeck)."""

    def narrowed(self, view: View) -> View:
        """Leave the candidates at the last guess, and in games that are played on after it."""
        return view.only_candidates() if view.guesses_left <= 1 else view


@register("step_back")
@dataclass(frozen=True)
class StepBack(DecisionRule):
    """Step back from a rhyme family: play the word that splits it into the most groups.

    Steps in when three or more candidates differ in at most `places` places, as -atch words do,
    because guessing them one by one often loses. References: Luebeck (-ater) and Kay (hatch).
    """

    needs_letters = True
    places: int = 1

    def __post_init__(self) -> None:
        require(self.places >= 1, f"step_back takes 1 place or more, not {self.places}")

    def choose(self, view: View) -> int:
        if len(view.candidates) >= 3:
            words = view.table.letters[view.candidate_guesses]
            differing = np.count_nonzero((words != words[0]).any(axis=0))
            if differing <= self.places:
                return Parts().choose(view)
        return self.inner.choose(view)


@register("opener", aliases=("openers",))
@dataclass(frozen=True)
class Opener(DecisionRule):
    """Begin with fixed words: one, or a sequence such as ``opener(laser,tonic,dumpy)``.

    A word of the sequence is left out when a single candidate remains, and where hard mode
    forbids it.
    """

    words: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        require(len(self.words) > 0, "opener takes at least one word, as in opener(salet)")

    def check_game(self, game: Game) -> None:
        for word in self.words:
            game.lexicon.guess_index(str(word))
        super().check_game(game)

    def choose(self, view: View) -> int:
        turn = len(view.turns)
        if turn < len(self.words) and len(view.candidates) > 1:
            guess = view.lexicon.guess_index(str(self.words[turn]))
            if view.offers(guess):
                return guess
        return self.inner.choose(view)


@register("explore_random")
@dataclass(frozen=True)
class ExploreRandom(DecisionRule):
    """Guess candidates at random for the first `turns` guesses (tmzh)."""

    own_traits = Traits(deterministic=False)
    turns: int = 3

    def __post_init__(self) -> None:
        require(self.turns >= 0, f"explore_random takes 0 or more turns, not {self.turns}")

    def choose(self, view: View) -> int:
        if len(view.turns) < self.turns:
            return Random().choose(view.only_candidates())
        return self.inner.choose(view)
