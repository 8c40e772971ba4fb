"""How long the table, one ranking and the command take.

Run with ``pytest benchmarks --benchmark-only``. The machines are noisy: read the figures as
ratios within one run. `docs/benchmarks.md` keeps one run's output.
"""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from salet import Lexicon
from salet.groups import group_stats, tally_with_numpy
from salet.table import build_codes, open_table


@pytest.mark.benchmark(group="table")
@pytest.mark.parametrize("name", ["original", "nyt-all"])
def test_build_table(benchmark, name):
    lexicon = Lexicon.load(name)
    build_codes(Lexicon.from_words(["ab", "ba"]))  # compile apart
    benchmark.pedantic(build_codes, args=(lexicon,), rounds=3, warmup_rounds=1)


@pytest.mark.benchmark(group="table")
def test_reload_table(benchmark, original, original_table):
    benchmark(open_table, original)


@pytest.mark.benchmark(group="ranking")
@pytest.mark.parametrize("way", ["kernel", "numpy"])
def test_rank_all_openers_by_entropy(benchmark, original_table, way):
    guesses, answers = np.arange(12972), np.arange(2315)
    if way == "kernel":
        original_table.prepare()
        benchmark.pedantic(
            group_stats, args=(original_table, guesses, answers), rounds=20, warmup_rounds=1
        )
    else:
        out = np.empty((12972, 4), np.int64)
        arguments = (original_table.codes, guesses, answers, None, 243, out)
        benchmark.pedantic(tally_with_numpy, args=arguments, rounds=5, warmup_rounds=1)


COMMANDS = {
    "python -c pass": ["python", "-c", "pass"],
    "salet --help": ["salet", "--help"],
    "salet suggest": ["salet", "suggest"],
    "salet suggest POSITION": ["salet", "suggest", "raise:--y-g"],
}


@pytest.mark.benchmark(group="command")
@pytest.mark.parametrize("name", COMMANDS)
def test_command(benchmark, original_table, name):
    program, *arguments = COMMANDS[name]
    command = [str(Path(sys.executable).with_name(program)), *arguments]
    benchmark.pedantic(
        subprocess.run,
        args=(command,),
        kwargs={"check": True, "stdout": subprocess.DEVNULL},
        rounds=10,
        warmup_rounds=2,
    )
