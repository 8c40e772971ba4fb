"""A worker process: takes tasks from stdin, does them one by one, answers on stdout."""

from __future__ import annotations

import json
import os
import queue
import signal
import sys
import threading
import time
import traceback
import warnings
from typing import TYPE_CHECKING, Any, BinaryIO

from salet.errors import RepairWarning, SaletError
from salet.web.frames import ERROR, PROGRESS, RESULT, take_frame, write_frame

if TYPE_CHECKING:
    from collections.abc import Callable

_PROGRESS_SECONDS = 0.1


def main() -> None:
    """Work until the server closes the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends us
    if len(sys.argv) > 1:
        os.nice(int(sys.argv[1]))
    # What a strategy prints must not get between the frames.
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    requests: queue.Queue[bytes] = queue.Queue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, requests), daemon=True).start()
    _prepare()
    while True:
        request = json.loads(requests.get())
        kind, body = do(request["task"], request["arguments"], _reporter(replies))
        write_frame(replies, kind, body)
        replies.flush()


def _listen(source: BinaryIO, requests: queue.Queue[bytes]) -> None:
    """Read what comes in; when the server has gone, however it went, go too."""
    while (frame := take_frame(source)) is not None:
        requests.put(frame[1])
    os._exit(0)


def _prepare() -> None:
    """Load what nearly every task needs."""
    from salet.web.tasks.words import table_of

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        table_of({"name": "original"})


def _reporter(replies: BinaryIO) -> Callable[[int, int], None]:
    """Return a function that tells the server how far a task is, a few times a second."""
    last = 0.0

    def report(done: int, total: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= _PROGRESS_SECONDS:
            last = now
            write_frame(replies, PROGRESS, json.dumps([done, total]).encode())
            replies.flush()

    return report


def do(
    name: str, arguments: dict[str, Any], progress: Callable[[int, int], None]
) -> tuple[bytes, bytes]:
    """Do a task; what it warns of becomes `notes` of its result."""
    from salet.web.tasks import find

    try:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            result = find(name)(progress=progress, **arguments)
        notes = [str(w.message) for w in caught if issubclass(w.category, RepairWarning)]
        result["notes"] = [*result.get("notes", ()), *dict.fromkeys(notes)]
        return RESULT, json.dumps(result, ensure_ascii=False, separators=(",", ":")).encode()
    except SaletError as error:
        return ERROR, _error(type(error).__name__, " ".join(str(error).split()))
    except Exception:
        traceback.print_exc()
        return ERROR, _error("InternalError", "the server failed at this; its log says why")


def _error(kind: str, message: str) -> bytes:
    return json.dumps({"kind": kind, "message": message}).encode()


if __name__ == "__main__":
    main()
