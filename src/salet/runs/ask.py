"""Asks a strategy for one guess, and says what it did instead if that is not a legal one."""

from __future__ import annotations

import reprlib
import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np

from salet.plugins import describe

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from salet.strategies.base import Strategy
    from salet.view import View

SECONDS_PER_GUESS = 60
"""So long for one guess, and the strategy is stopped."""


class NoGuessError(Exception):
    """A strategy failed to give a legal guess; the message goes on from its name."""


def ask(strategy: Strategy, view: View, set_alarm: Callable[[float], None]) -> int:
    """Return the strategy's guess; `NoGuessError` if it gives none that is legal."""
    try:
        set_alarm(SECONDS_PER_GUESS)
        guess = strategy.choose(view)
        set_alarm(0)
    except (Exception, SystemExit) as error:
        set_alarm(0)
        raise NoGuessError(f"raised {describe(error)}") from None
    if isinstance(guess, bool) or not isinstance(guess, int | np.integer):
        raise NoGuessError(f"answered {reprlib.repr(guess)}, which is none of view.guesses")
    if view.offers(int(guess)):
        return int(guess)
    known = 0 <= guess < len(view.lexicon.allowed)
    word = view.lexicon.allowed[guess] if known else guess
    again = any(guess == played for played, _ in view.turns)
    raise NoGuessError(f"guessed {word} " + ("again" if again else "against the rules"))


@contextmanager
def alarm() -> Iterator[Callable[[float], None]]:
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
