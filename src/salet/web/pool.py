"""Worker processes: tasks are done there, one at a time each, and ended when they take too long.

A worker is ``python -m salet.web.worker``. What a task returns is passed on as the bytes that came.
A process that dies, busy or idle, is replaced; one whose task nobody waits for any more is ended.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar

from salet.web.worker import ERROR, INTERNAL, LENGTH_BYTES, PASSING, PROGRESS, RESULT, frame

T = TypeVar("T")
OnProgress = Callable[[int, int], None]
RETRY_SECONDS = 2
GRACE_SECONDS = 1.0
"""A task that nobody waits for may still end by itself: that is quicker than a new process."""
_PAUSE_SECONDS = 0.5
_TRIES = 2


class FailedError(Exception):
    """A request that gets no answer: the status, and what the person who asked is told."""

    def __init__(self, status: int, kind: str, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.kind = kind
        self.message = message


BUSY = (503, "BusyError", f"too many requests are waiting; try again in {RETRY_SECONDS} seconds")
LATE = (504, "LateError", "this took too long and was ended; ask for less")
LOST = (500, INTERNAL, "the process that worked on this was ended; try again")


class Passing(bytes):
    """An answer that holds only now, such as one that says what was just built."""


@dataclass(eq=False)
class _Call:
    """A task that is waiting or being done."""

    message: bytes
    progress: OnProgress | None
    answer: asyncio.Future[bytes] = field(default_factory=asyncio.Future)
    tries: int = 0

    def fail(self, status: int, kind: str, message: str) -> None:
        if not self.answer.done():
            self.answer.set_exception(FailedError(status, kind, message))


async def unless(ending: Awaitable[object], work: Awaitable[T]) -> T | None:
    """Return the result of `work`; give it up and return None if `ending` is over before it."""
    tasks = asyncio.ensure_future(ending), asyncio.ensure_future(work)
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        return tasks[1].result() if tasks[1].done() else None
    finally:
        for task in tasks:
            task.cancel()


async def _start(nice: int) -> Process:
    """Start a process; it can be asked at once, and answers when it has loaded."""
    # -P: a file of the current folder is not taken for a module of the same name.
    command = (sys.executable, "-P", "-m", "salet.web.worker", str(nice))
    return await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)


async def _end(process: Process) -> None:
    """End a process, whatever it is doing."""
    with suppress(ProcessLookupError):
        process.kill()
    await process.wait()


async def _ask(process: Process, call: _Call) -> bytes:
    """Have a task done."""
    source, sink = process.stdout, process.stdin
    assert source is not None
    assert sink is not None
    sink.write(frame(RESULT, call.message))
    await sink.drain()
    if call.progress is not None:
        call.progress(0, 0)
    while True:
        head = await source.readexactly(1 + LENGTH_BYTES)
        kind, body = head[:1], await source.readexactly(int.from_bytes(head[1:], "big"))
        if kind == ERROR:
            told = json.loads(body)
            raise FailedError(500 if told["kind"] == INTERNAL else 422, **told)
        if kind != PROGRESS:
            return Passing(body) if kind == PASSING else body
        if call.progress is not None and not call.answer.done():  # done: nobody waits any more
            call.progress(*json.loads(body))


class Workers:
    """A few workers and the queue before them.

    Parameters
    ----------
    size
        the number of processes
    waiting
        the number of tasks that may wait; one more is refused
    seconds
        the time limit of a task
    eager
        whether processes start before there is a task for them
    """

    def __init__(
        self, size: int, *, waiting: int, seconds: float, nice: int = 0, eager: bool = True
    ) -> None:
        self.size = size
        self.waiting_limit = waiting
        self.seconds = seconds
        self.running = 0
        self._nice = nice
        self._eager = eager
        self._calls: asyncio.Queue[_Call] = asyncio.Queue()
        self._keepers: list[asyncio.Task[None]] = []

    @property
    def waiting(self) -> int:
        """The number of tasks that wait for a worker."""
        return self._calls.qsize()

    @property
    def full(self) -> bool:
        """Whether one more task would be refused."""
        return self.waiting >= self.waiting_limit + self.size - self.running

    def start(self) -> None:
        """Begin to work."""
        self._keepers = [asyncio.create_task(self._keep()) for _ in range(self.size)]

    async def close(self) -> None:
        """End all processes."""
        for keeper in self._keepers:
            keeper.cancel()
        await asyncio.gather(*self._keepers, return_exceptions=True)
        while not self._calls.empty():
            self._calls.get_nowait().fail(*LOST)

    async def call(
        self, task: str, request: dict[str, Any], progress: OnProgress | None = None, **more: Any
    ) -> bytes:
        """Have a task done by the next free worker; once more if that worker dies.

        Who stops waiting gives the task up. `more` goes with the request.
        """
        if self.full:
            raise FailedError(*BUSY)
        message = json.dumps({"task": task, "request": request, **more}).encode()
        call = _Call(message, progress)
        self._calls.put_nowait(call)
        return await call.answer

    async def _keep(self) -> None:
        """Keep one process at work, and put a new one in the place of one that has gone."""
        call = None if self._eager else await self._calls.get()
        loop = asyncio.get_running_loop()
        while True:
            born = loop.time()
            try:
                process = await _start(self._nice)
            except OSError as error:
                logging.getLogger("uvicorn.error").error("cannot start a worker: %s", error)
                await asyncio.sleep(_PAUSE_SECONDS)
                continue
            try:
                call = await self._serve(process, call)
            finally:
                await asyncio.shield(_end(process))
            if loop.time() - born < _PAUSE_SECONDS:  # it may not be able to live here
                await asyncio.sleep(_PAUSE_SECONDS)

    async def _serve(self, process: Process, call: _Call | None) -> _Call | None:
        """Do tasks until the process is gone; return the task that is still to be done."""
        while True:
            if call is None:
                call = await unless(process.wait(), self._calls.get())
            if call is None:
                return None
            self.running += 1
            try:
                alive = await self._do(process, call)
            except asyncio.CancelledError:
                call.fail(*LOST)
                raise
            finally:
                self.running -= 1
            if not alive:
                return None if call.answer.done() else call
            call = None

    async def _do(self, process: Process, call: _Call) -> bool:
        """Do a task; return whether the process can be asked again."""
        if call.answer.done():  # given up while it waited
            return True
        asking = asyncio.ensure_future(_ask(process, call))
        try:
            await asyncio.wait(
                {asking, call.answer}, timeout=self.seconds, return_when=asyncio.FIRST_COMPLETED
            )
            if not asking.done() and call.answer.done():
                await asyncio.wait({asking}, timeout=GRACE_SECONDS)
            if not asking.done():
                call.fail(*LATE)
                return False
            answer = asking.result()
            if not call.answer.done():
                call.answer.set_result(answer)
        except FailedError as error:
            call.fail(error.status, error.kind, error.message)
        except (OSError, EOFError, RuntimeError):  # a closed pipe, as asyncio or uvloop says it
            call.tries += 1
            if call.tries == _TRIES:
                call.fail(*LOST)
            return False
        finally:
            asking.cancel()
        return True
