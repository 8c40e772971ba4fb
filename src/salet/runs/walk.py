"""Plays a strategy on many answers by walking down its tree.

A deterministic strategy asked about the same position always answers the same. So all answers
are played together: ask once, group them by reply, and go on with each group. That turns 2,315
games into about 2,500 questions. A strategy that uses chance is walked once per answer instead,
with a random generator seeded by the run's seed and the answer alone.
"""

from __future__ import annotations

import pickle
import random
import reprlib
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from salet.errors import counted
from salet.plugins import describe
from salet.strategies.base import Strategy
from salet.table import Indices, Progress
from salet.view import Setting, View

SECONDS_PER_GUESS = 60
"""A strategy that takes longer for one guess is stopped."""

STALLED_TURNS = 10
"""A strategy is stopped after this many turns in a row that leave all candidates."""

UNDECLARED_CHANCE = "uses chance but declares none: own_traits = salet.Traits(deterministic=False)"
UNSEEDED_CHANCE = (
    "draws from random or numpy.random, which the seed does not control: draw from view.rng"
)

_TOGETHER = 64
"""Nodes that are asked before their games are shown the replies."""


def play(
    strategy: Strategy,
    setting: Setting,
    answers: Indices,
    seed: int = 0,
    progress: Progress | None = None,
) -> Games:
    """Play every one of `answers` (answer indices, ascending)."""
    games = Games(answers, progress)
    unseeded = _global_chance()
    with alarm() as set_alarm:
        if strategy.traits.deterministic:
            rng = np.random.default_rng(seed)
            untouched = rng.bit_generator.state
            _walk(strategy, setting.start(rng), games, np.arange(len(answers)), set_alarm)
            if rng.bit_generator.state != untouched or _global_chance() != unseeded:
                # Games that share a guess drawn once are not the games of this strategy.
                games.problems.append(Problem("", UNDECLARED_CHANCE, 0))
        else:
            for row, answer in enumerate(answers):
                # A digest of seed and answer: a generator tells what it was seeded with.
                digest = np.random.SeedSequence([seed, int(answer)]).generate_state(4)
                start = setting.start(np.random.default_rng(digest))
                _walk(strategy, start, games, np.array([row]), set_alarm)
            if _global_chance() != unseeded:
                games.problems.append(Problem("", UNSEEDED_CHANCE, 0))
    return games


def _global_chance() -> tuple[object, bytes] | None:
    """Return the states of the generators that a process shares, which drawing changes.

    None beside other threads, as on a cluster's worker: they may draw meanwhile.
    """
    if threading.current_thread() is not threading.main_thread():
        return None
    shared = np.random.get_state(legacy=False)  # noqa: NPY002 - others may use it
    return random.getstate(), pickle.dumps(shared)


@dataclass(frozen=True, slots=True)
class _Node:
    """Games that have had the same replies so far.

    Attributes
    ----------
    rows
        where they are in `Games`, ascending
    stalled
        turns in a row without one candidate less
    """

    view: View
    rows: Indices
    stalled: int = 0

    @property
    def complete(self) -> bool:
        """Whether every candidate is played, so that groups of games are groups of candidates."""
        return len(self.rows) == len(self.view.candidates)


def _walk(
    strategy: Strategy,
    start: View,
    games: Games,
    rows: Indices,
    set_alarm: Callable[[float], object],
) -> None:
    """Play the answers of `rows` together, group by group, longer games first."""
    waiting = [_Node(start, rows)]
    while waiting:
        together, waiting = waiting[-_TOGETHER:], waiting[:-_TOGETHER]
        asked = []
        for node in together:
            try:
                asked.append((node, ask(strategy, node.view, set_alarm)))
            except NoGuessError as error:
                games.give_up(Problem(str(node.view.position), str(error), len(node.rows)))
        if asked:
            waiting += _reply(asked, games, knows_the_end=strategy.knows_the_end)


def _reply(asked: list[tuple[_Node, int]], games: Games, *, knows_the_end: bool) -> list[_Node]:
    """Show the games of several nodes their replies, and return the nodes that come of it.

    All at once, for numpy takes hardly longer over a thousand games than over one.
    """
    view = asked[0][0].view
    replies = view.game.replies
    rows = np.concatenate([node.rows for node, _ in asked])
    owner = np.repeat(np.arange(len(asked)), [len(node.rows) for node, _ in asked])
    shown = np.concatenate(
        [view.table.row(guess)[games.answers[node.rows]] for node, guess in asked], dtype=np.int64
    )
    turns = np.array([len(node.view.turns) for node, _ in asked])[owner]
    games.write(rows, turns, np.array([guess for _, guess in asked])[owner], shown)
    right = (shown == replies.solved).nonzero()[0]
    games.solve(rows[right], turns[right])

    # Games of one group have the same node and the same code; inside it they stay ascending.
    keys = owner * replies.size + shown
    order = keys.argsort(kind="stable")
    _, starts, sizes = np.unique(keys[order], return_index=True, return_counts=True)
    first = order[starts]
    waiting = shown[first] != replies.solved
    if knows_the_end:
        complete = np.array([node.complete for node, _ in asked])[owner[first]]
        known = waiting & complete & (sizes == 1)
        alone = first[known]
        games.guess_last(rows[alone], turns[alone], view.table.answer_guesses, replies.solved)
        waiting &= ~known
    nodes = []
    for start, size in zip(starts[waiting].tolist(), sizes[waiting].tolist(), strict=True):
        members = order[start : start + size]
        node, guess = asked[owner[members[0]]]
        later = _later(node, guess, int(shown[members[0]]), rows[members], games)
        if later is not None:
            nodes.append(later)
    return nodes


def _later(node: _Node, guess: int, code: int, rows: Indices, games: Games) -> _Node | None:
    """Return the node of the games that were shown `code`, unless it leads nowhere."""
    view = node.view
    if node.complete:
        left = games.answers[rows]
    else:
        left = view.candidates[view.table.row(guess)[view.candidates] == code]
    games.after[rows, len(view.turns)] = len(left)
    stalled = node.stalled + 1 if len(left) == len(view.candidates) else 0
    later = view.after(guess, code, left)
    if stalled < STALLED_TURNS:
        return _Node(later, rows, stalled)
    message = f"{STALLED_TURNS} guesses in a row ruled out no candidate; stopped"
    games.give_up(Problem(str(later.position), message, len(rows)))
    return None


# --- one guess ---


class NoGuessError(Exception):
    """A strategy failed to give a legal guess; the message comes after its name."""


def ask(strategy: Strategy, view: View, set_alarm: Callable[[float], object]) -> int:
    """Return the strategy's guess; `NoGuessError` if it gives none that is legal."""
    try:
        set_alarm(SECONDS_PER_GUESS)
        guess: object = strategy.choose(view)
        set_alarm(0)
    except (Exception, SystemExit) as error:
        set_alarm(0)
        raise NoGuessError(f"raised {describe(error)}") from None
    if isinstance(guess, bool) or not isinstance(guess, int | np.integer):
        message = f"returned {reprlib.repr(guess)}, which is not one of view.guesses"
        if isinstance(guess, str):
            message += "; view.lexicon.guess_index gives the index of a word"
        raise NoGuessError(message)
    if view.offers(int(guess)):
        return int(guess)
    words = view.game.guesses
    word = words[guess] if 0 <= guess < len(words) else guess
    again = any(guess == played for played, _ in view.turns)
    raise NoGuessError(f"guessed {word} " + ("again" if again else "against the rules"))


@contextmanager
def alarm() -> Iterator[Callable[[float], object]]:
    """Give a way to set the time for one guess, after which it is interrupted; 0 ends it.

    Only the main thread of a POSIX system can be interrupted; elsewhere setting does nothing.
    """
    main = threading.current_thread() is threading.main_thread()
    if not main or not hasattr(signal, "setitimer"):
        yield lambda seconds: None  # noqa: ARG005
        return

    def ring(*_: object) -> None:
        raise TimeoutError(f"no guess within {SECONDS_PER_GUESS} seconds")

    before = signal.signal(signal.SIGALRM, ring)
    try:
        yield partial(signal.setitimer, signal.ITIMER_REAL)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


# --- the games ---


@dataclass(frozen=True, slots=True)
class Problem:
    """Where a strategy failed, why, and how many games could not go on."""

    position: str
    message: str
    games: int

    def __str__(self) -> str:
        """Write what comes after the name of the strategy.

        >>> str(Problem("salet:-----", "guessed salet again", 3))
        'guessed salet again (after salet:-----; 3 games not finished)'
        """
        if self.games == 0:
            return self.message
        where = f"after {self.position}" if self.position else "at the first guess"
        return f"{self.message} ({where}; {counted(self.games, 'game')} not finished)"


class Games:
    """The games of a walk: one row per answer, one column per turn; -1 after the end.

    Attributes
    ----------
    guesses, patterns, after
        guess index, reply code, and candidates left after each turn
    lengths
        turns until the answer was guessed; 0 where it never was
    """

    def __init__(self, answers: Indices, progress: Progress | None = None) -> None:
        self.answers = answers
        self._progress = progress
        self._ended = 0
        self.guesses = np.full((len(answers), 6), -1, np.int64)
        self.patterns = self.guesses.copy()
        self.after = self.guesses.copy()
        self.lengths = np.zeros(len(answers), np.int64)
        self.problems: list[Problem] = []

    @property
    def undeclared_chance(self) -> bool:
        """Whether the strategy used chance though it declares none."""
        return any(problem.message == UNDECLARED_CHANCE for problem in self.problems)

    def write(
        self, rows: Indices, turns: Indices, guesses: Indices, codes: NDArray[np.integer]
    ) -> None:
        """Note what was guessed in which turn of which row, and the reply that came."""
        if turns.max() >= self.guesses.shape[1]:
            self._widen(2 * self.guesses.shape[1])
        self.guesses[rows, turns] = guesses
        self.patterns[rows, turns] = codes

    def solve(self, rows: Indices, turns: Indices) -> None:
        """Note that `turns` were the ones in which `rows` found their answers."""
        self.after[rows, turns] = 1
        self.lengths[rows] = turns + 1
        self._end(len(rows))

    def guess_last(self, rows: Indices, turns: Indices, guesses: Indices, solved: int) -> None:
        """Note that `turns` left one candidate, and that it was guessed in the turn after."""
        if len(rows) == 0:
            return
        self.after[rows, turns] = 1
        self.write(rows, turns + 1, guesses[self.answers[rows]], np.full(len(rows), solved))
        self.solve(rows, turns + 1)

    def give_up(self, problem: Problem) -> None:
        """Note that some games cannot go on."""
        self.problems.append(problem)
        self._end(problem.games)

    def _end(self, count: int) -> None:
        self._ended += count
        if self._progress is not None and count > 0:
            self._progress(self._ended, len(self.answers))

    def _widen(self, turns: int) -> None:
        more = np.full((len(self.answers), turns - self.guesses.shape[1]), -1, np.int64)
        self.guesses = np.hstack([self.guesses, more])
        self.patterns = np.hstack([self.patterns, more])
        self.after = np.hstack([self.after, more])

    @classmethod
    def joined(cls, parts: list[Games]) -> Games:
        """Put the games of several walks together, in their order."""
        widest = max(part.guesses.shape[1] for part in parts)
        for part in parts:
            part._widen(widest)
        games = cls(np.concatenate([part.answers for part in parts]))
        games.guesses = np.vstack([part.guesses for part in parts])
        games.patterns = np.vstack([part.patterns for part in parts])
        games.after = np.vstack([part.after for part in parts])
        games.lengths = np.concatenate([part.lengths for part in parts])
        games.problems = [problem for part in parts for problem in part.problems]
        return games
