"""What a strategy is: a class with one method and declared traits.

Parameters are the fields of a frozen dataclass. A ranking gives every guess a value; a decision
rule wraps another strategy and steps in when its moment comes.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, fields
from functools import reduce
from operator import and_
from pathlib import Path
from typing import Any, ClassVar, Literal, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from salet.errors import InvalidError
from salet.games.game import Game
from salet.table import Indices
from salet.view import View
from salet.words.lexicon import GuessIndex

_TRILLION = 10**12


@dataclass(frozen=True, slots=True)
class Traits:
    """What a strategy promises; `salet.testing.check_strategy` checks it.

    Attributes
    ----------
    deterministic
        for the same position, it always makes the same guess
    modes
        the hard modes it can play; None for all that a game has
    cost
        ``fast``: all 2,315 games of the original lists within about a second; ``slow``: not. For
        people to read; it is not checked
    """

    deterministic: bool = True
    modes: tuple[str, ...] | None = None
    cost: Literal["fast", "slow"] = "fast"

    def __and__(self, other: Traits) -> Traits:
        """Return what two strategies promise together."""
        modes = self.modes
        if modes is None or other.modes is None:
            modes = other.modes if modes is None else modes
        else:
            modes = tuple(mode for mode in modes if mode in other.modes)
        return Traits(
            deterministic=self.deterministic and other.deterministic,
            modes=modes,
            cost="slow" if "slow" in (self.cost, other.cost) else "fast",
        )

    def plays(self, hard: str) -> bool:
        """Whether a hard mode is among those it can play."""
        return self.modes is None or hard in self.modes


@dataclass(frozen=True)
class Strategy(ABC):
    """Chooses the next guess."""

    name: ClassVar[str] = ""
    """The name it is registered under; until then, the name of the class."""
    own_traits: ClassVar[Traits] = Traits()
    source: ClassVar[Path | None] = None
    """The author's file that the class comes from, if any."""
    needs_letters: ClassVar[bool] = False
    """Whether it goes by letters and their colours, so that it needs a game that has them."""
    guesses_last: ClassVar[bool] = False
    """Whether `choose` is sure to guess the only candidate left, so that a run need not ask."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "name" not in cls.__dict__:
            cls.name = cls.__name__
        if "choose" in cls.__dict__ and "guesses_last" not in cls.__dict__:
            cls.guesses_last = False  # the promise was about the `choose` that this one replaces

    @property
    def traits(self) -> Traits:
        """The promises of the strategy together with all of its parts."""
        return reduce(and_, (part.traits for part in self.parts), self.own_traits)

    @abstractmethod
    def choose(self, view: View) -> int:
        """Return one of ``view.guesses``."""

    def ranked(self, view: View) -> Indices:
        """Return guesses from best to worst, as far as the strategy ranks them."""
        return np.array([self.choose(view)])

    @property
    def parts(self) -> tuple[Strategy, ...]:
        """The strategies of which it consists, besides itself."""
        return ()

    @property
    def files(self) -> tuple[Path, ...]:
        """The files that decide what it plays."""
        return () if self.source is None else (self.source,)

    @property
    def knows_the_end(self) -> bool:
        """Whether it and all of its parts are sure to guess the only candidate left."""
        return self.guesses_last

    def check_game(self, game: Game) -> None:
        """Raise an error if the game lacks what the strategy, or a part of it, needs."""
        if self.needs_letters and not game.coloured:
            raise InvalidError(
                f"the strategy {self.name} needs Wordle's letters and colours; {game.name} has none"
            )
        for part in self.parts:
            part.check_game(game)

    def __reduce_ex__(self, protocol: SupportsIndex) -> str | tuple[Any, ...]:
        # Other processes cannot import a class of a person's file: they read the text form.
        from salet.strategies.registry import read_strategy

        if self.source is not None:
            return read_strategy, (self.to_text(),)
        return super().__reduce_ex__(protocol)

    def to_text(self) -> str:
        """Write the strategy so that `make_strategy` reads it back."""
        return _call(self)

    def __str__(self) -> str:
        return self.to_text()


class Ranking(Strategy):
    """A strategy that gives every legal guess a value and plays the most valuable.

    Ties: candidates first, then the likelier one, then the alphabetically first word.
    """

    guesses_last = True

    @abstractmethod
    def values(self, view: View) -> NDArray[np.int64] | NDArray[np.float64]:
        """Return the value of each of ``view.guesses``, larger is better.

        Integers make ties exact; floats tie if they agree to twelve digits.
        """

    def ranked(self, view: View) -> Indices:
        likely = np.zeros(len(view.lexicon.allowed), np.int64)
        likely[view.candidate_guesses] = view.weights
        order = np.lexsort((-likely[view.guesses], -self.checked_values(view)))
        ranked: Indices = view.guesses[order]
        if len(view.candidates) == 1:
            known = ranked == view.candidate_guesses[0]
            return np.concatenate([ranked[known], ranked[~known]])
        return ranked

    def choose(self, view: View) -> int:
        """Return the most valuable guess, or the answer once it is known."""
        if len(view.candidates) == 1:
            return int(view.candidate_guesses[0])
        values = self.checked_values(view)
        return first_choice(view, view.guesses[(values == values.max()).nonzero()[0]])

    def checked_values(self, view: View) -> NDArray[np.int64]:
        """Return the values as signed integers, whatever kind of numbers they are.

        Floats are taken in units of a trillionth of the largest, so that two that differ by
        rounding alone tie.
        """
        values = np.asarray(self.values(view))
        good = values.shape == view.guesses.shape and values.dtype.kind in "biuf"
        floats = values.dtype.kind == "f"
        if not good or (floats and not np.isfinite(values).all()):
            raise InvalidError(
                f"{self}: values must be {len(view.guesses):,} numbers, one for each guess, "
                f"not {values.dtype} of shape {values.shape}{' with nan or inf' if good else ''}"
            )
        if floats:
            largest = np.abs(values).max(initial=0)
            values = np.rint(values / (largest or 1) * _TRILLION)
        return values.astype(np.int64, copy=False)


class TieRule(Ranking):
    """A ranking that only makes sense among guesses that another one found equally good."""


def first_choice(view: View, guesses: Indices) -> GuessIndex:
    """Return the likeliest candidate among `guesses`, or the first of them if none is one."""
    found = view.candidates_among(guesses)
    # Where all are equally likely, the first candidate is as likely as any.
    likely = found if view.setting.prior is None else found * view.weights
    place = likely.argmax()
    return GuessIndex(int(view.candidate_guesses[place] if found[place] else guesses[0]))


@dataclass(frozen=True)
class DecisionRule(Strategy):
    """A decision rule: plays like the strategy it wraps, except in certain positions."""

    guesses_last = True

    inner: Strategy

    @property
    def parts(self) -> tuple[Strategy, ...]:
        return (self.inner,)

    @property
    def knows_the_end(self) -> bool:
        return self.guesses_last and self.inner.knows_the_end

    def narrowed(self, view: View) -> View:
        """Return the view from which the wrapped strategy chooses."""
        return view

    def choose(self, view: View) -> int:
        """Let the wrapped strategy choose from the guesses that the rule leaves."""
        return self.inner.choose(self.narrowed(view))

    def ranked(self, view: View) -> Indices:
        """Put the rule's choice first, then the order of the wrapped strategy."""
        choice = self.choose(view)
        rest = self.inner.ranked(self.narrowed(view))
        return np.concatenate([[choice], rest[rest != choice]])

    def to_text(self) -> str:
        return f"{self.inner.to_text()}+{_call(self)}"


def require(condition: bool, message: str) -> None:  # noqa: FBT001
    """Refuse a parameter that makes no sense."""
    if not condition:
        raise InvalidError(message)


def _call(strategy: Strategy) -> str:
    """Write name and the parameters that differ from their defaults.

    By name, as in ``tiles(green=3)``; an only parameter by itself, as in ``solutions_below(5)``.
    """
    own = [parameter for parameter in fields(strategy) if parameter.name != "inner"]
    arguments = []
    for parameter in own:
        value = getattr(strategy, parameter.name)
        if isinstance(value, tuple):
            arguments += [str(item) for item in value]
        elif value != parameter.default:
            arguments.append(str(value) if len(own) == 1 else f"{parameter.name}={value}")
    return f"{strategy.name}({','.join(arguments)})" if arguments else strategy.name
