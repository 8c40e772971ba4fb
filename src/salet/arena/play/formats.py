"""Race, duel and responder: who sets the words of a match, and who solves them.

Race: every bot on the same seeded words; each plays alone.

Duel: two bots set words for each other, over many rounds. In each round both set a word, neither
knowing the other's; then each solves the word that the other set. Afterwards both games are known
to both. A word that was an answer in an earlier round may not be set again. So nobody gains by
going first, and the whole state of a duel is its finished games: it can be taken up again after
any round.

Responder: as a duel, but the setter fixes no word and answers every guess as it likes. Each
pattern must leave at least one answer possible that was not found earlier in the match; a pattern
that leaves none is a lie, and costs the setter the game.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from salet.arena.bots.bot import seed_of
from salet.arena.bots.player import Seat
from salet.arena.bots.record import GIFT, Fault, GameRecord, Verdict
from salet.arena.play.umpire import Umpire
from salet.errors import InvalidError
from salet.games.game import Game, Reply
from salet.games.position import Position


def race_words(game: Game, count: int, seed: int, round_number: int) -> tuple[str, ...]:
    """Draw the words of one round, the same for every bot.

    >>> from salet.games.wordle import Wordle
    >>> game = Wordle("original")
    >>> race_words(game, 3, 1, 0) == race_words(game, 3, 1, 0) != race_words(game, 3, 1, 1)
    True
    """
    if count > len(game.answers):
        raise InvalidError(
            f"a race of {count:,} words needs as many answers; {game.name} has "
            f"{len(game.answers):,}"
        )
    draw = random.Random(seed_of(seed, "race", round_number))
    return tuple(draw.sample(game.answers, count))


def play_race(
    umpire: Umpire, seat: Seat, words: Sequence[str], done: Sequence[GameRecord]
) -> Iterator[list[GameRecord]]:
    """Play the words that are not done yet, one game at a time."""
    for number in range(len(done), len(words)):
        request = umpire.request(seat, None, number, ())
        yield [umpire.play_word(number, number, words[number], seat, request)]


def play_duel(
    umpire: Umpire, first: Seat, second: Seat, rounds: int, done: Sequence[GameRecord]
) -> Iterator[list[GameRecord]]:
    """Play the rounds that are not done yet; each gives two games, that of `first` first."""
    history = tuple(done)
    for round_number in range(len(done) // 2, rounds):
        used = {game.answer for game in history}
        games: list[GameRecord] = []
        words = [
            _set_word(umpire, setter, solver, round_number, history, used)
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
                request = umpire.request(solver, setter, round_number, history)
                record = umpire.play(record, solver, request, umpire.honest(word))
            games.append(record)
        history = (*history, *games)
        yield games


def _set_word(
    umpire: Umpire,
    setter: Seat,
    solver: Seat,
    round_number: int,
    history: tuple[GameRecord, ...],
    used: set[str],
) -> tuple[str, Fault | None, int]:
    """Return the word, or the fault, and the time taken."""
    request = umpire.request(setter, solver, round_number, history)
    try:
        word = umpire.word_from(setter, request, used)
    except Fault as fault:
        return "", fault, setter.last_microseconds
    return word, None, setter.last_microseconds


def play_responder(
    umpire: Umpire, first: Seat, second: Seat, rounds: int, done: Sequence[GameRecord]
) -> Iterator[list[GameRecord]]:
    """Play the rounds that are not done yet; each gives two games, that of `first` first."""
    history = tuple(done)
    for round_number in range(len(done) // 2, rounds):
        games = [
            _play_one(umpire, solver, setter, round_number, history, len(history) + place)
            for place, (solver, setter) in enumerate(((first, second), (second, first)))
        ]
        history = (*history, *games)
        yield games


def _play_one(
    umpire: Umpire,
    solver: Seat,
    setter: Seat,
    round_number: int,
    history: tuple[GameRecord, ...],
    number: int,
) -> GameRecord:
    asked = umpire.request(setter, solver, round_number, history)
    left = list(asked.candidates)
    taken = 0

    def respond(position: Position, guess: str) -> Reply:
        nonlocal taken
        try:
            return umpire.reply_from(setter, asked, position, guess, left)
        finally:
            taken += setter.last_microseconds

    record = GameRecord(number, round_number, solver.name, setter.name, "", "", Verdict.SOLVED, 0)
    request = umpire.request(solver, setter, round_number, history)
    record = umpire.play(record, solver, request, respond)
    # Where the word was not found, the first that still fits stands for it.
    answer = left[0] if left and not record.verdict.is_fault else ""
    return replace(record, answer=answer, set_microseconds=taken)
