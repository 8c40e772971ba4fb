"""Bulls and Cows: different digits, each told by a bull in its place and by a cow elsewhere."""

from __future__ import annotations

from string import digits

from salet.games.pegs import PegGame, PegReplies, check_size


class Bulls(PegGame):
    """Bulls and Cows; the reply ``1b2c`` is one bull and two cows.

    >>> game = Bulls(4)
    >>> len(game.answers), str(game.replies[game.reply("1234", "1342")]), game.name
    (5040, '1b3c', 'bulls(4)')
    """

    rule = "bulls-1"

    def __init__(self, places: int = 4) -> None:
        name = check_size("bulls({})", places, len(digits), repeats=False, fixed=True)
        super().__init__(name, digits, PegReplies(places, "{}b{}c"), repeats=False)
