"""The result of a run: every game as it happened, and what is measured on it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from salet import measures
from salet.errors import InvalidError
from salet.games.colours import Pattern
from salet.games.referee import GameLog, Step

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from salet.games.rules import Rules
    from salet.runs.games import Games, Problem
    from salet.words.lexicon import Lexicon


@dataclass(frozen=True)
class Run:
    """A strategy played on many answers of one lexicon.

    A game goes on until the answer is guessed, also beyond the allowed number of guesses. A game
    that the strategy could not finish (see `problems`) has length 0; it counts as a loss and is
    left out of `mean`, which has no length to take.

    Attributes
    ----------
    weights
        how likely each answer is, in integer proportion, or None where all are alike
    metadata
        seed, prior, frequency table, and the versions of salet, Python and numpy
    """

    strategy: str
    lexicon: Lexicon
    rules: Rules
    games: Games = field(repr=False)
    seconds: float
    weights: NDArray[np.int64] | None = field(repr=False)
    metadata: dict[str, Any] = field(repr=False)

    @cached_property
    def answers(self) -> tuple[str, ...]:
        """The words that were played, in the order of the run."""
        return tuple(self.lexicon.answers[index] for index in self.games.answers)

    @property
    def lengths(self) -> NDArray[np.int64]:
        """The number of guesses of each game; 0 where it was not finished."""
        return self.games.lengths

    @property
    def problems(self) -> list[Problem]:
        """Where the strategy failed to give a legal guess, or went round in circles."""
        return self.games.problems

    @property
    def opener(self) -> str | None:
        """The first guess, if it was the same in all games."""
        first = np.unique(self.games.guesses[:, 0])
        return self.lexicon.allowed[first[0]] if len(first) == 1 and first[0] >= 0 else None

    @property
    def finished(self) -> NDArray[np.bool_]:
        """Which games ended with the answer."""
        return self.lengths > 0

    @property
    def lost(self) -> NDArray[np.bool_]:
        """Which games were not won within the allowed number of guesses."""
        return measures.lost(self.lengths, self.rules.max_guesses)

    @property
    def total(self) -> int:
        """All guesses of all finished games."""
        return int(self.lengths.sum())

    @property
    def mean(self) -> float | None:
        """Guesses per finished game, a loss counted at its true length."""
        return measures.mean(self.lengths, self.weights)

    @property
    def capped_mean(self) -> float | None:
        """Guesses per game, every loss counted as one more than is allowed."""
        return measures.capped_mean(self.lengths, self.rules.max_guesses, self.weights)

    @property
    def losses(self) -> int:
        """Games not won within the allowed number of guesses."""
        return measures.losses(self.lengths, self.rules.max_guesses)

    def within(self, guesses: int) -> float:
        """Return the share of games that found the answer within this number of guesses."""
        return measures.within(self.lengths, guesses, self.weights)

    @property
    def worst(self) -> int:
        """The longest finished game."""
        return measures.worst(self.lengths)

    @property
    def histogram(self) -> dict[int, int]:
        """How many games took how many guesses; unfinished ones are not in it."""
        return measures.histogram(self.lengths)

    def hardest(self, count: int = 5) -> list[str]:
        """Return the answers that took longest, unfinished games first."""
        return [self.answers[place] for place in measures.hardest(self.lengths, count)]

    def game(self, answer: str) -> GameLog:
        """Return the log of one game."""
        word = self.lexicon.answers[self.lexicon.answer_index(answer)]
        if word not in self.answers:
            raise InvalidError(f"{word} was not played in this run")
        row = self.answers.index(word)
        steps = []
        before = len(self.lexicon.answers)
        for guess, code, after in zip(
            self.games.guesses[row], self.games.patterns[row], self.games.after[row], strict=True
        ):
            if guess < 0:
                break
            pattern = Pattern.from_code(int(code), self.lexicon.length)
            steps.append(Step(self.lexicon.allowed[guess], pattern, before, int(after)))
            before = int(after)
        return GameLog(
            self.answers[row], tuple(steps), self.lexicon.summary(), self.rules, self.strategy
        )

    def write_log(self, path: str | Path) -> None:
        """Write every game to a .parquet, .csv or .txt file; see `salet.runs.log`."""
        from salet.runs.log import write_log

        write_log(self, Path(path))

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as plain values for JSON."""
        return {
            "lexicon": self.lexicon.summary(),
            "strategy": self.strategy,
            "opener": self.opener,
            "hard": str(self.rules.hard),
            "max_guesses": self.rules.max_guesses,
            "games": len(self.answers),
            "total": self.total,
            "mean": self.mean,
            "capped_mean": self.capped_mean,
            "losses": self.losses,
            "unfinished": int(np.count_nonzero(~self.finished)),
            "within3": self.within(3),
            "within4": self.within(4),
            "worst": self.worst,
            "histogram": {str(length): count for length, count in self.histogram.items()},
            "hardest": self.hardest(),
            "problems": [
                {"position": p.position, "message": p.message, "games": p.games}
                for p in self.problems
            ],
            "seconds": self.seconds,
            **self.metadata,
        }

    def _repr_html_(self) -> str:
        from salet.runs.html import run_table

        return run_table([self])
