"""Worker processes: tasks are done there, one at a time each, and ended when they take too long.

A worker is ``python -m salet.web.worker``. What a task returns is passed on as the bytes that came.
"""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import Process
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from salet.web.worker import ERROR, LENGTH_BYTES, PROGRESS, RESULT, write_frame

OnProgress = Callable[[int, int], None]


class TaskError(Exception):
    """A task that failed, with the message for the person who asked."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message


class BusyError(Exception):
    """Too many tasks are waiting for a worker."""


class LateError(Exception):
    """A task took longer than is allowed, and was ended."""


class LostError(Exception):
    """The worker died, twice, with the task in hand."""


@dataclass
class Worker:
    """One process."""

    process: Process

    @classmethod
    async def start(cls, *arguments: str) -> Worker:
        """Start a process; it is ready to be asked at once, and answers when it has loaded."""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "salet.web.worker", *arguments),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        return cls(process)

    async def ask(self, message: bytes, progress: OnProgress | None) -> bytes:
        """Have a task done."""
        source, sink = self.process.stdout, self.process.stdin
        assert source is not None
        assert sink is not None
        write_frame(sink, RESULT, message)
        await sink.drain()
        while True:
            head = await source.readexactly(1 + LENGTH_BYTES)
            kind, body = head[:1], await source.readexactly(int.from_bytes(head[1:], "big"))
            if kind == PROGRESS:
                if progress is not None:
                    progress(*json.loads(body))
            elif kind == ERROR:
                raise TaskError(**json.loads(body))
            else:
                return body

    async def end(self) -> None:
        """End the process, whatever it is doing."""
        with suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()


class Workers:
    """A few workers and the queue before them.

    Parameters
    ----------
    size
        how many processes
    waiting
        how many tasks may wait; one more is refused
    seconds
        how long a task may take
    """

    def __init__(self, size: int, *, waiting: int, seconds: float, nice: int = 0) -> None:
        self.size = size
        self.waiting_limit = waiting
        self.seconds = seconds
        self.waiting = 0
        self.running = 0
        self._arguments = (str(nice),)
        self._started = 0
        self._closed = False
        self._idle: asyncio.LifoQueue[Worker] = asyncio.LifoQueue()
        self._workers: list[Worker] = []

    async def start(self) -> None:
        """Start all processes."""
        while self._started < self.size:
            await self._add()

    async def _add(self) -> None:
        """Start a process, also if the one who waits for it gives up meanwhile."""
        self._started += 1
        await asyncio.shield(asyncio.ensure_future(self._start_one()))

    async def _start_one(self) -> None:
        try:
            worker = await Worker.start(*self._arguments)
        except BaseException:
            self._started -= 1
            raise
        self._workers.append(worker)
        self._idle.put_nowait(worker)

    async def close(self) -> None:
        """End all processes."""
        self._closed = True
        for worker in list(self._workers):
            await worker.end()
        self._workers.clear()

    async def call(
        self,
        task: str,
        request: dict[str, Any],
        sent: dict[str, list[str]] | None = None,
        progress: OnProgress | None = None,
    ) -> bytes:
        """Have a task done by the next free worker; once more if that worker dies."""
        if self.waiting >= self.waiting_limit:
            raise BusyError
        message = json.dumps({"task": task, "request": request, "sent": sent}).encode()
        for _ in range(2):
            if self._closed:
                break
            worker = await self._free()
            self.running += 1
            try:
                return await self._ask(worker, message, progress)
            except (asyncio.IncompleteReadError, ConnectionError):
                continue
            finally:
                self.running -= 1
        raise LostError

    async def _free(self) -> Worker:
        """Wait for a worker."""
        if self._idle.empty() and self._started < self.size:
            await self._add()
        self.waiting += 1
        try:
            return await self._idle.get()
        finally:
            self.waiting -= 1

    async def _ask(self, worker: Worker, message: bytes, progress: OnProgress | None) -> bytes:
        """Ask a worker; one that was stopped in the middle is replaced."""
        healthy = False
        try:
            async with asyncio.timeout(self.seconds):
                reply = await worker.ask(message, progress)
            healthy = True
            return reply
        except TaskError:
            healthy = True
            raise
        except TimeoutError:
            raise LateError from None
        finally:
            if healthy:
                self._idle.put_nowait(worker)
            else:
                await self._replace(worker)

    async def _replace(self, worker: Worker) -> None:
        if self._closed:
            return
        self._workers.remove(worker)
        self._started -= 1
        ending = asyncio.create_task(worker.end())
        await self._add()
        await asyncio.shield(ending)
