"""Connections that say nothing are closed, and there are only so many.

uvicorn waits for the head of a request for ever; a thousand clients that send a byte now and then
would use up all file descriptors.
"""

from __future__ import annotations

import resource
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from salet.web.limits import CONNECTIONS, HEAD_SECONDS

if TYPE_CHECKING:
    import asyncio

_FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nretry-after: 2\r\n"
    b"connection: close\r\ncontent-length: 64\r\n\r\n"
    b'{"error":"too many connections; try again","kind":"BusyError"}  '
)

_OTHER_FILES = 100
"""Files that are open beside the connections: pipes to workers, static files."""


class PatientProtocol(HttpToolsProtocol):
    """HTTP with a time limit on the head of a request, and on silence after the last one."""

    most = CONNECTIONS
    _alarm: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Begin to wait for a request, unless there are too many who wait."""
        super().connection_made(transport)
        if len(self.connections) > self.most:
            transport.write(_FULL)
            transport.close()
            return
        self._set_alarm()

    def on_message_begin(self) -> None:
        """Give a further request on the same connection its own time."""
        super().on_message_begin()
        self._set_alarm()

    def on_headers_complete(self) -> None:
        """Stop waiting; the body has a limit of its own."""
        self._stop_alarm()
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._stop_alarm()
        super().connection_lost(exc)

    def _set_alarm(self) -> None:
        self._stop_alarm()
        self._alarm = self.loop.call_later(HEAD_SECONDS, self._give_up)

    def _stop_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _give_up(self) -> None:
        if not self.transport.is_closing():
            self.transport.close()


def allow_many_files() -> None:
    """Raise the limit on open files as far as the system lets us, and keep below it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS + _OTHER_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        PatientProtocol.most = max(_OTHER_FILES, soft - _OTHER_FILES)
