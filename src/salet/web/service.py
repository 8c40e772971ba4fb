"""What the API's functions share: workers, memory, word lists and jobs of one server."""

from __future__ import annotations

import os
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import Depends, Request, Response

from salet.web import limits
from salet.web.arena import Arena
from salet.web.cache import AnswerCache
from salet.web.jobs import Jobs
from salet.web.words import WordLists
from salet.web.workers import Workers

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from pydantic import BaseModel


class Service:
    """One server's parts.

    Parameters
    ----------
    workers
        processes for quick tasks
    arena
        the store of tournaments to show, or None
    """

    def __init__(self, workers: int | None = None, arena: str | None = None) -> None:
        size = workers or max(2, os.cpu_count() or 1)
        seconds = limits.SUGGESTION_SECONDS
        self.workers = Workers(size, waiting=limits.WAITING, seconds=seconds)
        # Runs and exact values have a process of their own, which gives way to the quick ones.
        self.long = Workers(1, waiting=limits.WAITING_RUNS, seconds=limits.RUN_SECONDS, nice=5)
        self.cache = AnswerCache(limits.CACHE_BYTES)
        self.shortcut = AnswerCache(limits.SHORTCUT_BYTES)
        self.words = WordLists()
        self.jobs = Jobs(self.long)
        self.arena = None if arena is None else Arena(self.workers, arena)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Keep the workers going."""
        await self.workers.start()
        try:
            yield
        finally:
            await self.workers.close()
            await self.long.close()

    def arguments(self, request: BaseModel) -> dict[str, Any]:
        """Return what a task is called with: the request, its lexicon found."""
        values = request.model_dump()
        if "lexicon" in values:
            values["lexicon"] = self.words.choice(values["lexicon"])
        return values

    async def answer(self, task: str, request: BaseModel) -> Response:
        """Answer a request from memory, or have it computed."""
        key = f"{task} {request.model_dump_json()}"
        known = self.cache.get(key)
        if known is None:
            arguments = self.arguments(request)
            workers = self.long if arguments.get("exact") else self.workers
            known = await self.cache.get_or(key, lambda: workers.call(task, arguments))
        return Response(known, media_type="application/json")


async def _service(request: Request) -> Service:
    service: Service = request.app.state.service
    return service


ServiceDep = Annotated[Service, Depends(_service)]
