"""Plays a strategy on many answers by walking down its tree.

A deterministic strategy asked about the same position always answers the same. So all answers
are played together: ask once, group them by pattern, and go on with each group. That turns 2,315
games into about 2,500 questions. A strategy that uses chance is walked once per answer instead,
with a random generator seeded by the run's seed and the answer alone.
"""

from __future__ import annotations

import reprlib
import signal
import threading
import traceback
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from salet.patterns import all_green

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from salet.strategies.base import Strategy
    from salet.strategies.view import Setting, View
    from salet.table import Indices, Progress

STALLED_TURNS = 10
"""So many turns in a row without one candidate less, and the strategy is stopped."""

SECONDS_PER_GUESS = 60
"""So long for one guess, and the strategy is stopped."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A strategy that failed: where, why, and in how many games."""

    position: str
    message: str
    games: int


class Games:
    """The games of a walk: one row per answer, one column per turn; -1 after the end.

    Attributes
    ----------
    guesses, patterns, after
        guess index, pattern code, and candidates left after each turn
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

    def write(self, rows: Indices, turn: int, guess: int, codes: NDArray[np.integer]) -> None:
        """Note the guess of `turn` and its patterns in all `rows`."""
        if turn >= self.guesses.shape[1]:
            self._widen(2 * self.guesses.shape[1])
        self.guesses[rows, turn] = guess
        self.patterns[rows, turn] = codes

    def end(self, count: int) -> None:
        """Count games that ended, one way or another."""
        self._ended += count
        if self._progress is not None:
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


def play(
    strategy: Strategy,
    setting: Setting,
    answers: Indices,
    seed: int = 0,
    progress: Progress | None = None,
) -> Games:
    """Play every one of `answers` (answer indices, ascending)."""
    games = Games(answers, progress)
    with _alarm() as set_alarm:
        if strategy.traits.deterministic:
            # It has no use for chance; the seed is for `salet.testing`, which makes sure of that.
            start = setting.start(np.random.default_rng(seed))
            _walk(strategy, start, games, np.arange(len(answers)), set_alarm)
        else:
            for row, answer in enumerate(answers):
                # A digest of seed and answer: a generator tells what it was seeded with.
                digest = np.random.SeedSequence([seed, int(answer)]).generate_state(4)
                start = setting.start(np.random.default_rng(digest))
                _walk(strategy, start, games, np.array([row]), set_alarm)
    return games


def _walk(
    strategy: Strategy,
    start: View,
    games: Games,
    rows: Indices,
    set_alarm: Callable[[float], None],
) -> None:
    """Play the answers of `rows` together, group by group."""
    solved = all_green(start.lexicon.length)
    waiting = [(start, rows, 0)]
    while waiting:
        view, rows, stalled = waiting.pop()
        guess = _ask(strategy, view, games, len(rows), set_alarm)
        if guess is None:
            continue
        turn = len(view.turns)
        codes = view.table.row(guess)
        played = games.answers[rows]
        games.write(rows, turn, guess, codes[played])
        # Where every candidate is played, the groups of answers are the groups of candidates.
        theirs = None if len(played) == len(view.candidates) else codes[view.candidates]
        for code, members in _groups(codes[played]):
            here = rows[members]
            left = played[members] if theirs is None else view.candidates[theirs == code]
            games.after[here, turn] = len(left)
            if code == solved:
                games.lengths[here] = turn + 1
                games.end(len(here))
                continue
            idle = stalled + 1 if len(left) == len(view.candidates) else 0
            later = view.after(guess, code, left)
            if idle < STALLED_TURNS:
                waiting.append((later, here, idle))
            else:
                message = f"{STALLED_TURNS} guesses in a row told nothing; stopped"
                games.problems.append(Problem(str(later.position), message, len(here)))
                games.end(len(here))


def _groups(codes: NDArray[np.integer]) -> Iterator[tuple[int, Indices]]:
    """Give each code that occurs with the places where it does, ascending."""
    order = np.argsort(codes, kind="stable")
    arranged = codes[order]
    ends = [*(np.flatnonzero(arranged[1:] != arranged[:-1]) + 1).tolist(), len(codes)]
    start = 0
    for end in ends:
        yield int(arranged[start]), order[start:end]
        start = end


def _ask(
    strategy: Strategy,
    view: View,
    games: Games,
    playing: int,
    set_alarm: Callable[[float], None],
) -> int | None:
    """Return the strategy's guess, or None if it fails to give a legal one."""
    try:
        set_alarm(SECONDS_PER_GUESS)
        guess = strategy.choose(view)
        set_alarm(0)
    except (Exception, SystemExit) as error:
        set_alarm(0)
        message = f"raised {_describe(error)}"
    else:
        if isinstance(guess, int | np.integer) and not isinstance(guess, bool):
            if view.offers(int(guess)):
                return int(guess)
            known = 0 <= guess < len(view.lexicon.allowed)
            word = view.lexicon.allowed[guess] if known else guess
            again = any(guess == played for played, _ in view.turns)
            message = f"guessed {word} " + ("again" if again else "against the rules")
        else:
            message = f"answered {reprlib.repr(guess)}, which is not a guess index"
    games.problems.append(Problem(str(view.position), message, playing))
    games.end(playing)
    return None


@contextmanager
def _alarm() -> Iterator[Callable[[float], None]]:
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
        yield lambda seconds: signal.setitimer(signal.ITIMER_REAL, seconds) and None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _describe(error: BaseException) -> str:
    """Name an error and the line of the strategy's own file where it happened."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if "salet" not in Path(frame.filename).parts]
    where = f" (line {own[-1].lineno} of {Path(own[-1].filename).name})" if own else ""
    return f"{type(error).__name__}: {error}{where}"
