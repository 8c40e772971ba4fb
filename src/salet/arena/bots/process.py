"""Bots that are programs of their own: started by us, or a server.

To a program a question is a line of JSON, and so is its answer. A program that ends after its
answer is started again for every question; one that goes on reading is kept for the whole match.
Nobody has to say which it is.

To a server questions are posted. The published battleword form works as it is: a guess is asked
for by posting ``{"guess_results": [{"guess": "raise", "result": [0, 0, 1, 0, 2]}]}`` to ``/guess``,
and answered by ``{"guess": "clout"}``. Everything of `salet.arena.bots.wire` is posted beside it. A
word is asked for at ``/set``, a reply at ``/respond``.
"""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

from salet.arena.bots.bot import Ask, Request
from salet.arena.bots.player import REPLY_BYTES, Limits, Player
from salet.arena.bots.record import Fault, Verdict
from salet.arena.bots.sandbox import (
    MARK,
    BotFolder,
    end_marked,
    excess,
    family,
    sandbox,
    signal_all,
)
from salet.arena.bots.wire import read_memory, read_reply, write_request
from salet.games.colours import Pattern
from salet.games.game import Game

_POLITE_SECONDS = 0.3
"""How long a program may take to end after its input has, before it is made to."""

_LOOK_SECONDS = 0.1
"""How often a program that thinks is looked at for what it takes."""

_ENVIRONMENT = ("PATH", "LANG", "LC_ALL", "SYSTEMROOT")
"""All that a bot is told of our own environment: there may be secrets in the rest."""


class _JsonPlayer(Player):
    """Writes questions and reads answers; the bot may hand a text on from match to match."""

    _number = 0
    """Of the question that was asked last."""

    def _question(self, request: Request, told: int = 0, **more: object) -> bytes:
        memory = {"memory": self.memory} if self.memory_bytes else {}
        values = write_request(request, self._number, told) | memory | more
        return json.dumps(values, ensure_ascii=False).encode()

    def _answer(self, reply: bytes, ask: Ask) -> str:
        answer = read_reply(reply, ask, self._number)
        if self.memory_bytes and (new := read_memory(reply, self.memory_bytes)) is not None:
            self.memory = new
        return answer


class ProcessPlayer(_JsonPlayer):
    """Starts a program, asks it, and ends it with all that it started."""

    def __init__(
        self, command: Sequence[str], game: Game, limits: Limits, shown: Sequence[str] = ()
    ) -> None:
        self._program = tuple(command)
        game_file = game.source.rpartition(":")[0]
        self._shown = [*shown, *(word for word in (*command, game_file) if Path(word).is_file())]
        self._limits = limits
        self._folder = BotFolder(game)
        self._process: subprocess.Popen[bytes] | None = None
        self._told = 0
        self._answered = 0
        self._paused: list[int] = []
        self.one_shot = False
        """Whether it has turned out to end after every answer."""

    def ask(self, request: Request, seconds: float) -> str:
        """Write a question, read the answer, or raise `Fault` and end the program."""
        deadline = time.monotonic() + seconds
        self._number += 1
        self._go_on()
        try:
            answer = self._answer(self._exchange(request, deadline), request.ask)
        except Fault:
            self._stop(polite=False)
            raise
        self._pause()
        self._answered += 1
        self._told = len(request.history)
        return answer

    def close(self) -> None:
        """End the program and clear up after it."""
        self._stop(polite=True)
        self._folder.remove()

    @property
    def log(self) -> str:
        """The end of what the program wrote to stderr."""
        return self._folder.log

    def _pause(self) -> None:
        """Stop all its processes: while others think, it may not."""
        assert self._process is not None
        self._paused = list(family(self._process.pid))
        signal_all(self._paused, signal.SIGSTOP)

    def _go_on(self) -> None:
        signal_all(self._paused, signal.SIGCONT)
        self._paused = []

    def _exchange(self, request: Request, deadline: float) -> bytes:
        if self.one_shot:
            self._stop(polite=True)
        if self._process is not None and self._process.poll() is not None:
            # It ended between two questions.
            self.one_shot = self._process.returncode == 0 and self._answered > 0
            self._stop(polite=False)
        fresh = self._process is None
        line = self._try(request, deadline)
        if line is None and not fresh and self._exit_status() == 0:
            # It answered earlier questions and then ended well: one question per process.
            self.one_shot = True
            self._stop(polite=False)
            line = self._try(request, deadline)
        if line is None:
            raise Fault(Verdict.CRASHED, self._why_ended())
        return line

    def _try(self, request: Request, deadline: float) -> bytes | None:
        """Ask the running program, or a new one; None if it ended without a word."""
        if self._process is None:
            self._start()
        return self._talk(self._question(request, self._told) + b"\n", deadline)

    def _start(self) -> None:
        box, folder = sandbox(), self._folder.home
        home = box.home(folder)
        ours = _for_our_wrapper() if self._program[0] == sys.executable else {}
        environment = {name: os.environ[name] for name in _ENVIRONMENT if name in os.environ} | ours
        environment |= {
            MARK: self._folder.mark,
            "HOME": str(home),
            "TMPDIR": str(home),
            "PYTHONHASHSEED": "0",  # else games could not be repeated
            "PYTHONIOENCODING": "utf-8",
            "PYTHONUNBUFFERED": "1",  # an answer that was printed is an answer that was given
        }
        shown = [*self._shown, *ours.values()]
        try:
            self._process = subprocess.Popen(
                box.command(self._program, self._limits, folder, shown),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._folder.errors,
                cwd=folder,
                env=environment,
                start_new_session=True,
                bufsize=0,
            )
        except OSError as error:
            raise Fault(Verdict.CRASHED, f"cannot be started: {error.strerror}") from None
        for channel in (self._process.stdin, self._process.stdout):
            assert channel is not None
            os.set_blocking(channel.fileno(), False)
        self._told = self._answered = 0

    def _talk(self, question: bytes, deadline: float) -> bytes | None:
        """Write the question and read one line, whichever is possible first."""
        process = self._process
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        sink, source = process.stdin.fileno(), process.stdout.fileno()
        if _read(source):
            raise Fault(Verdict.INVALID, "wrote something without being asked")
        poll = select.poll()
        poll.register(source, select.POLLIN)
        poll.register(sink, select.POLLOUT)
        received = b""
        while True:
            left = deadline - time.monotonic()
            if left <= 0:
                half = f" (only half a line: {received[:40]!r})" if received else ""
                raise Fault(Verdict.TIME_OUT, f"gave no answer in time{half}")
            ready = poll.poll(min(left, _LOOK_SECONDS) * 1000)
            if not ready and (too_much := excess(process.pid, self._limits)):
                raise Fault(Verdict.CRASHED, too_much)
            for channel, _ in ready:
                if channel == sink:
                    question = _write(sink, question)
                    if not question:
                        poll.unregister(sink)
                    continue
                chunk = _read(source)
                if chunk == b"":
                    if received:
                        start = received[:40]
                        raise Fault(Verdict.INVALID, f"ended in the middle of a line: {start!r}")
                    return None
                received += chunk or b""
            if b"\n" in received:
                return _only_line(received)
            if len(received) > REPLY_BYTES:
                raise Fault(Verdict.INVALID, f"wrote {REPLY_BYTES:,} bytes without a line end")

    def _exit_status(self) -> int | None:
        assert self._process is not None
        with suppress(subprocess.TimeoutExpired):
            return self._process.wait(_POLITE_SECONDS)
        return None

    def _why_ended(self) -> str:
        status = self._exit_status()
        last = self.log.strip().splitlines()[-1:]
        words = f"; last line of stderr: {last[0][:200]}" if last else ""
        if status is None:
            return f"closed its output without an answer{words}"
        how = f"exit code {status}"
        if status < 0 or status > 128:
            number = -status if status < 0 else status - 128
            with suppress(ValueError):
                how = f"signal {signal.Signals(number).name}"
        return f"ended without an answer ({how}){words}"

    def _stop(self, *, polite: bool) -> None:
        """End the program: by the end of its input, by asking, and then by force."""
        self._go_on()
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        assert process.stdout is not None
        with suppress(OSError):
            process.stdin.close()
        if polite:
            for request in (None, signal.SIGTERM):
                if request is not None:
                    _signal(process, request)
                with suppress(subprocess.TimeoutExpired):
                    process.wait(_POLITE_SECONDS)
                    break
        _end(process)
        process.stdout.close()
        if not sandbox().own_processes:
            end_marked(self._folder.mark)


def _for_our_wrapper() -> dict[str, str]:
    """Return the variables by which the wrapper of a class finds this package and its cache."""
    import salet
    from salet.storage import CACHE_VARIABLE, cache_folder

    return {
        "PYTHONPATH": str(Path(salet.__file__).parents[1]),
        CACHE_VARIABLE: str(cache_folder()),
    }


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a program by force, with whatever it started and left."""
    if sandbox().own_processes and process.poll() is None:
        # The first process in the namespace takes all others along, and is waited for by the one
        # that made the namespace; so when that has ended, nothing is left.
        signal_all(list(family(process.pid))[1:], signal.SIGKILL)
        with suppress(subprocess.TimeoutExpired):
            process.wait(_POLITE_SECONDS)
    _signal(process, signal.SIGKILL)
    process.wait()


def _signal(process: subprocess.Popen[bytes], number: signal.Signals) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, number)


def _only_line(received: bytes) -> bytes:
    line, _, rest = received.partition(b"\n")
    if rest.strip():
        raise Fault(Verdict.INVALID, f"answered twice: then {rest[:40]!r}")
    if len(line) > REPLY_BYTES:
        raise Fault(Verdict.INVALID, f"wrote a line of more than {REPLY_BYTES:,} bytes")
    return line


def _write(sink: int, question: bytes) -> bytes:
    """Write what fits; return the rest, nothing if nobody reads any more."""
    try:
        return question[os.write(sink, question) :]
    except BlockingIOError:
        return question
    except BrokenPipeError:
        return b""


def _read(source: int) -> bytes | None:
    """Read what there is; None if nothing, empty at the end."""
    try:
        return os.read(source, REPLY_BYTES)
    except BlockingIOError:
        return None


class HttpPlayer(_JsonPlayer):
    """Posts questions to a server."""

    def __init__(self, url: str) -> None:
        self._url = url.rstrip("/").removesuffix("/guess")

    def ask(self, request: Request, seconds: float) -> str:
        """Post a question and read the answer, or raise `Fault`."""
        deadline = time.monotonic() + seconds
        self._number += 1
        results = [
            {"guess": turn.guess, "result": [int(colour) for colour in turn.reply.colours]}
            for turn in request.position
            if isinstance(turn.reply, Pattern)  # the published form knows no other reply
        ]
        question = self._question(
            request, game_id=f"{request.me}-{request.seed}", guess_results=results
        )
        posted = post(f"{self._url}/{request.ask}", question, deadline)
        if not 200 <= posted.status < 300:
            raise Fault(Verdict.CRASHED, f"answered with HTTP status {posted.status}")
        return self._answer(posted.body, request.ask)


class Posted(NamedTuple):
    """What a server answered; `retry_after` is its header of that name."""

    status: int
    body: bytes
    retry_after: str | None


def post(
    url: str,
    question: bytes,
    deadline: float,
    headers: Mapping[str, str] | None = None,
    most: int = REPLY_BYTES,
) -> Posted:
    """Post JSON and return the answer, or raise `Fault`; nothing is posted to another address."""
    try:
        posted = _exchange(urlsplit(url), question, deadline, headers or {}, most)
    except (OSError, HTTPException, ValueError) as error:
        if isinstance(error, TimeoutError) or time.monotonic() >= deadline:
            raise Fault(Verdict.TIME_OUT, "gave no answer in time") from None
        strange = isinstance(error, HTTPException) and not isinstance(error, OSError)
        why = "what it sends is not HTTP" if strange else error  # which might repeat a key
        raise Fault(Verdict.CRASHED, f"cannot be reached: {why}") from None
    if time.monotonic() >= deadline:  # what was read may have been cut off
        raise Fault(Verdict.TIME_OUT, "gave no answer in time")
    if len(posted.body) > most:
        raise Fault(Verdict.INVALID, f"sent more than {most:,} bytes")
    return posted


def _exchange(
    url: SplitResult, question: bytes, deadline: float, headers: Mapping[str, str], most: int
) -> Posted:
    """Post, and return the answer with as much of the body as is of interest."""
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
        told = {"Content-Type": "application/json", **headers}
        connection.request("POST", url.path, question, told)
        with connection.getresponse() as response:
            body = response.read(most + 1)
            return Posted(response.status, body, response.getheader("Retry-After"))


def _cut(link: socket.socket) -> None:
    """End a connection that another thread is reading from."""
    with suppress(OSError):  # it is over
        link.shutdown(socket.SHUT_RDWR)
