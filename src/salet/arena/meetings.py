"""Who met whom and what each paid, round by round: what every table is counted from."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from salet.arena.schedule import Result

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from salet.arena.store import Store
    from salet.arena.stored import Match, StoredGame, Tournament


@dataclass(frozen=True)
class Meeting:
    """Two bots on the same rounds: a duel, or their two races on the same words.

    Attributes
    ----------
    first_costs, second_costs
        what each paid, round by round
    """

    round: int
    first: str
    second: str
    first_costs: tuple[int, ...]
    second_costs: tuple[int, ...]

    @cached_property
    def differences(self) -> tuple[int, ...]:
        """What the first paid minus what the second paid, round by round."""
        return tuple(
            one - other for one, other in zip(self.first_costs, self.second_costs, strict=True)
        )

    @property
    def result(self) -> Result:
        """The match's outcome."""
        return Result(self.round, self.first, self.second, sum(self.differences))


def meetings(store: Store, tournament: Tournament) -> list[Meeting]:
    """Return all meetings so far, in order; rounds that only one has played are left out."""
    return meetings_of(
        store.rounds(tournament), store.matches(tournament), store.all_games(tournament)
    )


def meetings_of(
    rounds: Sequence[Sequence[tuple[str, str]]],
    matches: Sequence[Match],
    games: Iterable[StoredGame],
) -> list[Meeting]:
    """Return the meetings of records that are at hand."""
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


def results_of(found: Iterable[Meeting]) -> list[Result]:
    """Return the outcomes."""
    return [meeting.result for meeting in found]
