"""Mastermind: a peg in its place is told by a black peg, one of its colour elsewhere by a white."""

from __future__ import annotations

from collections import Counter
from itertools import product
from string import ascii_lowercase as letters
from typing import TYPE_CHECKING

from salet.errors import InvalidError
from salet.games.game import Game, Replies, Symmetry
from salet.words.lexicon import Lexicon

if TYPE_CHECKING:
    from salet.games.game import Codes, Places

_MOST_CODES = 10_000


class Mastermind(Game):
    """Mastermind with codes such as ``aabb``; the reply ``1.2`` is one black and two white pegs.

    >>> game = Mastermind(4, 6)
    >>> len(game.answers), str(game.replies[game.reply("aabb", "abca")]), game.name
    (1296, '1.2', 'mastermind(4,6)')
    """

    rule = "mastermind-1"
    example = "aabb:1.2 abcd:0.3"

    def __init__(self, pegs: int = 4, colours: int = 6) -> None:
        name = f"mastermind({pegs},{colours})"
        if pegs < 1 or not 2 <= colours <= len(letters):
            raise InvalidError(f"{name}: give 1 peg or more and 2 to {len(letters)} colours")
        if pegs * colours.bit_length() > 64 or colours**pegs > _MOST_CODES:
            raise InvalidError(f"{name} has more than {_MOST_CODES:,} codes, too many to play")
        codes = map("".join, product(letters[:colours], repeat=pegs))
        counts = [(black, white) for black in range(pegs + 1) for white in range(pegs + 1 - black)]
        counts = [pair for pair in counts if pair != (pegs - 1, 1)]  # the last peg has its place
        self._numbers = {pair: number for number, pair in enumerate(counts)}
        texts = [f"{black}.{white}" for black, white in counts]
        replies = Replies(texts, solved=f"{pegs}.0", form="black.white, as in 1.2")
        super().__init__(Lexicon.of_codes(name, codes), replies)
        self.symmetry = Symmetry(letters[:colours], places=True)

    def reply(self, guess: str, answer: str) -> int:
        """Count the pegs in their place, then those of the right colour elsewhere."""
        black = sum(one == other for one, other in zip(guess, answer, strict=True))
        return self._numbers[black, (Counter(guess) & Counter(answer)).total() - black]

    def fill(self, guesses: Places, answers: Places, codes: Codes) -> None:
        import numpy as np

        numbers, copies = self.lexicon.letters.numbers, self.lexicon.letters.copies
        equal = numbers[guesses][:, None] == numbers[answers]
        common = np.minimum(copies[guesses][:, None], copies[answers]).sum(axis=2)
        black = equal.sum(axis=2)
        for (blacks, whites), number in self._numbers.items():
            codes[(black == blacks) & (common == blacks + whites)] = number
