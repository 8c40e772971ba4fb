"""The application: the pages, the API, and everything around them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from importlib import import_module, resources
from pathlib import Path
from string import Template
from typing import Annotated, Any

from fastapi import APIRouter, Depends, FastAPI, HTTPException, Response
from fastapi.responses import HTMLResponse
from starlette.staticfiles import StaticFiles

from salet._version import __version__
from salet.web.errors import PROBLEMS, handle_errors
from salet.web.guard import LOOPBACK, BodyLimit, Guard
from salet.web.resource import TASKS, Task
from salet.web.routes import NAMES
from salet.web.service import Service, have_charts

PREFIX = "/api/v1"
PAGES = {
    "/": ("solve", "Solve"),
    "/play": ("play", "Play"),
    "/review": ("review", "Review"),
    "/lab": ("lab", "Lab"),
    "/arena": ("arena", "Arena"),
    "/api": ("docs", "API"),
}
_HERE = Path(str(resources.files("salet.web")))
_DESCRIPTION = """\
What the page uses, for programs too. Send JSON, get JSON. An error is `{"error": ..., "kind": ...}`
with the message that the command line gives; 503 comes with `Retry-After`."""
_CHARTS = "Object.assign(window, { vega, vegaLite, vegaEmbed });"


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
        openapi_url=f"{PREFIX}/openapi.json",
        docs_url=None,  # FastAPI's own pages load scripts from the network
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.service = service
    handle_errors(app)
    app.include_router(_api(service))
    app.include_router(_pages())
    # Nothing outside this folder can be reached.
    app.mount("/static", StaticFiles(directory=_HERE / "static"), name="static")
    # The last one stands outermost.
    app.add_middleware(BodyLimit, large=frozenset({f"{PREFIX}/lexicons"}))
    app.add_middleware(Guard, hosts=hosts)
    return app


def _api(service: Service) -> APIRouter:
    """Make the routes of every resource."""
    api = APIRouter(prefix=PREFIX, responses=PROBLEMS)
    for name in NAMES:
        module = import_module(f"salet.web.routes.{name}")
        for task in list(TASKS.values()):
            if task.path and task.function.__module__ == module.__name__:
                _add_route(api, service, task)
        if hasattr(module, "router"):
            api.include_router(module.router)
    return api


def _add_route(api: APIRouter, service: Service, task: Task) -> None:
    async def endpoint(request: Any) -> Response:
        return await service.answer(task, request)

    asked: Any = task.request if task.ask is None else Annotated[task.request, Depends(task.ask)]
    endpoint.__annotations__ = {"request": asked, "return": Response}
    api.add_api_route(
        task.path,
        endpoint,
        methods=[task.method],
        name=task.function.__name__,
        description=task.function.__doc__,
        tags=[task.tag],
        status_code=task.status,
        responses={task.status: {"model": task.answer}},
    )


def _pages() -> APIRouter:
    """Make the routes of the pages, and of the plotting library that they use."""
    router = APIRouter(include_in_schema=False)
    for path, (name, title) in PAGES.items():
        router.add_api_route(path, _page(_render(path, name, title)), methods=["GET", "HEAD"])
    router.add_api_route("/vega.js", _charts())
    return router


def _page(html: str) -> Callable[[], Awaitable[Response]]:
    async def page() -> Response:
        return HTMLResponse(html, headers={"Cache-Control": "no-cache"})

    return page


def _render(path: str, name: str, title: str) -> str:
    """Put a page together: one frame around its content."""
    links = "\n".join(
        f'<a href="{where}"{" aria-current=page" if where == path else ""}>{text}</a>'
        for where, (_, text) in PAGES.items()
    )
    frame = Template((_HERE / "pages" / "frame.html").read_text(encoding="utf-8"))
    content = (_HERE / "pages" / f"{name}.html").read_text(encoding="utf-8")
    return frame.substitute(name=name, title=title, links=links, content=content)


def _charts() -> Callable[[], Awaitable[Response]]:
    """Serve the plotting library from the installed wheel of vl-convert, which carries Vega-Lite.

    So no script comes from the network or stands in this repository.
    """
    bundle: asyncio.Task[str] | None = None

    def make() -> str:
        import vl_convert

        script: str = vl_convert.javascript_bundle(_CHARTS)
        return script

    async def vega() -> Response:
        nonlocal bundle
        if not have_charts():
            raise HTTPException(404, "plots need vl-convert: pip install 'salet[web]'")
        if bundle is None:
            bundle = asyncio.create_task(asyncio.to_thread(make))
        script = await asyncio.shield(bundle)
        headers = {"Cache-Control": "max-age=86400"}
        return Response(script, media_type="text/javascript", headers=headers)

    return vega
