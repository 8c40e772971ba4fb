"""The server: the pages, the API, everything around them, and the port it listens on."""

from __future__ import annotations

import errno
import ipaddress
import socket
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from functools import partial
from importlib import import_module
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request as HttpRequest
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from salet.errors import InvalidError
from salet.web.description import describe
from salet.web.guard import LOOPBACK, Connections, Guard, allowed_connections, handle_errors
from salet.web.html import PAGES, SERVER, WEB
from salet.web.resource import PREFIX, TASKS, Request
from salet.web.routes import NAMES
from salet.web.routes.status import have_charts, script_path
from salet.web.service import Service

_A_DAY = {"Cache-Control": "max-age=86400"}
_GRACE_SECONDS = 2


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
    # Nothing outside this folder can be reached.
    static = Mount("/static", _Static(directory=WEB / "static"))
    guard = Middleware(Guard, hosts=hosts, large=frozenset({f"{PREFIX}/lexicons"}))
    app = Starlette(
        routes=[*_api(service), *_pages(service), static],
        middleware=[guard],
        lifespan=lambda _: service.running(),
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


# --- the port ---


def serve(
    host: str, port: int, *, arena: str | None, open_page: bool, say: Callable[[str], None]
) -> None:
    """Serve until Ctrl-C; tell the address once it can be opened."""
    listener = _listen(host, port)
    with closing(listener):
        name = f"[{host}]" if ":" in host else host
        address = f"http://{name}:{listener.getsockname()[1]}/"
        # Beyond loopback the machine has names that we do not know.
        hosts = LOOPBACK if _is_loopback(host) else frozenset[str]()
        connections = Connections(create_app(hosts, arena=arena), allowed_connections())
        config = uvicorn.Config(
            connections,
            http=connections.around(AutoHTTPProtocol),
            ws="none",
            log_level="warning",
            proxy_headers=False,  # a connection is known by the client's own address
            server_header=False,
            timeout_graceful_shutdown=_GRACE_SECONDS,
        )
        say(f"salet is at {address} (Ctrl-C to stop)")
        if not hosts:
            say("note: everybody on the network can use it; it has no passwords")
        if open_page:
            webbrowser.open(address)
        with suppress(KeyboardInterrupt):
            uvicorn.Server(config).run(sockets=[listener])


def _listen(host: str, port: int) -> socket.socket:
    """Open the port, so that a port in use is said at once."""
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(1024)
    except OSError as error:
        foreign = error.errno == errno.EADDRNOTAVAIL
        why = "this machine does not have that address" if foreign else error.strerror
        other = "--host" if foreign or isinstance(error, socket.gaierror) else "--port"
        raise InvalidError(
            f"cannot listen on {host} port {port}: {why}; choose another with {other}"
        ) from None
    listener.settimeout(0)
    return listener


def _is_loopback(host: str) -> bool:
    """Whether only this machine can reach `host`.

    >>> _is_loopback("127.0.0.1"), _is_loopback("localhost"), _is_loopback("0.0.0.0")
    (True, True, False)
    """
    with suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return host == "localhost"
