"""Mastermind, and its cousins: the one without white pegs, and Bulls and Cows."""

from __future__ import annotations

from string import ascii_lowercase as letters
from string import digits

from salet.games.pegs import PegGame, PegReplies, check_size


class Mastermind(PegGame):
    """Mastermind with codes such as ``aabb``; the reply ``1.2`` is one black and two white pegs.

    >>> game = Mastermind(4, 6)
    >>> len(game.answers), str(game.replies[game.reply("aabb", "abca")]), game.name
    (1296, '1.2', 'mastermind(4,6)')
    >>> len(Mastermind(3, 6, repeats=False).answers)
    120
    """

    rule = "mastermind-1"

    def __init__(self, pegs: int = 4, colours: int = 6, *, repeats: bool = True) -> None:
        form = "mastermind({},{})" if repeats else "mastermind({},{},repeats=no)"
        name = check_size(form, pegs, colours, repeats=repeats)
        super().__init__(name, letters[:colours], PegReplies(pegs, "{}.{}"), repeats=repeats)
        if pegs == 4 and colours >= 4 and repeats:
            self.example = "aabb:1.2 abcd:0.3"


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


class Bulls(PegGame):
    """Bulls and Cows: different digits; ``1b2c`` is one in its place and two elsewhere.

    >>> game = Bulls(4)
    >>> len(game.answers), str(game.replies[game.reply("1234", "1342")]), game.name
    (5040, '1b3c', 'bulls(4)')
    """

    rule = "bulls-1"

    def __init__(self, places: int = 4) -> None:
        name = check_size("bulls({})", places, len(digits), repeats=False, fixed=True)
        super().__init__(name, digits, PegReplies(places, "{}b{}c"), repeats=False)
