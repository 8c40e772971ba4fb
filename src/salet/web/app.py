"""The application: the pages, the API, and everything around them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial
from importlib import import_module
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request as HttpRequest
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from salet.web.description import describe
from salet.web.guard import LOOPBACK, Guard, handle_errors
from salet.web.pages import PAGES, SERVER, WEB
from salet.web.resource import PREFIX, TASKS, Request
from salet.web.routes import NAMES
from salet.web.routes.status import have_charts, script_path
from salet.web.service import Service

_A_DAY = {"Cache-Control": "max-age=86400"}


class _Static(StaticFiles):
    """Files that a browser keeps, and asks for again only if they have changed."""

    def file_response(self, *given: Any, **more: Any) -> Response:
        """Answer with a file."""
        response = super().file_response(*given, **more)
        response.headers["Cache-Control"] = "no-cache"
        return response


def create_app(
    hosts: frozenset[str] = LOOPBACK, workers: int | None = None, arena: str | None = None
) -> Starlette:
    """Make the application; it answers only to `hosts`, or to any name if there are none."""
    service = Service(workers, arena)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with service.running():
            yield

    # Nothing outside this folder can be reached.
    static = Mount("/static", _Static(directory=WEB / "static"))
    guard = Middleware(Guard, hosts=hosts, large=frozenset({f"{PREFIX}/lexicons"}))
    app = Starlette(
        routes=[*_api(service), *_pages(service), static], middleware=[guard], lifespan=lifespan
    )
    handle_errors(app, missing=SERVER.render("missing", "Not found"))
    return app


def _api(service: Service) -> Iterator[Route]:
    """Make the routes of every resource, and of their description."""
    for name in NAMES:
        import_module(f"salet.web.routes.{name}")
    for task in TASKS.values():
        if task.path:
            yield Route(PREFIX + task.path, partial(service.answer, task), methods=[task.method])

    async def openapi(_: HttpRequest) -> Response:
        return JSONResponse(describe())

    yield Route(f"{PREFIX}/openapi.json", openapi)


def _pages(service: Service) -> Iterator[Route]:
    """Make the routes of the pages, and of the plotting library that they use."""

    async def page(http: HttpRequest) -> Response:
        return HTMLResponse(pages[http.url.path], headers={"Cache-Control": "no-cache"})

    async def vega(_: HttpRequest) -> Response:
        if not have_charts():
            raise HTTPException(404, "plots need vl-convert: pip install 'salet[web]'")
        script = script_path()
        if not script.exists():
            await service.call("status.charts", Request())
        return FileResponse(script, media_type="text/javascript", headers=_A_DAY)

    async def icon(_: HttpRequest) -> Response:
        return FileResponse(WEB / "static" / "icon.svg", headers=_A_DAY)

    pages = {SERVER.links[name]: SERVER.render(name) for name in PAGES}
    yield from (Route(path, page) for path in pages)
    yield Route("/vega.js", vega)
    yield Route("/favicon.ico", icon)
