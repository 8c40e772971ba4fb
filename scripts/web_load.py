"""Measures the web server under load and writes the table of docs/web.md.

Starts a server of its own on a free port; both it and this script share the machine's cores. The
search is compiled before, as on any machine on which a proof was ever made.
"""

from __future__ import annotations

import asyncio
import json
import os
import platform
import random
import re
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from salet import Lexicon, optimal, pattern_of

PAGE = Path(__file__).parents[1] / "docs" / "web.md"
CONNECTIONS = 32
SECONDS = 5.0
NEW = 400
SLOW_CLIENTS = 1000
DISTINCT = 20_000
_MARKS = re.compile(r"(<!-- load -->\n).*?(<!-- /load -->)", re.DOTALL)

Reply = tuple[int, bytes, float]


class Line:
    """One connection that is kept open."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def send(self, method: str, path: str, body: Any = None) -> Reply:
        """Send a request; return status, body and seconds."""
        if self.reader is None or self.writer is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(data)}\r\n"
        started = time.perf_counter()
        self.writer.write(head.encode() + b"Content-Type: application/json\r\n\r\n" + data)
        head_back = (await self.reader.readuntil(b"\r\n\r\n")).lower()
        size = int(head_back.partition(b"content-length: ")[2].split()[0])
        answer = await self.reader.readexactly(size)
        seconds = time.perf_counter() - started
        if b"connection: close" in head_back:
            self.close()
        return int(head_back.split()[1]), answer, seconds

    def close(self) -> None:
        """Hang up."""
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None


def quantile(values: list[float], share: float) -> float:
    """Return the value below which a share of them lies, in milliseconds."""
    return 1000 * sorted(values)[min(len(values) - 1, int(share * len(values)))]


async def many(port: int, connections: int, seconds: float, body: Any) -> tuple[int, list[float]]:
    """Ask the same over and over on several connections."""
    taken: list[float] = []
    until = time.perf_counter() + seconds

    async def one() -> None:
        line = Line(port)
        while time.perf_counter() < until:
            status, _, took = await line.send("POST", "/api/v1/suggest", body)
            assert status == 200, status
            taken.append(took)
        line.close()

    await asyncio.gather(*(one() for _ in range(connections)))
    return len(taken), taken


async def cached(port: int) -> list[tuple[str, str]]:
    """Measure suggestions that are remembered."""
    body = {"position": "raise:--y-g clout:-y---"}
    await many(port, 1, 0.5, body)
    count, taken = await many(port, CONNECTIONS, SECONDS, body)
    return [
        (f"cached suggestions, {CONNECTIONS} connections", f"{count / SECONDS:,.0f} per second"),
        (
            "... 50% / 99% of them within",
            f"{quantile(taken, 0.5):.0f} / {quantile(taken, 0.99):.0f} ms",
        ),
    ]


async def uncached(port: int) -> list[tuple[str, str]]:
    """Measure suggestions for positions that were never asked for, after any guess."""
    words = Lexicon.load("original")
    chance = random.Random(1)
    positions = [
        f"{guess}:{pattern_of(guess, chance.choice(words.answers))}"
        for guess in chance.sample(words.allowed, NEW)
    ]
    taken: list[float] = []

    async def one(part: list[str]) -> None:
        line = Line(port)
        for position in part:
            status, _, took = await line.send("POST", "/api/v1/suggest", {"position": position})
            assert status == 200, status
            taken.append(took)
        line.close()

    warm = NEW // 10  # the workers load their tables
    await asyncio.gather(*(one(positions[start:warm:4]) for start in range(4)))
    taken.clear()
    started = time.perf_counter()
    await asyncio.gather(*(one(positions[warm + start :: 4]) for start in range(4)))
    rate = len(taken) / (time.perf_counter() - started)
    return [
        ("new positions after one guess, 4 connections", f"{rate:.1f} per second"),
        ("... 50% of them within", f"{quantile(taken, 0.5):.0f} ms"),
    ]


async def beside_heavy(port: int) -> list[tuple[str, str]]:
    """Measure the page while eight proofs run: exact values of 200 to 400 words."""
    lexicon = Lexicon.load("original")
    chance = random.Random(2)
    positions: list[str] = []
    while len(positions) < 8:
        guess = chance.choice(lexicon.allowed)
        left = sum(str(pattern_of(guess, answer)) == "-----" for answer in lexicon.answers)
        if 200 <= left <= 400:
            positions.append(f"{guess}:-----")
    heavy = [
        asyncio.create_task(
            Line(port).send("POST", "/api/v1/suggest", {"position": position, "exact": True})
        )
        for position in positions
    ]
    taken: list[float] = []
    line = Line(port)
    while not all(task.done() for task in heavy):
        taken.append((await line.send("GET", "/"))[2])
        body = {"position": "raise:--y-g clout:-y---"}
        taken.append((await line.send("POST", "/api/v1/suggest", body))[2])
        await asyncio.sleep(0.01)
    line.close()
    replies = [task.result() for task in heavy]
    answered = sum(status == 200 for status, _, _ in replies)
    slowest = max(took for _, _, took in replies)
    return [
        (
            "page and cached suggestions while 8 proofs run",
            f"50% {quantile(taken, 0.5):.0f} ms, 99% {quantile(taken, 0.99):.0f} ms, "
            f"slowest {quantile(taken, 1):.0f} ms",
        ),
        ("... the proofs themselves", f"{answered} of 8 within {slowest:.1f} s"),
    ]


async def overload(port: int) -> list[tuple[str, str]]:
    """Ask for far more than can be done."""
    words = json.loads((await Line(port).send("GET", "/api/v1/lexicons/original"))[1])["allowed"]
    asked = words[7::130][:100]
    replies = await asyncio.gather(
        *(Line(port).send("POST", "/api/v1/suggest", {"position": f"{w}:--y--"}) for w in asked)
    )
    statuses = [status for status, _, _ in replies]
    late = quantile([took for status, _, took in replies if status == 503] or [0], 1)
    return [
        (
            "100 new positions at once",
            f"{statuses.count(200)} answered, {statuses.count(503)} told to come back "
            f"(503, at the latest after {late:.0f} ms), "
            f"{statuses.count(422)} contradict themselves",
        )
    ]


async def slow_clients(port: int) -> list[tuple[str, str]]:
    """Open many connections that send half a request and then nothing."""
    lines = []
    for _ in range(SLOW_CLIENTS):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"POST /api/v1/suggest HTTP/1.1\r\nHost: loc")
        lines.append((reader, writer))
    taken = [(await Line(port).send("GET", "/api/v1/status"))[2] for _ in range(20)]
    started = time.perf_counter()
    for reader, writer in lines:
        with suppress(ConnectionError):
            await reader.read()
        writer.close()
    return [
        (
            f"status beside {SLOW_CLIENTS:,} clients that stall",
            f"50% {quantile(taken, 0.5):.0f} ms; all stalled ones dropped after "
            f"{time.perf_counter() - started:.0f} s",
        )
    ]


async def memory(port: int, pid: int) -> list[tuple[str, str]]:
    """Ask for many distinct things and look at the server's memory."""
    words = json.loads((await Line(port).send("GET", "/api/v1/lexicons/original"))[1])["allowed"]
    before = resident(pid)
    lines = [Line(port) for _ in range(8)]

    async def one(line: Line, part: range) -> None:
        for number in part:
            body = {"guess": words[number % 12_972], "answer": words[number * 7 % 12_972]}
            await line.send("POST", "/api/v1/pattern", body)

    await asyncio.gather(*(one(line, range(n, DISTINCT, 8)) for n, line in enumerate(lines)))
    status = json.loads((await lines[0].send("GET", "/api/v1/status"))[1])
    return [
        (
            f"memory of the server before / after {DISTINCT:,} distinct requests",
            f"{before} / {resident(pid)} MB, of which answers {status['cached_bytes'] >> 20} MB "
            "(at most 80)",
        )
    ]


def resident(pid: int) -> int:
    """Return the resident memory of a process in megabytes."""
    text = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    return int(text.partition("VmRSS:")[2].split()[0]) >> 10


async def measure() -> list[tuple[str, str]]:
    """Start a server and measure everything."""
    started = time.perf_counter()
    server = subprocess.Popen(
        [sys.executable, "-m", "salet", "serve", "--port", "0"], stdout=subprocess.PIPE, text=True
    )
    try:
        assert server.stdout is not None
        port = int(server.stdout.readline().split()[3].rstrip("/").rsplit(":", 1)[1])
        await Line(port).send("GET", "/")
        ready = time.perf_counter() - started
        rows = [("from the command to the first page", f"{ready:.1f} s")]
        for part in (cached(port), uncached(port), beside_heavy(port), overload(port)):
            rows += await part
        rows += await slow_clients(port)
        rows += await memory(port, server.pid)
    finally:
        server.terminate()
        server.wait()
    return rows


def main() -> None:
    """Write the table."""
    busy = os.getloadavg()[0]
    optimal("salet")  # a server's workers use the compiled search if it is there
    rows = asyncio.run(measure())
    lines = ["| what | measured |", "|---|---|", *(f"| {what} | {value} |" for what, value in rows)]
    note = (
        f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}; "
        f"load average {busy:.1f} from other work before the measurement began, so an idle machine "
        "does better."
        if busy > 0.5
        else f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}."
    )
    table = "\n".join([*lines, "", note, ""])
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(_MARKS.sub(lambda m: f"{m[1]}{table}{m[2]}", page), encoding="utf-8")
    print(table)


if __name__ == "__main__":
    main()
