"""The golden playthroughs are what the strategies play today (scripts/playthroughs.py)."""

import importlib.util
from pathlib import Path

import pytest

from salet.strategies.registry import registry


def load_script():
    path = Path(__file__).parents[1] / "scripts" / "playthroughs.py"
    spec = importlib.util.spec_from_file_location("playthroughs", path)
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    return script


SCRIPT = load_script()


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("strategy", SCRIPT.played())
def test_playthrough(strategy, original_table):
    written = SCRIPT.path_of(strategy).read_text(encoding="utf-8")
    assert SCRIPT.playthrough(strategy) == written, "meant? then run scripts/playthroughs.py"


def test_every_strategy_has_a_playthrough():
    found = {name for text in SCRIPT.played() for name in SCRIPT.names_in(text)}
    own = {n for n, spec in registry().items() if spec.factory.__module__.startswith("salet.")}
    assert own - found == set(), "add it to COMPOSITIONS in scripts/playthroughs.py"


def test_one_file_per_strategy():
    paths = [SCRIPT.path_of(strategy) for strategy in SCRIPT.played()]
    assert len(set(paths)) == len(paths)
    assert set(SCRIPT.FOLDER.iterdir()) == set(paths)
