"""The shipped conformance suite: the whole registry passes, and bad strategies do not."""

import numpy as np
import pytest

from salet import Ranking, Strategy
from salet.strategies.base import Traits
from salet.strategies.registry import registry
from salet.testing import ConformanceError, check_strategy

WRITTEN = {
    "opener": "entropy+opener(crane,audio)",
    "ties": "entropy+ties(distinct,last)",
    "greens": "greens(0.3)",
}


def compositions():
    """Every ranking by itself, every rule around entropy, every tie rule within ties."""
    for name, spec in registry().items():
        if spec.kind == "tie rule":
            yield f"letters+ties({name})"
        else:
            yield WRITTEN.get(name, name if spec.plays else f"entropy+{name}")


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("text", list(compositions()))
def test_registry(text):
    check_strategy(text)


class Good(Ranking):
    def values(self, view):
        return view.is_candidate.astype(int)


def test_a_class_of_ones_own():
    check_strategy(Good)
    check_strategy(Good())


class Remembers(Strategy):
    """Plays by how often it was asked, not by what it sees."""

    def __init__(self):
        object.__setattr__(self, "asked", 0)

    def choose(self, view):
        object.__setattr__(self, "asked", self.asked + 1)
        return int(view.candidate_guesses[self.asked % len(view.candidates)])


class Gambles(Strategy):
    def choose(self, view):
        return int(view.rng.choice(view.candidate_guesses))


class Smuggles(Strategy):
    """Brings chance of its own, which no seed repeats."""

    def choose(self, view):
        return int(np.random.default_rng().choice(view.candidate_guesses))


class Admits(Gambles):
    own_traits = Traits(deterministic=False)


class Wavers(Strategy):
    """Plays another word although it knows the answer."""

    def choose(self, view):
        played = {guess for guess, _ in view.turns}
        if len(view.candidates) == 1 and 0 not in played and view.rules.hard == "off":
            return 0
        return int(view.candidate_guesses[0])


class Stubborn(Strategy):
    def choose(self, view):
        return 0


class Unpicklable(Good):
    def __reduce__(self):
        raise TypeError("not me")


@pytest.mark.parametrize(
    ("strategy", "message"),
    [
        (Remembers, "same games|differently"),
        (Gambles, "uses chance but declares none"),
        (Smuggles, "does not play the same games"),
        (Wavers, "the only candidate"),
        (Stubborn, "guessed aahed again"),
        (Unpicklable, "cannot be pickled"),
    ],
)
def test_broken_promises(strategy, message):
    with pytest.raises(ConformanceError, match=message):
        check_strategy(strategy)


def test_declared_chance_is_no_offence():
    check_strategy(Admits)
