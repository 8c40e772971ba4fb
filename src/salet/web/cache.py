"""A bounded memory of answers: the least recently used go first, and nothing is computed twice."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

_OVERHEAD = 200
"""Bytes that an entry takes beside its key and its answer, roughly."""


class AnswerCache:
    """Answers by request, up to so many bytes in all."""

    def __init__(self, limit_bytes: int) -> None:
        self.limit_bytes = limit_bytes
        self.bytes = 0
        self.hits = self.misses = 0
        self._answers: OrderedDict[str, bytes] = OrderedDict()
        self._coming: dict[str, asyncio.Task[bytes]] = {}

    def __len__(self) -> int:
        return len(self._answers)

    def get(self, key: str) -> bytes | None:
        """Return an answer that is known."""
        answer = self._answers.get(key)
        if answer is not None:
            self._answers.move_to_end(key)
            self.hits += 1
        return answer

    def put(self, key: str, answer: bytes) -> None:
        """Keep an answer, and forget the oldest ones that it takes the place of."""
        size = _size(key, answer)
        if size > self.limit_bytes:
            return
        old = self._answers.pop(key, None)
        self.bytes += size - (0 if old is None else _size(key, old))
        self._answers[key] = answer
        while self.bytes > self.limit_bytes:
            self.bytes -= _size(*self._answers.popitem(last=False))

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


def _size(key: str, answer: bytes) -> int:
    return len(key) + len(answer) + _OVERHEAD
