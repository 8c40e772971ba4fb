"""Mastermind of which only the black pegs are told: how many pegs are in their place."""

from __future__ import annotations

from string import ascii_lowercase as letters

from salet.games.pegs import PegGame, PegReplies, check_size


class Blackpegs(PegGame):
    """Mastermind that tells only the black pegs; the reply is their number.

    >>> game = Blackpegs(3, 4)
    >>> len(game.answers), str(game.replies[game.reply("aab", "aba")]), game.name
    (64, '1', 'blackpegs(3,4)')
    """

    rule = "blackpegs-1"

    def __init__(self, pegs: int = 4, colours: int = 6) -> None:
        name = check_size("blackpegs({},{})", pegs, colours)
        replies = PegReplies(pegs, "{}", whites=False)
        super().__init__(name, letters[:colours], replies, repeats=True)
