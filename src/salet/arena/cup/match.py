"""Plays one match, from wherever it was left: seats the bots, starts the clocks, ends early."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass

from salet.arena.bots.bot import seed_of
from salet.arena.bots.player import Seat
from salet.arena.bots.record import GameRecord
from salet.arena.cup.cup import Cup
from salet.arena.play.formats import play_duel, play_race, play_responder, race_words
from salet.arena.play.umpire import Umpire
from salet.arena.store.store import Match

_PAIRED = {"duel": play_duel, "responder": play_responder}
_LOOKED_UP = 500
"""Games of a race that are looked up are handed over so many at a time."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a match ended.

    Attributes
    ----------
    note
        why it ended before all words were played; empty if it did not
    logs
        what each bot wrote to stderr
    """

    note: str
    logs: dict[str, str]


def play_match(
    cup: Cup, match: Match, done: Sequence[GameRecord], write: Callable[[list[GameRecord]], None]
) -> Ending:
    """Play what is not done yet; hand every round to `write` as soon as it is over."""
    looked_up = _looked_up(cup, match, done)
    if looked_up is not None:
        for games in looked_up:
            write(games)
        return Ending("", {})
    with ExitStack() as stack:
        seats = [_seat(cup, name, done, stack) for name in (match.first, match.second) if name]
        differences = _differences(match.first, done)
        note = _decided(cup, match, differences)
        if not note:
            for games in _rounds(cup, match, seats, done):
                write(games)
                differences += _differences(match.first, games)
                note = _decided(cup, match, differences)
                if note:
                    break
        return Ending(note, {seat.name: seat.player.log for seat in seats if seat.player.log})


def _seat(cup: Cup, name: str, done: Sequence[GameRecord], stack: ExitStack) -> Seat:
    player = cup.entrant(name).player(cup.game, cup.limits)
    stack.callback(player.close)
    seat = Seat(name, player, cup.limits)
    used = sum(sum(game.microseconds) for game in done if game.solver == name)
    used += sum(game.set_microseconds for game in done if game.setter == name)
    seat.seconds_used = used / 1e6
    return seat


def _rounds(
    cup: Cup, match: Match, seats: list[Seat], done: Sequence[GameRecord]
) -> Iterator[list[GameRecord]]:
    seed = seed_of(cup.seed, cup.format, match.round, match.first, match.second)
    umpire = Umpire(cup.game, cup.rules, seed)
    if cup.format == "race":
        words = race_words(cup.game, cup.words, cup.seed, match.round)
        return play_race(umpire, seats[0], words, done)
    return _PAIRED[cup.format](umpire, seats[0], seats[1], cup.words, done)


def _looked_up(
    cup: Cup, match: Match, done: Sequence[GameRecord]
) -> Iterator[list[GameRecord]] | None:
    """Return the games of a race whose player always plays the same, or None."""
    if not is_lookup(cup, match):
        return None
    from salet.arena.bots.strategist import whole_tree

    strategy = cup.entrant(match.first).strategy
    assert strategy is not None
    tree = whole_tree(strategy, cup.game, cup.rules)
    if not tree.finished:
        return None  # the strategy fails somewhere; the umpire will say how
    words = race_words(cup.game, cup.words, cup.seed, match.round)
    games = list(tree.race(match.first, words, len(done)))
    return (games[start : start + _LOOKED_UP] for start in range(0, len(games), _LOOKED_UP))


def is_lookup(cup: Cup, match: Match) -> bool:
    """Whether the match is a race of a strategy whose games can be looked up."""
    strategy = cup.entrant(match.first).strategy if cup.format == "race" else None
    return strategy is not None and strategy.traits.deterministic


def _differences(first: str, games: Sequence[GameRecord]) -> list[int]:
    """Return what the first bot paid minus what the second paid, round by round."""
    pairs = zip(games[::2], games[1::2], strict=False)
    return [a.cost - b.cost if a.solver == first else b.cost - a.cost for a, b in pairs]


def _decided(cup: Cup, match: Match, differences: list[int]) -> str:
    if cup.sprt is None:
        return ""
    decision = cup.sprt.decision(differences)
    if decision == 0:
        return ""
    better = match.first if decision < 0 else match.second
    return f"decided after {len(differences)} rounds: {better} is better"
