"""What the routes share: the workers, the memory of answers, the words that were sent, the jobs."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated

from cachetools import LRUCache
from fastapi import Depends, Response
from fastapi import Request as HttpRequest
from pydantic import BaseModel

from salet.web.pool import OnProgress, Workers
from salet.web.resource import Task

if TYPE_CHECKING:
    from salet.web.routes.arena import Feed
    from salet.web.routes.runs import Job

SUGGESTION_SECONDS = 60.0
RUN_SECONDS = 900.0
WAITING = 32
"""The number of tasks that may wait for a worker; one more is refused with a 503."""
WAITING_RUNS = 8
CACHE_BYTES = 80 << 20
SENT_LEXICONS = 16
_HEARTBEAT_SECONDS = 15.0
_OVERHEAD = 200
"""Bytes that an entry takes beside its key and its answer, roughly."""


class AnswerCache:
    """Answers by request, up to a number of bytes; equal questions are computed once."""

    def __init__(self, limit_bytes: int) -> None:
        self.hits = self.misses = 0
        self._answers: LRUCache[str, tuple[str, bytes]] = LRUCache(limit_bytes, getsizeof=_size)
        self._coming: dict[str, asyncio.Task[bytes]] = {}

    def __len__(self) -> int:
        return len(self._answers)

    @property
    def size(self) -> int:
        """The bytes that all entries take."""
        return int(self._answers.currsize)

    def get(self, key: str) -> bytes | None:
        """Return an answer that is known."""
        known = self._answers.get(key)
        if known is None:
            return None
        self.hits += 1
        return known[1]

    def put(self, key: str, answer: bytes) -> None:
        """Keep an answer; the least recently used ones make room for it."""
        entry = (key, answer)
        if _size(entry) <= self._answers.maxsize:
            self._answers[key] = entry

    async def get_or(self, key: str, compute: Callable[[], Awaitable[bytes]]) -> bytes:
        """Return an answer; requests for the same one at the same time wait for one computation."""
        known = self.get(key)
        if known is not None:
            return known
        self.misses += 1
        task = self._coming.get(key)
        if task is None:
            task = asyncio.ensure_future(self._compute(key, compute))
            self._coming[key] = task
            task.add_done_callback(lambda done: self._arrived(key, done))
        # One reader who leaves does not take the answer away from the others.
        return await asyncio.shield(task)

    async def _compute(self, key: str, compute: Callable[[], Awaitable[bytes]]) -> bytes:
        answer = await compute()
        self.put(key, answer)
        return answer

    def _arrived(self, key: str, task: asyncio.Task[bytes]) -> None:
        self._coming.pop(key, None)
        if not task.cancelled():
            task.exception()  # looked at, so that asyncio does not complain when nobody waits


def _size(entry: tuple[str, bytes]) -> int:
    key, answer = entry
    return len(key) + len(answer) + _OVERHEAD


@dataclass
class Watched:
    """Something that changes while people watch it by server-sent events."""

    changed: asyncio.Event = field(default_factory=asyncio.Event, init=False)

    def wake(self) -> None:
        """Wake up everybody who watches."""
        self.changed.set()
        self.changed = asyncio.Event()

    async def events(self, now: Callable[[], tuple[str, bool]]) -> AsyncIterator[str]:
        """Give what is to be told `now` and after every change, until it is over."""
        while True:
            changed = self.changed
            event, over = now()
            if event:
                yield event
            if over:
                return
            try:
                await asyncio.wait_for(changed.wait(), _HEARTBEAT_SECONDS)
            except TimeoutError:
                yield ": still there\n\n"


class Service:
    """One server's parts.

    Parameters
    ----------
    workers
        processes for quick tasks
    store
        the store of tournaments to show, or None
    """

    def __init__(self, workers: int | None = None, store: str | None = None) -> None:
        size = workers or max(2, os.cpu_count() or 1)
        self.workers = Workers(size, waiting=WAITING, seconds=SUGGESTION_SECONDS)
        # Runs and exact values have a process of their own, which gives way to the quick ones.
        self.long = Workers(1, waiting=WAITING_RUNS, seconds=RUN_SECONDS, nice=5)
        self.cache = AnswerCache(CACHE_BYTES)
        self.store = store
        self.sent: LRUCache[str, dict[str, list[str]]] = LRUCache(SENT_LEXICONS)
        self.jobs: dict[str, Job] = {}
        self.feeds: dict[str, Feed] = {}

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Keep the workers going."""
        await self.workers.start()
        try:
            yield
        finally:
            await self.workers.close()
            await self.long.close()

    async def call(
        self, workers: Workers, task: str, request: BaseModel, progress: OnProgress | None = None
    ) -> bytes:
        """Have a task done; words that were sent go with it."""
        sent = self.sent.get(getattr(request, "lexicon", ""))
        return await workers.call(task, request.model_dump(), sent, progress)

    async def answer(self, task: Task, request: BaseModel) -> Response:
        """Answer a request from memory, or have it computed."""
        workers = self.long if getattr(request, "exact", False) else self.workers
        if task.then is not None:
            known = await self.call(workers, task.name, request)
            task.then(self, request, known)
        else:
            key = f"{task.name} {request.model_dump_json()}"
            known = await self.cache.get_or(key, lambda: self.call(workers, task.name, request))
        return Response(known, task.status, media_type="application/json")


async def _service(request: HttpRequest) -> Service:
    service: Service = request.app.state.service
    return service


ServiceDep = Annotated[Service, Depends(_service)]


def have_charts() -> bool:
    """Whether plots can be drawn in the browser."""
    return find_spec("vl_convert") is not None
