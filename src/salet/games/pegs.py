"""Codes of pegs: what Mastermind, Bulls and Cows and their like share.

A black peg tells of a symbol in its place, a white one of a symbol elsewhere in the code. People
write the two counts in several ways, and all of them are read: ``1.2``, ``1b2w``, ``1b2c``,
``1a2b``, or one sign per peg in any order, as in ``bww-`` and ``⚫⚪⚪``.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from itertools import permutations, product
from math import perm
from typing import TYPE_CHECKING

from salet.errors import InvalidError, counted
from salet.games.game import Game, Replies, Symmetry, TextReply
from salet.words.lexicon import Lexicon

if TYPE_CHECKING:
    from collections.abc import Callable

    from salet.games.game import Codes, Places

MOST_CODES = 1 << 15
"""The table of as many codes has 1 GB, the most that is stored."""
MOST_PEGS = 15

_COUNTS = re.compile(r"(\d\d?)\.(\d\d?)|(\d\d?)a(\d\d?)b|(?=.)(?:(\d\d?)b)?(?:(\d\d?)[wc])?")
_SIGN = {sign: kind for kind, signs in enumerate(("b●⚫", "wc○⚪", "-_·➖")) for sign in signs}
_DRAWN = {"emoji": ("⚫", "⚪", "➖"), "pegs": ("●", "○", "·")}
_DRAWN["contrast"] = _DRAWN["emoji"]


@dataclass(frozen=True, slots=True)
class PegReply(TextReply):
    """How many pegs are black and how many white, of how many."""

    black: int
    white: int
    pegs: int

    def to_text(self, style: str = "text") -> str:
        """Write the counts, or draw the pegs."""
        if style not in _DRAWN:
            return self.text
        black, white, none = _DRAWN[style]
        return (black * self.black + white * self.white).ljust(self.pegs, none)


class PegReplies(Replies):
    """Every pair of counts, but for that with one peg alone out of its place.

    >>> replies = PegReplies(4, "{}.{}")
    >>> [str(replies.read(text)) for text in ("1.2", "bww-", "w-bw", "1b2c", "⚪⚪⚫", "4b")]
    ['1.2', '1.2', '1.2', '1.2', '1.2', '4.0']
    """

    def __init__(self, pegs: int, form: str, *, whites: bool = True) -> None:
        self.pegs = pegs
        most = pegs if whites else 0
        pairs = [(b, w) for b in range(pegs + 1) for w in range(min(most, pegs - b) + 1)]
        self.pairs = [pair for pair in pairs if pair != (pegs - 1, 1)]
        self.numbers = {pair: number for number, pair in enumerate(self.pairs)}
        texts = [form.format(*pair) for pair in self.pairs]
        super().__init__(texts, texts[-1], f"{form.format(1, 2)} or b{'ww' * whites}-")

    def __getitem__(self, code: int) -> PegReply:
        one = super().__getitem__(code)
        return PegReply(one.code, one.to_text(), one.solved, *self.pairs[code], self.pegs)

    def read(self, text: str) -> PegReply:
        typed = text.strip().replace("\ufe0f", "").casefold()
        signs = Counter(_SIGN.get(sign) for sign in typed)
        counts = None
        if None not in signs and 0 < len(typed) <= self.pegs:
            counts = signs[0], signs[1]
        elif found := _COUNTS.fullmatch(typed):
            black, white = (found[1] or found[3] or found[5]), (found[2] or found[4] or found[6])
            counts = int(black or 0), int(white or 0)
        number = self.numbers.get(counts) if counts else None
        return self[super().read(text).code if number is None else number]


class PegGame(Game):
    """Codes over some symbols, each of them as often as one likes, or once at most."""

    replies: PegReplies

    def __init__(self, name: str, symbols: str, replies: PegReplies, *, repeats: bool) -> None:
        pegs = replies.pegs
        codes = product(symbols, repeat=pegs) if repeats else permutations(symbols, pegs)
        super().__init__(Lexicon.of_codes(name, map("".join, codes)), replies)
        self.symmetry = Symmetry(symbols, places=True)
        self._whites = len(replies) > replies.pegs + 1

    def reply(self, guess: str, answer: str) -> int:
        """Count the pegs in their place, then those of the right colour elsewhere."""
        black = sum(one == other for one, other in zip(guess, answer, strict=True))
        common = (Counter(guess) & Counter(answer)).total() if self._whites else black
        return self.replies.numbers[black, common - black]

    @property
    def sign(self) -> str:
        return "symbol"

    def tell_rule(self) -> str:
        whites = ", and how many more are in the answer at other places" * self._whites
        return f"After each guess you are told how many symbols are at the right place{whites}."

    def tell_reply(self, guess: str, code: int) -> str:  # noqa: ARG002
        black, white = self.replies.pairs[code]
        more = f", {white} more in the answer at other places" * self._whites
        return f"{counted(black, 'symbol')} at the right place{more}"

    def fill(self, guesses: Places, answers: Places, codes: Codes) -> None:
        import numpy as np

        letters = self.lexicon.letters
        numbers, copies = letters.numbers.astype(np.uint8), letters.copies
        truths = letters.truths[answers]
        black, common = np.zeros((2, *codes.shape), np.uint8)
        for place in range(numbers.shape[1]):
            black += numbers[guesses, place][:, None] == numbers[truths, place]
        if not self._whites:
            codes[:] = black
            return
        for letter in range(copies.shape[1]):
            common += np.minimum(copies[guesses, letter][:, None], copies[truths, letter])
        pegs = self.replies.pegs
        code_of = np.zeros((pegs + 1, pegs + 1), np.uint8)  # by blacks, and both together
        for (blacks, whites), number in self.replies.numbers.items():
            code_of[blacks, blacks + whites] = number
        black *= pegs + 1
        black += common
        np.take(code_of, black, out=codes, mode="clip")


def check_size(
    form: str, pegs: int, symbols: int, *, repeats: bool = True, fixed: bool = False
) -> str:
    """Return the name of a game, or say what is wrong with its parameters.

    `form` is the name with places for the pegs and the symbols, whose number may be `fixed`.
    """
    name = form.format(pegs, symbols)
    size: Callable[[int, int], int] = (lambda p, s: s**p) if repeats else (lambda p, s: perm(s, p))
    if not 1 <= pegs <= MOST_PEGS or not 2 <= symbols <= 26:
        counts = "places" if fixed else "pegs and 2 to 26 colours"
        raise InvalidError(f"{name}: give 1 to {MOST_PEGS} {counts}")
    if not repeats and pegs > symbols:
        places = "places" if fixed else "pegs"
        raise InvalidError(
            f"{name}: {symbols} symbols without repeats are too few for {pegs} {places}"
        )
    if size(pegs, symbols) > MOST_CODES:
        smaller = [(pegs, fewer) for fewer in range(2, symbols) if not fixed]
        smaller += [(fewer, symbols) for fewer in range(1, pegs)]
        fitting = [pair for pair in smaller if 1 < size(*pair) <= MOST_CODES]
        best = {pair[0] == pegs: pair for pair in fitting}  # the last of each kind is the largest
        would = " or ".join(form.format(*pair) for pair in best.values())
        raise InvalidError(
            f"{name} has {size(pegs, symbols):,} codes, more than {MOST_CODES:,}; {would} would fit"
        )
    return name
