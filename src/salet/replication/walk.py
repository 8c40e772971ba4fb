"""Playing many answers together down the tree of an author's procedure.

As `salet.runs.walk`, but what goes down the tree is the author's own idea of the position, which
may be wrong: candidates that the patterns rule out, guesses that are no longer looked at.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeVar

import numpy as np

from salet.games.colours import Pattern, all_green
from salet.games.position import Position, Turn
from salet.runs.walk import STALLED_TURNS, Games, Problem

if TYPE_CHECKING:
    from salet.table import Indices, PatternTable


class State(Protocol):
    """What an author's program knows between two guesses."""

    @property
    def candidates(self) -> Indices:
        """The answers it takes to be possible, as answer indices."""


@dataclass(frozen=True, slots=True)
class Left:
    """What a program knows that remembers the candidates and nothing else."""

    candidates: Indices


S = TypeVar("S", bound=State)


class Player(Protocol[S]):
    """An author's program: chooses a guess, and takes in the pattern."""

    def choose(self, state: S) -> int:
        """Return a guess index."""

    def after(self, state: S, guess: int, code: int) -> S:
        """Return what it knows once `guess` has shown the pattern `code`."""


def play(
    player: Player[S],
    start: S,
    table: PatternTable,
    answers: Indices,
    opener: int | None = None,
) -> Games:
    """Play every one of `answers` (answer indices, ascending) until it is guessed.

    `opener` is the first guess, where the author gives it to the program. A game in which nothing
    changes for `salet.runs.walk.STALLED_TURNS` turns never ends, and one in which the program has
    no candidate left is given up: both have length 0.
    """
    games = Games(answers)
    solved = all_green(table.lexicon.length)
    waiting = [(start, np.arange(len(answers)), 0, 0)]
    while waiting:
        state, rows, turn, stalled = waiting.pop()
        fixed = turn == 0 and opener is not None
        guess = opener if fixed and opener is not None else player.choose(state)
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
                message = f"{STALLED_TURNS} guesses in a row told nothing; stopped"
                games.problems.append(Problem(game_text(games, here[0], table), message, len(here)))
    return games


def game_text(games: Games, row: int, table: PatternTable) -> str:
    """Write one game as a position: its guesses with their patterns."""
    words, length = table.lexicon.allowed, table.lexicon.length
    turns = zip(games.guesses[row], games.patterns[row], strict=True)
    return str(
        Position(
            tuple(
                Turn(words[guess], Pattern.from_code(int(code), length))
                for guess, code in turns
                if guess >= 0
            )
        )
    )
