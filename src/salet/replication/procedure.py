"""An author's program: its switches, its games down the tree, and how far they have come.

A *procedure* is a frozen dataclass: how the program played and counted. Each of its switches is a
way in which it departs from the true rules or from its own text; with all of them off it is the
author's idea under the true rules. What each does is said under ``[switches]`` in the file of the
write-up.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from salet import measures
from salet.games.position import Position
from salet.parallel import spread
from salet.replication.findings import Options, Step
from salet.runs.walk import STALLED_TURNS, Games, Problem
from salet.study.runner import pace_text
from salet.table import Indices, Table

MAX_GUESSES = 6

P = TypeVar("P", bound=Any)
"""A procedure."""
R = TypeVar("R")
"""What is measured of it."""
T = TypeVar("T")


def switches_of(procedure: Any) -> tuple[str, ...]:
    """Return the names of the switches of a procedure or of its class, in its order."""
    return tuple(part.name for part in fields(procedure) if part.default is False)


def all_on(procedure: type[P]) -> P:
    """Return the procedure with every switch on."""
    whole: P = procedure(**dict.fromkeys(switches_of(procedure), True))
    return whole


def turned_on(procedure: Any) -> tuple[str, ...]:
    """Return the names of the switches that are on."""
    return tuple(name for name in switches_of(procedure) if getattr(procedure, name))


def without(procedure: P, *names: str) -> P:
    """Return the procedure with the named switches off, or all of them if none is named."""
    return replace(procedure, **dict.fromkeys(names or turned_on(procedure), False))


def without_each(procedure: P) -> dict[str, P]:
    """Return the procedure with one switch turned off, for each of those that are on."""
    return {name: without(procedure, name) for name in turned_on(procedure)}


@dataclass(frozen=True, slots=True)
class Variants(Generic[R]):
    """What the variants of one procedure gave.

    Attributes
    ----------
    published
        with the author's switches on
    corrected
        under the true rules
    without
        with one switch off, by its name; a switch that cannot matter may be missing
    """

    published: R
    corrected: R
    without: Mapping[str, R] = field(default_factory=dict)

    @classmethod
    def of(cls, procedure: P, measure: Callable[[P], R]) -> Variants[R]:
        """Measure a procedure, and what becomes of it without its switches."""
        published, corrected = measure(procedure), measure(without(procedure))
        alone = {name: measure(other) for name, other in without_each(procedure).items()}
        return cls(published, corrected, alone)

    def both(self, function: Callable[[R], T]) -> tuple[T, T]:
        """Apply a function to what was published and to what is corrected."""
        return function(self.published), function(self.corrected)

    def all(self) -> dict[str, R]:
        """Return every result by the name of its variant."""
        apart = {f"without {name}": result for name, result in self.without.items()}
        return {"published": self.published, "corrected": self.corrected, **apart}

    def map(self, function: Callable[[R], T]) -> Variants[T]:
        """Apply a function to the result of every variant."""
        alone = {name: function(result) for name, result in self.without.items()}
        return Variants(function(self.published), function(self.corrected), alone)


# --- its games ---


class Knowledge(Protocol):
    """What an author's program knows between two guesses."""

    @property
    def candidates(self) -> Indices:
        """The answers it takes to be possible, as answer indices."""


@dataclass(frozen=True, slots=True)
class Left:
    """What a program knows that remembers the candidates and nothing else."""

    candidates: Indices


S = TypeVar("S", bound=Knowledge)


class Player(Protocol[S]):
    """An author's program: chooses a guess, and takes in the pattern."""

    def choose(self, state: S) -> int:
        """Return a guess index."""

    def after(self, state: S, guess: int, code: int) -> S:
        """Return what it knows once `guess` has shown the pattern `code`."""


def play(
    player: Player[S],
    start: S,
    table: Table,
    answers: Indices,
    opener: int | None = None,
) -> Games:
    """Play every one of `answers` (answer indices, ascending) until it is guessed.

    As `salet.runs.walk.play`, but what goes down the tree is the author's own idea of the position,
    which may be wrong: candidates that the patterns rule out, guesses that are no longer looked at.
    `opener` is the first guess, where the author gives it to the program. A game in which nothing
    changes for `salet.runs.walk.STALLED_TURNS` turns never ends, and one in which the program has
    no candidate left is given up: both have length 0.
    """
    games = Games(answers)
    solved = table.game.replies.solved
    waiting = [(start, np.arange(len(answers)), 0, 0)]
    while waiting:
        state, rows, turn, stalled = waiting.pop()
        guess = player.choose(state) if opener is None or turn > 0 else opener
        codes = table.row(guess)[answers[rows]]
        games.write(rows, np.full(len(rows), turn), np.full(len(rows), guess), codes)
        for code in np.unique(codes):
            here = rows[codes == code]
            if code == solved:
                games.lengths[here] = turn + 1
                continue
            later = player.after(state, guess, int(code))
            if len(later.candidates) == 0:
                continue
            idle = stalled + 1 if len(later.candidates) == len(state.candidates) else 0
            if idle < STALLED_TURNS:
                waiting.append((later, here, turn + 1, idle))
            else:
                message = f"{STALLED_TURNS} guesses in a row ruled out no candidate; stopped"
                games.problems.append(Problem(game_text(games, here[0], table), message, len(here)))
    return games


def game_text(games: Games, row: int, table: Table) -> str:
    """Write one game as a position: its guesses with their patterns."""
    turns = zip(games.guesses[row], games.patterns[row], strict=True)
    game = table.game
    return str(Position(tuple(game.turn(game.guesses[g], int(c)) for g, c in turns if g >= 0)))


@dataclass(frozen=True, eq=False)
class Lengths:
    """The number of guesses of each game; 0 where the game never ended.

    >>> games = Lengths(np.array([3, 4, 4, 7]))
    >>> games.total, games.mean, games.losses, games.won, games.histogram
    (18, 4.5, 1, 75.0, '3:1 4:2 7:1')
    """

    guesses: NDArray[np.int64] = field(repr=False)

    @cached_property
    def total(self) -> int:
        """All guesses together."""
        return int(self.guesses.sum())

    @cached_property
    def mean(self) -> float:
        """Guesses per finished game, a loss counted at its true length."""
        value = measures.mean(self.guesses)
        assert value is not None  # no program here fails in every game
        return value

    @cached_property
    def losses(self) -> int:
        """Games of more than six guesses, endless ones among them."""
        return measures.losses(self.guesses, MAX_GUESSES)

    @cached_property
    def won(self) -> float:
        """The share of games won within six guesses, in percent."""
        return 100 * (1 - self.losses / len(self.guesses))

    @cached_property
    def worst(self) -> int:
        """The longest finished game."""
        return measures.worst(self.guesses)

    @cached_property
    def counts(self) -> dict[str, int]:
        """The number of games of each length; by text, as JSON has it."""
        return {str(n): count for n, count in measures.histogram(self.guesses).items()}

    @cached_property
    def histogram(self) -> str:
        """The same in one line, as in ``2:44 3:1201``."""
        return " ".join(f"{n}:{count}" for n, count in self.counts.items())

    def to_dict(self) -> dict[str, Any]:
        """Return what is drawn and compared as plain values."""
        return {"mean": self.mean, "losses": self.losses, "histogram": self.counts}


@dataclass
class Tally:
    """Counts the games of a replication, and reports them to `step`.

    Attributes
    ----------
    total
        all games that will be played
    """

    step: Step | None = None
    total: int = 0
    done: int = 0
    begun: float = field(default_factory=time.monotonic)

    def add(self, what: str, games: int = 0) -> None:
        """Add games that were played, and say what was done."""
        self.done += games
        if self.step is None:
            return
        if self.done:
            seconds = time.monotonic() - self.begun
            what = f"{what}: {pace_text(self.done, self.total - self.done, seconds)}"
        self.step(self.done, self.total, what)


def side_by_side(
    tasks: Mapping[str, Callable[[], R]], games: Mapping[str, int], options: Options
) -> dict[str, R]:
    """Return the result of each task by its name, from several processes.

    A task must be a function of a module, or a `functools.partial` of one, for other processes to
    find it. `games` is the number of games that each task plays, for the progress.

    >>> side_by_side({"one": int, "two": list}, {"one": 1, "two": 1}, Options(jobs=1))
    {'one': 0, 'two': []}
    """
    tally = Tally(options.step, total=sum(games.values()))
    tally.add("playing")
    done: dict[str, R] = {}
    with spread(_named, tasks.items(), jobs=options.jobs) as results:
        for name, result in results:
            done[name] = result
            tally.add(name, games=games[name])
    return {name: done[name] for name in tasks}


def _named(task: tuple[str, Callable[[], R]]) -> tuple[str, R]:
    name, work = task
    return name, work()
