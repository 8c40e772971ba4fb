"""How the server and its workers send each other messages over pipes."""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO, Protocol

if TYPE_CHECKING:
    from asyncio import StreamReader

RESULT, ERROR, PROGRESS = b"R", b"E", b"P"
_LENGTH_BYTES = 4


class Sink(Protocol):
    """What bytes can be written to."""

    def write(self, data: bytes, /) -> object:
        """Write bytes."""


def write_frame(sink: Sink, kind: bytes, body: bytes) -> None:
    """Send one message."""
    sink.write(kind + len(body).to_bytes(_LENGTH_BYTES, "big") + body)


async def read_frame(source: StreamReader) -> tuple[bytes, bytes]:
    """Wait for one message; `asyncio.IncompleteReadError` if the other side has gone."""
    head = await source.readexactly(1 + _LENGTH_BYTES)
    return head[:1], await source.readexactly(int.from_bytes(head[1:], "big"))


def take_frame(source: BinaryIO) -> tuple[bytes, bytes] | None:
    """Wait for one message, without asyncio; None if the other side has gone."""
    head = source.read(1 + _LENGTH_BYTES)
    if len(head) < 1 + _LENGTH_BYTES:
        return None
    size = int.from_bytes(head[1:], "big")
    body = source.read(size)
    return None if len(body) < size else (head[:1], body)
