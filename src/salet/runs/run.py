"""Runs a strategy over the answers of a lexicon."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from salet._version import versions
from salet.errors import InvalidError
from salet.games.rules import HardMode, Rules
from salet.runs.games import Games
from salet.runs.result import Run
from salet.runs.walk import play
from salet.strategies.decisions import Opener
from salet.strategies.letters import Letters, Tiles
from salet.strategies.registry import make_strategy
from salet.strategies.splits import Entropy
from salet.table import open_table
from salet.view import Setting
from salet.words.frequencies import DEFAULT_TABLE, UNIFORM, Frequencies
from salet.words.lexicon import DEFAULT_LEXICON, Lexicon

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from salet.strategies.base import Strategy
    from salet.table import Indices, Progress

_CHUNKS_PER_WORKER = 4


@dataclass(frozen=True)
class Conditions:
    """What runs must share to be comparable: words, rules, knowledge, and which answers.

    Attributes
    ----------
    lexicon
        the words that the player takes for possible answers, and the allowed guesses
    answers
        the answers that are played; None for all of the lexicon
    """

    lexicon: Lexicon
    rules: Rules
    answers: tuple[str, ...] | None = None
    prior: str = UNIFORM
    frequencies: Frequencies | None = None
    seed: int = 0

    @classmethod
    def of(
        cls,
        *,
        lexicon: Lexicon | str = DEFAULT_LEXICON,
        answers: Sequence[str] | str | None = None,
        sample: int | None = None,
        knowledge: str = "answers",
        hard: HardMode | str = HardMode.OFF,
        max_guesses: int = 6,
        prior: str = UNIFORM,
        frequencies: Frequencies | str | Path | None = None,
        seed: int = 0,
    ) -> Conditions:
        """Read conditions as a person writes them; see `run`."""
        lexicon = Lexicon.load(lexicon) if isinstance(lexicon, str) else lexicon
        if isinstance(answers, str):
            answers = Lexicon.load(answers).answers
        if knowledge not in ("answers", "all"):
            raise InvalidError(f"knowledge is 'answers' or 'all', not {knowledge!r}")
        if knowledge == "all":
            answers = lexicon.answers if answers is None else answers
            lexicon = lexicon.with_all_as_answers()
        if seed < 0:
            raise InvalidError(f"a seed is 0 or more, not {seed}")
        if sample is not None:
            answers = _sample(lexicon.answers if answers is None else answers, sample, seed)
        if not isinstance(frequencies, Frequencies) and frequencies is not None:
            frequencies = Frequencies.from_file(frequencies)
        chosen = None if answers is None else tuple(answers)
        rules = Rules(max_guesses, HardMode(hard))
        return cls(lexicon, rules, chosen, prior, frequencies, seed)

    def answer_indices(self) -> Indices:
        """Return the answers to play as answer indices, ascending, each once."""
        if self.answers is None:
            return np.arange(len(self.lexicon.answers))
        if len(self.answers) == 0:
            raise InvalidError("there are no answers to play")
        return np.unique([self.lexicon.answer_index(word) for word in self.answers])


def run(
    strategy: Strategy | str,
    *,
    opener: str | None = None,
    jobs: int = 1,
    conditions: Conditions | None = None,
    progress: Progress | None = None,
    **options: object,
) -> Run:
    """Play `strategy` on every answer and measure it.

    Parameters
    ----------
    opener
        a first guess, in front of whatever the strategy would open with
    jobs
        processes for strategies that use chance; the result does not depend on it
    progress
        called with the games played so far and their number
    conditions
        where and what to play; or give its parts as options:
    lexicon
        a `Lexicon`, or the name of a bundled one
    answers
        words to play instead of all answers, or the name of a lexicon whose answers to play
    sample
        play only so many answers, drawn by `seed`
    knowledge
        ``answers``: the player knows the answer list; ``all``: any allowed word may be the answer
    hard, max_guesses, prior, frequencies, seed
        the rules, how likely answers are (`salet.words.frequencies`), a table of counts or its file

    >>> result = run("entropy", opener="soare")
    >>> round(result.mean, 4), result.worst, result.losses
    (3.4644, 6, 0)
    """
    if conditions is not None and options:
        raise InvalidError(f"give either conditions or {', '.join(options)}, not both")
    where = conditions or Conditions.of(**options)  # type: ignore[arg-type]
    return Ground.of(where).run(strategy, opener=opener, jobs=jobs, progress=progress)


@dataclass(frozen=True)
class Ground:
    """What all runs under the same conditions share, made ready once: the table and the answers."""

    conditions: Conditions
    setting: Setting
    answers: Indices

    @classmethod
    def of(cls, conditions: Conditions) -> Ground:
        """Open the table, and load and compile the kernels, so that no run waits for them."""
        table = open_table(conditions.lexicon)
        setting = Setting.of(table, conditions.rules, conditions.prior, conditions.frequencies)
        ground = cls(conditions, setting, conditions.answer_indices())
        _warm_up(setting)
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
        player = player_for(strategy, opener, where)
        started = time.perf_counter()
        games = _play(player, self.setting, self.answers, where.seed, jobs, progress)
        seconds = time.perf_counter() - started
        metadata = {
            "seed": where.seed,
            "prior": where.prior,
            "frequencies": DEFAULT_TABLE if where.frequencies is None else where.frequencies.name,
            "deterministic": player.traits.deterministic,
            "versions": versions(),
        }
        weights = None if self.setting.prior is None else self.setting.prior[self.answers]
        return Run(player.to_text(), where.lexicon, where.rules, games, seconds, weights, metadata)


def player_for(strategy: Strategy | str, opener: str | None, where: Conditions) -> Strategy:
    """Make the strategy, and make sure that it can play there."""
    player = make_strategy(strategy)
    if opener is not None:
        player = Opener(inner=player, words=(where.lexicon.spelled(opener),))
    player.check_words(where.lexicon)
    if where.rules.hard not in player.traits.modes:
        raise InvalidError(f"{player} does not play hard mode {where.rules.hard}")
    return player


def needs_compiling() -> bool:
    """Whether the first run on this machine is still to come, and with it the compiler."""
    from salet.kernels.compiler import is_kept
    from salet.kernels.groups import tally_groups

    return not is_kept(tally_groups)


def _warm_up(setting: Setting) -> None:
    """Load the kernels, and compile them if this is the first time, before the clock starts."""
    import salet.kernels.groups  # noqa: F401 - from here on, kernels instead of numpy

    setting.table.lay_out_by_answer()
    start = setting.start()
    for candidates in (start.candidates[:1], start.candidates[:100]):
        view = replace(start, candidates=candidates, guesses=start.guesses[:1])
        for strategy in (Entropy(), Letters(), Tiles()):
            strategy.values(view)


def run_all(
    strategies: Sequence[Strategy | str],
    *,
    conditions: Conditions,
    opener: str | None = None,
    jobs: int = 1,
    step: Progress | None = None,
) -> list[Run]:
    """Run several strategies under the same conditions, side by side on `jobs` processes."""
    import joblib

    players = [player_for(strategy, opener, conditions) for strategy in strategies]
    open_table(conditions.lexicon)  # built once, before the processes map it
    workers = min(len(players), _workers(jobs))
    results = joblib.Parallel(n_jobs=workers, return_as="generator")(
        joblib.delayed(run)(player, conditions=conditions) for player in players
    )
    runs = []
    for result in results:
        runs.append(result)
        if step is not None:
            step(len(runs), len(players))
    return runs


def _workers(jobs: int) -> int:
    return jobs if jobs > 0 else os.cpu_count() or 1


def _play(
    player: Strategy,
    setting: Setting,
    answers: Indices,
    seed: int,
    jobs: int,
    progress: Progress | None,
) -> Games:
    """Play in this process, or games of chance in several."""
    workers = _workers(jobs)
    if player.traits.deterministic or workers == 1:
        return play(player, setting, answers, seed, progress)
    import joblib

    parts = np.array_split(answers, min(len(answers), workers * _CHUNKS_PER_WORKER))
    results = joblib.Parallel(n_jobs=workers, return_as="generator")(
        joblib.delayed(_play_warm)(player, setting, part, seed) for part in parts
    )
    played: list[Games] = []
    for games in results:
        played.append(games)
        if progress is not None:
            progress(sum(len(part.answers) for part in played), len(answers))
    return Games.joined(played)


def _play_warm(player: Strategy, setting: Setting, answers: Indices, seed: int) -> Games:
    """Play in a worker, which has kernels of its own to load."""
    _warm_up(setting)
    return play(player, setting, answers, seed)


def _sample(words: Sequence[str], count: int, seed: int) -> tuple[str, ...]:
    if not 1 <= count <= len(words):
        raise InvalidError(f"cannot draw {count} of {len(words):,} answers")
    ordered = sorted(words)
    chosen = np.random.default_rng(seed).choice(len(ordered), count, replace=False)
    return tuple(ordered[place] for place in sorted(chosen))
