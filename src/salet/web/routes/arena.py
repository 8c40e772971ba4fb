"""Tournaments of the arena: standings, games, pairs, bots; live by server-sent events.

However many people watch a tournament, the store is looked at once a second, and not at all when
nobody watches.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field
from starlette.exceptions import HTTPException
from starlette.responses import StreamingResponse

from salet.web.pool import FailedError
from salet.web.resource import Request, Toolbox, get, here
from salet.web.service import Service, Watched

if TYPE_CHECKING:
    from salet.arena.cup.reader import StoreReader

_MOST_GAMES = 200
_LARGEST = 2**63 - 1
_LOOK_SECONDS = 1.0
_SHOWN = 30

Name = Annotated[str, Field(min_length=1, max_length=200)]


class TournamentRequest(Request):
    """A tournament."""

    tournament: Annotated[
        str | None, Field(max_length=200, description="Which one; the latest if not given.")
    ] = None


class GamesRequest(TournamentRequest):
    """The latest games with a number above `after`."""

    after: Annotated[int, Field(ge=0, le=_LARGEST)] = 0
    limit: Annotated[int, Field(ge=1, le=_MOST_GAMES)] = 100


class ReplayRequest(Request):
    """A game by its number."""

    number: Annotated[int, Field(ge=1, le=_LARGEST)]


class PairRequest(TournamentRequest):
    """Two bots."""

    first: Name
    second: Name


class BotRequest(TournamentRequest):
    """One bot."""

    name: Name


# --- tasks ---


def _store(service: Service) -> None:
    if service.store is None:
        raise HTTPException(
            404, "this server shows no arena; start it with: salet serve --arena STORE"
        )


def _read(work: Toolbox, view: str, request: Request) -> dict[str, Any]:
    """Read one view of the store: a method of `salet.arena.cup.reader.StoreReader`."""
    from salet.arena.store.database import StoreError, shown_place

    where = work.store or ""
    try:
        found: dict[str, Any] = getattr(_opened(where, _file(where)), view)(**request.model_dump())
    except StoreError as error:
        # Where the store is, and with which password, is not for everybody who can see the page.
        raise StoreError(str(error).replace(shown_place(where), "the store")) from None
    return found


@lru_cache(maxsize=1)
def _opened(store: str, _: int) -> StoreReader:
    from salet.arena.cup.reader import StoreReader
    from salet.arena.store.store import Store

    return StoreReader(Store(store))


def _file(store: str) -> int:
    """Return a number that changes when a store was removed and made anew."""
    path = FilePath(store)
    return path.stat().st_ino if path.is_file() else 0


@get("/arena", Request, "TournamentsAnswer", tag="arena", remembered=False)
def tournaments(request: Request, work: Toolbox) -> dict[str, Any]:
    """List the tournaments."""
    if work.store is None:
        return {"available": False, "tournaments": []}
    return {"available": True, **_read(work, "tournaments", request)}


def _view(name: str, path: str, asked: type[Request], answer: str, told: str) -> None:
    """Declare a view of the store as a task."""

    def view(request: Request, work: Toolbox) -> dict[str, Any]:
        return _read(work, name, request)

    view.__name__, view.__doc__ = name, told
    get(path, asked, answer, tag="arena", before=_store, remembered=False)(view)


for _row in (
    (
        "standings",
        "/arena/standings",
        TournamentRequest,
        "StandingsAnswer",
        "Compute the standings.",
    ),
    ("games", "/arena/games", GamesRequest, "LatestGames", "Give the latest games."),
    ("game", "/arena/games/{number}", ReplayRequest, "ReplayAnswer", "Give the boards of a round."),
    ("pair", "/arena/pair", PairRequest, "PairAnswer", "Compare two bots where they met."),
    ("bot", "/arena/bot", BotRequest, "BotAnswer", "Say how one bot did."),
):
    _view(*_row)


# --- live ---


@dataclass
class Feed(Watched):
    """The latest games of one tournament; looks for more while somebody watches."""

    service: Service
    tournament: str
    state: dict[str, Any] | None = None
    games: list[dict[str, Any]] = field(default_factory=list)
    looking: asyncio.Task[None] | None = None

    def since(self, number: int) -> Callable[[], tuple[str, bool]]:
        """Return a function that gives the games after a number as an event, each once."""

        def now() -> tuple[str, bool]:
            nonlocal number
            if self.looking is None:
                self.looking = asyncio.create_task(self._look())
            state = self.state
            if state is None:
                return "", False
            new = [game for game in self.games if game["id"] > number]
            number = max(number, state["last"])
            name = "end" if state["finished"] else "games"
            body = json.dumps({**state, "latest": new}, separators=(",", ":"))
            return f"event: {name}\nid: {number}\ndata: {body}\n\n", state["finished"]

        return now

    def unwatched(self) -> None:
        """Stop looking."""
        if self.service.feeds.get(self.tournament) is self:
            del self.service.feeds[self.tournament]
        if self.looking is not None:
            self.looking.cancel()
            self.looking = None

    async def _look(self) -> None:
        """Look for new games until the tournament is over."""
        while self.state is None or not self.state["finished"]:
            last = 0 if self.state is None else self.state["last"]
            # A store that is locked or out of reach is asked again: the tournament goes on.
            with suppress(FailedError):
                request = GamesRequest(tournament=self.tournament, after=last, limit=_SHOWN)
                found = json.loads(await self.service.call("arena.games", request))
                new = found.pop("latest")
                if found != self.state:
                    self.state = found
                    self.games = [*self.games, *new][-_SHOWN:]
                    self.wake()
            await asyncio.sleep(_LOOK_SECONDS)


class EventsRequest(Request):
    """A tournament to follow, and the number of the last game that is known."""

    tournament: Name
    after: Annotated[int, Field(ge=0, le=_LARGEST)] = 0


@here("GET", "/arena/events", EventsRequest, tag="arena", before=_store)
async def events(service: Service, request: EventsRequest) -> StreamingResponse:
    """Follow a tournament by server-sent events: `games` when there are new ones, then `end`."""
    tournament = request.tournament
    # One that is not there is refused.
    await service.call("arena.games", GamesRequest(tournament=tournament, limit=1))
    feed = service.feeds.setdefault(tournament, Feed(service, tournament))
    return feed.stream(feed.since(request.after))
