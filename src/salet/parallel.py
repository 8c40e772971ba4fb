"""Work spread over processes of this machine, or over the machines of a Dask cluster.

One function for both, so that whoever has many independent tasks (cells of a study, openers of a
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
from concurrent.futures import InvalidStateError
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, TypeVar

from salet._version import __version__
from salet.errors import InvalidError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from concurrent.futures import Future

T = TypeVar("T")
R = TypeVar("R")

_SECONDS_TO_CONNECT = 10
_SECONDS_BETWEEN_LOOKS = 1
_ADDRESS = re.compile(r"((tcp|tls|wss?)://)?(\[[0-9a-fA-F:]+\]|[^:/\s]+):\d+")


def worker_count(jobs: int) -> int:
    """Return the number of processes that `jobs` asks for; 0 asks for one per core."""
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
    if cluster is None and workers == 1:
        yield map(work, tasks)
        return
    import joblib
    from joblib.externals.loky.process_executor import TerminatedWorkerError

    with _place(cluster, workers), warnings.catch_warnings():
        # A worker that has filled its memory with tables is replaced by a new one. joblib warns of
        # it in the thread that hands out work, which would end where warnings are errors.
        warnings.filterwarnings("ignore", "A worker stopped", UserWarning)
        results = joblib.Parallel(return_as="generator_unordered", batch_size=1)(
            joblib.delayed(_work_for)(os.getpid(), partial(work, task)) for task in tasks
        )
        try:
            yield results
        except TerminatedWorkerError:
            raise InvalidError(
                "a worker process died, perhaps for lack of memory; try again with fewer --jobs"
            ) from None
        finally:
            with warnings.catch_warnings():
                # Who leaves before the end knows that there was more; joblib warns of it.
                warnings.filterwarnings("ignore", ".*tasks.*", UserWarning)
                results.close()


@contextmanager
def _place(cluster: str | None, workers: int) -> Iterator[None]:
    """Let joblib work in processes here, or on the cluster."""
    import joblib

    if cluster is None:
        with joblib.parallel_config("loky", n_jobs=workers) as config:
            backend = config["backend"]
            reason = InvalidError("the thread that hands out work has died; run again")
            with _given_up(backend, lambda: _has_no_manager(backend), reason):
                yield
        return
    with (
        _connected(cluster) as client,
        joblib.parallel_config("dask", client=client, n_jobs=-1) as config,
        _given_up(
            config["backend"],
            lambda: client.status == "closed",
            ConnectionError("its scheduler is gone"),
        ),
        _losses_reported(config["backend"]),
    ):
        cores = config["backend"].effective_n_jobs
        # With one job joblib would do the work here, instead of on the cluster's only worker.
        config["backend"].effective_n_jobs = lambda jobs: max(2, cores(jobs))
        yield


@contextmanager
def _given_up(backend: Any, is_gone: Callable[[], bool], reason: Exception) -> Iterator[None]:
    """Let tasks fail once nobody is left to do them; joblib would wait for them for ever."""
    submit = backend.submit
    waiting: set[Future[Any]] = set()
    over = threading.Event()

    def submit_and_watch(task: Any, callback: Callable[[Any], None]) -> Future[Any]:
        future: Future[Any] = submit(task, callback)
        waiting.add(future)
        future.add_done_callback(waiting.discard)
        return future

    def watch() -> None:
        while not over.wait(_SECONDS_BETWEEN_LOOKS):
            if is_gone():
                for future in list(waiting):
                    with suppress(InvalidStateError):  # done just now
                        future.set_exception(reason)
                return

    backend.submit = submit_and_watch
    threading.Thread(target=watch, daemon=True).start()
    try:
        yield
    finally:
        over.set()


def _has_no_manager(backend: Any) -> bool:
    """Whether the thread is dead that stands between joblib and its processes; then end these."""
    executor = getattr(backend, "_workers", None)
    thread = getattr(executor, "_executor_manager_thread", None)
    if thread is None or thread.is_alive():
        return False
    for process in list(getattr(executor, "_processes", None) or ()):
        with suppress(OSError):  # nobody else will end it, and Python would wait for it at its end
            os.kill(process, signal.SIGKILL)
    return True


@dataclass(frozen=True, slots=True)
class _Lost:
    """What stands in for the result of a task that will never have one."""

    reason: str


@contextmanager
def _losses_reported(backend: Any) -> Iterator[None]:
    """Tell joblib of tasks that a cluster gives up, as when one has cost several workers' lives."""
    from concurrent.futures import CancelledError  # what dask cancels with

    submit, retrieve = backend.submit, backend.retrieve_result_callback

    def submit_and_tell(task: Any, callback: Callable[[Any], None]) -> Future[Any]:
        def settle(done: Future[Any]) -> None:
            if done.exception() is not None:
                callback(_Lost(str(done.exception())))

        future: Future[Any] = submit(task, callback)
        future.add_done_callback(settle)
        return future

    def retrieve_or_raise(result: Any) -> Any:
        if isinstance(result, CancelledError):
            result = _Lost(str(result))
        if isinstance(result, _Lost):
            reason = " ".join(result.reason.split())
            raise InvalidError(f"the cluster cannot finish its work: {reason}")
        return retrieve(result)

    backend.submit, backend.retrieve_result_callback = submit_and_tell, retrieve_or_raise
    yield


@contextmanager
def _connected(address: str) -> Iterator[Any]:
    """Connect to a scheduler, and make sure that its workers can work for us."""
    try:
        from distributed import Client
    except ImportError:
        raise InvalidError("a cluster needs dask: pip install 'salet[cluster]'") from None
    if not _ADDRESS.fullmatch(address):
        raise InvalidError(f"{address!r} is not the address of a cluster; write host:port")
    try:
        client: Any = Client(  # type: ignore[no-untyped-call, unused-ignore]
            address, timeout=_SECONDS_TO_CONNECT, set_as_default=False
        )
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
        logger.setLevel(logging.CRITICAL)
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


def _work_for(parent: int, work: Callable[[], R]) -> R:
    """Work in another process."""
    if os.getppid() == parent:  # so it is a process of this machine, and not of a cluster
        _settle_in(parent)
    return work()


@lru_cache(maxsize=1)
def _settle_in(parent: int) -> None:
    """Leave Ctrl-C to the parent, and do not outlive it, as happens when it is killed."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with, args=(parent,), daemon=True).start()


def _leave_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_SECONDS_BETWEEN_LOOKS)
    os._exit(1)
