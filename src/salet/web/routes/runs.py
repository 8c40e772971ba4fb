"""Strategies on all answers, side by side: long work, asked for once and looked at often.

A job is named after what was asked, so asking again finds it; after a restart the same job is done
again.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal

from fastapi import APIRouter, HTTPException, Path, Response
from fastapi.responses import StreamingResponse
from pydantic import Field

from salet.web.errors import Problem
from salet.web.pool import BusyError, LateError, LostError, TaskError
from salet.web.resource import LexiconSummary, RulesRequest, Sent, StrategyText, Word, task
from salet.web.service import Service, ServiceDep, Watched

if TYPE_CHECKING:
    from salet.report import Spec
    from salet.runs.result import Run
    from salet.web.work import Work

_KEPT = 24
_UNKNOWN: dict[int | str, dict[str, Any]] = {
    404: {"model": Problem, "description": "There is no such job; ask for it again."}
}
_OVER = ("done", "failed", "cancelled")

JobId = Annotated[str, Path(pattern="^[0-9a-f]{16}$", examples=["0123456789abcdef"])]
State = Literal["waiting", "running", "done", "failed", "cancelled"]
router = APIRouter(prefix="/runs", tags=["laboratory"])


class RunsRequest(RulesRequest):
    """One to four strategies, played on the same answers."""

    strategies: Annotated[list[StrategyText], Field(min_length=1, max_length=4)]
    opener: Word | None = None


class RunProblem(Sent):
    """Why a strategy failed at a position, and in how many games."""

    position: str
    message: str
    games: int


class RunFigures(Sent):
    """One run, as `salet run --json` has it."""

    lexicon: LexiconSummary
    strategy: str
    opener: str | None
    hard: str
    max_guesses: int
    games: int
    total: int
    mean: float | None
    capped_mean: float | None
    losses: int
    unfinished: int
    within3: float
    within4: float
    worst: int
    histogram: dict[str, int]
    hardest: list[str]
    problems: list[RunProblem]
    seconds: float
    seed: int
    prior: str
    frequencies: str
    deterministic: bool
    versions: dict[str, str]


class Pair(Sent):
    """Two runs, word by word."""

    first: str
    second: str
    better: int
    equal: int
    worse: int
    difference: float | None = Field(description="Mean guesses of the first minus the second's.")
    interval: list[float] | None = Field(description="95%; null where the difference is exact.")
    exact: bool
    p_value: float | None


class RunsResult(Sent):
    """The figures of all runs, each two compared, and plots for Vega-Lite."""

    lexicon: LexiconSummary
    runs: list[RunFigures]
    pairs: list[Pair]
    charts: list[dict[str, Any]]
    notes: list[str]


class JobAnswer(Sent):
    """How a job stands; `result` has runs and pairs once it is done."""

    id: str
    state: State
    done: int
    total: int
    error: str | None
    result: RunsResult | None


class GamesAnswer(Sent):
    """Every game: lengths (0 where the answer was never found) and guesses, run by run."""

    strategies: list[str]
    answers: list[str]
    lengths: list[list[int]]
    guesses: list[list[str]]


@dataclass
class Job(Watched):
    """One piece of work and how it stands."""

    id: str
    state: State = "waiting"
    done: int = 0
    total: int = 0
    error: str | None = None
    figures: dict[str, Any] | None = None
    games: bytes = b""
    work: asyncio.Task[None] | None = None

    @property
    def over(self) -> bool:
        """Whether it will not change any more."""
        return self.state in _OVER

    def to_json(self) -> str:
        """Return it as a `JobAnswer`."""
        names = ("id", "state", "done", "total", "error")
        told = {name: getattr(self, name) for name in names} | {"result": self.figures}
        return json.dumps(told, separators=(",", ":"))

    def tell(self, **changes: Any) -> None:
        """Change, and wake up everybody who watches."""
        for name, value in changes.items():
            setattr(self, name, value)
        self.wake()

    def event(self) -> tuple[str, bool]:
        """Return the state as a server-sent event, and whether it is the last one."""
        return f"event: {'end' if self.over else 'progress'}\ndata: {self.to_json()}\n\n", self.over

    async def do(self, service: Service, request: RunsRequest) -> None:
        """Have the runs made."""

        def progress(done: int, total: int) -> None:
            self.tell(state="running", done=done, total=total)

        try:
            answer = await service.call(service.long, "runs.runs", request, progress)
            result = json.loads(answer)
            games = json.dumps(result["games"], ensure_ascii=False, separators=(",", ":")).encode()
            figures = result["figures"] | {"notes": result["notes"]}
            self.tell(state="done", done=self.total, figures=figures, games=games)
        except TaskError as error:
            self.tell(state="failed", error=error.message)
        except (BusyError, LateError, LostError) as error:
            why = "it took too long" if isinstance(error, LateError) else "no worker was free"
            self.tell(state="failed", error=f"{why}; try again")
        except asyncio.CancelledError:
            self.tell(state="cancelled")
            raise


@router.post("", status_code=202, responses={202: {"model": JobAnswer}})
async def start(request: RunsRequest, service: ServiceDep) -> Response:
    """Begin to run strategies, or find the job that did the same."""
    name = hashlib.sha256(f"runs {request.model_dump_json()}".encode()).hexdigest()[:16]
    job = service.jobs.get(name)
    if job is None or job.state in ("failed", "cancelled"):
        if service.long.waiting >= service.long.waiting_limit:
            raise BusyError
        job = Job(name)
        job.work = asyncio.create_task(job.do(service, request))
        service.jobs.pop(name, None)
        service.jobs[name] = job
        finished = [one for one, known in service.jobs.items() if known.over]
        for one in finished[: max(0, len(service.jobs) - _KEPT)]:
            del service.jobs[one]
    return _json(job.to_json(), 202)


@router.get("/{job_id}", responses=_UNKNOWN | {200: {"model": JobAnswer}})
async def state(job_id: JobId, service: ServiceDep) -> Response:
    """Say how a job stands."""
    return _json(_find(service, job_id).to_json())


@router.delete("/{job_id}", responses=_UNKNOWN | {200: {"model": JobAnswer}})
async def cancel(job_id: JobId, service: ServiceDep) -> Response:
    """End a job."""
    job = _find(service, job_id)
    if job.work is not None and not job.over:
        job.work.cancel()
        job.tell(state="cancelled")
    return _json(job.to_json())


@router.get(
    "/{job_id}/events",
    response_class=StreamingResponse,
    responses=_UNKNOWN | {200: {"content": {"text/event-stream": {}}}},
)
async def events(job_id: JobId, service: ServiceDep) -> StreamingResponse:
    """Follow a job by server-sent events: `progress`, and `end` when it is over."""
    job = _find(service, job_id)
    return StreamingResponse(
        job.events(job.event), media_type="text/event-stream", headers={"Cache-Control": "no-store"}
    )


@router.get("/{job_id}/games", responses=_UNKNOWN | {200: {"model": GamesAnswer}})
async def games(job_id: JobId, service: ServiceDep) -> Response:
    """Give every game of a job that is done, to compare them word by word."""
    job = _find(service, job_id)
    if job.state != "done":
        raise HTTPException(404, f"the job is {job.state}; its games come when it is done")
    return _json(job.games)


def _json(body: str | bytes, status: int = 200) -> Response:
    return Response(body, status, media_type="application/json")


def _find(service: Service, job_id: str) -> Job:
    job = service.jobs.get(job_id)
    if job is None:
        raise HTTPException(404, f"there is no job {job_id}; ask for it again")
    return job


@task(RunsRequest)
def runs(request: RunsRequest, work: Work) -> dict[str, Any]:
    """Run each strategy; the figures, the pairs, and every game."""
    from salet.runs.result import RunComparison

    done: list[Run] = []
    count = len(request.strategies)
    for place, strategy in enumerate(request.strategies):

        def report(games: int, total: int, place: int = place) -> None:
            work.progress(place * total + games, count * total)

        done.append(work.run(request, strategy, opener=request.opener, progress=report))
    return {
        "figures": {
            "lexicon": done[0].game.summary(),
            "runs": [run.to_dict() for run in done],
            "pairs": [pair.to_dict() for pair in RunComparison(tuple(done)).pairs],
            "charts": _charts(done),
        },
        "games": {
            "strategies": [run.strategy for run in done],
            "answers": list(done[0].answers),
            "lengths": [run.lengths.tolist() for run in done],
            "guesses": [_guesses(run) for run in done],
        },
    }


def _charts(done: list[Run]) -> list[Spec]:
    """Draw the runs as ``salet run --plot`` does, and the share of games solved in time."""
    from salet.measures import shares_within
    from salet.report import compare_plot, conditions_of, cumulative, run_plot

    shares = {
        run.strategy: shares_within(run.histogram, games=len(run.answers), upto=run.worst)
        for run in done
    }
    first = done[0]
    return [
        *(run_plot(run) for run in done),
        *([compare_plot(done)] if len(done) > 1 else []),
        cumulative(
            shares,
            title="Games solved within a number of guesses",
            subtitle=conditions_of(first),
            max_guesses=first.rules.max_guesses,
        ),
    ]


def _guesses(run: Run) -> list[str]:
    """Write each game as the words played, with spaces between."""
    words = run.lexicon.allowed
    return [" ".join(words[guess] for guess in row if guess >= 0) for row in run.played.guesses]
