"""How fast the arena plays.

Run with ``pytest benchmarks --benchmark-only``; see `test_foundation` on how to read it.
"""

import shutil
import time
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from salet import Rules
from salet.arena.bots.bot import Ask, Request
from salet.arena.bots.player import Limits
from salet.arena.bots.process import ProcessPlayer
from salet.arena.bots.residents import RESIDENTS
from salet.arena.cup.cup import Cup
from salet.arena.cup.tournament import run_cup
from salet.games.wordle import Wordle

STRATEGIES = ["tree", "entropy", "minimax", "letters"]


def cup_of(**values):
    return Cup.from_dict({"name": "benchmark", **values}, Path())


@pytest.mark.benchmark(group="arena")
def test_race_of_four_strategies_on_all_answers(benchmark, tmp_path):
    """Every game is looked up and stored; the trees are played before the clock starts."""
    cup = cup_of(format="race", words=2315, bots=STRATEGIES)
    stores = (tmp_path / f"{number}.sqlite" for number in count())
    run_cup(cup, next(stores))
    processor = []

    def play():
        started = time.process_time()
        run_cup(cup, next(stores))
        processor.append(time.process_time() - started)

    benchmark.pedantic(play, rounds=5)
    games = len(STRATEGIES) * 2315
    benchmark.extra_info["games/s"] = round(games / benchmark.stats.stats.min)
    benchmark.extra_info["games per second of processor time"] = round(games / min(processor))


@pytest.mark.benchmark(group="arena")
def test_round_robin_of_12_residents_with_duels_of_200_rounds(benchmark, tmp_path):
    """In one process, so that its processor time is all there is; matches are independent."""
    cup = cup_of(format="duel", words=200, bots=[f"resident:{name}" for name in RESIDENTS])
    run_cup(replace(cup, words=1), tmp_path / "compile.sqlite")
    started = time.process_time()
    benchmark.pedantic(run_cup, args=(cup, tmp_path / "cup.sqlite"), rounds=1)
    benchmark.extra_info["processor seconds"] = round(time.process_time() - started, 1)


@pytest.mark.benchmark(group="arena")
def test_one_question_to_a_program_that_goes_on_reading(benchmark, original):
    """All overhead: the program is sed, which writes its answer without thinking."""
    command = (shutil.which("sed"), "-u", 's/.*/{"guess": "crane"}/')
    player = ProcessPlayer(command, Wordle(original), Limits(seconds_per_match=3600))
    request = Request(Ask.GUESS, Wordle(original), Rules(), "me")
    try:
        assert player.ask(request, 5) == "crane"
        benchmark(player.ask, request, 5)
    finally:
        player.close()
