"""Duel: two bots set words for each other, over many rounds.

In each round both set a word, neither knowing the other's; then each solves the word that the
other set. Afterwards both games are known to both. A word that was an answer in an earlier round
may not be set again. So nobody gains by going first, and the whole state of a duel is its
finished games: it can be taken up again after any round.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from salet.arena.record import GameRecord
from salet.arena.referee import honest
from salet.arena.verdict import GIFT, Fault, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from salet.arena.player import Seat
    from salet.arena.referee import Referee


def play_duel(
    referee: Referee, first: Seat, second: Seat, rounds: int, done: Sequence[GameRecord]
) -> Iterator[list[GameRecord]]:
    """Play the rounds that are not done yet; each gives two games, that of `first` first."""
    history = tuple(done)
    for round_number in range(len(done) // 2, rounds):
        used = {game.answer for game in history}
        games: list[GameRecord] = []
        words = [
            _set_word(referee, setter, solver, round_number, history, used)
            for solver, setter in ((first, second), (second, first))
        ]
        for solver, setter, (word, fault, taken) in zip(
            (first, second), (second, first), words, strict=True
        ):
            record = GameRecord(
                len(history) + len(games),
                round_number,
                solver.name,
                setter.name,
                word,
                "",
                Verdict.SOLVED,
                GIFT,
                set_microseconds=taken,
                setter_verdict=None if fault is None else fault.verdict,
                message="" if fault is None else f"{setter.name} {fault.message}",
            )
            if fault is None:
                request = referee.request(solver, setter, round_number, history)
                record = referee.play(record, solver, request, honest(word))
            games.append(record)
        history = (*history, *games)
        yield games


def _set_word(
    referee: Referee,
    setter: Seat,
    solver: Seat,
    round_number: int,
    history: tuple[GameRecord, ...],
    used: set[str],
) -> tuple[str, Fault | None, int]:
    """Return the word, or the fault, and the time taken."""
    request = referee.request(setter, solver, round_number, history)
    try:
        word = referee.word_from(setter, request, used)
    except Fault as fault:
        return "", fault, setter.last_microseconds
    return word, None, setter.last_microseconds
