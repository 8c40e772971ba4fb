"""How long strategies take on all answers.

Run with ``pytest benchmarks --benchmark-only``; see `test_foundation` on how to read it.
"""

import pytest

from salet import run
from salet.runs.conditions import Conditions
from salet.runs.ground import Ground, compare_under
from salet.strategies.registry import registry


@pytest.mark.benchmark(group="all 2,315 answers, one core")
@pytest.mark.parametrize(
    "strategy",
    [
        "entropy+opener(soare)",
        "minimax+opener(raise)",
        "expected+opener(roate)",
        "letters+opener(soare)",
        "tiles+opener(soare)",
    ],
)
def test_run(benchmark, strategy):
    run(strategy)  # compile and map apart
    benchmark.extra_info["seconds"] = min(run(strategy).seconds for _ in range(5))
    benchmark.pedantic(run, args=(strategy,), rounds=5)


@pytest.mark.benchmark(group="many runs")
def test_whole_registry_on_all_cores(benchmark):
    names = [name for name, spec in registry().items() if spec.plays]
    conditions = Conditions.of()
    benchmark.pedantic(
        compare_under,
        args=(conditions, [*names, "entropy+lookahead"]),
        kwargs={"jobs": 0},
        rounds=1,
        warmup_rounds=1,
    )


@pytest.mark.benchmark(group="many runs")
def test_entropy_where_all_14855_words_may_be_the_answer(benchmark):
    benchmark.pedantic(
        run, args=("entropy+opener(tares)",), kwargs={"lexicon": "nyt-all"}, rounds=1
    )
    with open("/proc/self/status", encoding="ascii") as status:  # noqa: PTH123
        peak = status.read().split("VmHWM:")[1].split()[0]
    benchmark.extra_info["peak MB"] = int(peak) // 1024


@pytest.mark.benchmark(group="thirteen openers, one core")
@pytest.mark.parametrize("strategy", ["letters+solutions_below(20)", "letters", "entropy"])
def test_openers(benchmark, strategy):
    """What a study does with every opener: a thousandth of all 12,972."""
    ground = Ground.of(Conditions.of())

    def sweep():
        for opener in ground.conditions.lexicon.allowed[::1000]:
            ground.run(strategy, opener=opener)

    benchmark.pedantic(sweep, rounds=3)
