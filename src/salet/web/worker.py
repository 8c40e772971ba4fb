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
from typing import Any, BinaryIO

from salet.errors import RepairWarning, SaletError
from salet.web.resource import TASKS, Task
from salet.web.routes import NAMES
from salet.words.lexicon import TODAY_LEXICON

RESULT, PASSING, ERROR, PROGRESS = b"R", b"N", b"E", b"P"
LENGTH_BYTES = 4
INTERNAL = "InternalError"
_PROGRESS_SECONDS = 0.1


def frame(kind: bytes, body: bytes) -> bytes:
    """Return one message as it is sent."""
    return kind + len(body).to_bytes(LENGTH_BYTES, "big") + body


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
    # Load what nearly every task needs.
    do("suggest", {"position": "salet:-y---", "lexicon": TODAY_LEXICON}, lambda *_: None)
    while True:
        message = json.loads(requests.get())
        kind, body = do(message.pop("task"), message.pop("request"), _reporter(replies), **message)
        replies.write(frame(kind, body))
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


def _reporter(replies: BinaryIO) -> Callable[[int, int], None]:
    """Return a function that tells the server how far a task is, a few times a second."""
    last = 0.0

    def report(done: int, total: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= _PROGRESS_SECONDS:
            last = now
            replies.write(frame(PROGRESS, json.dumps([done, total]).encode()))
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
    name: str, request: dict[str, Any], progress: Callable[[int, int], None], **more: Any
) -> tuple[bytes, bytes]:
    """Do a task; what it warns of becomes `notes` of its result."""
    from salet.web.toolbox import Once, Toolbox

    try:
        task = find(name)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            result = task.function(task.request.model_validate(request), Toolbox(progress, **more))
        notes = [str(w.message) for w in caught if issubclass(w.category, RepairWarning)]
        result["notes"] = [*result.get("notes", ()), *dict.fromkeys(notes)]
        kind = PASSING if any(issubclass(w.category, Once) for w in caught) else RESULT
        return kind, json.dumps(result, ensure_ascii=False, separators=(",", ":")).encode()
    except SaletError as error:
        return ERROR, _error(type(error).__name__, " ".join(str(error).split()))
    except Exception:
        traceback.print_exc()
        return ERROR, _error(INTERNAL, "the server failed at this; its log says why")


def _error(kind: str, message: str) -> bytes:
    return json.dumps({"kind": kind, "message": message}).encode()


if __name__ == "__main__":
    main()
