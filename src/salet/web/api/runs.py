"""Strategies on all answers, as jobs with progress."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, HTTPException, Path, Response
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, Field

from salet.web.api.fields import Hard, LexiconName, MaxGuesses, Request, StrategyText, Word
from salet.web.errors import Problem
from salet.web.jobs import Job
from salet.web.service import ServiceDep
from salet.words.lexicon import DEFAULT_LEXICON

router = APIRouter(prefix="/runs", tags=["laboratory"])

JobId = Annotated[str, Path(pattern="^[0-9a-f]{16}$", examples=["0123456789abcdef"])]
_UNKNOWN: dict[int | str, dict[str, Any]] = {
    404: {"model": Problem, "description": "There is no such job; ask for it again."}
}


class RunsRequest(Request):
    """One to four strategies, played on the same answers."""

    strategies: Annotated[list[StrategyText], Field(min_length=1, max_length=4)]
    opener: Word | None = None
    lexicon: LexiconName = DEFAULT_LEXICON
    hard: Hard = "off"
    max_guesses: MaxGuesses = 6


class JobAnswer(BaseModel):
    """How a job stands; `result` has runs and pairs once it is done."""

    id: str
    state: Literal["waiting", "running", "done", "failed", "cancelled"]
    done: int
    total: int
    error: str | None
    result: dict[str, Any] | None


class GamesAnswer(BaseModel):
    """Every game: lengths (0 where the answer was never found) and guesses, run by run."""

    strategies: list[str]
    answers: list[str]
    lengths: list[list[int]]
    guesses: list[list[str]]


@router.post("", status_code=202)
async def start(request: RunsRequest, service: ServiceDep) -> JobAnswer:
    """Begin to run strategies, or find the job that did the same."""
    job = service.jobs.start("runs", request.model_dump_json(), service.arguments(request))
    return JobAnswer(**job.to_dict())


@router.get("/{job_id}", responses=_UNKNOWN)
async def state(job_id: JobId, service: ServiceDep) -> JobAnswer:
    """Say how a job stands."""
    return JobAnswer(**_find(service, job_id).to_dict())


@router.delete("/{job_id}", responses=_UNKNOWN)
async def cancel(job_id: JobId, service: ServiceDep) -> JobAnswer:
    """End a job."""
    job = _find(service, job_id)
    service.jobs.cancel(job)
    return JobAnswer(**job.to_dict())


@router.get(
    "/{job_id}/events",
    response_class=StreamingResponse,
    responses=_UNKNOWN | {200: {"content": {"text/event-stream": {}}}},
)
async def events(job_id: JobId, service: ServiceDep) -> StreamingResponse:
    """Follow a job by server-sent events: `progress`, and `end` when it is over."""
    job = _find(service, job_id)
    return StreamingResponse(
        job.events(), media_type="text/event-stream", headers={"Cache-Control": "no-store"}
    )


@router.get("/{job_id}/games", responses=_UNKNOWN | {200: {"model": GamesAnswer}})
async def games(job_id: JobId, service: ServiceDep) -> Response:
    """Give every game of a job that is done, to compare them word by word."""
    job = _find(service, job_id)
    if job.state != "done":
        raise HTTPException(404, f"the job is {job.state}; its games come when it is done")
    return Response(job.games, media_type="application/json")


def _find(service: ServiceDep, job_id: str) -> Job:
    job = service.jobs.find(job_id)
    if job is None:
        raise HTTPException(404, f"there is no job {job_id}; ask for it again")
    return job
