"""A worker process: takes tasks from stdin, does them one by one, answers on stdout.

Both sides send frames: one byte that says what it is, four bytes of length, and JSON.
"""

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
from collections.abc import Callable
from importlib import import_module
from typing import Any, BinaryIO, Protocol

from salet.errors import RepairWarning, SaletError
from salet.web.resource import TASKS, Task, WordsRequest
from salet.web.routes import NAMES

RESULT, ERROR, PROGRESS = b"R", b"E", b"P"
LENGTH_BYTES = 4
_PROGRESS_SECONDS = 0.1


class Sink(Protocol):
    """What bytes can be written to."""

    def write(self, data: bytes, /) -> object:
        """Write bytes."""


def write_frame(sink: Sink, kind: bytes, body: bytes) -> None:
    """Send one message."""
    sink.write(kind + len(body).to_bytes(LENGTH_BYTES, "big") + body)


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
        kind, body = do(request["task"], request["request"], request["sent"], _reporter(replies))
        write_frame(replies, kind, body)
        replies.flush()


def _listen(source: BinaryIO, requests: queue.Queue[bytes]) -> None:
    """Read what comes in; when the server has gone, however it went, go too."""
    while len(head := source.read(1 + LENGTH_BYTES)) == 1 + LENGTH_BYTES:
        size = int.from_bytes(head[1:], "big")
        body = source.read(size)
        if len(body) < size:
            break
        requests.put(body)
    os._exit(0)


def _prepare() -> None:
    """Load what nearly every task needs."""
    from salet.web.work import Work

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        Work(lambda *_: None).table(WordsRequest())


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


def find(name: str) -> Task:
    """Return a task: `play` is that of the file of this name, `review.grid` another one of it."""
    module, _, function = name.partition(".")
    if module not in NAMES:
        raise LookupError(name)
    import_module(f"salet.web.routes.{module}")
    return TASKS[f"{module}.{function or module}"]


def do(
    name: str,
    request: dict[str, Any],
    sent: dict[str, list[str]] | None,
    progress: Callable[[int, int], None],
) -> tuple[bytes, bytes]:
    """Do a task; what it warns of becomes `notes` of its result."""
    from salet.web.work import Work

    try:
        task = find(name)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            result = task.function(task.request.model_validate(request), Work(progress, sent))
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
