"""Connections that say nothing are closed, and their number is limited.

uvicorn waits for the head of a request for ever; a thousand clients that send a byte now and then
would use up all file descriptors. So its protocol gets a time limit: a connection is closed on
which no request is being answered and none has come for some seconds. `Connections` is also the
outermost part of the application: there it sees when a request begins and when it is answered.
"""

from __future__ import annotations

import asyncio
import resource
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
