"""How the server is doing."""

from __future__ import annotations

from typing import Any

from salet._version import __version__
from salet.web.resource import Request, Service, here
from salet.web.routes.charts import have_charts


@here("GET", "/status", Request, "Status", tag="server")
async def status(service: Service, _: Request) -> dict[str, Any]:
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
