"""What the tests share: a cache folder of their own, and the tables of two lexicons."""

import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass

import pytest
from hypothesis import HealthCheck, settings

from salet import Lexicon
from salet.storage import CACHE_VARIABLE
from salet.table import open_table

settings.register_profile(
    "commit", max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("deep", settings.get_profile("commit"), max_examples=5000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "commit"))


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


@pytest.fixture(scope="session")
def original(cache):
    return Lexicon.load("original")


@pytest.fixture(scope="session")
def original_table(original):
    return open_table(original)


@pytest.fixture(scope="session")
def original_all_table(cache):
    return open_table(Lexicon.load("original-all"))


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
            env=os.environ | {"PYTHONIOENCODING": "utf-8"} | (env or {}),
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


@dataclass(frozen=True)
class Cluster:
    address: str
    workers: set[int]


@pytest.fixture(scope="session")
def cluster(tmp_path_factory, cache):
    """A scheduler and two workers, each a process of its own, on the loopback interface."""
    pytest.importorskip("distributed")
    folder = tmp_path_factory.mktemp("cluster")
    note = folder / "scheduler.json"
    common = ["--scheduler-file", str(note), "--no-dashboard"]
    here = ["--nthreads", "1", "--no-nanny", "--local-directory", str(folder)]
    commands = [
        ["scheduler", *common, "--host", "127.0.0.1", "--port", "0"],
        ["worker", *common, *here],
        ["worker", *common, *here],
    ]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    processes = [
        subprocess.Popen([sys.executable, "-m", "dask", *command], **quiet) for command in commands
    ]
    try:
        end = time.monotonic() + 60
        while not note.exists():
            assert time.monotonic() < end, "the scheduler did not start"
            time.sleep(0.1)
        address = json.loads(note.read_text())["address"]
        yield Cluster(address, {process.pid for process in processes[1:]})
    finally:
        for process in reversed(processes):
            process.terminate()
            process.wait(30)
