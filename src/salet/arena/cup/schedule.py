"""Which bots meet: round robin, Swiss, ladder, knockout.

A schedule is asked for the next rounds when all earlier ones are played. It depends on the
entrants' order, the seed and the results alone, so it comes out the same whenever it is asked.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from salet.arena.bots.bot import seed_of

Pairing: TypeAlias = tuple[str, str]
Rounds: TypeAlias = list[list[Pairing]]


@dataclass(frozen=True)
class Meeting:
    """Two bots on the same rounds: a duel, or their two races on the same words.

    Attributes
    ----------
    round
        the round of the schedule
    first_costs, second_costs
        what each paid, round by round of the match
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

    @cached_property
    def winner(self) -> str | None:
        """The bot that paid less over the whole match, or None for a draw."""
        margin = sum(self.differences)
        return None if margin == 0 else self.first if margin < 0 else self.second

    def points(self, name: str) -> float:
        """Return 1 for a win, a half for a draw, 0 for a loss."""
        return 0.5 if self.winner is None else float(self.winner == name)


@dataclass(frozen=True, slots=True)
class SoFar:
    """What a schedule goes by.

    Attributes
    ----------
    names
        the bots in the order of the cup
    wanted
        rounds of a Swiss tournament or a ladder; None for as many as it takes
    """

    names: Sequence[str]
    played: Rounds
    results: Sequence[Meeting]
    wanted: int | None = None
    seed: int | str = 0


Schedule: TypeAlias = Callable[[SoFar], Rounds]
"""Returns the next rounds, none when all is played."""


def round_robin(so_far: SoFar) -> Rounds:
    """Let everyone meet everyone once, in rounds in which nobody plays twice (circle method).

    >>> round_robin(SoFar(["a", "b", "c"], [], []))
    [[('b', 'c')], [('a', 'c')], [('a', 'b')]]
    """
    names = so_far.names
    circle: list[str | None] = list(names)
    if len(circle) % 2:
        circle.append(None)
    rounds = []
    for _ in range(max(1, len(circle) - 1)):
        half = len(circle) // 2
        meetings = zip(circle[:half], reversed(circle[half:]), strict=True)
        rounds.append(_in_order(names, [(a, b) for a, b in meetings if a and b]))
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return rounds[len(so_far.played) :]


def swiss(so_far: SoFar) -> Rounds:
    """Pair bots of equal points that have not met; the one left over has a bye (1 point).

    Ties in points are broken by the total margin, then by lot.
    """
    names, played = so_far.names, so_far.played
    wanted = math.ceil(math.log2(len(names))) if so_far.wanted is None else so_far.wanted
    if len(played) >= wanted:
        return []
    margins = dict.fromkeys(names, 0)
    for result in so_far.results:
        margins[result.first] += sum(result.differences)
        margins[result.second] -= sum(result.differences)
    byes = {name: byes_of(name, played) for name in names}
    place, lots = places("swiss", names, played, so_far.results), _lots(names, so_far.seed)
    ranked = sorted(names, key=lambda name: (place[name], margins[name], lots[name]))
    if len(ranked) % 2:
        # The last of those with fewest byes sits out.
        fewest = min(byes.values())
        ranked.remove([name for name in ranked if byes[name] == fewest][-1])
    met = {frozenset(pairing) for pairings in played for pairing in pairings}
    return [_in_order(names, _pair_up(ranked, met) or _pair_up(ranked, set()) or [])]


def ladder(so_far: SoFar) -> Rounds:
    """Let neighbours on the ladder meet, odd and even rungs in turn; a lower winner moves up."""
    names, played = so_far.names, len(so_far.played)
    wanted = len(names) if so_far.wanted is None else so_far.wanted
    if played >= wanted or len(names) < 2:
        return []
    order = ladder_order(names, so_far.results)
    start = played % 2 if len(names) > 2 else 0
    return [[(order[i], order[i + 1]) for i in range(start, len(order) - 1, 2)]]


def ladder_order(names: Sequence[str], results: Sequence[Meeting]) -> list[str]:
    """Return the ladder from the top after all `results`."""
    order = list(names)
    for result in sorted(results, key=lambda result: result.round):
        upper, lower = order.index(result.first), order.index(result.second)
        if result.winner is not None and order.index(result.winner) == max(upper, lower):
            order[upper], order[lower] = order[lower], order[upper]
    return order


def knockout(so_far: SoFar) -> Rounds:
    """Let winners meet winners until one is left; the order of the cup is the seeding.

    The first bots of the cup have byes if their number is not a power of two. After a draw the bot
    that stands higher in the cup goes on.
    """
    names, played = so_far.names, len(so_far.played)
    size = 1 << math.ceil(math.log2(len(names)))
    bracket: list[str | None] = [None] * size
    for place, rank in enumerate(_seeding(size)):
        bracket[place] = names[rank] if rank < len(names) else None
    beaten = {(result.round, _loser(result, names)) for result in so_far.results}
    for number in range(played):
        bracket = [
            next((name for name in pair if name is not None and (number, name) not in beaten), None)
            for pair in zip(bracket[::2], bracket[1::2], strict=True)
        ]
    pairs = zip(bracket[::2], bracket[1::2], strict=False)  # the winner has no other
    meetings = [(a, b) for a, b in pairs if a is not None and b is not None]
    return [_in_order(names, meetings)] if meetings else []


def places(
    schedule: str, names: Sequence[str], played: Rounds, results: Sequence[Meeting]
) -> dict[str, float]:
    """Return what ranks bots before their margin; less is better.

    On a ladder the rung, in a knockout how far a bot came, else its points.

    >>> met = [Meeting(0, "b", "c", (7,), (4,)), Meeting(1, "a", "c", (4,), (4,))]
    >>> places("knockout", ["a", "b", "c"], [[("b", "c")], [("a", "c")]], met)
    {'a': -inf, 'b': 0, 'c': -1}
    """
    if schedule == "ladder":
        return {name: rung for rung, name in enumerate(ladder_order(names, results))}
    if schedule == "knockout":
        beaten = {_loser(result, names): -result.round for result in results}
        return {name: beaten.get(name, -math.inf) for name in names}
    return {name: -points_of(schedule, name, played, results) for name in names}


def points_of(schedule: str, name: str, played: Rounds, results: Sequence[Meeting]) -> float:
    """Return a bot's points; a bye in a Swiss tournament is one."""
    byes = byes_of(name, played) if schedule == "swiss" else 0
    return byes + sum(one.points(name) for one in results if name in (one.first, one.second))


SCHEDULES: dict[str, Schedule] = {
    "round-robin": round_robin,
    "swiss": swiss,
    "ladder": ladder,
    "knockout": knockout,
}


def _loser(result: Meeting, names: Sequence[str]) -> str:
    if result.winner is not None:
        return result.second if result.winner == result.first else result.first
    return max(result.first, result.second, key=list(names).index)


def _seeding(size: int) -> list[int]:
    """Return ranks in the order of the bracket, so that the best meet last.

    >>> _seeding(8)
    [0, 7, 3, 4, 1, 6, 2, 5]
    """
    order = [0]
    while len(order) < size:
        order = [rank for high in order for rank in (high, 2 * len(order) - 1 - high)]
    return order


def _pair_up(ranked: list[str], met: set[frozenset[str]]) -> list[Pairing] | None:
    """Pair the first with the next that it has not met, so that the rest can be paired too."""
    if not ranked:
        return []
    first, *rest = ranked
    for other in rest:
        if frozenset((first, other)) not in met:
            later = _pair_up([name for name in rest if name != other], met)
            if later is not None:
                return [(first, other), *later]
    return None


def byes_of(name: str, played: Rounds) -> int:
    """Return in how many rounds a bot has sat out."""
    return sum(all(name not in pairing for pairing in pairings) for pairings in played)


def _lots(names: Sequence[str], seed: int | str) -> dict[str, int]:
    lots = list(range(len(names)))
    random.Random(seed_of(seed, "lots")).shuffle(lots)
    return dict(zip(names, lots, strict=True))


def _in_order(names: Sequence[str], pairings: Sequence[Pairing]) -> list[Pairing]:
    """Name the bot that is higher in the cup first, so that a meeting is written one way."""
    place = {name: number for number, name in enumerate(names)}
    return sorted(
        ((a, b) if place[a] < place[b] else (b, a) for a, b in pairings),
        key=lambda pairing: (place[pairing[0]], place[pairing[1]]),
    )
