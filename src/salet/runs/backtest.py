"""Plays the real days of a daily puzzle, each day knowing only the days before it.

Every allowed word may be the answer. A prior over the lexicon's answers gives the other words the
least weight there is, so that a day with an unlisted word is played, too, and told apart by its
many bits. What a day is played with is made from ``history.before(day)`` alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, lru_cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from salet import measures
from salet.errors import InvalidError
from salet.games.rules import OFF, Rules
from salet.games.wordle import Wordle
from salet.measures import Comparison, compare_lengths
from salet.parallel import in_order
from salet.runs.conditions import Conditions
from salet.strategies.base import Strategy
from salet.strategies.registry import make_strategy
from salet.table import Table, open_table
from salet.view import Setting
from salet.words.frequencies import as_weights, check_prior, prior_weights
from salet.words.habits import chances
from salet.words.history import DEFAULT_HISTORY, Day, History
from salet.words.lexicon import TODAY_LEXICON, Lexicon

DEFAULT_STRATEGY = "guesses"
HISTORY_PRIOR = "history"
_MOST_TURNS = 20
_DAYS_PER_TASK = 15
_TENTHS = 10


@dataclass(frozen=True, slots=True)
class DayPlayed:
    """One day: its answer, how likely it was held to be, and the game.

    Attributes
    ----------
    chance
        of the answer before the first guess
    guesses
        as they were played; the last is the answer, unless the game was given up
    tenths
        how often a word was held to be this likely, in tenths, before each guess of the day: the
        number of words, the sum of their chances, and how many of them were the answer
    """

    day: date
    answer: str
    chance: float
    guesses: tuple[str, ...]
    tenths: NDArray[np.float64]

    @property
    def length(self) -> int:
        """The number of guesses; 0 if the answer was not found."""
        return len(self.guesses) if self.guesses[-1] == self.answer else 0

    @property
    def bits(self) -> float:
        """How surprising the answer was: ``-log2(chance)``."""
        return float(-np.log2(self.chance))


@dataclass(frozen=True)
class Backtest:
    """A strategy with a prior on the real days of a daily puzzle."""

    strategy: str
    prior: str
    lexicon: str
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
        """How many days took how many guesses."""
        return measures.histogram(self.lengths)

    @property
    def bits(self) -> float:
        """The log-loss: mean surprise in bits a day; less is better."""
        return float(np.mean([day.bits for day in self.days]))

    def calibration(self) -> list[dict[str, Any]]:
        """Compare what was said with what happened.

        Before every guess each word that may be the answer has a chance. They are sorted into
        tenths by it; for each tenth: how many there were, their mean chance, and the share that
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
            "lexicon": self.lexicon,
            "hard": self.rules.hard,
            "max_guesses": self.rules.max_guesses,
            "from": str(self.days[0].day),
            "to": str(self.days[-1].day),
            "days": len(self.days),
            "mean": self.mean,
            "losses": self.losses,
            "bits": self.bits,
            "histogram": {str(k): v for k, v in self.histogram.items()},
            "calibration": self.calibration(),
        }

    def __repr__(self) -> str:
        return (
            f"Backtest({self.strategy!r}, prior={self.prior!r}, {len(self.days):,} days, "
            f"mean {self.mean or 0:.4f}, {self.losses} lost, {self.bits:.2f} bits)"
        )


def backtest(
    strategy: str = DEFAULT_STRATEGY,
    *,
    prior: str = HISTORY_PRIOR,
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
        who plays
    prior
        how likely each answer is held to be: ``history``, or one that knows no days
    history
        the past answers, or the name that they are kept under
    lexicon
        the words; all that it allows may be answers
    opener
        the first guess of every day; the strategy's own if it is not given
    jobs
        processes that play side by side, 0 for one per core
    """
    check_prior(prior)
    if prior.startswith(HISTORY_PRIOR) and prior != HISTORY_PRIOR:
        raise InvalidError(f"{prior} knows days that are still to come; write {HISTORY_PRIOR}")
    past = history if isinstance(history, History) else History.load(history or DEFAULT_HISTORY)
    words = lexicon if isinstance(lexicon, Lexicon) else Lexicon.load(lexicon)
    days = past.between(first, last)
    if not days:
        raise InvalidError(f"the history has no day between {first} and {last}")
    rules = Rules(max_guesses, hard)
    everything = Conditions(Wordle(words.with_all_as_answers()), rules)
    for _, word in days:
        everything.lexicon.answer_index(word)  # raises, naming the word
    player = everything.player(strategy, opener)
    play = partial(_play_days, player.to_text(), prior, words, rules)
    parts = [days[at : at + _DAYS_PER_TASK] for at in range(0, len(days), _DAYS_PER_TASK)]
    tasks = [(past.before(part[-1][0]), part) for part in parts]
    played = [day for part in in_order(play, tasks, jobs=jobs, step=progress) for day in part]
    return Backtest(player.to_text(), prior, words.name, rules, tuple(played))


def _play_days(
    strategy: str, prior: str, words: Lexicon, rules: Rules, task: tuple[History, Sequence[Day]]
) -> list[DayPlayed]:
    past, days = task
    table, player = _table(words), make_strategy(strategy)
    return [
        _play(
            player,
            Setting(table, rules, weights_on(day, prior, past.before(day), words)),
            day,
            word,
        )
        for day, word in days
    ]


@lru_cache(maxsize=2)
def _table(words: Lexicon) -> Table:
    table = open_table(words.with_all_as_answers())
    table.prepared = True  # many questions are to come; the second copy is not worth its memory
    return table


def weights_on(day: date, prior: str, past: History, words: Lexicon) -> NDArray[np.int64]:
    """Return a weight for every allowed word on the morning of a day."""
    if prior == HISTORY_PRIOR:
        shares = chances(past, words, day).of(words.allowed)
    else:
        weights = prior_weights(prior, words)
        listed = np.ones(len(words.answers)) if weights is None else weights
        shares = np.zeros(len(words.allowed))
        shares[np.searchsorted(words.allowed, words.answers)] = listed / listed.sum()
    return as_weights(shares)


def _play(player: Strategy, setting: Setting, day: date, answer: str) -> DayPlayed:
    """Play one game to its end, and note how likely each word was held to be on the way."""
    view = setting.start(np.random.default_rng(day.toordinal()))
    hidden = setting.lexicon.answer_index(answer)
    chance = float(view.weights[hidden] / view.weights.sum())
    tenths = np.zeros((3, _TENTHS))
    guesses: list[str] = []
    while len(guesses) < _MOST_TURNS:
        held = view.weights / view.weights.sum()
        right = view.candidates == hidden
        tenths += [
            np.histogram(held, _TENTHS, (0, 1), weights=worth)[0] for worth in (None, held, right)
        ]
        guess = player.choose(view)
        guesses.append(setting.lexicon.allowed[guess])
        if guesses[-1] == answer:
            break
        view = view.after(guess, int(setting.table.row(guess)[hidden]))
    return DayPlayed(day, answer, chance, tuple(guesses), tenths)
