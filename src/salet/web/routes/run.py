"""Strategies on all answers, side by side: long work, asked for once and looked at often.

A job is named after what was asked, so asking again finds it; after a restart the same job is done
again.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field
from starlette.exceptions import HTTPException
from starlette.responses import StreamingResponse

from salet.web.pool import BUSY, FailedError
from salet.web.resource import (
    Request,
    RulesRequest,
    StrategyText,
    Toolbox,
    Word,
    built_at,
    here,
    task,
)
from salet.web.service import Service, Watched
from salet.words.spelling import read_word

if TYPE_CHECKING:
    from salet.report import Spec
    from salet.runs.result import Run

_KEPT = 24
_ABANDONED_SECONDS = 30.0


class JobRequest(Request):
    """A job by its name."""

    job_id: Annotated[str, Field(pattern="^[0-9a-f]{16}$", examples=["0123456789abcdef"])]


class RunsRequest(RulesRequest):
    """One to four strategies, played on the same answers."""

    strategies: Annotated[list[StrategyText], Field(min_length=1, max_length=4)]
    opener: Word | None = None


@dataclass
class Job(Watched):
    """One piece of work and how it stands."""

    service: Service
    request: RunsRequest
    id: str
    state: str = "waiting"
    done: int = 0
    total: int = 0
    error: str | None = None
    result: dict[str, Any] | None = None
    games: dict[str, Any] | None = None
    work: asyncio.Task[None] | None = None

    @property
    def over(self) -> bool:
        """Whether it will not change any more."""
        return self.state in ("done", "failed", "cancelled")

    def to_dict(self, *more: str) -> dict[str, Any]:
        """Return how it stands, as a `JobState`."""
        asked = {"strategies": self.request.strategies, "lexicon": self.request.lexicon}
        names = ("id", "state", "done", "total", "error", *more)
        return {name: getattr(self, name) for name in names} | asked

    def tell(self, **changes: Any) -> None:
        """Change, and wake up everybody who watches."""
        for name, value in changes.items():
            setattr(self, name, value)
        self.wake()

    def event(self) -> tuple[str, bool]:
        """Return the state as a server-sent event, and whether it is the last one."""
        told = json.dumps(self.to_dict("result"), separators=(",", ":"))
        return f"event: {'end' if self.over else 'progress'}\ndata: {told}\n\n", self.over

    def end(self) -> None:
        """Stop the work."""
        if self.work is not None and not self.over:
            self.work.cancel()
            self.tell(state="cancelled")

    def unwatched(self) -> None:
        """Stop the work unless somebody comes back soon, as a page does that is loaded again."""

        def end() -> None:
            if not self.watching:
                self.end()

        asyncio.get_running_loop().call_later(_ABANDONED_SECONDS, end)

    async def do(self) -> None:
        """Have the runs made."""

        def progress(done: int, total: int) -> None:
            self.tell(state="running", done=done, total=total)

        try:
            answer = json.loads(await self.service.call("run.run", self.request, progress))
            result = answer["figures"] | {"notes": answer["notes"]}
            self.tell(state="done", done=self.total, result=result, games=answer["games"])
        except FailedError as error:
            self.tell(state="failed", error=error.message)


def _find(service: Service, request: JobRequest) -> Job:
    job = service.jobs.get(request.job_id)
    if job is None:
        raise HTTPException(404, f"there is no job {request.job_id}; ask for it again")
    return job


_here = partial(here, tag="laboratory")


@_here("GET", "/jobs", Request, "Jobs")
async def jobs(service: Service, _: Request) -> dict[str, Any]:
    """List the jobs that wait or run; `DELETE /runs/ID` ends one."""
    return {"jobs": [job.to_dict() for job in service.jobs.values() if not job.over]}


@_here("POST", "/runs", RunsRequest, "JobAnswer", status=202)
async def start(service: Service, request: RunsRequest) -> dict[str, Any]:
    """Begin to run strategies, or find the job that did the same.

    A job ends half a minute after its last follower has left; a job that nobody followed runs to
    its end.
    """
    asked = f"runs {request.model_dump_json()} {built_at(request.lexicon)}"
    name = hashlib.sha256(asked.encode()).hexdigest()[:16]
    job = service.jobs.get(name)
    if job is None or job.state in ("failed", "cancelled"):
        if service.long.full:
            raise FailedError(*BUSY)
        await service.call("run.check", request)
        job = service.jobs.get(name)  # somebody may have asked for the same meanwhile
    if job is None or job.state in ("failed", "cancelled"):
        job = Job(service, request, name)
        job.work = asyncio.create_task(job.do())
        service.jobs.pop(name, None)
        service.jobs[name] = job
        finished = [one for one, known in service.jobs.items() if known.over]
        for one in finished[: max(0, len(service.jobs) - _KEPT)]:
            del service.jobs[one]
    return job.to_dict("result")


@_here("GET", "/runs/{job_id}", JobRequest, "JobAnswer")
async def state(service: Service, request: JobRequest) -> dict[str, Any]:
    """Say how a job stands."""
    return _find(service, request).to_dict("result")


@_here("DELETE", "/runs/{job_id}", JobRequest, "JobAnswer")
async def cancel(service: Service, request: JobRequest) -> dict[str, Any]:
    """End a job, or forget one that is over."""
    job = _find(service, request)
    if job.over:
        del service.jobs[job.id]
    job.end()
    return job.to_dict("result")


@_here("GET", "/runs/{job_id}/events", JobRequest)
async def events(service: Service, request: JobRequest) -> StreamingResponse:
    """Follow a job by server-sent events: `progress`, and `end` when it is over."""
    job = _find(service, request)
    return job.stream(job.event)


@_here("GET", "/runs/{job_id}/games", JobRequest, "RunGames")
async def games(service: Service, request: JobRequest) -> dict[str, Any]:
    """Give every game of a job that is done, to compare them word by word."""
    job = _find(service, request)
    if job.games is None:
        raise HTTPException(404, f"the job is {job.state}; its games come when it is done")
    return job.games


@task(RunsRequest)
def check(request: RunsRequest, work: Toolbox) -> dict[str, Any]:
    """Refuse runs that cannot be."""
    from salet.web.toolbox import named_strategy

    game = work.table(request).game
    for strategy in request.strategies:
        named_strategy(strategy).check_game(game)
    if request.opener is not None:
        game.lexicon.guess_index(read_word(request.opener))
    return {}


@task(RunsRequest, long=True)
def run(request: RunsRequest, work: Toolbox) -> dict[str, Any]:
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
