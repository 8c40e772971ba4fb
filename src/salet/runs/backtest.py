"""Plays the real days of a daily puzzle, each day knowing only the days before it.

Every allowed word may be the answer. A prior over the lexicon's answers gives the other words the
least weight there is, so that a day with an unlisted word is played, too, and told apart by its
many bits. What a day is played with is made from ``history.before(day)`` alone, and the games are
those of a run (`salet.runs.walk`): the same check of every guess, and the same time for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from salet import measures
from salet.errors import InvalidError
from salet.games.game import Game
from salet.games.referee import GameLog
from salet.games.rules import OFF, Rules
from salet.games.wordle import Wordle
from salet.measures import Comparison, compare_lengths
from salet.parallel import in_order
from salet.runs.conditions import Conditions, Days
from salet.runs.log import game_row, to_frame, write_log
from salet.runs.result import Run
from salet.runs.walk import Problem, play
from salet.strategies.base import Strategy
from salet.strategies.registry import make_strategy
from salet.table import Table, open_table
from salet.tree.openers import best_opener
from salet.view import Setting
from salet.words.frequencies import HISTORY, as_weights, check_prior, prior_weights
from salet.words.habits import Habits
from salet.words.history import DEFAULT_HISTORY, Day, History
from salet.words.lexicon import TODAY_LEXICON, Lexicon

DEFAULT_STRATEGY = "guesses"

_DAYS = 10_000_000
"""More than the number of any day, so that another seed is another chance on each."""
_DAYS_PER_TASK = 15
_TENTHS = 10


@dataclass(frozen=True, slots=True)
class DayPlayed:
    """One day: its game, and how likely the answer was held to be.

    Attributes
    ----------
    chance
        of the answer before the first guess
    tenths
        how often a word was held to be this likely, in tenths, before each guess of the day: the
        number of words, the sum of their chances, and how many of them were the answer
    problem
        why the strategy did not finish the game; None if it did
    """

    day: date
    game: GameLog
    chance: float
    tenths: NDArray[np.float64]
    problem: Problem | None = None

    @property
    def answer(self) -> str:
        """The word of the day."""
        return self.game.answer

    @property
    def guesses(self) -> tuple[str, ...]:
        """As they were played; the last is the answer, unless the game was given up."""
        return tuple(step.guess for step in self.game.steps)

    @property
    def length(self) -> int:
        """The number of guesses; 0 if the answer was not found."""
        return len(self.game.steps) if self.game.solved else 0

    @property
    def bits(self) -> float:
        """How surprising the answer was: ``-log2(chance)``."""
        return float(-np.log2(self.chance))


@dataclass(frozen=True)
class Backtest:
    """A strategy with a prior on the real days of a daily puzzle."""

    strategy: str
    prior: str
    lexicon: Lexicon
    rules: Rules
    days: tuple[DayPlayed, ...]

    @cached_property
    def lengths(self) -> NDArray[np.int64]:
        """The number of guesses of each day."""
        return np.array([day.length for day in self.days], np.int64)

    @property
    def mean(self) -> float | None:
        """The mean number of guesses."""
        return measures.mean(self.lengths)

    @property
    def losses(self) -> int:
        """Days on which the answer was not found in time."""
        return measures.losses(self.lengths, self.rules.max_guesses)

    @property
    def histogram(self) -> dict[int, int]:
        """The number of days for each number of guesses."""
        return measures.histogram(self.lengths)

    @property
    def games(self) -> tuple[GameLog, ...]:
        """The log of every day's game."""
        return tuple(day.game for day in self.days)

    @property
    def opener(self) -> str | None:
        """The first guess, if it was the same on all days."""
        first = {game.opener for game in self.games}
        return first.pop() if len(first) == 1 else None

    @property
    def problems(self) -> list[Problem]:
        """The positions where the strategy gave no legal guess, or repeated itself."""
        return [day.problem for day in self.days if day.problem is not None]

    def rows(self) -> Iterator[dict[str, Any]]:
        """Give each day's game as plain values, for a log or a table."""
        for day in self.days:
            facts = {"day": str(day.day), "prior": self.prior, "chance": day.chance}
            yield facts | game_row(day.game)

    def to_frame(self) -> Any:
        """Return a row for each day, as a table of polars or, if that is missing, of pandas."""
        return to_frame([self])

    def write_log(self, path: str | Path) -> None:
        """Write every day's game to a .parquet, .csv or .txt file; see `salet.runs.log`."""
        write_log(self, path)

    def by_month(self) -> dict[str, float]:
        """Return the mean number of guesses of each month, such as 2026-05."""
        months: dict[str, list[int]] = {}
        for day in self.days:
            if day.length:
                months.setdefault(f"{day.day:%Y-%m}", []).append(day.length)
        return {month: sum(lengths) / len(lengths) for month, lengths in months.items()}

    @property
    def bits(self) -> float:
        """The log-loss: mean surprise in bits a day; less is better."""
        return float(np.mean([day.bits for day in self.days]))

    def calibration(self) -> list[dict[str, Any]]:
        """Compare the predicted chances with what happened.

        Before every guess each word that may be the answer has a chance. They are sorted into
        tenths by it; each tenth has the number of words, their mean chance, and the share that
        was the answer.
        """
        sums = np.sum([day.tenths for day in self.days], axis=0)
        return [
            {
                "from": place / _TENTHS,
                "to": (place + 1) / _TENTHS,
                "cases": int(cases),
                "said": said / cases,
                "happened": happened / cases,
            }
            for place, (cases, said, happened) in enumerate(sums.T.tolist())
            if cases
        ]

    def against(self, other: Backtest) -> Comparison:
        """Compare with another backtest of the same days, day by day."""
        if [(one.day, one.answer) for one in self.days] != [
            (one.day, one.answer) for one in other.days
        ]:
            raise InvalidError("the two backtests are of different days")
        return compare_lengths(self.lengths, other.lengths, sampled=True)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "strategy": self.strategy,
            "prior": self.prior,
            "lexicon": self.lexicon.summary(),
            "hard": self.rules.hard,
            "max_guesses": self.rules.max_guesses,
            "from": str(self.days[0].day),
            "to": str(self.days[-1].day),
            "days": len(self.days),
            "mean": self.mean,
            "losses": self.losses,
            "bits": self.bits,
            "histogram": {str(k): v for k, v in self.histogram.items()},
            "by_month": self.by_month(),
            "problems": [str(problem) for problem in self.problems],
            "calibration": self.calibration(),
        }

    def __repr__(self) -> str:
        return (
            f"Backtest({self.strategy!r}, prior={self.prior!r}, {len(self.days):,} days, "
            f"mean {self.mean or 0:.4f}, {self.losses} lost, {self.bits:.2f} bits)"
        )


def backtest(
    strategy: Strategy | str = DEFAULT_STRATEGY,
    *,
    prior: str = HISTORY,
    history: History | str | None = None,
    first: date | str | None = None,
    last: date | str | None = None,
    lexicon: Lexicon | str = TODAY_LEXICON,
    opener: str | None = None,
    hard: str = OFF,
    max_guesses: int = 6,
    jobs: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Backtest:
    """Play the days of a history from `first` to `last`, each as if it were today.

    Parameters
    ----------
    strategy
        who plays, or its name
    prior
        the prior: ``history``, or one that does not depend on days
    history
        the past answers, or the name of a stored history
    lexicon
        the words; all that it allows may be answers
    opener
        the first guess of every day. The default is the strategy's own; `guesses` begins with the
        opener that is proven best for the lexicon, if there is one
    jobs
        the number of processes; 0 for one per core
    """
    player, named = make_strategy(strategy), history or DEFAULT_HISTORY
    past = named if isinstance(named, History) else History.load(named)
    rules = Rules(max_guesses, hard)
    where = on_days(past, first, last, game=Wordle(lexicon), rules=rules, prior=prior)
    return backtest_under(where, player, opener=opener, jobs=jobs, progress=progress)


def on_days(
    past: History,
    first: date | str | None = None,
    last: date | str | None = None,
    *,
    game: Game,
    rules: Rules,
    prior: str = HISTORY,
) -> Conditions:
    """Return the conditions of a backtest: the words of real days, in their order."""
    if not game.is_wordle:
        raise InvalidError(f"real days are days of Wordle, not of {game.name}")
    check_prior(prior)
    if prior.startswith(HISTORY) and prior != HISTORY:
        raise InvalidError(f"{prior} knows days that are in the future; write {HISTORY}")
    days = past.between(first, last)
    if not days:
        raise InvalidError(f"the history has no day between {first} and {last}")
    for day, word in days:
        if not game.lexicon.allows(word):
            raise InvalidError(
                f"{day}: {word!r} is not an allowed word of {game.name}; correct or remove that "
                f"day of the history {past.name} (salet history show names its file)"
            )
    whole = game.with_lexicon(game.lexicon.with_all_as_answers())
    earlier = past.between(None, days[-1][0])
    known = History(past.name, tuple(one for one in earlier if game.lexicon.allows(one[1])))
    played = tuple(word for _, word in days)
    return Conditions(whole, rules, played, prior, days=Days(days, known, game.lexicon))


def backtest_under(
    where: Conditions,
    strategy: Strategy | str,
    *,
    opener: str | None = None,
    jobs: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Backtest:
    """Play real days under given conditions; see `backtest` and `on_days`."""
    assert where.days is not None
    days, words = where.days.played, where.days.words
    player = where.player(strategy, opener)
    if player.to_text() == DEFAULT_STRATEGY:
        player = where.player(player, best_opener(Wordle(words), where.rules.hard))
    parts = [days[at : at + _DAYS_PER_TASK] for at in range(0, len(days), _DAYS_PER_TASK)]
    tasks = [(where.days.history.before(part[-1][0]), part) for part in parts]
    work = partial(_play_days, player, where.prior, words, where.rules, where.seed)
    played = [day for part in in_order(work, tasks, jobs=jobs, step=progress) for day in part]
    return Backtest(player.to_text(), where.prior, words, where.rules, tuple(played))


def _play_days(
    player: Strategy,
    prior: str,
    words: Lexicon,
    rules: Rules,
    seed: int,
    task: tuple[History, Sequence[Day]],
) -> list[DayPlayed]:
    past, days = task
    table, played = _table(words), []
    for day, word in days:
        weights = weights_on(day, prior, past.before(day), words)
        played.append(_play(player, Setting(table, rules, weights), day, word, seed))
    return played


@lru_cache(maxsize=2)
def _table(words: Lexicon) -> Table:
    table = open_table(words.with_all_as_answers())
    table.prepared = True  # many questions are to come; the second copy is not worth its memory
    return table


_habits = lru_cache(maxsize=2)(Habits)


def weights_on(day: date, prior: str, past: History, words: Lexicon) -> NDArray[np.int64]:
    """Return a weight for every allowed word on the morning of a day."""
    if prior == HISTORY:
        shares = _habits(words).chances(past, day).of(words.allowed)
    else:
        weights = prior_weights(prior, words)
        listed = np.ones(len(words.answers)) if weights is None else weights
        shares = np.zeros(len(words.allowed))
        shares[np.searchsorted(words.allowed, words.answers)] = listed / listed.sum()
    return as_weights(shares)


def _play(player: Strategy, setting: Setting, day: date, answer: str, seed: int) -> DayPlayed:
    """Play one game to its end, and look back on how likely each word was held to be."""
    hidden, weights = setting.lexicon.answer_index(answer), setting.prior
    assert weights is not None
    games = play(player, setting, np.array([hidden]), seed * _DAYS + day.toordinal())
    (log,) = Run(player.to_text(), setting.game, setting.rules, games, 0.0, None, {}).games
    left, tenths = np.arange(len(weights)), np.zeros((3, _TENTHS))
    for step in log.steps:
        held = weights[left] / weights[left].sum()
        right = left == hidden
        tenths += [
            np.histogram(held, _TENTHS, (0, 1), weights=worth)[0] for worth in (None, held, right)
        ]
        guess = setting.lexicon.guess_index(step.guess)
        left = left[setting.table.row(guess)[left] == step.reply.code]
    chance = float(weights[hidden] / weights.sum())
    return DayPlayed(day, log, chance, tenths, next(iter(games.problems), None))
