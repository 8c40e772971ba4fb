"""Connections that say nothing are closed, and their number is limited.

uvicorn waits for the head of a request for ever; a thousand clients that send a byte now and then
would use up all file descriptors. So a protocol of our own stands between asyncio and uvicorn's: it
hands everything on, and closes a connection on which no request is being answered and none has
come for some seconds. `Connections` is also the outermost part of the application: there it sees
when a request begins and when it is answered.
"""

from __future__ import annotations

import asyncio
import resource
from collections.abc import Callable
from typing import Any

from starlette.types import ASGIApp, Receive, Scope, Send

CONNECTIONS = 2000
HEAD_SECONDS = 5.0
_OTHER_FILES = 100
"""Files that are open beside the connections: pipes to workers, static files."""
_FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nretry-after: 2\r\n"
    b"connection: close\r\ncontent-length: 64\r\n\r\n"
    b'{"error":"too many connections; try again","kind":"BusyError"}  '
)


class Connections:
    """The open connections, by the address of the client."""

    def __init__(self, app: ASGIApp, most: int = CONNECTIONS) -> None:
        self.app = app
        self.most = most
        self.open: dict[object, _Connection] = {}

    def around(self, inner: Callable[..., asyncio.Protocol]) -> type[asyncio.Protocol]:
        """Return a protocol with a time limit that hands everything on to an inner one."""
        connections = self

        class Limited(_Connection):
            def __init__(self, **options: object) -> None:
                super().__init__(inner(**options), connections)

        return Limited

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on; while it is answered, its connection is not given up."""
        connection = self.open.get(scope.get("client"))
        if connection is None:
            await self.app(scope, receive, send)
            return
        connection.stop_alarm()
        try:
            await self.app(scope, receive, send)
        finally:
            connection.set_alarm()


class _Connection(asyncio.Protocol):
    """One connection: a time limit around the inner protocol."""

    def __init__(self, inner: asyncio.Protocol, connections: Connections) -> None:
        self.inner = inner
        self.connections = connections
        self.client: object = None
        self.transport: asyncio.Transport | None = None
        self._alarm: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        if len(self.connections.open) >= self.connections.most:
            transport.write(_FULL)
            transport.close()
            return
        self.transport = transport
        self.client = tuple((transport.get_extra_info("peername") or ())[:2])
        self.connections.open[self.client] = self
        self.set_alarm()
        self.inner.connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        if self.transport is None:  # it was one too many
            return
        self.stop_alarm()
        self.transport = None
        if self.connections.open.get(self.client) is self:
            del self.connections.open[self.client]
        self.inner.connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport is not None:
            self.inner.data_received(data)

    def eof_received(self) -> bool | None:
        return None if self.transport is None else self.inner.eof_received()

    def pause_writing(self) -> None:
        self.inner.pause_writing()

    def resume_writing(self) -> None:
        self.inner.resume_writing()

    def set_alarm(self) -> None:
        """Begin to wait for a request."""
        self.stop_alarm()
        if self.transport is not None:
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(HEAD_SECONDS, self.transport.close)

    def stop_alarm(self) -> None:
        """Stop waiting."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None


def allowed_connections() -> int:
    """Raise the limit on open files as far as the system lets us; return what fits below it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS + _OTHER_FILES
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return CONNECTIONS
    soft = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return max(_OTHER_FILES, soft - _OTHER_FILES)
