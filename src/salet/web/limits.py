"""What a request may cost: bytes of its body, and seconds until they have come."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from salet.web.errors import problem

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

BODY_BYTES = 1 << 15
UPLOAD_BYTES = 1 << 21
BODY_SECONDS = 10.0
SUGGESTION_SECONDS = 60.0
RUN_SECONDS = 900.0
WAITING = 32
"""So many tasks may wait for a worker; one more is told to come back."""
WAITING_RUNS = 8
CACHE_BYTES = 1 << 26
SHORTCUT_BYTES = 1 << 24
CONNECTIONS = 2000
HEAD_SECONDS = 5.0


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
