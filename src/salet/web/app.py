"""The application: pages, API, and everything around them."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from fastapi import FastAPI

from salet._version import __version__
from salet.web import api, charts, pages
from salet.web.errors import handle_errors
from salet.web.limits import BodyLimit
from salet.web.security import LOOPBACK, Guard
from salet.web.service import Service
from salet.web.shortcut import Shortcut

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

_DESCRIPTION = """\
What the page uses, for programs too. Send JSON, get JSON. An error is `{"error": ..., "kind": ...}`
with the message that the command line gives; 503 comes with `Retry-After`."""


def create_app(
    hosts: frozenset[str] = LOOPBACK, workers: int | None = None, arena: str | None = None
) -> FastAPI:
    """Make the application; it answers only to `hosts`, or to any name if there are none."""
    service = Service(workers, arena)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with service.running():
            yield

    app = FastAPI(
        title="salet",
        version=__version__,
        description=_DESCRIPTION,
        openapi_url=f"{api.PREFIX}/openapi.json",
        docs_url=None,  # FastAPI's own pages load scripts from the network
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.service = service
    handle_errors(app)
    app.include_router(api.router)
    app.include_router(charts.router)
    app.include_router(pages.page_router())
    app.mount("/static", pages.static_files(), name="static")
    # The last one stands outermost.
    pure = frozenset(f"{api.PREFIX}/{name}" for name in api.PURE)
    app.add_middleware(Shortcut, memory=service.shortcut, paths=pure)
    app.add_middleware(BodyLimit, large=frozenset({f"{api.PREFIX}/lexicons"}))
    app.add_middleware(Guard, hosts=hosts)
    return app
