"""Ratings with uncertainty (openskill, the Plackett-Luce model), counted from the records.

Every round of a duel is a rated game: whoever pays less wins it. In a race every word is one, with
all bots that raced on it. Games are rated in the order of the schedule, so that the ratings come
out the same whatever the number of workers.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from salet.arena.stored import Match, StoredGame

_RATED_WORDS = 1000
"""Of a race's words the first so many are rated; by then the uncertainty is as small as it gets."""


@dataclass(frozen=True, slots=True)
class Rating:
    """What a bot is worth, and how sure that is.

    Attributes
    ----------
    mu, sigma
        the estimate and its standard deviation; a new bot has 25 and 8.3
    """

    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """A value that the bot very likely reaches: three deviations below the estimate."""
        return self.mu - 3 * self.sigma

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {"mu": self.mu, "sigma": self.sigma, "ordinal": self.ordinal}


def rating_curve(
    names: Sequence[str], matches: Sequence[Match], games: Iterable[StoredGame]
) -> dict[str, list[Rating]]:
    """Return every bot's rating before the first match and after each one that it played."""
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0.0)  # a bot does not change from game to game
    current = {name: model.rating(name=name) for name in names}
    curve = {name: [Rating(one.mu, one.sigma)] for name, one in current.items()}
    for costs in _rated_games(matches, games):
        for place, one in enumerate(costs):
            playing = list(one)
            rated = model.rate([[current[name]] for name in playing], ranks=list(one.values()))
            for name, (new,) in zip(playing, rated, strict=True):
                current[name] = new
            if place == len(costs) - 1:
                for name in playing:
                    curve[name].append(Rating(current[name].mu, current[name].sigma))
    return curve


def _rated_games(
    matches: Sequence[Match], games: Iterable[StoredGame]
) -> list[list[dict[str, float]]]:
    """Return, for each match or race in order, what everyone paid round by round."""
    heat = {
        match.id: (match.round, -1 if match.second is None else match.number) for match in matches
    }
    table: dict[tuple[int, int], dict[int, dict[str, float]]] = defaultdict(dict)
    for game in sorted(games, key=lambda game: (*heat[game.match_id], game.match_id)):
        record = game.record
        if record.round < _RATED_WORDS:
            costs = table[heat[game.match_id]].setdefault(record.round, {})
            costs[record.solver] = float(record.cost)
    return [
        [rounds[place] for place in sorted(rounds) if len(rounds[place]) > 1]
        for _, rounds in sorted(table.items())
    ]
