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


def race_words(game: Game, count: int, seed: int | str, round_number: int) -> tuple[str, ...]:
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
    while len(history) < 2 * rounds:
        pairs = ((first, second), (second, first))
        games = [
            _with_word(umpire, solver, setter, len(history) + place, history)
            for place, (solver, setter) in enumerate(pairs)
        ]
        for place, (solver, setter) in enumerate(pairs):
            game = games[place]
            if game.setter_verdict is None:
                request = umpire.request(solver, setter, game.round, history)
                games[place] = umpire.play(game, solver, request, umpire.honest(game.answer))
        history = (*history, *games)
        yield games


def _with_word(
    umpire: Umpire, solver: Seat, setter: Seat, number: int, history: tuple[GameRecord, ...]
) -> GameRecord:
    """Return a game before its first guess: with its word, or over by the setter's fault."""
    game = _new_game(solver, setter, number)
    try:
        word = umpire.word_from(setter, umpire.request(setter, solver, game.round, history))
    except Fault as fault:
        message = f"{setter.name} {fault.message}"
        game = replace(game, setter_verdict=fault.verdict, message=message)
    else:
        game = replace(game, answer=word)
    return replace(game, set_microseconds=setter.last_microseconds)


def _new_game(solver: Seat, setter: Seat, number: int) -> GameRecord:
    return GameRecord(number, number // 2, solver.name, setter.name, "", "", Verdict.SOLVED, GIFT)


def play_responder(
    umpire: Umpire, first: Seat, second: Seat, rounds: int, done: Sequence[GameRecord]
) -> Iterator[list[GameRecord]]:
    """Play the rounds that are not done yet; each gives two games, that of `first` first."""
    history = tuple(done)
    while len(history) < 2 * rounds:
        games = [
            _respond_to(umpire, solver, setter, len(history) + place, history)
            for place, (solver, setter) in enumerate(((first, second), (second, first)))
        ]
        history = (*history, *games)
        yield games


def _respond_to(
    umpire: Umpire, solver: Seat, setter: Seat, number: int, history: tuple[GameRecord, ...]
) -> GameRecord:
    game = _new_game(solver, setter, number)
    asked = umpire.request(setter, solver, game.round, history)
    left = list(asked.candidates)
    taken = 0

    def respond(position: Position, guess: str) -> Reply:
        nonlocal taken
        try:
            return umpire.reply_from(setter, asked, position, guess, left)
        finally:
            taken += setter.last_microseconds

    request = umpire.request(solver, setter, game.round, history)
    game = umpire.play(game, solver, request, respond)
    # Where the word was not found, the first that still fits stands for it.
    answer = left[0] if left and not game.verdict.is_fault else ""
    return replace(game, answer=answer, set_microseconds=taken)
