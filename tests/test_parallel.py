"""Work spread over processes, and over a real Dask cluster on this machine."""

import os
import signal
import subprocess
import sys
import time
import warnings
from contextlib import suppress
from pathlib import Path

import pytest

from salet import InvalidError
from salet.parallel import in_order, spread, worker_count
from salet.study.runner import run_study
from salet.study.spec import Study
from tests.helpers import Processes


def square(number):
    return number * number, os.getpid()


def fail(number):
    raise InvalidError(f"not {number}")


def die(number):
    os._exit(number)


def test_in_this_process():
    with spread(square, range(5), jobs=1) as results:
        assert list(results) == [(n * n, os.getpid()) for n in range(5)]


@pytest.mark.slow
def test_in_other_processes():
    with spread(square, range(9), jobs=2) as results:
        found = list(results)
    assert sorted(value for value, _ in found) == [n * n for n in range(9)]
    assert os.getpid() not in {process for _, process in found}
    with spread(square, [], jobs=2) as results:
        assert list(results) == []


def test_tasks_are_drawn_when_they_are_needed():
    drawn = []

    def tasks():
        for number in range(100):
            drawn.append(number)
            yield number

    with spread(square, tasks(), jobs=2) as results:
        next(results)
        assert len(drawn) < 50
        assert len(list(results)) == 99


def test_an_error_of_a_worker_comes_back():
    with pytest.raises(InvalidError, match="not 3"), spread(fail, [3], jobs=2) as results:
        list(results)


def test_a_worker_that_dies_is_reported():
    with pytest.raises(InvalidError, match="worker process died"), spread(die, [3], jobs=2) as r:
        list(r)


_KEPT = []


def nap_and_grow(number):
    """Take much memory in a worker's second task and keep it, as tables are kept.

    loky measures a worker after its first task, and then not more than once a second.
    """
    _KEPT.append(b"x" * (350_000_000 if len(_KEPT) == 1 else 1))
    time.sleep(1.1)
    return os.getpid()


@pytest.mark.long
@pytest.mark.slow
def test_a_worker_with_full_memory_is_replaced_without_a_word():
    pytest.importorskip("psutil")  # without it loky does not look
    with spread(nap_and_grow, range(6), jobs=2) as results:
        assert len(set(results)) > 2


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_work_that_nobody_hands_out_is_given_up():
    """A warning that is an error ends loky's thread; waiting for its results would not end."""
    pytest.importorskip("psutil")
    with suppress(InvalidError), spread(die, [1], jobs=2) as results:
        list(results)  # a new pool, for a pool warns only once
    with (
        pytest.raises(InvalidError, match="hands out work"),
        spread(nap_and_grow, range(6), jobs=2) as results,
    ):
        warnings.simplefilter("error")
        list(results)
    with spread(square, range(3), jobs=2) as results:
        assert len(list(results)) == 3


def test_who_leaves_early_does_not_wait_for_the_rest():
    """Not at the end of the program either, though another pool came in between."""
    code = """
import time
from salet.parallel import spread
with spread(time.sleep, [0, 60, 60, 60], jobs=2) as results:
    next(results)
with spread(abs, [-1, -2, -3], jobs=2) as results:
    print(sorted(results))
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=45, check=True
    )
    assert (done.stdout, done.stderr) == ("[1, 2, 3]\n", "")


@pytest.mark.slow
@pytest.mark.parametrize("seconds", [0.1, 0.4])
def test_workers_do_not_outlive_who_started_them_even_while_they_start(seconds):
    code = (
        "import time\n"
        "from salet.parallel import spread\n"
        "print('go', flush=True)\n"
        "with spread(time.sleep, [600.5] * 4, jobs=2) as results: list(results)\n"
    )
    mark = f"SALET_TEST={time.monotonic_ns()}"
    parent = subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=os.environ | dict([mark.split("=")]),
    )
    with parent, parent.stdout:
        parent.stdout.readline()
        time.sleep(seconds)
        parent.kill()
    deadline = time.monotonic() + 20
    while (left := marked(mark)) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert left == []


def marked(text):
    """Return the processes that have `text` in their environment."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            if text.encode() in entry.read_bytes().split(b"\0"):
                found.append(int(entry.parent.name))
    return found


def test_results_in_the_order_of_the_tasks():
    steps = []
    found = in_order(square, range(7), jobs=2, step=lambda done, every: steps.append((done, every)))
    assert [value for value, _ in found] == [n * n for n in range(7)]
    assert steps == [(n, 7) for n in range(1, 8)]
    assert in_order(square, [], jobs=2) == []


def test_worker_count():
    assert worker_count(3) == 3
    assert worker_count(0) == os.cpu_count()


# --- a cluster ---


@pytest.mark.long
@pytest.mark.slow
def test_a_study_is_the_same_on_one_process_two_processes_and_a_cluster(cluster, tmp_path):
    study = Study.of(
        strategy=["letters+solutions_below({below})", "random"],
        opener=["salet", "crane"],
        answers={"sample": 100, "seed": 4},
        sweep={"below": [0, 20]},
        seed=[0, 1],
    )
    one = run_study(study, tmp_path / "one", jobs=1)
    two = run_study(study, tmp_path / "two", jobs=2)
    spread_out = run_study(study, tmp_path / "cluster", cluster=cluster.address)
    assert len(one.frame) == 8
    for other in (two, spread_out):
        assert other.metadata["digest"] == one.metadata["digest"]
        assert other.frame.drop("seconds").equals(one.frame.drop("seconds"))


@pytest.mark.slow
def test_work_on_a_cluster_is_done_by_its_workers(cluster):
    tasks = ["(__import__('time').sleep(0.2), __import__('os').getpid())[1]"] * 8
    with spread(eval, tasks, cluster=cluster.address) as results:
        assert set(results) == {worker.pid for worker in cluster.workers}
    with (
        pytest.raises(ZeroDivisionError),
        spread(eval, ["1/0"], cluster=cluster.address) as results,
    ):
        list(results)
    with spread(eval, [], cluster=cluster.address) as results:
        assert list(results) == []


@pytest.mark.slow
def test_a_task_that_kills_its_worker_is_given_up(tmp_path, monkeypatch):
    """On a cluster of one worker."""
    pytest.importorskip("distributed")
    monkeypatch.setenv("DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES", "0")
    with Processes(tmp_path, workers=1) as cluster:
        with spread(eval, ["__import__('os').getpid()"], cluster=cluster.address) as results:
            assert list(results) == [cluster.workers[0].pid]
        with (
            pytest.raises(InvalidError, match="the cluster cannot finish its work"),
            spread(eval, ["__import__('os')._exit(1)"], cluster=cluster.address) as results,
        ):
            list(results)


@pytest.mark.long
@pytest.mark.slow
def test_a_scheduler_that_goes_away_is_reported(tmp_path):
    pytest.importorskip("distributed")
    naps = ["__import__('time').sleep(0.3)"] * 500
    with (
        Processes(tmp_path, workers=1) as cluster,
        pytest.raises(InvalidError, match="the cluster cannot finish its work"),
        spread(eval, naps, cluster=cluster.address) as results,
    ):
        next(results)
        cluster.scheduler.kill()
        list(results)


@pytest.mark.parametrize("address", ["", "nonsense", "http://127.0.0.1:1", "127.0.0.1"])
def test_what_is_no_address(address):
    pytest.importorskip("distributed")
    with (
        pytest.raises(InvalidError, match="not the address of a cluster"),
        spread(abs, [1], cluster=address),
    ):
        pass


def test_a_cluster_that_does_not_answer(monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.setattr("salet.parallel._SECONDS_TO_CONNECT", 0.5)
    with (
        pytest.raises(InvalidError, match="cannot reach a Dask scheduler"),
        spread(abs, [1], cluster="127.0.0.1:1"),
    ):
        pass


def _blocks_interrupts(_):
    time.sleep(0.3)  # so that every worker is asked
    return signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, [])


def test_workers_never_get_ctrl_c():
    """Not even while they begin: a traceback of their imports would be all that one sees."""
    for jobs in (2, 3):  # the third begins when the pool grows
        with spread(_blocks_interrupts, range(3 * jobs), jobs=jobs) as blocked:
            assert all(blocked)
    assert not _blocks_interrupts(0)
