"""The shortest sure win against the adversary, with proof.

The adversary replies by a fixed rule (`salet.coach.host.Adversary`), so a sequence of guesses
leads to one sequence of replies: to win is to find a path. With one guess a set of one word is won.
With d guesses a set is won iff some guess leaves a set that is won with d - 1; with two, iff some
guess leaves every word alone, or is itself one of two words.

Depths are tried one after the other, so that a win in d is found only after all shorter ones are
ruled out: by trying every guess, except where counting is enough. The adversary leaves the largest
group, so a set of n words is not won with two guesses if no guess makes n groups, and a guess makes
no more groups of a set than of a larger one.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from salet.coach.host import Adversary
from salet.errors import InvalidError
from salet.games.game import Game
from salet.games.position import Position
from salet.games.rules import Rules
from salet.table import Progress, open_table
from salet.view import Setting, View
from salet.words.lexicon import Lexicon

_DEEPEST = 8
_WIDTH = 60


@dataclass(frozen=True)
class ForcedWin:
    """A line of play that the adversary cannot escape.

    Attributes
    ----------
    position
        every guess with the adversary's reply
    left
        how many words are possible after each
    ruled_out
        for each shorter length, why there is no such win
    """

    game: Game
    rules: Rules
    position: Position
    left: tuple[int, ...]
    ruled_out: tuple[str, ...]
    seconds: float

    @property
    def lexicon(self) -> Lexicon:
        """The words of the game."""
        return self.game.lexicon

    @property
    def length(self) -> int:
        """How many guesses it takes; no line is shorter."""
        return len(self.position)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "lexicon": self.game.summary(),
            "hard": str(self.rules.hard),
            "host": Adversary.name,
            "length": self.length,
            "proven": True,
            "position": str(self.position),
            "left": list(self.left),
            "ruled_out": list(self.ruled_out),
            "seconds": self.seconds,
        }


@dataclass
class _Quest:
    """One search for a path; counts what it looks at, for the proof to be told.

    With a `width`, only this number of guesses is tried at each turn: quicker, but no proof.
    """

    width: int | None = None
    tried: int = 0
    counted: int = 0
    lost: set[tuple[int, bytes]] = field(default_factory=set)

    def path(self, view: View, depth: int) -> list[int] | None:
        """Return guesses that win from `view` within `depth`, or None if there are none."""
        n = len(view.candidates)
        if n == 1:
            return [int(view.candidate_guesses[0])] if depth >= 1 else None
        if depth <= 1:
            return None
        key = (depth, view.candidates.tobytes() + view.legal.tobytes())
        if key in self.lost:
            return None
        stats = view.stats
        if depth == 2:
            found = self._two(view)
        elif depth == 3 and int(stats.largest.min()) > int(stats.groups.max()):
            # What is left has more words than any guess makes groups.
            self.counted += len(view.guesses)
            found = None
        else:
            found = self._deeper(view, depth)
        if found is None:
            self.lost.add(key)
        return found

    def _two(self, view: View) -> list[int] | None:
        """Find a guess after which one word is left, whatever the reply."""
        self.tried += len(view.guesses)
        alone = np.flatnonzero(view.stats.largest == 1)
        if len(alone) == 0:
            return None
        guess = int(view.guesses[alone[0]])
        later = view.after(guess, Adversary().reply(view, guess))
        return [guess, int(later.candidate_guesses[0])]

    def _deeper(self, view: View, depth: int) -> list[int] | None:
        """Try every guess, the one that leaves least first."""
        most = int(view.stats.groups.max())
        for place in np.argsort(view.stats.largest, kind="stable")[: self.width].tolist():
            largest = int(view.stats.largest[place])
            if largest == len(view.candidates):
                break  # this and all that follow tell nothing
            if depth == 3 and largest > most:
                self.counted += 1
                continue
            self.tried += 1
            guess = int(view.guesses[place])
            later = view.after(guess, Adversary().reply(view, guess))
            rest = self.path(later, depth - 1)
            if rest is not None:
                return [guess, *rest]
        return None


def forced_win(
    game: Game | Lexicon | str, rules: Rules | None = None, progress: Progress | None = None
) -> ForcedWin:
    """Find the shortest win against the adversary, and prove that none is shorter.

    >>> win = forced_win("mastermind(3,3)")
    >>> str(win.position), win.left
    ('aab:1.0 acc:0.0 bbb:3.0', (6, 1, 1))
    """
    started = time.perf_counter()
    setting = Setting.of(open_table(game, progress), rules)
    setting.table.prepare()
    ruled_out: list[str] = []
    for depth in range(1, _DEEPEST + 1):
        for quest in (_Quest(_WIDTH), _Quest()):
            path = quest.path(setting.start(), depth)
            if path is not None:
                break
        if path is not None:
            position, left = _played(setting.start(), path)
            seconds = time.perf_counter() - started
            return ForcedWin(setting.game, setting.rules, position, left, tuple(ruled_out), seconds)
        ruled_out.append(_why_not(setting, depth, quest))
    name = setting.game.name
    raise InvalidError(f"the adversary of {name} is not beaten within {_DEEPEST} guesses")


def _why_not(setting: Setting, depth: int, quest: _Quest) -> str:
    """Say why there is no win of this length."""
    words = f"{setting.game.noun}s"
    if depth == 1:
        return f"1: {len(setting.game.answers):,} {words} are possible"
    stats = setting.start().stats
    least, most = int(stats.largest.min()), int(stats.groups.max())
    if depth == 2:
        return f"2: every opener leaves {least:,} {words} or more together"
    if depth == 3 and least > most:
        return (
            f"3: every opener leaves {least:,} {words} or more, and no guess splits them into "
            f"more than {most:,} groups"
        )
    return f"{depth}: tried all ({quest.tried:,} guesses, {quest.counted:,} ruled out by counting)"


def _played(view: View, path: list[int]) -> tuple[Position, tuple[int, ...]]:
    """Play a path against the adversary."""
    left = []
    for guess in path:
        view = view.after(guess, Adversary().reply(view, guess))
        left.append(len(view.candidates))
    return view.position, tuple(left)
