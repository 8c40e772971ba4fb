"""How long the replications and a sweep take, each in a process of its own, as a user runs them.

Run with ``pytest benchmarks --benchmark-only``; see `test_foundation` on how to read it. CPU time
stands beside the wall time, for on a busy machine only the former tells something. The limits:
`salet study chow` with its games written 60 s, all five 5 min, a sweep of 12,972 openers 15 min.
"""

import os
import resource
import subprocess
import sys
import time
from pathlib import Path

import pytest

OPENERS = Path(__file__).parents[1] / "docs" / "studies" / "openers.toml"
SLICE = 200


def salet(*arguments):
    """Run the command; return the seconds it took, and those of all its processes together."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begun = time.perf_counter()
    command = [sys.executable, "-m", "salet", *map(str, arguments)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env={**os.environ})
    seconds = time.perf_counter() - begun
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = sum(getattr(after, name) - getattr(before, name) for name in ("ru_utime", "ru_stime"))
    return seconds, cpu


@pytest.mark.benchmark(group="studies")
@pytest.mark.parametrize("name", ["chow", "luebeck", "kay", "tmzh", "vanrijn", "all"])
def test_study(benchmark, name, tmp_path):
    _, cpu = benchmark.pedantic(
        salet, args=("study", name, "--out", tmp_path / name), rounds=1, warmup_rounds=0
    )
    benchmark.extra_info["CPU seconds"] = cpu


@pytest.mark.benchmark(group="studies")
def test_opener_sweep_from_a_slice(benchmark, tmp_path):
    """Every 65th word as opener, and from that all 12,972: the start is paid once, and left out."""
    from salet import Lexicon

    words = Lexicon.load("original").allowed
    some, one = words[:: len(words) // SLICE][:SLICE], words[:1]

    def spec(name, openers):
        path = tmp_path / f"{name}.toml"
        listed = ", ".join(f'"{word}"' for word in openers)
        whole = OPENERS.read_text(encoding="utf-8")
        path.write_text(whole.replace('opener = "all"', f"opener = [{listed}]"))
        return path

    start = salet("study", spec("one", one), "--out", tmp_path / "one")
    many = spec("slice", some)
    took = benchmark.pedantic(salet, args=("study", many, "--out", tmp_path / "slice"), rounds=1)
    for name, first, all_of_it in zip(("minutes", "CPU minutes"), start, took, strict=True):
        each = (all_of_it - first) / (len(some) - len(one))
        benchmark.extra_info[f"{name} for 12,972"] = (first + each * len(words)) / 60
