"""How much of a result is owed to the order in which ties are broken.

A ranking that finds several guesses equally good takes a candidate, the likelier of two, and in
the end the first in the alphabet. That last step is arbitrary. Breaking the ties in orders drawn
by seeds instead tells how far apart two strategies must be before it means anything.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from salet.errors import InvalidError
from salet.measures import Spread
from salet.strategies.base import DecisionRule, Ranking, Strategy
from salet.strategies.registry import make_strategy
from salet.strategies.ties import Ties

if TYPE_CHECKING:
    from collections.abc import Callable

    from salet.runs.conditions import Conditions


def reseeded(strategy: Strategy, seed: int) -> Strategy:
    """Return the same strategy with its last ties broken in the order that `seed` draws.

    >>> reseeded(make_strategy("letters+solutions_below(5)"), 3).to_text()
    'letters+ties(likely,shuffled(3))+solutions_below(5)'
    >>> reseeded(make_strategy("entropy+ties(distinct)"), 3).to_text()
    'entropy+ties(distinct,likely,shuffled(3))'
    """
    order = ("likely", f"shuffled({seed})")
    if isinstance(strategy, Ties):
        return replace(strategy, rankings=(*strategy.rankings, *order))
    if isinstance(strategy, DecisionRule):
        return replace(strategy, inner=reseeded(strategy.inner, seed))
    if isinstance(strategy, Ranking):
        return Ties(inner=strategy, rankings=order)
    raise InvalidError(f"{strategy} has no ties to break in another order: it is no ranking")


def tie_noise(
    strategy: Strategy | str,
    orders: int,
    conditions: Conditions,
    *,
    opener: str | None = None,
    jobs: int = 1,
    step: Callable[..., None] | None = None,
) -> Spread:
    """Return how the mean number of guesses spreads over so many orders of ties."""
    from salet.runs.ground import compare_under

    player = make_strategy(strategy)
    players = [reseeded(player, seed) for seed in range(orders)]
    found = compare_under(conditions, players, opener=opener, jobs=jobs, progress=step)
    return Spread.of([run.mean for run in found.runs if run.mean is not None])
