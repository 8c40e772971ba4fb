"""Worker processes: late, dead and abandoned ones, and the memory of answers."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from salet.web import pool
from salet.web.pool import FailedError, Passing, Workers
from salet.web.service import AnswerCache
from tests.web.conftest import running_server


async def in_workers(action, **options):
    workers = Workers(1, **({"waiting": 8, "seconds": 60} | options))
    workers.start()
    try:
        return await action(workers)
    finally:
        await workers.close()


async def children(count=1, of=None):
    """Return the processes that a process has started, when there are so many."""
    while True:
        command = ["ps", "-o", "pid=,args=", "--ppid", str(of or os.getpid())]
        listed = subprocess.run(command, capture_output=True, text=True, check=False).stdout
        found = [int(line.split()[0]) for line in listed.splitlines() if "salet.web.worker" in line]
        if len(found) >= count:
            return found
        await asyncio.sleep(0.05)


LEXICON = {"lexicon": "original"}
PATTERN = LEXICON | {"guess": "crane", "answer": "there"}
HEAVY = LEXICON | {
    "strategies": ["random+lookahead"],
    "opener": None,
    "hard": "off",
    "max_guesses": 6,
}


@pytest.mark.slow
def test_a_full_queue_refuses(original_table):
    async def action(workers):
        first = asyncio.create_task(workers.call("suggest.pattern", PATTERN))
        await asyncio.sleep(0)
        waiting = [asyncio.create_task(workers.call("suggest.pattern", PATTERN)) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(FailedError, match="too many requests are waiting"):
            await workers.call("suggest.pattern", PATTERN)
        return [json.loads(body)["pattern"] for body in await asyncio.gather(first, *waiting)]

    replies = asyncio.run(in_workers(action, waiting=2))
    assert len(set(replies)) == 1


@pytest.mark.long
@pytest.mark.slow
def test_a_task_that_takes_too_long_is_ended_and_the_next_one_served(original_table):
    async def action(workers):
        await workers.call("suggest.pattern", PATTERN)
        workers.seconds = 1.0
        with pytest.raises(FailedError, match="took too long"):
            await workers.call("run", HEAVY)
        workers.seconds = 60.0
        return json.loads(await workers.call("suggest.pattern", PATTERN))

    assert asyncio.run(in_workers(action))["guess"] == "crane"


@pytest.mark.slow
def test_a_worker_that_is_killed_loses_nothing(original_table):
    async def action(workers):
        task = asyncio.create_task(workers.call("suggest.pattern", PATTERN))
        await asyncio.sleep(0.05)
        (process,) = await children()
        os.kill(process, signal.SIGKILL)
        return json.loads(await task)

    assert asyncio.run(in_workers(action))["answer"] == "there"


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("turns", [1, 2, 3, 5, 50])
def test_giving_up_while_a_worker_starts_loses_no_worker(original_table, turns):
    async def action():
        workers = Workers(1, waiting=8, seconds=60, eager=False)  # started by the first task
        workers.start()
        task = asyncio.create_task(workers.call("suggest.pattern", PATTERN))
        for _ in range(turns):
            await asyncio.sleep(0)
        task.cancel()
        try:
            async with asyncio.timeout(60):
                return json.loads(await workers.call("suggest.pattern", PATTERN))
        finally:
            await workers.close()

    assert asyncio.run(action())["guess"] == "crane"


@pytest.mark.slow
def test_a_task_that_fails_says_why_and_the_worker_goes_on(original_table):
    async def action(workers):
        with pytest.raises(FailedError, match="not among the 12,972 allowed words"):
            await workers.call("suggest.pattern", PATTERN | {"guess": "zzzzz"})
        with pytest.raises(FailedError, match="the server failed at this"):
            await workers.call("suggest.pattern", {"nonsense": 1})
        return await workers.call("suggest.pattern", PATTERN)

    assert asyncio.run(in_workers(action))


@pytest.mark.slow
def test_workers_leave_with_a_server_that_is_killed(original_table):
    process = subprocess.Popen(
        [sys.executable, "-m", "salet", "serve", "--port", "0"], stdout=subprocess.PIPE, text=True
    )
    address = process.stdout.readline().split()[3]
    children = []
    deadline = time.monotonic() + 30
    while len(children) < 2 and time.monotonic() < deadline:
        time.sleep(0.1)
        listed = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(process.pid)],
            capture_output=True,
            text=True,
            check=False,
        )
        children = [int(pid) for pid in listed.stdout.split()]
    assert len(children) >= 2, address
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    deadline = time.monotonic() + 30
    while any(_exists(pid) for pid in children):
        assert time.monotonic() < deadline
        time.sleep(0.1)


def _exists(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"


def test_memory_stays_bounded_whatever_is_asked():
    cache = AnswerCache(1_000_000)
    body = b"x" * 900
    for number in range(1_000_000 // 10):
        cache.put(f"position {number}", body)
        assert cache.size <= 1_000_000
    assert 700 < len(cache) < 1000
    assert cache.get("position 0") is None
    assert cache.get("position 99999") == body
    cache.put("huge", b"x" * 2_000_000)
    assert cache.get("huge") is None
    assert cache.size == len(cache) * (len("position 99999") + 900 + 200)


def test_the_least_recently_used_answer_goes_first():
    cache = AnswerCache(3 * 210)
    for key in "abc":
        cache.put(key, b"12345")
    assert cache.get("a") == b"12345"
    cache.put("d", b"12345")
    assert cache.get("b") is None
    assert cache.get("a") == b"12345"


def test_the_same_question_at_the_same_time_is_computed_once():
    async def action():
        cache, calls = AnswerCache(10_000), []

        async def compute():
            calls.append(1)
            await asyncio.sleep(0.01)
            return b"answer"

        replies = await asyncio.gather(*(cache.get_or("key", compute) for _ in range(20)))
        return calls, set(replies)

    assert asyncio.run(action()) == ([1], {b"answer"})


@pytest.mark.long
@pytest.mark.slow
def test_an_idle_worker_that_dies_is_replaced_before_it_is_asked(original_table):
    async def action(workers):
        await workers.call("suggest.pattern", PATTERN)
        (dead,) = await children()
        os.kill(dead, signal.SIGKILL)
        while await children() == [dead]:  # a new one comes without being asked for
            await asyncio.sleep(0.05)
        return json.loads(await workers.call("suggest.pattern", PATTERN))

    assert asyncio.run(in_workers(action))["answer"] == "there"


@pytest.mark.long
@pytest.mark.slow
def test_a_task_that_nobody_waits_for_is_ended(original_table):
    async def action(workers):
        await workers.call("suggest.pattern", PATTERN)
        heavy = asyncio.create_task(workers.call("run", HEAVY))
        await asyncio.sleep(0.5)
        assert workers.running == 1
        heavy.cancel()
        async with asyncio.timeout(30):
            return json.loads(await workers.call("suggest.pattern", PATTERN))

    assert asyncio.run(in_workers(action))["guess"] == "crane"


class Pretended:
    """A process that cannot be written to any more, as uvloop says it."""

    class Line:
        def write(self, data):
            raise RuntimeError("unable to perform operation on <WriteUnixTransport closed=True>")

        async def drain(self):
            pass

    stdin = stdout = Line()
    returncode = 0

    async def wait(self):
        await asyncio.sleep(60)

    def kill(self):
        self.wait = self.gone

    async def gone(self):
        pass


def test_a_closed_pipe_is_a_lost_worker(monkeypatch):
    started = []

    async def start(nice):
        started.append(Pretended())
        return started[-1]

    async def action(workers):
        with pytest.raises(FailedError, match="was ended; try again"):
            await workers.call("suggest.pattern", PATTERN)

    monkeypatch.setattr(pool, "_start", start)
    monkeypatch.setattr(pool, "_PAUSE_SECONDS", 0)
    asyncio.run(in_workers(action))
    assert len(started) >= 2


@pytest.mark.long
@pytest.mark.slow
def test_a_server_whose_workers_were_killed_answers(original_table):
    position = {"position": "crane:y---g"}
    with running_server() as server:
        for pid in asyncio.run(children(2, of=server.pid)):
            os.kill(pid, signal.SIGKILL)
        for _ in range(2):
            answer = httpx.post(f"{server.address}/api/v1/suggest", json=position, timeout=60)
            assert answer.status_code == 200
        assert len(asyncio.run(children(2, of=server.pid))) == 2


@pytest.mark.long
@pytest.mark.slow
def test_work_whose_asker_has_gone_does_not_keep_others_waiting(original_table):
    heavy = {"strategy": "entropy+lookahead(9,900)", "answer": "there"}
    with running_server() as server:
        for _ in range(2):
            with pytest.raises(httpx.ReadTimeout):
                httpx.post(f"{server.address}/api/v1/game", json=heavy, timeout=1)
        watched = {"strategy": "letters", "answer": "there"}
        started = time.monotonic()
        answer = httpx.post(f"{server.address}/api/v1/game", json=watched, timeout=60)
        assert answer.json()["solved"]
        assert time.monotonic() - started < 30


def test_an_answer_that_nobody_waits_for_is_given_up():
    async def action():
        cache, ended = AnswerCache(10_000), []

        async def compute():
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                ended.append(1)
                raise

        first, second = (asyncio.create_task(cache.get_or("key", compute)) for _ in range(2))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        first.cancel()
        await asyncio.sleep(0.01)
        assert ended == []  # the second one is still there
        second.cancel()
        await asyncio.sleep(0.01)
        assert ended == [1]

    asyncio.run(action())


def test_what_was_just_built_is_told_once():
    async def action():
        cache = AnswerCache(10_000)

        async def compute(answer):
            return answer

        first = await cache.get_or("key", lambda: compute(Passing(b"built de5")))
        return first, await cache.get_or("key", lambda: compute(b"known")), cache.get("key")

    assert asyncio.run(action()) == (b"built de5", b"known", b"known")
