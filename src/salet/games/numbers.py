"""Numbers with Wordle's colours: Nerdle's equations such as ``12+46=58``, and Primel's primes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from salet.errors import InvalidError
from salet.games.wordle import Coloured
from salet.words.lexicon import Lexicon

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Nerdle(Coloured):
    """Equations of 5 to 8 places; ``identities=yes`` adds identities such as ``123=123``.

    >>> game = Nerdle(6)
    >>> len(game.answers), game.answers[0], str(game.replies[game.reply("3+9=12", "9*8=72")])
    (206, '1+9=10', '--yg-g')
    """

    rule = "nerdle-1"
    about = """Nerdle: an answer is an equation such as 12+46=58. Left of its one = stand positive
        numbers without leading zeros and the signs + - * / with the usual precedence; right of it
        stands the exact value, a whole number of 0 or more."""

    def __init__(self, places: int = 8, *, identities: bool = False) -> None:
        name = f"nerdle({places}{',identities=yes' * identities})"
        if not 5 <= places <= 8:
            raise InvalidError(f"{name}: equations have 5 to 8 places")
        if identities and places % 2 == 0:
            raise InvalidError(f"{name}: an identity such as 12=12 has an odd number of places")
        codes = list(equations(places))
        if identities:
            half = places // 2
            codes += [f"{number}={number}" for number in range(10 ** (half - 1), 10**half)]
        super().__init__(Lexicon.of_codes(name, codes, "equation"))


class _Terms(NamedTuple):
    """Left sides of one length: each is (`done` + `last`) / `below`, `last` being its last term."""

    texts: list[str]
    done: NDArray[np.int64]
    last: NDArray[np.int64]
    below: NDArray[np.int64]


def equations(places: int) -> Iterator[str]:
    """Give every equation of that length that has a sign, in no order.

    >>> sorted(equations(5))[:4]
    ['1*1=1', '1*2=2', '1*3=3', '1*4=4']
    """
    import numpy as np

    sides: dict[int, _Terms] = {}
    for length in range(1, places - 1):
        digits = places - 1 - length
        least, beyond = (0 if digits == 1 else 10 ** (digits - 1)), 10**digits
        room = length <= places - 4  # for one more sign, number and value
        plain = np.arange(10 ** (length - 1), 10**length if room else 0)
        grown = [_Terms([*map(str, plain)], 0 * plain, plain, 0 * plain + 1)]
        for sign, before, numbers in _one_more(sides, length):
            done, last, below = np.broadcast_arrays(*_joined(sign, before, numbers))
            value, rest = np.divmod(done + last, below)
            for row, column in np.argwhere((rest == 0) & (least <= value) & (value < beyond)):
                yield f"{before.texts[row]}{sign}{numbers[column]}={value[row, column]}"
            if room:
                texts = [f"{text}{sign}{number}" for text in before.texts for number in numbers]
                grown.append(_Terms(texts, done.ravel(), last.ravel(), below.ravel()))
        texts = [text for terms in grown for text in terms.texts]
        sides[length] = _Terms(
            texts, *map(np.concatenate, zip(*(terms[1:] for terms in grown), strict=True))
        )


def _one_more(
    sides: dict[int, _Terms], length: int
) -> Iterator[tuple[str, _Terms, NDArray[np.int64]]]:
    """Give each way to make left sides of a length from a shorter one, a sign and a number."""
    import numpy as np

    for before in range(1, length - 1):
        digits = length - 1 - before
        for sign in "+-*/":
            yield sign, sides[before], np.arange(10 ** (digits - 1), 10**digits)


def _joined(
    sign: str, before: _Terms, number: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return `done`, `last` and `below` of every left side with every number after it."""
    done, last, below = (part[:, None] for part in before[1:])
    if sign == "*":
        return done, last * number, below
    if sign == "/":
        return done * number, last, below * number
    return done + last, below * (number if sign == "+" else -number), below


class Primel(Coloured):
    """Prime numbers of some digits.

    >>> game = Primel()
    >>> len(game.answers), game.answers[0], str(game.replies[game.reply("10007", "70001")])
    (8363, '10007', 'ygggy')
    """

    rule = "primel-1"
    about = "Primel: an answer is a prime number."

    def __init__(self, digits: int = 5) -> None:
        name = "primel" if digits == 5 else f"primel({digits})"
        if not 2 <= digits <= 5:
            raise InvalidError(f"{name}: the primes have 2 to 5 digits")
        beyond = 10**digits
        prime = bytearray([1]) * beyond
        for number in range(2, int(beyond**0.5) + 1):
            prime[number * number :: number] = bytes(len(range(number * number, beyond, number)))
        primes = [str(number) for number in range(beyond // 10, beyond) if prime[number]]
        super().__init__(Lexicon.of_codes(name, primes, "prime"))
