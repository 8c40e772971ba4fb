"""The result of a run: every game as it happened, and what is measured on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from salet import measures
from salet.errors import InvalidError, counted
from salet.games.game import Game
from salet.games.referee import GameLog, Step
from salet.games.rules import Rules
from salet.measures import Comparison, compare_lengths
from salet.notebook import html_bars, html_table
from salet.runs.log import game_row, to_frame, write_log
from salet.runs.walk import Games, Problem
from salet.words.lexicon import Lexicon


@dataclass(frozen=True, repr=False)
class Run:
    """A strategy played on many answers of one game.

    A game is played until the answer is guessed, also beyond the allowed number of guesses. A game
    that the strategy could not finish (see `problems`) has length 0; it counts as a loss and is
    left out of `mean`.

    Attributes
    ----------
    played
        the games as arrays of guess indices and reply codes
    weights
        how likely each answer is, in integer proportion, or None if all are equally likely
    metadata
        seed, the number of answers from which a sample was drawn, prior, frequency table, versions
    """

    strategy: str
    game: Game
    rules: Rules
    played: Games
    seconds: float
    weights: NDArray[np.int64] | None
    metadata: dict[str, Any]

    @property
    def lexicon(self) -> Lexicon:
        """The words of the game."""
        return self.game.lexicon

    @cached_property
    def answers(self) -> tuple[str, ...]:
        """The words that were played, in the order of the run."""
        return tuple(self.game.answers[index] for index in self.played.answers)

    @property
    def lengths(self) -> NDArray[np.int64]:
        """The number of guesses of each game; 0 if it was not finished."""
        return self.played.lengths

    @property
    def problems(self) -> list[Problem]:
        """The positions where the strategy gave no legal guess, or repeated itself."""
        return self.played.problems

    @property
    def opener(self) -> str | None:
        """The first guess, if it was the same in all games."""
        first = np.unique(self.played.guesses[:, 0])
        return self.game.guesses[first[0]] if len(first) == 1 and first[0] >= 0 else None

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
        """The number of games for each number of guesses, without unfinished games."""
        return measures.histogram(self.lengths)

    def hardest(self, count: int = 5) -> list[str]:
        """Return the answers that took longest, unfinished games first."""
        return [self.answers[place] for place in measures.hardest(self.lengths, count)]

    def log(self, answer: str) -> GameLog:
        """Return the log of one game."""
        word = self.game.answers[self.lexicon.answer_index(answer)]
        if word not in self.answers:
            raise InvalidError(f"{word} was not played in this run")
        return self._log(self.answers.index(word))

    @property
    def games(self) -> tuple[GameLog, ...]:
        """The log of every game."""
        return tuple(self._log(row) for row in range(len(self.answers)))

    def _log(self, row: int) -> GameLog:
        steps = []
        before = len(self.game.answers)
        turns = (self.played.guesses[row], self.played.patterns[row], self.played.after[row])
        for guess, code, after in zip(*turns, strict=True):
            if guess < 0:
                break
            reply = self.game.replies[int(code)]
            steps.append(Step(self.game.guesses[guess], reply, before, int(after)))
            before = int(after)
        told = (self.game.summary(), self.rules, self.strategy)
        return GameLog(self.answers[row], tuple(steps), *told)

    def rows(self) -> Iterator[dict[str, Any]]:
        """Give each game as plain values, for a log or a table."""
        return map(game_row, self.games)

    def to_frame(self) -> Any:
        """Return a row for each game, as a table of polars or, if that is missing, of pandas."""
        return to_frame([self])

    def write_log(self, path: str | Path) -> None:
        """Write every game to a .parquet, .csv or .txt file; see `salet.runs.log`."""
        write_log(self, path)

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as plain values for JSON."""
        return {
            "lexicon": self.game.summary(),
            **{name: getattr(self, name) for name in ("strategy", "opener")},
            "hard": str(self.rules.hard),
            "max_guesses": self.rules.max_guesses,
            "games": len(self.answers),
            **{name: getattr(self, name) for name in ("total", "mean", "capped_mean", "losses")},
            "unfinished": int(np.count_nonzero(~self.finished)),
            "within3": self.within(3),
            "within4": self.within(4),
            "worst": self.worst,
            "histogram": {str(length): count for length, count in self.histogram.items()},
            "hardest": self.hardest(),
            "problems": [asdict(problem) for problem in self.problems],
            "seconds": self.seconds,
            **self.metadata,
        }

    def __repr__(self) -> str:
        mean = "none" if self.mean is None else f"{self.mean:.4f}"
        told = f"{counted(len(self.answers), 'game')}, mean {mean}, {self.losses} lost"
        return f"<Run of {self.strategy} on {self.game.name}: {told}>"

    def _repr_html_(self) -> str:
        return _runs_table([self])


# --- several runs ---


@dataclass(frozen=True)
class RunComparison:
    """Runs of several strategies under the same conditions, compared in pairs."""

    runs: tuple[Run, ...]

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """Every run compared with each one after it, on the same answers."""
        return tuple(pair(one, other) for one, other in combinations(self.runs, 2))

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as plain values for JSON."""
        return {
            "lexicon": self.runs[0].game.summary(),
            "runs": [run.to_dict() for run in self.runs],
            "pairs": [one.to_dict() for one in self.pairs],
        }

    def _repr_html_(self) -> str:
        return _runs_table(self.runs) + (_pairs_table(self.pairs) if self.pairs else "")


@dataclass(frozen=True)
class Pair(Comparison):
    """Two runs by the names of their strategies, and their comparison."""

    first: str
    second: str

    @classmethod
    def of(cls, first: str, second: str, found: Comparison) -> Pair:
        """Name the two that were compared."""
        return cls(**asdict(found), first=first, second=second)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {"first": self.first, "second": self.second} | asdict(self)

    def _repr_html_(self) -> str:
        return _pairs_table([self])


def pair(first: Run, second: Run) -> Pair:
    """Compare two runs on the same answers of the same game, under the same rules.

    The difference is exact if every answer was played and neither strategy uses chance.
    `InvalidError` says why two runs cannot be compared.
    """
    if (first.game, first.rules) != (second.game, second.rules):
        raise InvalidError("the runs differ in game or rules and cannot be compared")
    if first.answers != second.answers:
        raise InvalidError("the runs were not played on the same answers")
    if not np.array_equal(_weights(first), _weights(second)):
        raise InvalidError("the runs use different priors and cannot be compared")
    everything = len(first.answers) == len(first.game.answers)
    chance = not (first.metadata["deterministic"] and second.metadata["deterministic"])
    found = compare_lengths(
        first.lengths, second.lengths, first.weights, sampled=chance or not everything
    )
    return Pair.of(first.strategy, second.strategy, found)


def _weights(run: Run) -> NDArray[np.int64]:
    return np.ones(len(run.answers), np.int64) if run.weights is None else run.weights


# --- in a notebook ---


def _runs_table(runs: Sequence[Run]) -> str:
    """Write one row per run, with its histogram as a row of small bars."""
    where = runs[0]
    return html_table(
        ("strategy", "opener", "games", "mean", "losses", "within 3", "worst", "guesses"),
        [
            (
                *(run.strategy, run.opener or "varies", len(run.answers), run.mean, run.losses),
                *(f"{run.within(3):.1%}", run.worst, html_bars(run.histogram)),
            )
            for run in runs
        ],
        f"{where.game.name}, id {where.game.id}, hard mode {where.rules.hard}",
    )


def _pairs_table(pairs: Sequence[Pair]) -> str:
    return html_table(
        ("first", "second", "better", "equal", "worse", "difference", "95 % interval"),
        [
            (
                *(one.first, one.second, one.better, one.equal, one.worse),
                *(one.difference, one.interval_text),
            )
            for one in pairs
        ],
        "On the same answers",
    )
