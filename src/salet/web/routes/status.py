"""How the server is doing."""

from __future__ import annotations

from fastapi import APIRouter

from salet._version import __version__
from salet.web.resource import Sent
from salet.web.service import ServiceDep, have_charts

router = APIRouter(prefix="/status", tags=["server"])


class Status(Sent):
    """Figures of the running server."""

    version: str
    workers: int
    running: int
    waiting: int
    cached: int
    cached_bytes: int
    hits: int
    misses: int
    charts: bool


@router.get("")
async def status(service: ServiceDep) -> Status:
    """Say what the server is doing."""
    return Status(
        version=__version__,
        workers=service.workers.size,
        running=service.workers.running,
        waiting=service.workers.waiting,
        cached=len(service.cache),
        cached_bytes=service.cache.size,
        hits=service.cache.hits,
        misses=service.cache.misses,
        charts=have_charts(),
    )
