"""Runs strategies on many answers: `run`, `compare`, and what runs of the same conditions share."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from salet._version import versions
from salet.errors import InvalidError
from salet.games.game import Game
from salet.games.rules import OFF
from salet.parallel import in_order, worker_count
from salet.runs.conditions import Conditions
from salet.runs.result import Run, RunComparison
from salet.runs.walk import Games, play
from salet.strategies.base import Strategy
from salet.table import Indices, Progress, open_table
from salet.view import Setting
from salet.words.frequencies import DEFAULT_TABLE, UNIFORM, Frequencies
from salet.words.lexicon import Lexicon

_CHUNKS_PER_WORKER = 4


def run(
    strategy: Strategy | str,
    *,
    opener: str | None = None,
    game: Game | str | None = None,
    lexicon: Lexicon | str | None = None,
    answers: Sequence[str] | str | None = None,
    sample: int | None = None,
    knowledge: str = "answers",
    hard: str = OFF,
    max_guesses: int = 6,
    prior: str = UNIFORM,
    frequencies: Frequencies | str | Path | None = None,
    seed: int = 0,
    jobs: int = 1,
    progress: Progress | None = None,
) -> Run:
    """Play `strategy` on every answer and measure it.

    Parameters
    ----------
    strategy
        a `Strategy`, or its text such as ``"letters+solutions_below(20)"``
    opener
        a first guess, instead of the strategy's own
    game
        a `Game`, or its name such as ``"mastermind(4,6)"``; without one, Wordle with `lexicon`
    lexicon
        a `Lexicon`, or the name of one; without one, the original list
    answers
        words to play instead of all answers, or the name of a lexicon whose answers to play
    sample
        play only this number of answers, drawn by `seed`
    knowledge
        ``answers``: the player knows the answer list; ``all``: any allowed word may be the answer
    hard, max_guesses
        the hard mode of the game, such as ``nyt``, and the number of guesses that is a win
    prior, frequencies
        how likely the answers are (``uniform``, ``frequency``, ``log-frequency``, ``sigmoid``), and
        a table of word counts or its file
    seed
        the random seed of the sample, and of strategies that use chance
    jobs
        the number of processes for strategies that use chance; it does not change the result
    progress
        called with the games played so far and their number

    >>> result = run("entropy", opener="soare")
    >>> round(result.mean, 4), result.worst, result.losses
    (3.4644, 6, 0)
    >>> knuth = run("minimax", opener="aabb", game="mastermind(4,6)")
    >>> knuth.total, knuth.histogram
    (5801, {1: 1, 2: 6, 3: 62, 4: 533, 5: 694})
    """
    conditions = Conditions.of(
        game=game,
        lexicon=lexicon,
        answers=answers,
        sample=sample,
        knowledge=knowledge,
        hard=hard,
        max_guesses=max_guesses,
        prior=prior,
        frequencies=frequencies,
        seed=seed,
    )
    return Ground.of(conditions).run(strategy, opener=opener, jobs=jobs, progress=progress)


def compare(
    *strategies: Strategy | str,
    opener: str | None = None,
    game: Game | str | None = None,
    lexicon: Lexicon | str | None = None,
    answers: Sequence[str] | str | None = None,
    sample: int | None = None,
    knowledge: str = "answers",
    hard: str = OFF,
    max_guesses: int = 6,
    prior: str = UNIFORM,
    frequencies: Frequencies | str | Path | None = None,
    seed: int = 0,
    jobs: int = 1,
    progress: Progress | None = None,
) -> RunComparison:
    """Play several strategies on the same answers, and compare them in pairs.

    Parameters
    ----------
    strategies
        strategies, or their texts such as ``"letters+solutions_below(20)"``
    jobs
        the number of strategies to play in parallel; 0 for one per core
    progress
        called with the number of strategies played so far and of all
    opener, game, lexicon, answers, sample, knowledge, hard, max_guesses, prior, frequencies, seed
        as for `run`

    >>> found = compare("entropy", "letters", opener="salet")
    >>> [round(run.mean, 3) for run in found.runs]
    [3.432, 3.695]
    >>> (pair,) = found.pairs
    >>> pair.better, pair.equal, pair.worse, pair.exact
    (732, 1294, 289, True)
    """
    conditions = Conditions.of(
        game=game,
        lexicon=lexicon,
        answers=answers,
        sample=sample,
        knowledge=knowledge,
        hard=hard,
        max_guesses=max_guesses,
        prior=prior,
        frequencies=frequencies,
        seed=seed,
    )
    return compare_under(conditions, strategies, opener=opener, jobs=jobs, progress=progress)


def compare_under(
    conditions: Conditions,
    strategies: Sequence[Strategy | str],
    *,
    opener: str | None = None,
    jobs: int = 1,
    progress: Progress | None = None,
) -> RunComparison:
    """Play several strategies under given conditions; see `compare`."""
    if len(strategies) == 0:
        raise InvalidError("name at least one strategy to compare")
    players = [conditions.player(strategy, opener) for strategy in strategies]
    if min(worker_count(jobs), len(players)) == 1:
        work: Callable[[Strategy], Run] = Ground.of(conditions).run
    else:
        open_table(conditions.game)  # built once, before the processes map it
        work = partial(_run_there, conditions)
    return RunComparison(tuple(in_order(work, players, jobs=jobs, step=progress)))


@dataclass(frozen=True)
class Ground:
    """The table and the answers that runs under the same conditions share, made ready once."""

    conditions: Conditions
    setting: Setting
    answers: Indices

    @classmethod
    def of(cls, conditions: Conditions) -> Ground:
        """Open the table, and load and compile the kernels, so that no run waits for them."""
        table = open_table(conditions.game)
        setting = Setting.of(table, conditions.rules, conditions.prior, conditions.frequencies)
        ground = cls(conditions, setting, conditions.answer_indices())
        setting.prepare()
        return ground

    def run(
        self,
        strategy: Strategy | str,
        *,
        opener: str | None = None,
        jobs: int = 1,
        progress: Progress | None = None,
    ) -> Run:
        """Play `strategy` on every answer; see the function `run`."""
        where = self.conditions
        player = where.player(strategy, opener)
        started = time.perf_counter()
        games = self._play(player, jobs, progress)
        seconds = time.perf_counter() - started
        metadata = {
            "seed": where.seed,
            "drawn_from": where.drawn_from,
            "prior": where.prior,
            "frequencies": DEFAULT_TABLE if where.frequencies is None else where.frequencies.name,
            "deterministic": player.traits.deterministic and not games.undeclared_chance,
            "versions": versions(),
        }
        weights = None if self.setting.prior is None else self.setting.prior[self.answers]
        return Run(player.to_text(), where.game, where.rules, games, seconds, weights, metadata)

    def _play(self, player: Strategy, jobs: int, progress: Progress | None) -> Games:
        """Play in this process, or games of chance in several."""
        workers, seed = worker_count(jobs), self.conditions.seed
        if player.traits.deterministic or workers == 1:
            return play(player, self.setting, self.answers, seed, progress)
        count = len(self.answers)
        parts = np.array_split(self.answers, min(count, workers * _CHUNKS_PER_WORKER))

        def step(done: int, everything: int) -> None:
            if progress is not None:
                progress(count * done // everything, count)

        work = partial(_play_there, self.conditions, player)
        return Games.joined(in_order(work, parts, jobs=workers, step=step))


# --- in a worker ---

_last: list[Ground] = []


def ground_here(conditions: Conditions) -> Ground:
    """Return what this process has made ready for the conditions.

    Only the last is kept: a second table would fill the memory.
    """
    if not _last or _last[0].conditions != conditions:
        _last.clear()
        _last.append(Ground.of(conditions))
    return _last[0]


def _run_there(conditions: Conditions, player: Strategy) -> Run:
    return ground_here(conditions).run(player)


def _play_there(conditions: Conditions, player: Strategy, answers: Indices) -> Games:
    return play(player, ground_here(conditions).setting, answers, conditions.seed)


def needs_compiling() -> bool:
    """Whether the first run on this machine is still to come, and with it the compiler."""
    from salet.kernels.compiler import kept_types
    from salet.kernels.groups import tally_groups

    return not kept_types(tally_groups)
