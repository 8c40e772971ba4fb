"""What stands before the application: limits on a request, and headers that protect a page.

The size of a body and the time until it has arrived are limited. Scripts and styles come from this
server alone, and none stands in the page. A request that names another host is refused: a foreign
site whose name was pointed at this machine cannot use it. Nor can a page of another site use the
API, even by a GET.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from salet.web.errors import problem
from salet.web.pages import read_data
from salet.web.pool import FailedError
from salet.web.resource import PREFIX
from salet.web.worker import INTERNAL

BODY_BYTES = 1 << 15
UPLOAD_BYTES = 1 << 21
BODY_SECONDS = 10.0

HEADERS = [
    (name.encode(), value.encode()) for name, value in read_data("texts.toml")["headers"].items()
]
LOOPBACK = frozenset({"localhost", "127.0.0.1", "[::1]"})


@dataclass
class Guard:
    """Reads the body first, refuses what is not allowed, and adds the headers to every response.

    Attributes
    ----------
    hosts
        the names of this server; any if there are none
    large
        paths where word lists may be sent
    """

    app: ASGIApp
    hosts: frozenset[str]
    large: frozenset[str] = frozenset()
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
