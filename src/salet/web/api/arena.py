"""Tournaments of the arena: standings, games, pairs, bots; live by server-sent events."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, HTTPException, Path, Query, Response
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, Field

from salet.web.api.fields import LexiconSummary, PlayedTurn
from salet.web.arena import Arena
from salet.web.errors import Problem
from salet.web.service import ServiceDep

_NO_STORE = "this server shows no arena; start it with: salet serve --arena STORE"
_MOST_GAMES = 200
_LARGEST = 2**63 - 1

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


async def _arena(service: ServiceDep) -> Arena:
    if service.arena is None:
        raise HTTPException(404, _NO_STORE)
    return service.arena


ArenaDep = Annotated[Arena, Depends(_arena)]


class TournamentState(BaseModel):
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


class TournamentsAnswer(BaseModel):
    """The tournaments of the store, the latest first; none where the server shows no arena."""

    available: bool
    tournaments: list[TournamentState]


class StandingsAnswer(BaseModel):
    """All tables of a tournament, as `salet arena standings --json` has them."""

    lexicon: LexiconSummary
    cup: dict[str, Any]
    tournament: str
    finished: bool
    matches: int
    matches_finished: int
    games: int
    standings: list[dict[str, Any]]
    cross_table: dict[str, dict[str, Any]]
    win_matrix: dict[str, dict[str, float | None]]
    rating_curve: dict[str, list[dict[str, float]]]


class ArenaGame(BaseModel):
    """One game: who solved what, set by whom (null: drawn by the referee), and what it cost."""

    id: int
    match: int
    round: int
    solver: str
    setter: str | None
    answer: str
    turns: list[PlayedTurn]
    verdict: str
    setter_verdict: str | None
    cost: int
    message: str


class GamesAnswer(TournamentState):
    """The latest games, the oldest of them first."""

    latest: list[ArenaGame]


class GameAnswer(BaseModel):
    """A game to replay, with the other board of its round and the numbers of its neighbours."""

    lexicon: LexiconSummary
    tournament: str
    max_guesses: int
    note: str = Field(description="Why the match ended early, if it did.")
    game: ArenaGame
    other: ArenaGame | None
    previous: int | None
    next: int | None
    logs: dict[str, str] = Field(description="The end of what each bot wrote to stderr.")


class PairedRound(BaseModel):
    """What both did in one round."""

    round: int
    first: ArenaGame
    second: ArenaGame


class PairAnswer(BaseModel):
    """Two bots: the first's guesses minus the second's, paired by round, and the rounds."""

    tournament: str
    first: str
    second: str
    difference: dict[str, float] | None
    rounds: list[PairedRound]


class BotAnswer(BaseModel):
    """One bot's figures."""

    tournament: str
    name: str
    bot: str
    place: int
    bots: int
    row: dict[str, Any]
    rating_curve: list[dict[str, float]]
    rivals: list[dict[str, Any]]
    openers: list[dict[str, Any]]
    costs: dict[str, int]
    hardest: list[ArenaGame]
    best_set: list[ArenaGame]
    faults: list[ArenaGame]


def _json(body: bytes) -> Response:
    return Response(body, media_type="application/json", headers={"Cache-Control": "no-cache"})


@router.get("", responses={200: {"model": TournamentsAnswer}})
async def tournaments(service: ServiceDep) -> Response:
    """List the tournaments."""
    if service.arena is None:
        return _json(b'{"available":false,"tournaments":[]}')
    found = await service.arena.view("tournaments")
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
