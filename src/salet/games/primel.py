"""Primel: prime numbers of five digits, with Wordle's colours."""

from __future__ import annotations

from salet.errors import InvalidError
from salet.games.wordle import Coloured
from salet.words.lexicon import Lexicon


class Primel(Coloured):
    """Prime numbers of some digits.

    >>> game = Primel()
    >>> len(game.answers), game.answers[0], str(game.replies[game.reply("10007", "70001")])
    (8363, '10007', 'ygggy')
    """

    rule = "primel-1"

    def __init__(self, digits: int = 5) -> None:
        name = "primel" if digits == 5 else f"primel({digits})"
        if not 2 <= digits <= 5:
            raise InvalidError(f"{name}: the primes have 2 to 5 digits")
        beyond = 10**digits
        prime = bytearray([1]) * beyond
        for number in range(2, int(beyond**0.5) + 1):
            prime[number * number :: number] = bytes(len(range(number * number, beyond, number)))
        primes = [str(number) for number in range(beyond // 10, beyond) if prime[number]]
        super().__init__(Lexicon.of_codes(name, primes))
