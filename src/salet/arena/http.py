"""A bot that is a server: questions are posted to it as JSON.

The published battleword form works as it is: a guess is asked for by posting
``{"game_id": ..., "guess_results": [{"guess": "raise", "result": [0, 0, 1, 0, 2]}]}`` to
``/guess``, and answered by ``{"guess": "clout"}``. Everything of `salet.arena.wire` is posted
beside it. A word is asked for at ``/set``, a pattern at ``/respond``.
"""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from typing import TYPE_CHECKING

from salet.arena.limits import REPLY_BYTES
from salet.arena.player import Player
from salet.arena.verdict import Fault, Verdict
from salet.arena.wire import colour_digits, read_reply, write_request

if TYPE_CHECKING:
    from salet.arena.bot import Request

_CHUNK = 4096


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
                {"guess": turn.guess, "result": colour_digits(turn.pattern)}
                for turn in request.position
            ],
        }
        post = urllib.request.Request(
            f"{self._url}/{request.ask}",
            json.dumps(values, ensure_ascii=False).encode(),
            {"Content-Type": "application/json"},
        )
        return read_reply(_fetch(post, deadline), request.ask, self._number)


def _fetch(post: urllib.request.Request, deadline: float) -> bytes:
    """Return the body of the answer, read piece by piece so that a slow server is noticed."""
    body = b""
    try:
        with urllib.request.urlopen(post, timeout=deadline - time.monotonic()) as response:
            while chunk := response.read1(_CHUNK):
                body += chunk
                if len(body) > REPLY_BYTES:
                    raise Fault(Verdict.INVALID, f"sent more than {REPLY_BYTES:,} bytes")
                if time.monotonic() > deadline:
                    raise TimeoutError
    except TimeoutError:
        raise Fault(Verdict.TIME_OUT, "gave no answer in time") from None
    except urllib.error.HTTPError as error:
        error.close()
        raise Fault(Verdict.CRASHED, f"answered with HTTP status {error.code}") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "reason", error)
        if isinstance(reason, TimeoutError):
            raise Fault(Verdict.TIME_OUT, "gave no answer in time") from None
        raise Fault(Verdict.CRASHED, f"cannot be reached: {reason}") from None
    return body
