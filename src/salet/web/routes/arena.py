"""Tournaments of the arena: standings, games, pairs, bots; live by server-sent events.

However many people watch a tournament, the store is looked at once a second, and not at all when
nobody watches.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Depends, Header, HTTPException, Path, Query, Response
from fastapi.responses import StreamingResponse
from pydantic import Field

from salet.web.errors import Problem
from salet.web.pool import BusyError, LateError, LostError, TaskError
from salet.web.resource import Answer, LexiconSummary, PlayedTurn, Request, Sent, task
from salet.web.service import Service, ServiceDep, Watched

if TYPE_CHECKING:
    from salet.arena.cup.reader import StoreReader
    from salet.web.work import Work

_NO_STORE = "this server shows no arena; start it with: salet serve --arena STORE"
_MOST_GAMES = 200
_LARGEST = 2**63 - 1
_LOOK_SECONDS = 1.0
_SHOWN = 30

Name = Annotated[str, Query(min_length=1, max_length=200)]
Tournament = Annotated[
    str | None, Query(max_length=200, description="Which one; the latest if not given.")
]
GameId = Annotated[int, Path(ge=1, le=_LARGEST)]

router = APIRouter(
    prefix="/arena",
    tags=["arena"],
    responses={404: {"model": Problem, "description": "The server shows no arena."}},
)


class TournamentState(Sent):
    """How far a tournament is; `last` is the number of its latest game.

    `playing` is true while somebody plays it on the machine of this server.
    """

    tournament: str
    format: str
    schedule: str
    bots: list[str]
    started: str
    finished: bool
    playing: bool
    matches: int
    matches_finished: int
    games: int
    last: int


class TournamentsAnswer(Sent):
    """The tournaments of the store, the latest first; none where the server shows no arena."""

    available: bool
    tournaments: list[TournamentState]
    notes: list[str] = []


class RatingFigures(Sent):
    """A rating: the estimate, its deviation, and what the bot very likely reaches."""

    mu: float
    sigma: float
    ordinal: float


class StandingsRow(Sent):
    """One bot's line."""

    name: str
    points: float
    won: int
    drawn: int
    lost: int
    margin: float
    games: int
    mean_cost: float | None
    inflicted: float | None
    solved: int
    not_solved: int
    invalid: int
    time_out: int
    crashed: int
    setting_faults: int
    slowest_ms: float
    rating: RatingFigures


class Difference(Sent):
    """What the first paid minus what the second paid per round, with its 95% interval."""

    rounds: int
    mean: float
    low: float
    high: float
    better: int
    equal: int
    worse: int


class StandingsAnswer(Answer):
    """All tables of a tournament, as `salet arena standings --json` has them."""

    lexicon: LexiconSummary
    cup: dict[str, Any]
    started: str
    tournament: str
    format: str
    schedule: str
    finished: bool
    matches: int
    matches_finished: int
    games: int
    standings: list[StandingsRow]
    cross_table: dict[str, dict[str, Difference]]
    win_matrix: dict[str, dict[str, float | None]]
    rating_curve: dict[str, list[RatingFigures]]


class GameFacts(Sent):
    """One game: who solved what, set by whom (null: drawn by the referee), and what it cost."""

    id: int
    match: int
    round: int
    solver: str
    setter: str | None
    answer: str
    verdict: str
    setter_verdict: str | None
    cost: int
    message: str


class ArenaGame(GameFacts):
    """One game with its turns."""

    turns: list[PlayedTurn]


class GamesAnswer(Answer, TournamentState):
    """The latest games, the oldest of them first."""

    latest: list[ArenaGame]


class TimedTurn(PlayedTurn):
    """One turn, and how long the bot took."""

    microseconds: int


class ReplayedGame(GameFacts):
    """One game with its turns and times; `number` is its place in the match."""

    number: int
    turns: list[TimedTurn]
    microseconds: list[int]
    set_microseconds: int


class GameAnswer(Answer):
    """A game to replay, with the other board of its round and the numbers of its neighbours."""

    lexicon: LexiconSummary
    tournament: str
    max_guesses: int
    note: str = Field(description="Why the match ended early, if it did.")
    game: ReplayedGame
    other: ReplayedGame | None
    previous: int | None
    next: int | None
    logs: dict[str, str] = Field(description="The end of what each bot wrote to stderr.")


class PairedRound(Sent):
    """What both did in one round."""

    round: int
    first: ArenaGame
    second: ArenaGame


class PairAnswer(Answer):
    """Two bots: the first's guesses minus the second's, paired by round, and the rounds."""

    tournament: str
    first: str
    second: str
    difference: Difference | None
    rounds: list[PairedRound]


class Rival(Difference):
    """Another bot, and the difference to it."""

    name: str


class Opener(Sent):
    """A first guess, and how often it was played."""

    guess: str
    games: int


class BotAnswer(Answer):
    """One bot's figures."""

    tournament: str
    name: str
    bot: str
    place: int
    bots: int
    row: StandingsRow
    rating_curve: list[RatingFigures]
    rivals: list[Rival]
    openers: list[Opener]
    costs: dict[str, int]
    hardest: list[ArenaGame]
    best_set: list[ArenaGame]
    faults: list[ArenaGame]


class ViewRequest(Request):
    """One view of a store: a method of `salet.arena.cup.reader.StoreReader`, and its arguments."""

    store: str
    view: str
    arguments: dict[str, Any]


@task(ViewRequest)
def view(request: ViewRequest, _: Work) -> dict[str, Any]:
    """Read one view of a store."""
    from salet.arena.store.database import StoreError, shown_place

    where = request.store
    try:
        shown = _opened(where, _file(where))
        found: dict[str, Any] = getattr(shown, request.view)(**request.arguments)
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


@dataclass
class Feed(Watched):
    """The latest games of one tournament, and who waits for more."""

    watching: int = 0
    state: dict[str, Any] | None = None
    games: list[dict[str, Any]] = field(default_factory=list)
    looking: asyncio.Task[None] | None = None

    def take(self, found: dict[str, Any]) -> None:
        """Keep what was found; wake up everybody who waits if it is new."""
        new = found.pop("latest")
        if found == self.state:
            return
        self.state = found
        self.games = [*self.games, *new][-_SHOWN:]
        self.wake()


@dataclass
class Arena:
    """The store of this server."""

    service: Service
    where: str

    async def view(self, view: str, **arguments: Any) -> bytes:
        """Have a worker read one view; JSON."""
        request = ViewRequest(store=self.where, view=view, arguments=arguments)
        return await self.service.call(self.service.workers, "arena.view", request)

    async def events(self, tournament: str, after: int) -> AsyncIterator[str]:
        """Give the games after a number as they are played, as server-sent events."""
        feeds = self.service.feeds
        feed = feeds.setdefault(tournament, Feed())
        feed.watching += 1
        if feed.looking is None:
            feed.looking = asyncio.create_task(self._look(tournament, feed))
        seen = after

        def now() -> tuple[str, bool]:
            nonlocal seen
            state = feed.state
            if state is None:
                return "", False
            new = [game for game in feed.games if game["id"] > seen]
            seen = max(seen, state["last"])
            name = "end" if state["finished"] else "games"
            body = json.dumps({**state, "latest": new}, separators=(",", ":"))
            return f"event: {name}\nid: {seen}\ndata: {body}\n\n", state["finished"]

        try:
            async for event in feed.events(now):
                yield event
        finally:
            feed.watching -= 1
            if not feed.watching:
                feeds.pop(tournament, None)
                if feed.looking is not None:
                    feed.looking.cancel()

    async def _look(self, tournament: str, feed: Feed) -> None:
        """Look for new games until the tournament is over."""
        while feed.state is None or not feed.state["finished"]:
            last = 0 if feed.state is None else feed.state["last"]
            # A store that is locked or out of reach is asked again: the tournament goes on.
            with suppress(TaskError, BusyError, LateError, LostError):
                answer = await self.view("games", tournament=tournament, after=last, limit=_SHOWN)
                feed.take(json.loads(answer))
            await asyncio.sleep(_LOOK_SECONDS)


async def _arena(service: ServiceDep) -> Arena:
    if service.store is None:
        raise HTTPException(404, _NO_STORE)
    return Arena(service, service.store)


ArenaDep = Annotated[Arena, Depends(_arena)]


def _json(body: bytes) -> Response:
    return Response(body, media_type="application/json", headers={"Cache-Control": "no-cache"})


@router.get("", responses={200: {"model": TournamentsAnswer}})
async def tournaments(service: ServiceDep) -> Response:
    """List the tournaments."""
    if service.store is None:
        return _json(b'{"available":false,"tournaments":[]}')
    found = await Arena(service, service.store).view("tournaments")
    return _json(b'{"available":true,' + found[1:])


@router.get("/standings", responses={200: {"model": StandingsAnswer}})
async def standings(arena: ArenaDep, tournament: Tournament = None) -> Response:
    """Count the standings from the games."""
    return _json(await arena.view("standings", tournament=tournament))


@router.get("/games", responses={200: {"model": GamesAnswer}})
async def games(
    arena: ArenaDep,
    tournament: Tournament = None,
    after: Annotated[int, Query(ge=0, le=_LARGEST)] = 0,
    limit: Annotated[int, Query(ge=1, le=_MOST_GAMES)] = 100,
) -> Response:
    """Give the latest games with a number above `after`."""
    return _json(await arena.view("games", tournament=tournament, after=after, limit=limit))


@router.get("/games/{number}", responses={200: {"model": GameAnswer}})
async def game(number: GameId, arena: ArenaDep) -> Response:
    """Give one game for a replay, with the other board of its round."""
    return _json(await arena.view("game", number=number))


@router.get("/pair", responses={200: {"model": PairAnswer}})
async def pair(
    arena: ArenaDep, first: Name, second: Name, tournament: Tournament = None
) -> Response:
    """Compare two bots on the rounds in which they met."""
    return _json(await arena.view("pair", first=first, second=second, tournament=tournament))


@router.get("/bot", responses={200: {"model": BotAnswer}})
async def bot(arena: ArenaDep, name: Name, tournament: Tournament = None) -> Response:
    """Say how one bot did."""
    return _json(await arena.view("bot", name=name, tournament=tournament))


@router.get(
    "/events",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/event-stream": {}}}},
)
async def events(
    arena: ArenaDep,
    tournament: Name,
    after: Annotated[int, Query(ge=0, le=_LARGEST)] = 0,
    last_event_id: Annotated[str | None, Header(max_length=20, pattern="^[0-9]*$")] = None,
) -> StreamingResponse:
    """Follow a tournament by server-sent events: `games` when there are new ones, then `end`."""
    seen = int(last_event_id) if last_event_id else after
    await arena.view("games", tournament=tournament, limit=1)  # one that is not there is refused
    return StreamingResponse(
        arena.events(tournament, seen),
        media_type="text/event-stream",
        headers={"Cache-Control": "no-store"},
    )
