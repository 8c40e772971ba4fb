"""Long work that is asked for once and looked at often, with progress as it goes.

A job is named after what was asked, so asking again finds it, also after a restart: it is then
simply done again.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from salet.web.workers import BusyError, LateError, LostError, TaskError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from salet.web.workers import Workers

_KEPT = 24
_HEARTBEAT_SECONDS = 15.0


@dataclass
class Job:
    """One piece of work and how it stands."""

    id: str
    state: str = "waiting"
    done: int = 0
    total: int = 0
    error: str | None = None
    figures: dict[str, Any] | None = None
    games: bytes = b""
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    work: asyncio.Task[None] | None = None

    @property
    def over(self) -> bool:
        """Whether it will not change any more."""
        return self.state in ("done", "failed", "cancelled")

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "id": self.id,
            "state": self.state,
            "done": self.done,
            "total": self.total,
            "error": self.error,
            "result": self.figures,
        }

    def tell(self, **changes: Any) -> None:
        """Change, and wake up everybody who watches."""
        for name, value in changes.items():
            setattr(self, name, value)
        self.changed.set()
        self.changed = asyncio.Event()

    async def events(self) -> AsyncIterator[str]:
        """Give the state now and after every change, as server-sent events."""
        while True:
            changed = self.changed
            name = "end" if self.over else "progress"
            yield f"event: {name}\ndata: {json.dumps(self.to_dict(), separators=(',', ':'))}\n\n"
            if self.over:
                return
            try:
                await asyncio.wait_for(changed.wait(), _HEARTBEAT_SECONDS)
            except TimeoutError:
                yield ": still there\n\n"


class Jobs:
    """The jobs of this server; the oldest finished ones are forgotten."""

    def __init__(self, workers: Workers) -> None:
        self.workers = workers
        self._jobs: OrderedDict[str, Job] = OrderedDict()

    def find(self, name: str) -> Job | None:
        """Return a job by its id."""
        return self._jobs.get(name)

    def start(self, task: str, key: str, arguments: dict[str, Any]) -> Job:
        """Begin a job, or return the one that does the same."""
        name = hashlib.sha256(f"{task} {key}".encode()).hexdigest()[:16]
        job = self._jobs.get(name)
        if job is not None and job.state not in ("failed", "cancelled"):
            return job
        if self.workers.waiting >= self.workers.waiting_limit:
            raise BusyError
        job = Job(name)
        self._jobs[name] = job
        self._jobs.move_to_end(name)
        job.work = asyncio.create_task(self._work(job, task, arguments))
        self._forget()
        return job

    async def _work(self, job: Job, task: str, arguments: dict[str, Any]) -> None:
        def progress(done: int, total: int) -> None:
            job.tell(state="running", done=done, total=total)

        try:
            result = json.loads(await self.workers.call(task, arguments, progress))
            games = json.dumps(result["games"], ensure_ascii=False, separators=(",", ":")).encode()
            figures = result["figures"] | {"notes": result["notes"]}
            job.tell(state="done", done=job.total, figures=figures, games=games)
        except TaskError as error:
            job.tell(state="failed", error=error.message)
        except (BusyError, LateError, LostError) as error:
            why = "it took too long" if isinstance(error, LateError) else "no worker was free"
            job.tell(state="failed", error=f"{why}; try again")
        except asyncio.CancelledError:
            job.tell(state="cancelled")
            raise

    def cancel(self, job: Job) -> None:
        """End a job."""
        if job.work is not None and not job.over:
            job.work.cancel()
            job.tell(state="cancelled")

    def _forget(self) -> None:
        finished = [name for name, job in self._jobs.items() if job.over]
        for name in finished[: max(0, len(self._jobs) - _KEPT)]:
            del self._jobs[name]
