"""Setter against guesser: the setter fixes no word but answers every guess as it likes.

Each pattern must leave at least one answer possible that was not found earlier in the match; a
pattern that leaves none is a lie, and costs the setter the game. In each round both bots guess
once and respond once.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from salet.arena.record import GameRecord
from salet.arena.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from salet.arena.player import Seat
    from salet.arena.referee import Referee
    from salet.games.colours import Pattern
    from salet.games.position import Position


def play_responder(
    referee: Referee, first: Seat, second: Seat, rounds: int, done: Sequence[GameRecord]
) -> Iterator[list[GameRecord]]:
    """Play the rounds that are not done yet; each gives two games, that of `first` first."""
    history = tuple(done)
    for round_number in range(len(done) // 2, rounds):
        games = [
            _play_one(referee, solver, setter, round_number, history, len(history) + place)
            for place, (solver, setter) in enumerate(((first, second), (second, first)))
        ]
        history = (*history, *games)
        yield games


def _play_one(
    referee: Referee,
    solver: Seat,
    setter: Seat,
    round_number: int,
    history: tuple[GameRecord, ...],
    number: int,
) -> GameRecord:
    asked = referee.request(setter, solver, round_number, history)
    left = list(asked.candidates)
    taken = 0

    def respond(position: Position, guess: str) -> Pattern:
        nonlocal taken
        try:
            return referee.pattern_from(setter, asked, position, guess, left)
        finally:
            taken += setter.last_microseconds

    record = GameRecord(number, round_number, solver.name, setter.name, "", "", Verdict.SOLVED, 0)
    request = referee.request(solver, setter, round_number, history)
    record = referee.play(record, solver, request, respond)
    # Where the word was not found, the first that still fits stands for it.
    answer = left[0] if left and not record.verdict.is_fault else ""
    return replace(record, answer=answer, set_microseconds=taken)
