"""Race: every bot on the same seeded words; each plays alone."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from salet.arena.bot import seed_of
from salet.errors import InvalidError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from salet.arena.player import Seat
    from salet.arena.record import GameRecord
    from salet.arena.referee import Referee
    from salet.words.lexicon import Lexicon


def race_words(lexicon: Lexicon, count: int, seed: int, round_number: int) -> tuple[str, ...]:
    """Draw the words of one round, the same for every bot.

    >>> from salet import Lexicon
    >>> lexicon = Lexicon.load()
    >>> race_words(lexicon, 3, 1, 0) == race_words(lexicon, 3, 1, 0) != race_words(lexicon, 3, 1, 1)
    True
    """
    if count > len(lexicon.answers):
        raise InvalidError(
            f"a race of {count:,} words needs as many answers; {lexicon.name} has "
            f"{len(lexicon.answers):,}"
        )
    draw = random.Random(seed_of(seed, "race", round_number))
    return tuple(draw.sample(lexicon.answers, count))


def play_race(
    referee: Referee, seat: Seat, words: Sequence[str], done: Sequence[GameRecord]
) -> Iterator[list[GameRecord]]:
    """Play the words that are not done yet, one game at a time."""
    for number in range(len(done), len(words)):
        request = referee.request(seat, None, number, ())
        yield [referee.play_word(number, number, words[number], seat, request)]
