"""What stands before the application: limits on connections and requests, and protecting headers.

uvicorn waits for the head of a request for ever; a thousand clients that send a byte now and then
would use up all file descriptors. So a connection is closed on which no request is being answered
and none has come for some seconds, and their number is limited.

The size of a body and the time until it has arrived are limited. Scripts and styles come from this
server alone, and none stands in the page. A request that names another host is refused: a foreign
site whose name was pointed at this machine cannot use it. Nor can a page of another site use the
API, even by a GET.

Every error is a JSON body with the message that the command line gives.
"""

from __future__ import annotations

import asyncio
import logging
import resource
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Match, Mount
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from salet.web.html import read_data
from salet.web.pool import RETRY_SECONDS, FailedError
from salet.web.resource import PREFIX
from salet.web.worker import INTERNAL

CONNECTIONS = 2000
HEAD_SECONDS = 5.0
_OTHER_FILES = 100
"""Files that are open beside the connections: pipes to workers, static files."""
_FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nretry-after: 2\r\n"
    b"connection: close\r\ncontent-length: 64\r\n\r\n"
    b'{"error":"too many connections; try again","kind":"BusyError"}  '
)
BODY_BYTES = 1 << 15
UPLOAD_BYTES = 1 << 21
BODY_SECONDS = 10.0

_TEXTS = read_data("texts.toml")
HEADERS = [(name.encode(), value.encode()) for name, value in _TEXTS["headers"].items()]
_NOWHERE = "there is nothing here; the page begins at /, and /api describes the API"
LOOPBACK = frozenset({"localhost", "127.0.0.1", "[::1]"})


@dataclass
class Guard:
    """Reads the body first, refuses what is not allowed, and adds the headers to every response."""

    app: ASGIApp
    hosts: frozenset[str]
    """The names of this server; any if there are none."""
    large: frozenset[str] = frozenset()
    """The paths where word lists may be sent."""
    seconds: float = BODY_SECONDS

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = False

        async def guarded(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                message["headers"] = [*message["headers"], *HEADERS]
            await send(message)

        try:
            headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
            self._check(scope, headers)
            if scope["method"] not in ("GET", "HEAD"):
                receive = _again(await self._body(scope, headers, receive), receive)
            await self.app(scope, receive, guarded)
        except FailedError as refused:
            # What is left of the body is not waited for.
            told = refused.status, refused.kind, refused.message
            response = problem(*told, headers={"Connection": "close"})
            await response(scope, receive, guarded)
        except Exception:
            if begun:
                raise
            logging.getLogger("uvicorn.error").exception("a request failed")
            text = "the server failed at this; its log says why"
            await problem(500, INTERNAL, text)(scope, receive, guarded)

    def _check(self, scope: Scope, headers: dict[bytes, str]) -> None:
        """Refuse a request to another host, and one to the API from a page of another site."""
        host = headers.get(b"host", "").lower()
        name = host if host.endswith("]") else host.rsplit(":", 1)[0]
        if self.hosts and name not in self.hosts:
            other = "this server has another name; open it as localhost"
            raise FailedError(421, "HostError", other)
        # Where a page is not served by https or this machine, browsers leave out Sec-Fetch-Site.
        asker = headers.get(b"origin") or headers.get(b"referer") or ""
        foreign = bool(asker) and urlsplit(asker).netloc.lower() != host
        site = headers.get(b"sec-fetch-site", "cross-site" if foreign else "none")
        if scope["path"].startswith(PREFIX) and site not in ("same-origin", "none"):
            raise FailedError(403, "OriginError", "a page of another site cannot use this server")

    async def _body(self, scope: Scope, headers: dict[bytes, str], receive: Receive) -> bytes:
        """Read the body; refuse one that is too large, too slow or not JSON."""
        limit = UPLOAD_BYTES if scope["path"] in self.large else BODY_BYTES
        too_large = FailedError(413, "InvalidError", f"the body is larger than {limit:,} bytes")
        length = headers.get(b"content-length", "0")
        if not length.isdecimal() or len(length) > 11 or int(length) > limit:
            raise too_large
        body, more = b"", True
        try:
            async with asyncio.timeout(self.seconds):
                while more:
                    message = await receive()
                    body += message.get("body", b"")
                    more = message.get("more_body", False)
                    if len(body) > limit:
                        raise too_large
        except TimeoutError:
            late = f"the body did not come within {self.seconds:.0f} s"
            raise FailedError(408, "SlowError", late) from None
        # A page of another site cannot send this type without being asked for permission first.
        kind = headers.get(b"content-type", "").split(";")[0].strip().lower()
        if body and kind != "application/json":
            raise FailedError(415, "InvalidError", "send JSON, with Content-Type: application/json")
        return body


def _again(body: bytes, receive: Receive) -> Receive:
    """Return a function that gives a body that was read already, then what else comes."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def give() -> Message:
        return messages.pop() if messages else await receive()

    return give


class Connections:
    """The open connections, by the address of the client.

    It is the outermost part of the application, where it sees when a request begins and when it is
    answered; and it limits the protocol of uvicorn.
    """

    def __init__(self, app: ASGIApp, most: int = CONNECTIONS) -> None:
        self.app = app
        self.most = most
        self.open: dict[object, _Limited] = {}

    def around(self, protocol: type[asyncio.Protocol]) -> type[asyncio.Protocol]:
        """Return a protocol that does the same within these limits."""
        return type("Limited", (_Limited, protocol), {"limits": self})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on; while it is answered, its connection is not given up."""
        connection = self.open.get(scope.get("client"))
        if connection is not None:
            connection.stop_alarm()
        try:
            await self.app(scope, receive, send)
        finally:
            if connection is not None:
                connection.set_alarm()


class _Limited(asyncio.Protocol):
    """One connection, with a time limit; stands before uvicorn's protocol."""

    limits: Connections
    # Mangled, so that they are not uvicorn's.
    __client: object = None
    __line: asyncio.Transport | None = None
    __alarm: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        if len(self.limits.open) >= self.limits.most:
            transport.write(_FULL)
            transport.close()
            return
        self.__line = transport
        self.__client = tuple((transport.get_extra_info("peername") or ())[:2])
        self.limits.open[self.__client] = self
        self.set_alarm()
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        if self.__line is None:  # it was one too many
            return
        self.stop_alarm()
        self.__line = None
        if self.limits.open.get(self.__client) is self:
            del self.limits.open[self.__client]
        super().connection_lost(exc)

    def set_alarm(self) -> None:
        """Begin to wait for a request."""
        self.stop_alarm()
        if self.__line is not None:
            loop = asyncio.get_running_loop()
            self.__alarm = loop.call_later(HEAD_SECONDS, self.__line.close)

    def stop_alarm(self) -> None:
        """Stop waiting."""
        if self.__alarm is not None:
            self.__alarm.cancel()


def allowed_connections() -> int:
    """Raise the limit on open files as far as the system lets us; return what fits below it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS + _OTHER_FILES
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return CONNECTIONS
    soft = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return max(_OTHER_FILES, soft - _OTHER_FILES)


# --- errors ---


def problem(
    status: int, kind: str, message: str, *, headers: Mapping[str, str] | None = None
) -> JSONResponse:
    """Return an error as a response."""
    return JSONResponse({"error": message, "kind": kind}, status, headers)


def handle_errors(app: Starlette, missing: str) -> None:
    """Turn every exception into a JSON body, and an unknown page into the page `missing`."""

    async def handle(request: Request, error: Exception) -> Response:
        wants_page = "text/html" in request.headers.get("accept", "")
        is_page = not request.url.path.startswith(PREFIX)
        if getattr(error, "status_code", 0) == 404 and wants_page and is_page:
            return HTMLResponse(missing, 404)
        return _as_problem(request, error)

    for kind in (FailedError, HTTPException):
        app.add_exception_handler(kind, handle)


def _as_problem(request: Request, error: Exception) -> JSONResponse:
    match error:
        case FailedError():
            retry = {"Retry-After": str(RETRY_SECONDS)} if error.status == 503 else {}
            return problem(error.status, error.kind, error.message, headers=retry)
        case HTTPException(status_code=405):
            allowed = ", ".join(_methods(request))
            text = f"{request.method} is not offered here, only {allowed}"
            return problem(405, "HTTPError", text, headers={"Allow": allowed})
        case HTTPException():
            text = _NOWHERE if error.detail == "Not Found" else str(error.detail)
            return problem(error.status_code, "HTTPError", text, headers=error.headers)
    raise error


def _methods(request: Request) -> list[str]:
    """Return the methods that are offered at an address; files are only read."""
    routes = [route for route in request.app.routes if not isinstance(route, Mount)]
    offered = [
        method
        for method in ("DELETE", "GET", "HEAD", "POST")
        for route in routes
        if route.matches({**request.scope, "method": method})[0] is Match.FULL
    ]
    return offered or ["GET", "HEAD"]


def in_words(errors: Any) -> str:
    """Say in one line what is wrong with the fields of a request.

    >>> in_words([{"type": "too_short", "loc": ("answers",), "ctx": {"min_length": 1}}])
    'answers is empty'
    """
    found = []
    for error in errors[:3]:
        names = [part for part in error["loc"] if isinstance(part, str)]
        places = [part for part in error["loc"] if isinstance(part, int)]
        place = "".join(f"entry {number + 1} of " for number in reversed(places)) + ".".join(names)
        said = _TEXTS["faults"].get(error["type"], "{field} cannot be read")
        found.append(said.format(field=place[:60] or "the body", **error.get("ctx", {})))
    return "; ".join(dict.fromkeys(found)) or "the request cannot be read"
