"""The application: the pages, the API, and everything around them."""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from importlib import import_module, resources
from pathlib import Path
from string import Template
from typing import Any

from fastapi import APIRouter, FastAPI, HTTPException, Response
from fastapi import Request as HttpRequest
from fastapi.responses import FileResponse, HTMLResponse
from starlette.staticfiles import StaticFiles

from salet._version import __version__
from salet.web.errors import PREFIX, PROBLEMS, handle_errors
from salet.web.guard import LOOPBACK, Guard
from salet.web.resource import TASKS, Request, Task, response, shapes
from salet.web.routes import NAMES
from salet.web.routes.charts import have_charts, script_path
from salet.web.service import Service

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
_A_DAY = {"Cache-Control": "max-age=86400"}


class _App(FastAPI):
    """FastAPI, and beside its own routes those of the tasks, which need less of it."""

    def openapi(self) -> dict[str, Any]:
        """Describe the API, with the shapes of all answers."""
        described = super().openapi()
        for task in TASKS.values():
            if task.path:
                methods = described["paths"].setdefault(PREFIX + task.path, {})
                methods[task.method.lower()] = _description(task)
        described.setdefault("components", {}).setdefault("schemas", {}).update(shapes())
        return described


class _Static(StaticFiles):
    """Files that a browser keeps, and asks for again only if they have changed."""

    def file_response(self, *given: Any, **more: Any) -> Response:
        """Answer with a file."""
        response = super().file_response(*given, **more)
        response.headers["Cache-Control"] = "no-cache"
        return response


def create_app(
    hosts: frozenset[str] = LOOPBACK, workers: int | None = None, arena: str | None = None
) -> FastAPI:
    """Make the application; it answers only to `hosts`, or to any name if there are none."""
    service = Service(workers, arena)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with service.running():
            yield

    app = _App(
        title="salet",
        version=__version__,
        description=_DESCRIPTION,
        openapi_url=f"{PREFIX}/openapi.json",
        docs_url=None,  # FastAPI's own pages load scripts from the network
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.service = service
    handle_errors(app, missing=_render("", "missing", "Not found"))
    _add_api(app, service)
    app.include_router(_pages(service))
    # Nothing outside this folder can be reached.
    app.mount("/static", _Static(directory=_HERE / "static"), name="static")
    app.add_middleware(Guard, hosts=hosts, large=frozenset({f"{PREFIX}/lexicons"}))
    return app


def _add_api(app: FastAPI, service: Service) -> None:
    """Make the routes of every resource."""
    api = APIRouter(prefix=PREFIX, responses=PROBLEMS)
    for name in NAMES:
        module = import_module(f"salet.web.routes.{name}")
        if hasattr(module, "router"):
            api.include_router(module.router)
    for task in TASKS.values():
        if task.path:
            app.add_route(PREFIX + task.path, _endpoint(service, task), [task.method])
    app.include_router(api)


def _endpoint(service: Service, task: Task) -> Callable[[HttpRequest], Awaitable[Response]]:
    async def endpoint(http: HttpRequest) -> Response:
        return await service.answer(task, http)

    return endpoint


def _description(task: Task) -> dict[str, Any]:
    """Describe the route of a task, as OpenAPI has it."""
    responses = {task.status: response("Done.", task.answer), **PROBLEMS}
    return {
        "tags": [task.tag],
        "summary": task.name,
        "operationId": task.name,
        "description": inspect.getdoc(task.function),
        "responses": {str(status): told for status, told in responses.items()},
        **_asked(task),
    }


def _asked(task: Task) -> dict[str, Any]:
    """Describe the request of a task: the body, or the parameters of a GET."""
    schema = task.request.model_json_schema()
    if task.method == "POST":
        content = {"application/json": {"schema": schema}}
        return {"requestBody": {"required": True, "content": content}}
    asked = {
        name: part
        for name, part in schema.get("properties", {}).items()
        if task.request.model_fields[name].default_factory is None
    }
    return {
        "parameters": [
            {
                "name": name,
                "in": "path" if f"{{{name}}}" in task.path else "query",
                "required": name in schema.get("required", ()) or f"{{{name}}}" in task.path,
                "schema": part,
            }
            for name, part in asked.items()
        ]
    }


def _pages(service: Service) -> APIRouter:
    """Make the routes of the pages, and of the plotting library that they use."""
    router = APIRouter(include_in_schema=False)
    for path, (name, title) in PAGES.items():
        router.add_api_route(path, _page(_render(path, name, title)), methods=["GET", "HEAD"])

    async def vega() -> Response:
        if not have_charts():
            raise HTTPException(404, "plots need vl-convert: pip install 'salet[web]'")
        script = script_path()
        if not script.exists():
            await service.call("charts.charts", Request())
        return FileResponse(script, media_type="text/javascript", headers=_A_DAY)

    async def icon() -> Response:
        return FileResponse(_HERE / "static" / "icon.svg", headers=_A_DAY)

    router.add_api_route("/vega.js", vega, methods=["GET", "HEAD"])
    router.add_api_route("/favicon.ico", icon, methods=["GET", "HEAD"])
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
