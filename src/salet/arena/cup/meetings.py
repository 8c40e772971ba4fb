"""Which bots met, what each paid round by round, and the ratings that follow.

Ratings are openskill's (the Plackett-Luce model), with uncertainty. Every round of a duel is a
rated game: the bot that pays less wins it. In a race every word is one, with all bots that raced on
it. Games are rated in the order of the schedule, so that the ratings do not depend on the number of
workers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from salet.arena.cup.schedule import Meeting
from salet.arena.store.store import Match, StoredGame
from salet.measures import bootstrap


@dataclass(frozen=True, slots=True)
class Difference:
    """A mean difference per round, with its bootstrap interval.

    Attributes
    ----------
    mean
        what the first paid minus what the second paid; negative is better for the first
    low, high
        the 95% interval: the middle of the means of resampled rounds
    better, equal, worse
        rounds in which the first paid less, as much, more
    """

    rounds: int
    mean: float
    low: float
    high: float
    better: int
    equal: int
    worse: int

    @classmethod
    def of(cls, differences: Sequence[int], seed: int = 0) -> Difference:
        """Measure the differences of at least one round; `seed` draws the interval.

        >>> Difference.of([-1, 0, -1, 0, -1, -1, 0, -1]).high < 0
        True
        >>> str(Difference.of([2, 2, 2]))
        '+2.000 [+2.000, +2.000]'
        """
        low, high = bootstrap(differences, seed=seed)
        rounds = len(differences)
        better, worse = (sum(sign * one > 0 for one in differences) for sign in (-1, 1))
        mean = sum(differences) / rounds
        return cls(rounds, mean, low, high, better, rounds - better - worse, worse)

    @property
    def won(self) -> float:
        """The share of rounds that the first won, a draw counting half."""
        return (self.better + self.equal / 2) / self.rounds

    @property
    def clear(self) -> bool:
        """Whether the interval leaves out zero."""
        return self.low > 0 or self.high < 0

    def reversed(self) -> Difference:
        """Return the difference seen from the second."""
        # Taken from zero, not negated: that would turn 0.0 into -0.0.
        mean, low, high = 0 - self.mean, 0 - self.high, 0 - self.low
        return Difference(self.rounds, mean, low, high, self.worse, self.equal, self.better)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return asdict(self)

    def __str__(self) -> str:
        return f"{self.mean:+.3f} [{self.low:+.3f}, {self.high:+.3f}]"


def meetings(
    rounds: Sequence[Sequence[tuple[str, str]]],
    matches: Sequence[Match],
    games: Iterable[StoredGame],
) -> list[Meeting]:
    """Return all meetings so far, in order; rounds that only one has played are left out."""
    costs: dict[tuple[int, str], dict[int, int]] = defaultdict(dict)
    for game in games:
        costs[game.match_id, game.record.solver][game.record.round] = game.record.cost
    where = {(match.round, match.first, match.second): match.id for match in matches}
    found = []
    for number, pairings in enumerate(rounds):
        for first, second in pairings:
            both = where.get((number, first, second))
            one = costs[where.get((number, first, None), -1) if both is None else both, first]
            other = costs[where.get((number, second, None), -1) if both is None else both, second]
            played = sorted(one.keys() & other.keys())
            if played:
                found.append(
                    Meeting(
                        number,
                        first,
                        second,
                        tuple(one[place] for place in played),
                        tuple(other[place] for place in played),
                    )
                )
    return found


_RATED_WORDS = 1000
"""The number of words of a race that are rated; more would not reduce the uncertainty."""


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
