"""Work spread over processes of this machine, or over the machines of a Dask cluster.

One function for both, so that a caller with many independent tasks (cells of a study, openers of a
proof) need not know where they are done.
"""

from __future__ import annotations

import logging
import os
import re
import signal
import threading
import time
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from itertools import islice
from multiprocessing import resource_tracker
from typing import Any, TypeVar

from salet._version import __version__
from salet.errors import InvalidError

T = TypeVar("T")
R = TypeVar("R")

_SECONDS_TO_CONNECT = 10
_SECONDS_BETWEEN_LOOKS = 1
_SECONDS_IDLE = 300
"""Processes that have nothing to do wait this long for the next call."""

_TASKS_PER_WORKER = 2
"""Tasks handed out at once: one to do and one to do next."""

_ONE_THREAD = {
    f"{library}_NUM_THREADS": "1" for library in ("OMP", "OPENBLAS", "MKL", "BLIS", "NUMEXPR")
}
_ADDRESS = re.compile(r"((tcp|tls|wss?)://)?(\[[0-9a-fA-F:]+\]|[^:/\s]+):\d+")


def worker_count(jobs: int) -> int:
    """Return the number of processes that `jobs` asks for; 0 asks for one per core."""
    if jobs < 0:
        raise InvalidError(f"jobs must be 0 or more, not {jobs}")
    return jobs if jobs > 0 else os.cpu_count() or 1


@contextmanager
def spread(
    work: Callable[[T], R], tasks: Iterable[T], *, jobs: int = 0, cluster: str | None = None
) -> Iterator[Iterator[R]]:
    """Do `work` on all `tasks` side by side, and give the results as they come, in any order.

    Parameters
    ----------
    work
        a function of a module, so that other processes find it
    tasks
        drawn when a worker is about to need one, so that a generator can cut its tasks by what
        the first ones took; a task should be worth 0.2 seconds of work or more
    jobs
        processes on this machine, 0 for one per core; with 1, the work is done in this process
    cluster
        the address of a Dask scheduler, whose workers do the work instead

    >>> with spread(abs, [-1, 2, -3], jobs=1) as results:
    ...     sorted(results)
    [1, 2, 3]
    """
    workers = worker_count(jobs)
    if cluster is not None:
        with _connected(cluster) as client:
            yield _on_cluster(client, work, iter(tasks))
    elif workers == 1:
        yield map(work, tasks)
    else:
        most = _TASKS_PER_WORKER * workers
        with (
            _processes(workers) as executor,
            closing(_in_processes(executor, work, iter(tasks), most)) as results,
        ):
            yield results


def in_order(
    work: Callable[[T], R],
    tasks: Iterable[T],
    *,
    jobs: int,
    step: Callable[[int, int], None] | None = None,
) -> list[R]:
    """Do `work` on all `tasks` by `spread`, and return the results in the order of the tasks.

    `step` is called with the number of tasks that are done, and of all tasks.
    """
    numbered = [(place, work, task) for place, task in enumerate(tasks)]
    found: dict[int, R] = {}
    workers = max(1, min(worker_count(jobs), len(numbered)))
    with spread(_numbered, numbered, jobs=workers) as results:
        for place, result in results:
            found[place] = result
            if step is not None:
                step(len(found), len(numbered))
    return [found[place] for place in range(len(numbered))]


def _numbered(task: tuple[int, Callable[[T], R], T]) -> tuple[int, R]:
    place, work, given = task
    return place, work(given)


# --- processes of this machine ---


@contextmanager
def _processes(workers: int) -> Iterator[Any]:
    """Give an executor whose processes are kept for the next call."""
    from loky import BrokenProcessPool, get_reusable_executor
    from loky.process_executor import TerminatedWorkerError

    with _later_interrupts():  # processes begin now if earlier work needed fewer
        executor = get_reusable_executor(
            workers,
            timeout=_SECONDS_IDLE,
            initializer=_settle_in,
            initargs=(os.getpid(),),
            env=_ONE_THREAD,
        )
    with warnings.catch_warnings(), _quiet("concurrent.futures"):
        # A worker that has filled its memory with tables is replaced by a new one. loky warns of
        # it in the thread that hands out work, which would end where warnings are errors.
        warnings.filterwarnings("ignore", "A worker (stopped|was restarted)", UserWarning)
        try:
            yield executor
        except TerminatedWorkerError:
            raise InvalidError(
                "a worker process died, perhaps for lack of memory; try again with fewer jobs"
            ) from None
        except BrokenProcessPool as error:
            raise InvalidError(f"the pool that hands out work has failed: {error}") from None


def _in_processes(
    executor: Any, work: Callable[[T], R], tasks: Iterator[T], most: int
) -> Generator[R]:
    """Keep `most` tasks handed out, and give the results as they come."""
    from loky import FIRST_COMPLETED, wait

    waiting: set[Any] = set()

    def submit(count: int) -> None:
        with _later_interrupts():  # a process may begin now
            waiting.update(executor.submit(work, task) for task in islice(tasks, count))

    try:
        submit(most)
        while waiting:
            done, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                waiting.remove(future)
                result = future.result()
                submit(1)
                yield result
    finally:
        # After an error or Ctrl-C, nobody waits for the rest.
        begun = [future for future in waiting if not future.cancel()]
        if not all(future.done() for future in begun):
            # Not without waiting: the next pool would take the order to kill the workers back.
            executor.shutdown(kill_workers=True)


@contextmanager
def _later_interrupts() -> Iterator[None]:
    """Put Ctrl-C off. Processes that begin meanwhile never get it, from their first line on."""
    resource_tracker.ensure_running()  # would let the signal through when loky starts it
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _settle_in(parent: int) -> None:
    """In a worker: leave Ctrl-C to the parent, and do not outlive it when it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with, args=(parent,), daemon=True).start()


def _leave_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_SECONDS_BETWEEN_LOOKS)
    os._exit(1)


# --- a cluster ---


def _on_cluster(client: Any, work: Callable[[T], R], tasks: Iterator[T]) -> Iterator[R]:
    import distributed

    as_completed: Any = distributed.as_completed  # it has no types

    def submit(count: int) -> list[Any]:
        return [client.submit(work, task, pure=False) for task in islice(tasks, count)]

    most = _TASKS_PER_WORKER * sum(client.nthreads().values())
    running = as_completed(submit(most), loop=client.loop)
    try:
        for future in running:
            result = future.result()
            running.update(submit(1))
            yield result
    except (distributed.CancelledError, distributed.KilledWorker) as error:
        reason = " ".join(str(error).split()) or "its scheduler is gone"
        raise InvalidError(f"the cluster cannot finish its work: {reason}") from None


@contextmanager
def _connected(address: str) -> Iterator[Any]:
    """Connect to a scheduler, and make sure that its workers can work for us."""
    try:
        import distributed
    except ImportError:
        raise InvalidError("a cluster needs dask: pip install 'salet[cluster]'") from None
    if not _ADDRESS.fullmatch(address):
        raise InvalidError(f"{address!r} is not the address of a cluster; write host:port")
    try:
        connect: Any = distributed.Client  # it has no types
        client = connect(address, timeout=_SECONDS_TO_CONNECT, set_as_default=False)
    except (OSError, ValueError) as error:
        raise InvalidError(
            f"cannot reach a Dask scheduler at {address}: {error or 'no answer'}"
        ) from None
    with client, _quiet("distributed", "distributed.client", "tornado.application"):
        _check_workers(client, address)
        yield client


@contextmanager
def _quiet(*names: str) -> Iterator[None]:
    """Keep libraries from logging what we report ourselves."""
    loggers = [logging.getLogger(name) for name in names]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


def _check_workers(client: Any, address: str) -> None:
    """Refuse a cluster without workers, or with another salet than ours."""
    try:
        client.wait_for_workers(1, timeout=_SECONDS_TO_CONNECT)
    except TimeoutError:
        raise InvalidError(
            f"the cluster at {address} has no workers; start some with: dask worker {address}"
        ) from None
    try:
        versions = set(client.run(_own_version).values())
    except Exception as error:
        raise InvalidError(
            f"a worker of the cluster at {address} cannot use salet ({error}); "
            f"install salet {__version__} there"
        ) from None
    if versions != {__version__}:
        raise InvalidError(
            f"the workers of the cluster at {address} have salet {', '.join(sorted(versions))}, "
            f"this is {__version__}; install the same"
        )


def _own_version() -> str:
    return __version__
