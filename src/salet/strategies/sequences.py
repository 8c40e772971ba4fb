"""Fixed and random beginnings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from salet.strategies.base import Rule, Strategy, Traits, require
from salet.strategies.baselines import Random
from salet.strategies.registry import register

if TYPE_CHECKING:
    from salet.games.game import Game
    from salet.view import View


@register("opener", aliases=("openers",))
@dataclass(frozen=True)
class Opener(Rule):
    """Begin with fixed words: one, or a sequence such as ``opener(laser,tonic,dumpy)``.

    A word of the sequence is left out when a single candidate remains, and where hard mode
    forbids it.
    """

    guesses_last = True

    words: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        require(len(self.words) > 0, "opener takes at least one word, as in opener(salet)")

    def check_game(self, game: Game) -> None:
        """Refuse words that cannot be guessed."""
        for word in self.words:
            game.lexicon.guess_index(str(word))
        super().check_game(game)

    def choose(self, view: View) -> int:
        """Play the next word of the sequence, or as the strategy inside."""
        turn = len(view.turns)
        if turn < len(self.words) and len(view.candidates) > 1:
            guess = view.lexicon.guess_index(str(self.words[turn]))
            if view.offers(guess):
                return guess
        return self.inner.choose(view)


@register("explore_random")
@dataclass(frozen=True)
class ExploreRandom(Rule):
    """Guess candidates at random for the first `turns` guesses (write-up 003)."""

    guesses_last = True

    own_traits = Traits(deterministic=False)

    inner: Strategy
    turns: int = 3

    def __post_init__(self) -> None:
        require(self.turns >= 0, f"explore_random takes 0 or more turns, not {self.turns}")

    def choose(self, view: View) -> int:
        """Play at random, then as the strategy inside."""
        if len(view.turns) < self.turns:
            return Random().choose(view.only_candidates())
        return self.inner.choose(view)
