"""What the routes share: the workers, the memory of answers, the words that were sent, the jobs."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from typing import TYPE_CHECKING

from cachetools import LRUCache
from pydantic import BaseModel, ValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request as HttpRequest
from starlette.responses import JSONResponse, Response, StreamingResponse

from salet.web.guard import in_words
from salet.web.pool import FailedError, OnProgress, Passing, Workers, unless
from salet.web.resource import TASKS, Task, WordsRequest, built_at
from salet.words.history import DEFAULT_HISTORY, kept_at

if TYPE_CHECKING:
    from salet.web.routes.arena import Feed
    from salet.web.routes.run import Job

SUGGESTION_SECONDS = 60.0
RUN_SECONDS = 900.0
LONG_WORKERS = 2
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
        self._coming: dict[str, _Coming] = {}

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
        """Return an answer; requests for the same one at the same time wait for one computation.

        It is given up when the last of them has gone.
        """
        known = self.get(key)
        if known is not None:
            return known
        self.misses += 1
        coming = self._coming.get(key)
        if coming is None:
            coming = _Coming(asyncio.ensure_future(self._compute(key, compute)))
            self._coming[key] = coming
        coming.askers += 1
        try:
            return await asyncio.shield(coming.work)
        finally:
            coming.askers -= 1
            if not coming.askers:
                del self._coming[key]
                coming.work.cancel()

    async def _compute(self, key: str, compute: Callable[[], Awaitable[bytes]]) -> bytes:
        answer = await compute()
        if not isinstance(answer, Passing):
            self.put(key, answer)
        return answer


@dataclass
class _Coming:
    """An answer that is being computed, and how many wait for it."""

    work: asyncio.Future[bytes]
    askers: int = 0


def _size(entry: tuple[str, bytes]) -> int:
    key, answer = entry
    return len(key) + len(answer) + _OVERHEAD


@dataclass
class Watched:
    """Something that changes while people watch it by server-sent events."""

    changed: asyncio.Event = field(default_factory=asyncio.Event, init=False)
    watching: int = field(default=0, init=False)

    def wake(self) -> None:
        """Wake up everybody who watches."""
        self.changed.set()
        self.changed = asyncio.Event()

    def unwatched(self) -> None:
        """Do what is to be done when the last one who watched has gone."""

    def stream(self, now: Callable[[], tuple[str, bool]]) -> StreamingResponse:
        """Answer with what is to be told `now` and after every change, until it is over."""
        headers = {"Cache-Control": "no-store"}
        return StreamingResponse(self._events(now), 200, headers, "text/event-stream")

    async def _events(self, now: Callable[[], tuple[str, bool]]) -> AsyncIterator[str]:
        self.watching += 1
        try:
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
        finally:
            self.watching -= 1
            if not self.watching:
                self.unwatched()


class Service:
    """One server's parts: `workers` processes for quick tasks, a `store` of tournaments to show."""

    def __init__(self, workers: int | None = None, store: str | None = None) -> None:
        size = workers or max(2, os.cpu_count() or 1)
        self.workers = Workers(size, waiting=WAITING, seconds=SUGGESTION_SECONDS)
        # Long tasks have processes of their own, which give way to the quick ones.
        self.long = Workers(
            LONG_WORKERS, waiting=WAITING_RUNS, seconds=RUN_SECONDS, nice=5, eager=False
        )
        self.cache = AnswerCache(CACHE_BYTES)
        self.store = store
        self.sent: LRUCache[str, dict[str, list[str]]] = LRUCache(SENT_LEXICONS)
        self.jobs: dict[str, Job] = {}
        self.feeds: dict[str, Feed] = {}

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Keep the workers going."""
        self.workers.start()
        self.long.start()
        try:
            yield
        finally:
            await self.workers.close()
            await self.long.close()

    async def call(
        self, task: str, request: BaseModel, progress: OnProgress | None = None
    ) -> bytes:
        """Have a task done; words that were sent and the store go with it."""
        long = TASKS[task].long or getattr(request, "exact", False)
        workers = self.long if long else self.workers
        sent = self.sent.get(getattr(request, "lexicon", ""))
        return await workers.call(task, request.model_dump(), progress, sent=sent, store=self.store)

    async def answer(self, task: Task, http: HttpRequest) -> Response:
        """Answer a request from memory, or have it computed while somebody waits for it."""
        request = await _read(task, http)
        named = isinstance(request, WordsRequest) and request.other_game is not None
        if named and "lexicon" in request.model_fields_set:
            raise FailedError(422, "InvalidError", "give either a game or a lexicon, not both")
        if task.before is not None:
            task.before(self)
        if task.here:
            told = await task.function(self, request)
            return told if isinstance(told, Response) else JSONResponse(told, task.status)
        key = f"{task.name} {request.model_dump_json()}" if task.remembered else ""
        if key and isinstance(request, WordsRequest):
            key += f" {built_at(request.lexicon)}"
        if key and getattr(request, "prior", "") == "history":
            key += _history()
        known = self.cache.get(key)
        if known is None:
            compute = partial(self.call, task.name, request)
            work = self.cache.get_or(key, compute) if key else compute()
            known = await unless(_left(http), work)
        if known is None:
            raise HTTPException(499, "the client has gone")
        if task.then is not None:
            task.then(self, request, known)
        headers = None if key else {"Cache-Control": "no-cache"}
        return Response(known, task.status, headers, media_type="application/json")


def _history() -> str:
    """Return a text that changes with the history that is kept, and with the days."""
    path = kept_at(DEFAULT_HISTORY)
    return f" {date.today()} {path.stat().st_mtime_ns if path.is_file() else 0}"


async def _read(task: Task, http: HttpRequest) -> BaseModel:
    """Read a request: the body of a POST, or what stands in the address."""
    try:
        if task.method == "POST":
            return task.request.model_validate_json(await http.body())
        values = {**http.query_params, **http.path_params}
        seen = http.headers.get("last-event-id")
        if seen and "after" in task.request.model_fields:  # a stream that is taken up again
            values["after"] = seen
        return task.request.model_validate(values, strict=False)
    except ValidationError as error:
        raise FailedError(422, "InvalidError", in_words(error.errors())) from None


async def _left(http: HttpRequest) -> None:
    """Wait until the client has gone."""
    while (await http.receive())["type"] != "http.disconnect":
        pass
