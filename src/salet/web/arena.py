"""The arena's store as the server sees it: views read by workers, and new games as they come.

However many people watch a tournament, the store is looked at once a second, and not at all when
nobody watches.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from salet.web.workers import BusyError, LateError, LostError, TaskError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from salet.web.workers import Workers

_LOOK_SECONDS = 1.0
_HEARTBEAT_SECONDS = 15.0
_SHOWN = 30


class Arena:
    """One store."""

    def __init__(self, workers: Workers, where: str) -> None:
        self._workers = workers
        self._where = where
        self._feeds: dict[str, _Feed] = {}

    async def view(self, view: str, **arguments: Any) -> bytes:
        """Have a worker read one view; JSON."""
        return await self._workers.call("arena", {"store": self._where, "view": view, **arguments})

    async def events(self, tournament: str, after: int) -> AsyncIterator[str]:
        """Give the games after a number as they are played, as server-sent events."""
        feed = self._feeds.setdefault(tournament, _Feed())
        feed.watching += 1
        if feed.looking is None:
            feed.looking = asyncio.create_task(self._look(tournament, feed))
        seen = after
        try:
            while True:
                changed, state = feed.changed, feed.state
                if state is not None:
                    new = [game for game in feed.games if game["id"] > seen]
                    seen = max(seen, state["last"])
                    name = "end" if state["finished"] else "games"
                    body = json.dumps({**state, "latest": new}, separators=(",", ":"))
                    yield f"event: {name}\nid: {seen}\ndata: {body}\n\n"
                    if state["finished"]:
                        return
                try:
                    await asyncio.wait_for(changed.wait(), _HEARTBEAT_SECONDS)
                except TimeoutError:
                    yield ": still there\n\n"
        finally:
            feed.watching -= 1
            if not feed.watching:
                self._feeds.pop(tournament, None)
                if feed.looking is not None:
                    feed.looking.cancel()

    async def _look(self, tournament: str, feed: _Feed) -> None:
        """Look for new games until the tournament is over."""
        while feed.state is None or not feed.state["finished"]:
            last = 0 if feed.state is None else feed.state["last"]
            # A store that is locked or out of reach is asked again: the tournament goes on.
            with suppress(TaskError, BusyError, LateError, LostError):
                answer = await self.view("games", tournament=tournament, after=last, limit=_SHOWN)
                feed.take(json.loads(answer))
            await asyncio.sleep(_LOOK_SECONDS)


@dataclass
class _Feed:
    """The latest games of one tournament, and who waits for more."""

    watching: int = 0
    state: dict[str, Any] | None = None
    games: list[dict[str, Any]] = field(default_factory=list)
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    looking: asyncio.Task[None] | None = None

    def take(self, found: dict[str, Any]) -> None:
        """Keep what was found; wake up everybody who waits if it is new."""
        new = found.pop("latest")
        if found == self.state:
            return
        self.state = found
        self.games = [*self.games, *new][-_SHOWN:]
        self.changed.set()
        self.changed = asyncio.Event()
