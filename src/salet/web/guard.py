"""What stands before the application: limits on a request, and headers that protect a page.

The size of a body and the time until it has arrived are limited. Scripts and styles come from this
server alone, and none stands in the page. A request that names another host is refused: a foreign
site whose name was pointed at this machine cannot use it.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from salet.web.errors import problem

BODY_BYTES = 1 << 15
UPLOAD_BYTES = 1 << 21
BODY_SECONDS = 10.0

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)

HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]

LOOPBACK = frozenset({"localhost", "127.0.0.1", "[::1]"})


@dataclass
class BodyLimit:
    """Reads the whole body first, and refuses one that is too large, too slow or not JSON."""

    app: ASGIApp
    large: frozenset[str]
    """Paths where word lists may be sent."""
    body_bytes: int = BODY_BYTES
    upload_bytes: int = UPLOAD_BYTES
    seconds: float = BODY_SECONDS

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on with its body read."""
        if scope["type"] != "http" or scope["method"] in ("GET", "HEAD"):
            await self.app(scope, receive, send)
            return
        limit = self.upload_bytes if scope["path"] in self.large else self.body_bytes
        headers = dict(scope["headers"])
        refused = None
        body: bytes | None = b""
        if not _fits(headers.get(b"content-length", b"0"), limit):
            refused = _too_large(limit)
        else:
            try:
                async with asyncio.timeout(self.seconds):
                    body = await _read(receive, limit)
            except TimeoutError:
                refused = (408, "SlowError", f"the body did not come within {self.seconds:.0f} s")
            if body is None:
                refused = _too_large(limit)
        if refused is None and body and not _is_json(headers.get(b"content-type", b"")):
            refused = (415, "InvalidError", "send JSON, with Content-Type: application/json")
        if refused is not None:
            # What is left of the body is not waited for.
            await problem(*refused, {"Connection": "close"})(scope, receive, send)
            return
        whole: Message = {"type": "http.request", "body": body, "more_body": False}
        given = False

        async def replay() -> Message:
            nonlocal given
            if given:
                return await receive()
            given = True
            return whole

        await self.app(scope, replay, send)


def _fits(length: bytes, limit: int) -> bool:
    return length.isdigit() and len(length) < 12 and int(length) <= limit


def _too_large(limit: int) -> tuple[int, str, str]:
    return 413, "InvalidError", f"the body is larger than {limit:,} bytes"


def _is_json(content_type: bytes) -> bool:
    # A page of another site cannot send this type without being asked for permission first.
    return content_type.split(b";")[0].strip().lower() == b"application/json"


async def _read(receive: Receive, limit: int) -> bytes | None:
    """Read a body; None if it goes on beyond the limit."""
    parts, size = [], 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return b""
        part = message.get("body", b"")
        size += len(part)
        if size > limit:
            return None
        parts.append(part)
        if not message.get("more_body", False):
            return b"".join(parts)


@dataclass
class Guard:
    """Adds the headers to every response; lets only known hosts in, or any if there are none."""

    app: ASGIApp
    hosts: frozenset[str]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *HEADERS]
            await send(message)

        if self.hosts and _host(scope) not in self.hosts:
            refusal = problem(
                421, "HostError", "this server has another name; open it as localhost"
            )
            await refusal(scope, receive, guarded)
            return
        await self.app(scope, receive, guarded)


def _host(scope: Scope) -> str:
    """Return the host that a request names, without the port."""
    for name, value in scope["headers"]:
        if name == b"host":
            text: str = value.decode("latin-1").lower()
            return text.rsplit(":", 1)[0] if not text.endswith("]") else text
    return ""
