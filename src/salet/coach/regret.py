"""How many guesses a guess gives away against the best play.

Let V(g) be the expected number of guesses from a position on when g is played next and best play
follows, and V* the least of all legal guesses. The regret of g is ``V(g) - V*``: 0 for a best
guess. Over a game these add up: the mean number of guesses of a player, over all answers, is that
of best play plus the mean of the regrets of its games, if every game is played to its end.

Both values are lengths whatever the cap on guesses. A regret is exact where they are: below a
certain size by search, and above it where a value was proven before that holds without a cap, too;
see `salet.coach.values`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from salet.coach.estimates import Values
from salet.coach.values import values_of
from salet.exact.small import UNCAPPED
from salet.games.rules import Rules
from salet.view import Setting, View

_KEPT = 4096


class Regret(NamedTuple):
    """The guesses that a guess gives away, and whether that is exact."""

    guesses: float
    exact: bool

    def __str__(self) -> str:
        return f"{'' if self.exact else '~'}{self.guesses:.4f}"


def mean_regret(games: Sequence[Regret]) -> Regret | None:
    """Return the mean of the regrets of games, exact if all are; None if there are no games.

    >>> str(mean_regret([Regret(0.5, True), Regret(0.0, False)])), mean_regret([])
    ('~0.2500', None)
    """
    if not games:
        return None
    total = sum(one.guesses for one in games)
    return Regret(total / len(games), all(one.exact for one in games))


class Judge:
    """Says what guesses give away; what was found for a position is kept."""

    def __init__(self, setting: Setting) -> None:
        rules = setting.rules
        self.setting = replace(setting, rules=Rules(UNCAPPED + rules.max_guesses, rules.hard))
        self._known: dict[tuple[tuple[int, int], ...], tuple[Values, dict[int, Regret]]] = {}

    def regret(self, turns: Sequence[tuple[int, int]], guess: int) -> Regret:
        """Return what `guess` gives away after `turns`, which are guesses with reply codes."""
        values, known = self._values(tuple(turns))
        if guess not in known:
            lost = (values.total(guess) - values.least) / values.weight
            known[guess] = Regret(max(0.0, lost), values.is_exact(guess))
        return known[guess]

    def game(self, turns: Sequence[tuple[int, int]]) -> Regret:
        """Return what all guesses of a game give away together."""
        found = [self.regret(turns[:place], guess) for place, (guess, _) in enumerate(turns)]
        return Regret(sum(one.guesses for one in found), all(one.exact for one in found))

    def least(self, turns: Sequence[tuple[int, int]]) -> float:
        """Return the expected number of guesses of best play after `turns`."""
        values, _ = self._values(tuple(turns))
        return values.least / values.weight

    def _values(self, turns: tuple[tuple[int, int], ...]) -> tuple[Values, dict[int, Regret]]:
        if turns not in self._known:
            if len(self._known) >= _KEPT:
                self._known.clear()
            self._known[turns] = values_of(self._view(turns)), {}
        return self._known[turns]

    def _view(self, turns: tuple[tuple[int, int], ...]) -> View:
        view = self.setting.start()
        for guess, code in turns:
            view = view.after(guess, code)
        return view
