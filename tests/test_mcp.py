"""``salet mcp``: the tools, asked by the SDK's own client over stdio, against the real process."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from click.testing import CliRunner

mcp = pytest.importorskip("mcp")

from salet.cli.site import mcp as command  # noqa: E402
from salet.env.tools import KEPT_GAMES, TOOLS, Tools  # noqa: E402
from salet.errors import InconsistentHistoryError, InvalidError, SaletError  # noqa: E402
from salet.games.registry import make_game  # noqa: E402

COMMAND = [sys.executable, "-m", "salet", "mcp", "--lexicon", "original"]
INHERITED = {name: os.environ[name] for name in ("PYTHONPATH", "SALET_CACHE") if name in os.environ}


@pytest.fixture
def tools() -> Tools:
    return Tools(make_game("original"))


@asynccontextmanager
async def client() -> AsyncIterator[Any]:
    process = mcp.StdioServerParameters(command=COMMAND[0], args=COMMAND[1:], env=INHERITED)
    async with mcp.Client(mcp.stdio_client(process)) as connected:
        yield connected


def asked(conversation: Callable[[Any], Awaitable[None]]) -> None:
    async def run() -> None:
        async with client() as connected:
            await conversation(connected)

    asyncio.run(asyncio.wait_for(run(), 120))


async def refused(connected: Any, tool: str, **arguments: Any) -> str:
    """Call a tool that refuses, and return its one line."""
    result = await connected.call_tool(tool, arguments)
    assert result.is_error
    (content,) = result.content
    assert "\n" not in content.text
    assert "Traceback" not in content.text
    assert len(content.text) < 400
    return str(content.text)


@pytest.mark.slow
def test_ctrl_c_ends_it_though_stdin_is_open():
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        ask = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
        process.stdin.write(json.dumps(ask).encode() + b"\n")
        process.stdin.flush()
        assert process.stdout.readline()  # it is there
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130
        assert process.stdout.read() == b""


@pytest.mark.slow
def test_the_real_process_answers_the_client_of_the_sdk() -> None:
    async def conversation(connected: Any) -> None:
        listed = (await connected.list_tools()).tools
        assert {tool.name for tool in listed} == set(TOOLS)
        for tool in listed:
            assert tool.description.endswith(".")
            assert "\n" not in tool.description
            assert tool.output_schema["properties"]

        async def call(tool: str, **arguments: Any) -> dict[str, Any]:
            result = await connected.call_tool(tool, arguments)
            assert not result.is_error, result.content
            return dict(result.structured_content)

        advice = await call("suggest", position="raise:--y-g clout:-y---", top=2)
        assert [one["guess"] for one in advice["guesses"]] == ["bible", "liege"]
        assert advice["guesses"][0]["expected_guesses"] == 1.75
        assert (advice["candidates"], advice["some_candidates"][0]) == (4, "belie")
        assert (await call("pattern", guess="eerie", answer="there"))["reply"] == "y-y-g"
        value = await call("optimal_value")
        assert value == {
            "expected_guesses": round(7920 / 2315, 6),
            "exact": True,
            "candidates": 2315,
        }
        reviewed = await call("review", answer="there", guesses=["salet", "there"])
        assert reviewed["turns"][0]["guesses_given_away"] == 0
        assert reviewed["turns"][0]["exact"]
        found = await call("words", like="s?l?t")
        assert (found["found"], found["some"]) == (2, ["splat", "split"])

        # Two games at once are kept apart, and the same seed hides the same answer.
        one, two = [await call("referee_new", seed=5, regret=True) for _ in range(2)]
        assert one["game"] != two["game"]
        first = await call("referee_guess", game=one["game"], guess="salet")
        assert (first["guesses_left"], first["guesses_given_away"], first["exact"]) == (5, 0, True)
        assert await call("referee_guess", game=two["game"], guess="salet") == first
        for _ in range(5):
            last = await call("referee_guess", game=one["game"], guess="crane")
        assert (last["outcome"], last["guesses_left"]) == ("lost", 0)
        assert last["answer"] in make_game("original").answers
        assert "over" in await refused(connected, "referee_guess", game=one["game"], guess="salet")
        other = await call("referee_guess", game=two["game"], guess=last["answer"])
        assert (other["outcome"], other["guesses_left"]) == ("won", 4)

        assert "does not pair" in await refused(connected, "suggest", position="raise")
        assert "at most 1000" in await refused(connected, "suggest", position="a" * 2_000_000)
        assert "position" in await refused(connected, "suggest", position=5)
        assert "guesses" in await refused(connected, "review", answer="there", guesses="salet")
        assert "names a file" in await refused(
            connected, "pattern", guess="a", answer="b", game="mine.py:Mine"
        )
        assert "hard mode" in await refused(connected, "referee_new", hard="very")
        assert "no game" in await refused(connected, "referee_guess", game="x", guess="salet")
        assert "Unknown tool" in await refused(connected, "nothing")

    asked(conversation)


@pytest.mark.slow
def test_stdout_has_the_protocol_and_nothing_else() -> None:
    hello = {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    }
    lines: list[dict[str, Any]] = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
    ]
    text = "".join(json.dumps(line) + "\n" for line in lines) + "this is no JSON\n"
    done = subprocess.run(
        COMMAND, input=text, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert answers[0]["result"]["serverInfo"]["name"] == "salet"
    assert all(answer["jsonrpc"] == "2.0" for answer in answers)
    assert "Traceback" not in done.stderr


def test_a_game_is_forfeited_after_too_many_words_that_are_none(tools: Tools) -> None:
    game = tools.referee_new("mastermind(3,4)", seed=1).game
    for left in range(9, 0, -1):
        with pytest.raises(InvalidError, match=f"{left} more of these"):
            tools.referee_guess(game, "zzz")
    with pytest.raises(InvalidError, match="forfeited, the answer was"):
        tools.referee_guess(game, "zzz")
    with pytest.raises(InvalidError, match="is over: forfeited"):
        tools.referee_guess(game, "aab")


def test_only_the_latest_games_are_kept(tools: Tools) -> None:
    games = [tools.referee_new(seed=1).game for _ in range(KEPT_GAMES + 1)]
    assert len(set(games)) == KEPT_GAMES + 1
    with pytest.raises(InvalidError, match="there is no game"):
        tools.referee_guess(games[0], "salet")
    assert tools.referee_guess(games[1], "salet").outcome == "playing"


def test_other_games_and_what_they_refuse(tools: Tools) -> None:
    assert tools.pattern("aabb", "abca", "mastermind(4,6)").reply == "1.2"
    game = make_game("mastermind(4,6)")
    left = [code for code in game.answers if str(game.turn_for("aabb", code)) == "aabb:1.2"]
    advice = tools.suggest("aabb:1.2", "mastermind(4,6)", top=1)
    assert (advice.candidates, advice.some_candidates) == (len(left), left[:10])
    for bad, told in {
        "nothing": "there is no game 'nothing'",
        "mastermind(9,9)": "more than 32,768",
        "nerdle(8)": "too large to be named here",
        "wordle(../x)": "there is no lexicon",
        "": "cannot read the game ''",
        "(": r"cannot read the game '\('",
    }.items():
        with pytest.raises(SaletError, match=told):
            tools.suggest(game=bad)
    with pytest.raises(InconsistentHistoryError):
        tools.optimal_value("raise:ggggg there:ggggg")
    assert tools.optimal_value("raise:ggggg").expected_guesses == 0


def test_without_the_sdk_a_line_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mcp.server.mcpserver", None)
    done = CliRunner().invoke(command, ["--lexicon", "original"], standalone_mode=False)
    assert "pip install 'salet[mcp]'" in str(done.exception)
    assert isinstance(done.exception, InvalidError)
