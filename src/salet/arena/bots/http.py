"""A bot that is a server: questions are posted to it as JSON.

The published battleword form works as it is: a guess is asked for by posting
``{"game_id": ..., "guess_results": [{"guess": "raise", "result": [0, 0, 1, 0, 2]}]}`` to
``/guess``, and answered by ``{"guess": "clout"}``. Everything of `salet.arena.bots.wire` is posted
beside it. A word is asked for at ``/set``, a reply at ``/respond``.
"""

from __future__ import annotations

import json
import socket
import ssl
import threading
import time
from contextlib import ExitStack, suppress
from http.client import HTTPConnection, HTTPException
from urllib.parse import SplitResult, urlsplit

from salet.arena.bots.bot import Request
from salet.arena.bots.player import REPLY_BYTES, Player
from salet.arena.bots.record import Fault, Verdict
from salet.arena.bots.wire import read_reply, write_request
from salet.games.colours import Pattern


class HttpPlayer(Player):
    """Posts questions to a server."""

    def __init__(self, url: str) -> None:
        self._url = url.rstrip("/").removesuffix("/guess")
        self._number = 0

    def ask(self, request: Request, seconds: float) -> str:
        """Post a question and read the answer, or raise `Fault`."""
        deadline = time.monotonic() + seconds
        self._number += 1
        values = write_request(request, self._number) | {
            "game_id": f"{request.me}-{request.seed}",
            "guess_results": [
                {"guess": turn.guess, "result": [int(colour) for colour in turn.reply.colours]}
                for turn in request.position
                if isinstance(turn.reply, Pattern)  # the published form knows no other reply
            ],
        }
        question = json.dumps(values, ensure_ascii=False).encode()
        reply = _post(f"{self._url}/{request.ask}", question, deadline)
        return read_reply(reply, request.ask, self._number)


def _post(url: str, question: bytes, deadline: float) -> bytes:
    """Return the body of the answer."""
    try:
        status, body = _exchange(urlsplit(url), question, deadline)
    except (OSError, HTTPException, ValueError) as error:
        if isinstance(error, TimeoutError) or time.monotonic() >= deadline:
            raise Fault(Verdict.TIME_OUT, "gave no answer in time") from None
        raise Fault(Verdict.CRASHED, f"cannot be reached: {error}") from None
    if time.monotonic() >= deadline:  # what was read may have been cut off
        raise Fault(Verdict.TIME_OUT, "gave no answer in time")
    if not 200 <= status < 300:
        raise Fault(Verdict.CRASHED, f"answered with HTTP status {status}")
    if len(body) > REPLY_BYTES:
        raise Fault(Verdict.INVALID, f"sent more than {REPLY_BYTES:,} bytes")
    return body


def _exchange(url: SplitResult, question: bytes, deadline: float) -> tuple[int, bytes]:
    """Post, and return the status with as much of the body as is of interest."""
    secure = url.scheme == "https"
    host, port = url.hostname or "", url.port or (443 if secure else 80)
    left = max(0.001, deadline - time.monotonic())
    with ExitStack() as stack:
        link = stack.enter_context(socket.create_connection((host, port), timeout=left))
        # A socket's time-out is one for every piece that arrives: a server that sends a byte now
        # and then would never meet it.
        cut = threading.Timer(left, _cut, [stack.enter_context(link.dup())])
        stack.callback(cut.join)
        stack.callback(cut.cancel)
        cut.start()
        if secure:
            context = ssl.create_default_context()
            link = stack.enter_context(context.wrap_socket(link, server_hostname=host))
        connection = HTTPConnection(host, port)
        connection.sock = link
        connection.request("POST", url.path, question, {"Content-Type": "application/json"})
        with connection.getresponse() as response:
            return response.status, response.read(REPLY_BYTES + 1)


def _cut(link: socket.socket) -> None:
    """End a connection that another thread is reading from."""
    with suppress(OSError):  # it is over
        link.shutdown(socket.SHUT_RDWR)
