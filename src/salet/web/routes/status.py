"""How the server is doing."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from salet._version import __version__
from salet.web.resource import response
from salet.web.routes.charts import have_charts
from salet.web.service import ServiceDep

router = APIRouter(tags=["server"])


@router.get("/status", responses={200: response("Figures of the running server.", "Status")})
async def status(service: ServiceDep) -> dict[str, Any]:
    """Say what the server is doing."""
    return {
        "version": __version__,
        "workers": service.workers.size,
        "running": service.workers.running,
        "waiting": service.workers.waiting,
        "cached": len(service.cache),
        "cached_bytes": service.cache.size,
        "hits": service.cache.hits,
        "misses": service.cache.misses,
        "charts": have_charts(),
    }
