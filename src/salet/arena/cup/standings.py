"""Standings, counted again from the records whenever they are asked for.

Ratings are openskill's (the Plackett-Luce model), with uncertainty. Every round of a duel is a
rated game: the bot that pays less wins it. In a race every word is one, with all bots that raced on
it. Games are rated in the order of the schedule, so that the ratings do not depend on the number of
workers.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import TYPE_CHECKING, Any, TypeAlias

from salet.arena.bots.bot import seed_of
from salet.arena.bots.record import FAULTS, Verdict
from salet.arena.cup.schedule import Meeting, places, points_of
from salet.arena.store.database import plain_errors
from salet.arena.store.store import Match, Store, StoredGame, Tournament
from salet.measures import bootstrap

if TYPE_CHECKING:
    from salet.coach.regret import Regret  # loads the search, for which no table should wait


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
        return cls(rounds, fmean(differences), low, high, better, rounds - better - worse, worse)

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


Heats: TypeAlias = dict[tuple[int, int], dict[int, dict[str, StoredGame]]]


def heats(matches: Sequence[Match], games: Iterable[StoredGame]) -> Heats:
    """Return for each duel and each race its rounds, and for each round the games of its bots.

    All is in the order of the schedule. A duel is known by its round of the schedule and the number
    of its match; the matches of a round that is raced are one race, whose number is -1.
    """
    heat = {
        match.id: (match.round, -1 if match.second is None else match.number) for match in matches
    }
    found: Heats = defaultdict(dict)
    ordered = sorted(
        games, key=lambda game: (*heat[game.match_id], game.record.round, game.match_id)
    )
    for game in ordered:
        sides = found[heat[game.match_id]].setdefault(game.record.round, {})
        sides[game.record.solver] = game
    return found


def meetings(
    rounds: Sequence[Sequence[tuple[str, str]]],
    matches: Sequence[Match],
    games: Iterable[StoredGame],
) -> list[Meeting]:
    """Return all meetings so far, in order; rounds that only one has played are left out."""
    played = heats(matches, games)
    duels = {(match.round, match.first, match.second): match.number for match in matches}
    found = []
    for number, pairings in enumerate(rounds):
        for pair in pairings:
            heat = played.get((number, duels.get((number, *pair), -1)), {})
            both = [sides for sides in heat.values() if sides.keys() >= {*pair}]
            if both:
                costs = (tuple(sides[name].record.cost for sides in both) for name in pair)
                found.append(Meeting(number, *pair, *costs))
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
    for heat in heats(matches, games).values():
        playing: dict[str, StoredGame] = {}
        for place, sides in heat.items():
            if place < _RATED_WORDS and len(sides) > 1:
                playing = sides
                costs = [float(game.record.cost) for game in sides.values()]
                rated = model.rate([[current[name]] for name in sides], ranks=costs)
                current |= {name: new for name, (new,) in zip(sides, rated, strict=True)}
        for name in playing:
            curve[name].append(Rating(current[name].mu, current[name].sigma))
    return curve


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """One bot's line.

    Attributes
    ----------
    points
        1 for a match won or, in a Swiss tournament, for a bye; a half for a draw
    margin
        what it paid minus what its opponents paid, per round; negative is better
    mean_cost
        what it paid per word
    inflicted
        what its opponents paid per word that it set, or None where it set none
    not_solved, invalid, time_out, crashed
        words lost, by how
    setting_faults
        words it failed to set
    regret
        guesses given away per game against best play; None unless it was asked for
    """

    name: str
    points: float
    won: int
    drawn: int
    lost: int
    margin: float
    games: int
    mean_cost: float | None
    inflicted: float | None
    solved: int
    not_solved: int
    invalid: int
    time_out: int
    crashed: int
    setting_faults: int
    slowest_ms: float
    rating: Rating
    regret: Regret | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        regret = None if self.regret is None else self.regret._asdict()
        return {**asdict(self), "rating": self.rating.to_dict(), "regret": regret}


@dataclass(frozen=True)
class Standings:
    """A tournament's tables.

    Attributes
    ----------
    rows
        the bots from first to last: by place (`salet.arena.cup.schedule.places`), then
        by points, by margin, by name
    differences
        for each pair of bots that met, the first's cost minus the second's, round by round
    curve
        each bot's rating, match by match
    """

    tournament: str
    format: str
    schedule: str
    finished: bool
    matches: int
    matches_finished: int
    games: int
    rows: tuple[StandingsRow, ...]
    differences: dict[tuple[str, str], Difference]
    curve: dict[str, list[Rating]]

    def cross_table(self) -> list[list[Difference | None]]:
        """Return rows x rows of differences, each seen from its row's bot."""
        names = [row.name for row in self.rows]
        return [[self.difference(one, other) for other in names] for one in names]

    def difference(self, first: str, second: str) -> Difference | None:
        """Return the difference seen from the first, or None if the two did not meet."""
        if (first, second) in self.differences:
            return self.differences[first, second]
        seen = self.differences.get((second, first))
        return None if seen is None else seen.reversed()

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        names = [row.name for row in self.rows]
        table = {one: {other: self.difference(one, other) for other in names} for one in names}
        return {
            "tournament": self.tournament,
            "format": self.format,
            "schedule": self.schedule,
            "finished": self.finished,
            "matches": self.matches,
            "matches_finished": self.matches_finished,
            "games": self.games,
            "standings": [row.to_dict() for row in self.rows],
            "cross_table": {
                one: {other: seen.to_dict() for other, seen in line.items() if seen is not None}
                for one, line in table.items()
            },
            "win_matrix": {
                one: {other: None if seen is None else seen.won for other, seen in line.items()}
                for one, line in table.items()
            },
            "rating_curve": {
                name: [rating.to_dict() for rating in curve] for name, curve in self.curve.items()
            },
        }


def standings_of(store: Store, tournament: Tournament) -> Standings:
    """Count everything from the records; `StoreError` if they do not fit together."""
    with plain_errors(store.where):
        names, schedule = list(tournament.bots), tournament.cup["schedule"]
        matches, games = store.matches(tournament), store.all_games(tournament)
        _check_complete(matches, games)
        rounds = store.rounds(tournament)
        met = meetings(rounds, matches, games)
        curve = rating_curve(names, matches, games)
        rows = [
            _row(name, games, met, points_of(schedule, name, rounds, met), curve[name][-1])
            for name in names
        ]
        place = places(schedule, names, rounds, met)
        rows.sort(key=lambda row: (place[row.name], -row.points, row.margin, row.name))
        return Standings(
            tournament.name,
            tournament.cup["format"],
            schedule,
            tournament.finished is not None,
            len(matches),
            sum(match.finished is not None for match in matches),
            len(games),
            tuple(rows),
            _differences(met),
            curve,
        )


def _check_complete(matches: Sequence[Match], games: Sequence[StoredGame]) -> None:
    """Raise an error if a game that was written is missing, or there twice."""
    numbers: dict[int, list[int]] = defaultdict(list)
    for game in games:
        numbers[game.match_id].append(game.record.number)
    for match in matches:
        found = sorted(numbers[match.id])
        if found != list(range(match.games or 0 if match.finished else len(found))):
            raise ValueError(f"a game of match {match.number} is missing or there twice")


def _row(
    name: str, games: Sequence[StoredGame], met: Sequence[Meeting], points: float, rating: Rating
) -> StandingsRow:
    mine = [game.record for game in games if game.record.solver == name]
    set_by_me = [game.record for game in games if game.record.setter == name]
    mine_met = [one for one in met if name in (one.first, one.second)]
    outcomes = Counter(one.points(name) for one in mine_met)
    differences = [
        difference if one.first == name else -difference
        for one in mine_met
        for difference in one.differences
    ]
    verdicts = Counter(record.verdict for record in mine)
    slowest = max((max(record.microseconds, default=0) for record in mine), default=0)
    return StandingsRow(
        name=name,
        points=points,
        won=outcomes[1.0],
        drawn=outcomes[0.5],
        lost=outcomes[0.0],
        margin=fmean(differences) if differences else 0.0,
        games=len(mine),
        mean_cost=fmean(record.cost for record in mine) if mine else None,
        inflicted=fmean(record.cost for record in set_by_me) if set_by_me else None,
        solved=verdicts[Verdict.SOLVED],
        not_solved=verdicts[Verdict.NOT_SOLVED],
        invalid=verdicts[Verdict.INVALID],
        time_out=verdicts[Verdict.TIME_OUT],
        crashed=verdicts[Verdict.CRASHED],
        setting_faults=sum(record.setter_verdict in FAULTS for record in set_by_me),
        slowest_ms=slowest / 1000,
        rating=rating,
    )


def _differences(met: Sequence[Meeting]) -> dict[tuple[str, str], Difference]:
    rounds: dict[tuple[str, str], list[int]] = defaultdict(list)
    for one in met:
        if (one.second, one.first) in rounds:  # a ladder may turn a pair around
            rounds[one.second, one.first] += [-difference for difference in one.differences]
        else:
            rounds[one.first, one.second] += one.differences
    return {pair: Difference.of(seen, seed_of(*pair)) for pair, seen in rounds.items()}
