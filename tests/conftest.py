"""What the tests share: a cache folder of their own, and the tables of two lexicons."""

import json
import os
import subprocess
import sys

import pytest
from hypothesis import HealthCheck, settings

from salet import Lexicon
from salet.cli.options import LEXICON_VARIABLE
from salet.storage import CACHE_VARIABLE
from salet.table import open_table
from tests.helpers import Processes

settings.register_profile(
    "commit", max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("deep", settings.get_profile("commit"), max_examples=5000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "commit"))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Count every long test as slow, so that ``-m "not slow"`` leaves both kinds out."""
    for item in items:
        if item.get_closest_marker("long"):
            item.add_marker("slow")


@pytest.fixture(scope="session", autouse=True)
def cache(tmp_path_factory):
    """Keep the tests' tables apart from the user's."""
    folder = tmp_path_factory.mktemp("cache")
    before = os.environ.get(CACHE_VARIABLE)
    os.environ[CACHE_VARIABLE] = str(folder)
    yield folder
    if before is None:
        del os.environ[CACHE_VARIABLE]
    else:
        os.environ[CACHE_VARIABLE] = before


@pytest.fixture
def original_lists(monkeypatch):
    """Make the literature's list, whose figures are published, that of a person who names none."""
    monkeypatch.setenv(LEXICON_VARIABLE, "original")


@pytest.fixture(scope="session")
def original(cache):
    return Lexicon.load("original")


@pytest.fixture(scope="session")
def original_table(original):
    return open_table(original)


@pytest.fixture(scope="session")
def original_all_table(cache):
    return open_table(Lexicon.load("original-all"))


def _environment():
    """That of a person who sends the output to a file; tests side by side have a width set."""
    here = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    return here | {"PYTHONIOENCODING": "utf-8"}


@pytest.fixture(scope="session")
def salet_command(cache):
    """Run the command as a person would, in its own process."""

    def run(*arguments, env=None, **options):
        return subprocess.run(
            [sys.executable, "-m", "salet", *arguments],
            capture_output=True,
            encoding="utf-8",
            timeout=120,
            check=False,
            env=_environment() | (env or {}),
            **options,
        )

    return run


@pytest.fixture
def ok(salet_command):
    def run(*arguments, **options):
        done = salet_command(*arguments, **options)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


@pytest.fixture
def answer(ok):
    return lambda *arguments, **options: json.loads(ok(*arguments, "--json", **options))


@pytest.fixture(scope="session")
def cluster(tmp_path_factory, cache):
    """A scheduler and two workers on the loopback interface."""
    pytest.importorskip("distributed")
    with Processes(tmp_path_factory.mktemp("cluster"), workers=2) as processes:
        yield processes
