"""Kay's experiments with the project's own strategies, under the true rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from salet.replication.kay.bench import Mode, Sweep
from salet.replication.kay.counts import FREQUENCY, LOG_FREQUENCY
from salet.replication.kay.solver import STEPS
from salet.runs.walk import play
from salet.strategies.registry import make_strategy
from salet.view import Setting
from salet.words.frequencies import Frequencies

if TYPE_CHECKING:
    from salet.replication.kay.bench import Bench

_PRIORS = {FREQUENCY: "frequency", LOG_FREQUENCY: "log-frequency"}


def play_sweep(bench: Bench, table: str) -> Sweep:
    """Play the past answers with every weight."""
    setting = _setting(bench, table)
    answers = np.sort(bench.places(bench.past))
    openers, games = [], []
    for twentieths in range(STEPS + 1):
        strategy = make_strategy(f"greens({twentieths / STEPS})+only_candidates")
        played = play(strategy, setting, answers)
        openers.append(bench.table.lexicon.allowed[played.guesses[0, 0]])
        games.append(bench.lengths(played, bench.past))
    return Sweep(tuple(openers), tuple(games))


def play_mode(bench: Bench, strategy: str) -> Mode:
    """Play a strategy on all answers of the game, any word being possible to it."""
    answers = np.sort(bench.places(bench.answers))
    return bench.mode(play(make_strategy(strategy), _setting(bench, LOG_FREQUENCY), answers))


def _setting(bench: Bench, table: str) -> Setting:
    counts = dict(zip(bench.counts.words, bench.counts.count.tolist(), strict=True))
    return Setting.of(bench.table, prior=_PRIORS[table], frequencies=Frequencies("kay", counts))
