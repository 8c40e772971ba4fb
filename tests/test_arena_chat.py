"""A bot that is a chat model, against a scripted server on this machine."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, ClassVar

import pytest

from salet.arena.bots.bot import Ask, Request
from salet.arena.bots.chat import (
    BASE_VARIABLE,
    KEY_VARIABLE,
    ChatModel,
    ChatPlayer,
    key_variable,
)
from salet.arena.bots.entrant import Kind, read_entrant
from salet.arena.bots.player import Limits, Seat
from salet.arena.bots.prompt import LONGEST_MESSAGE, instructions, question, read_guess, told_turn
from salet.arena.bots.record import Fault, Verdict
from salet.arena.play.umpire import Umpire, play_race
from salet.errors import InvalidError
from salet.games.registry import make_game
from salet.games.rules import EveryGuess, Rules
from salet.games.wordle import Wordle

KEY = "sk-very-secret"
WORDLE = make_game("original")


def says(text: Any, tokens: tuple[Any, Any] = (100, 7)) -> bytes:
    usage = {"prompt_tokens": tokens[0], "completion_tokens": tokens[1]}
    return json.dumps({"choices": [{"message": {"content": text}}], "usage": usage}).encode()


def says_wrong(text: str, escaped: str = "") -> bytes:
    """Say what is wrong, with a sign spelled by its number."""
    told = json.dumps({"error": {"message": text}})
    return (told.replace(escaped, f"\\u{ord(escaped):04x}") if escaped else told).encode()


Answer = tuple[int, dict[str, str], bytes]
Script = Callable[["Served"], Answer]


@dataclass
class Served:
    """What a scripted server was asked."""

    url: str = ""
    asked: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str | None] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)


@contextmanager
def server(script: Script) -> Iterator[Served]:
    served = Served()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            served.asked.append(json.loads(body))
            served.keys.append(self.headers.get("Authorization"))
            served.paths.append(self.path)
            status, headers, answer = script(served)
            try:
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)
            except OSError:
                pass  # the bot's time was up

        def log_message(self, *_: object) -> None:
            pass

    host = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    host.daemon_threads = True
    Thread(target=host.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    served.url = f"http://127.0.0.1:{host.server_port}/v1"
    try:
        yield served
    finally:
        host.shutdown()
        host.server_close()


def scripted(*answers: bytes | Answer) -> Script:
    """Give one answer after another, and the last one again and again."""

    def script(served: Served) -> Answer:
        one = answers[min(len(served.asked), len(answers)) - 1]
        return (200, {}, one) if isinstance(one, bytes) else one

    return script


def player_at(url: str, rest: str = "") -> ChatPlayer:
    return ChatPlayer(ChatModel.from_text(f"openai:small@{url}{rest}"))


def first_guess(player: ChatPlayer, seconds: float = 5.0) -> str:
    return player.ask(Request(Ask.GUESS, WORDLE, Rules(), "me"), seconds)


def fault_of(player: ChatPlayer, seconds: float = 5.0) -> Fault:
    with pytest.raises(Fault) as caught:
        first_guess(player, seconds)
    return caught.value


def test_a_good_model_plays_a_race_and_its_tokens_are_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(KEY_VARIABLE, KEY)

    def script(served: Served) -> Answer:
        told = served.asked[-1]["messages"][1]["content"]
        word = "there" if "salet (S A L E T)" in told else "salet"
        return 200, {}, says(f"<think>perhaps <guess>crane</guess>?</think> <guess>{word}</guess>")

    with server(script) as served:
        entrant = read_entrant(f"openai:org/small:1@{served.url}#in=1,out=2,tokens=50")
        assert (entrant.kind, entrant.name, entrant.house) == (Kind.CHAT, "org/small:1", False)
        player = entrant.player(WORDLE, Limits())
        seat = Seat(entrant.name, player, Limits())
        umpire = Umpire(WORDLE, Rules(), 1)
        (game,), (other,) = play_race(umpire, seat, ["there", "crane"], ())
    assert (game.turns, game.verdict) == ("salet:---yy there:ggggg", Verdict.SOLVED)
    assert other.verdict is Verdict.NOT_SOLVED
    assert served.paths[0] == "/v1/chat/completions"
    assert set(served.keys) == {f"Bearer {KEY}"}
    assert (served.asked[0]["model"], served.asked[0]["max_tokens"]) == ("org/small:1", 50)
    assert isinstance(player, ChatPlayer)
    assert (player.usage.calls, player.usage.tokens_in, player.usage.tokens_out) == (8, 800, 56)
    assert player.cost == pytest.approx((800 * 1 + 56 * 2) / 1e6)
    assert player.log == "8 calls, 800 tokens in, 56 out; cost 0.000912\n"
    assert KEY not in player.log + str(entrant)


def test_what_cannot_be_taken_is_told_and_asked_for_again() -> None:
    answers = [says("raise"), says("<guess>zzzzz</guess>"), says("<guess>RAISE</guess>")]
    with server(scripted(*answers)) as served:
        player = player_at(served.url)
        assert first_guess(player) == "raise"
        roles = [message["role"] for message in served.asked[-1]["messages"]]
        assert roles == ["system", "user", "assistant", "user", "assistant", "user"]
        assert "there is no guess" in served.asked[1]["messages"][-1]["content"]
        assert "'zzzzz' is not among" in served.asked[2]["messages"][-1]["content"]
    assert dict(player.refused) == {"unreadable": 1, "unknown": 1}
    assert player.usage.tokens == 321


def test_hard_mode_is_kept() -> None:
    position = WORDLE.position("raise:--y-g")
    answers = [says("<guess>clout</guess>"), says("<guess>belie</guess>")]
    with server(scripted(*answers)) as served:
        player = player_at(served.url)
        request = Request(Ask.GUESS, WORDLE, Rules(hard="nyt"), "me", position=position)
        assert player.ask(request, 5.0) == "belie"
    assert dict(player.refused) == {"illegal": 1}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("answer", "verdict", "told"),
    [
        (says("I do not know"), Verdict.INVALID, "no guess in 2 messages"),
        (says(None), Verdict.INVALID, "no guess in 2 messages"),
        (says("<guess>a b</guess>"), Verdict.INVALID, "2 words"),
        (b"<!DOCTYPE html><p>Sign in", Verdict.INVALID, "no chat model sends: '<!DOCTYPE"),
        (b"\xff\x00garbage", Verdict.INVALID, "no chat model sends"),
        (b"[" * 100_000, Verdict.INVALID, "no chat model sends"),
        (b'{"choices": []}', Verdict.INVALID, "no chat model sends"),
        (b'{"choices": [{"message": 3}]}', Verdict.INVALID, "no chat model sends"),
        (b"x" * (1 << 21), Verdict.INVALID, "sent more than"),
        (says("x" * 100_000), Verdict.INVALID, "too many for a message"),
        ((401, {}, KEY.encode()), Verdict.CRASHED, "HTTP status 401"),
        ((404, {}, b'{"error": {"message": "no model small"}}'), Verdict.CRASHED, "no model small"),
        ((400, {}, b'{"error": 3}'), Verdict.CRASHED, "HTTP status 400"),
        ((429, {"Retry-After": "nan"}, b""), Verdict.TIME_OUT, "too busy"),
        ((307, {"Location": "http://127.0.0.1:9/"}, b""), Verdict.CRASHED, "HTTP status 307"),
        ((429, {"Retry-After": "100"}, b""), Verdict.TIME_OUT, "too busy (HTTP status 429)"),
        (says(f"{KEY} <guess>{KEY}</guess>"), Verdict.INVALID, "(key)"),
        (b"x" * 50 + KEY.encode(), Verdict.INVALID, "no chat model sends"),
        ((400, {}, says_wrong("x" * 145 + KEY)), Verdict.CRASHED, "HTTP status 400: xxx"),
        ((400, {}, says_wrong("x" * 145 + KEY, "-")), Verdict.CRASHED, "HTTP status 400: xxx"),
    ],
    ids=range(20),
)
def test_a_bad_server_is_a_fault_of_the_bot(
    answer: bytes | Answer, verdict: Verdict, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    with server(scripted(answer)) as served:
        fault = fault_of(player_at(served.url, "#tries=2"), 2.0)
    assert fault.verdict is verdict
    assert told in fault.message
    assert KEY[:4] not in str(fault)


def test_a_server_that_limits_the_rate_is_waited_for() -> None:
    busy = (429, {"Retry-After": "0"}, b"{}")
    failing = (503, {"Retry-After": "soon"}, b"")
    with server(scripted(busy, failing, says("<guess>raise</guess>"))) as served:
        player = player_at(served.url)
        started = time.monotonic()
        assert first_guess(player) == "raise"
        assert time.monotonic() - started >= 1.0
    assert (player.usage.calls, player.usage.tokens) == (3, 107)


def test_newer_models_are_asked_for_short_answers_by_their_own_name() -> None:
    told = b'{"error": {"message": "use max_completion_tokens instead"}}'
    with server(scripted((400, {}, told), says("<guess>raise</guess>"))) as served:
        player = player_at(served.url, "#tokens=50")
        assert [first_guess(player) for _ in range(2)] == ["raise", "raise"]
    named = [[key for key in asked if key.startswith("max_")] for asked in served.asked]
    assert named == [["max_tokens"], *[["max_completion_tokens"]] * 2]
    with server(scripted((400, {}, told))) as served:
        assert "HTTP status 400: use max" in fault_of(player_at(served.url)).message
    assert len(served.asked) == 2


def test_a_server_that_is_slow_or_gone() -> None:
    def slow(_: Served) -> Answer:
        time.sleep(1)
        return 200, {}, says("<guess>raise</guess>")

    with server(slow) as served:
        started = time.monotonic()
        assert fault_of(player_at(served.url), 0.2).verdict is Verdict.TIME_OUT
        assert time.monotonic() - started < 0.9
    gone = fault_of(player_at(served.url))
    assert gone.verdict is Verdict.CRASHED
    assert "cannot be reached" in gone.message


def test_a_server_that_sends_no_http_does_not_show_the_key(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(KEY_VARIABLE, KEY)

    def send(listening: socket.socket) -> None:
        connected, _ = listening.accept()
        with connected:
            connected.recv(1 << 16)
            connected.sendall(b"x" * 275 + KEY.encode() + b"\r\n\r\n")

    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = Thread(target=send, args=[listening])
        thread.start()
        fault = fault_of(player_at(f"http://127.0.0.1:{listening.getsockname()[1]}/v1"))
        thread.join()
    assert fault.message == "cannot be reached: what it sends is not HTTP"


def test_tokens_that_a_server_does_not_count_are_estimated() -> None:
    without = b'{"choices": [{"message": {"content": "<guess>raise</guess>"}}]}'
    for answer in (without, says("<guess>raise</guess>", (True, -5))):
        with server(scripted(answer)) as served:
            player = player_at(served.url, "#budget=300")
            first_guess(player)
            asked = len(json.dumps(served.asked[0], ensure_ascii=False).encode())
            assert player.usage.estimated
            assert (player.usage.tokens_in, player.usage.tokens_out) == (asked // 4, 5)
            assert f"~{player.usage.tokens_in:,} tokens in, ~5 out" in player.log
            first_guess(player)
            assert "has used its 300 tokens" in fault_of(player).message


def test_a_budget_ends_the_calls() -> None:
    with server(scripted(says("<guess>raise</guess>"))) as served:
        player = player_at(served.url, "#budget=200")
        assert [first_guess(player) for _ in range(2)] == ["raise", "raise"]
        assert "has used its 200 tokens" in fault_of(player).message
    assert len(served.asked) == 2


def test_a_key_goes_nowhere_in_the_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    from salet.arena.bots import chat

    monkeypatch.setattr(chat, "_LOCAL", ())  # as if the server were another machine
    monkeypatch.setenv("SALET_KEY_127_0_0_1", KEY)
    with server(scripted(says("<guess>raise</guess>"), (401, {}, b""))) as served:
        first_guess(player_at(served.url))
        assert "the key was not sent" in fault_of(player_at(served.url)).message
    assert served.keys == [None, None]
    monkeypatch.undo()
    monkeypatch.setenv(KEY_VARIABLE, "two\nlines")
    fault = fault_of(player_at("https://127.0.0.1:9/v1"))
    assert "holds no key" in fault.message


def test_every_host_has_its_own_key(monkeypatch: pytest.MonkeyPatch) -> None:
    from salet.arena.bots import chat

    other = "SALET_KEY_MY_MODELS_EXAMPLE_ORG"
    monkeypatch.delenv(BASE_VARIABLE, raising=False)
    for url in ("https://api.openai.com/v1", "http://localhost:1", "http://[::1]:1/v1"):
        assert key_variable(url) == KEY_VARIABLE
    assert key_variable("https://my-models.Example.org:8443/v1") == other
    assert key_variable("https://api.openai.com.evil.org") == "SALET_KEY_API_OPENAI_COM_EVIL_ORG"
    monkeypatch.setenv(BASE_VARIABLE, "https://my-models.example.org/v1")
    assert key_variable("https://my-models.example.org/v1") == KEY_VARIABLE
    monkeypatch.delenv(BASE_VARIABLE)
    monkeypatch.setattr(chat, "_LOCAL", ())
    monkeypatch.setattr(chat, "_is_safe", lambda _: True)
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    with server(scripted(says("<guess>raise</guess>"), (401, {}, b""))) as served:
        first_guess(player_at(served.url))
        assert "set SALET_KEY_127_0_0_1" in fault_of(player_at(served.url)).message
        monkeypatch.setenv("SALET_KEY_127_0_0_1", "another")
        fault_of(player_at(served.url))
    assert served.keys == [None, None, "Bearer another"]


def test_words_are_set_without_the_model() -> None:
    player = player_at("http://127.0.0.1:9/v1")
    word = player.ask(Request(Ask.SET, WORDLE, Rules(), "me", "you", seed=3), 1.0)
    assert word in WORDLE.answers
    assert player.log == ""


@pytest.mark.parametrize(
    "text",
    [
        "openai:",
        "openai:small",
        "openai:@http://localhost",
        "openai:small@localhost:8080",
        "openai:small@http://",
        "openai:small@http://host:0/v1",
        "openai:small@http://host:99999/v1",
        f"openai:small@https://{KEY}@host/v1",
        "openai:small@http://host/v1#tokens=0",
        "openai:small@http://host/v1#tokens=many",
        "openai:small@http://host/v1#price=1",
        "openai:small@http://host/v1#in=nan",
        "openai:small@http://host/v1?key=1",
    ],
)
def test_a_model_that_cannot_be_read_is_refused_in_a_line(text: str) -> None:
    with pytest.raises(InvalidError) as caught:
        read_entrant(text)
    assert "\n" not in str(caught.value)
    assert KEY not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "guess"),
    [
        ("<guess>raise</guess>", "raise"),
        ("so\n<GUESS>\n RAISE </GUESS>\n", "RAISE"),
        ("<think><guess>a</guess><guess>b</guess></think><guess>2*7=14</guess>", "2*7=14"),
    ],
)
def test_one_guess_is_read(text: str, guess: str) -> None:
    assert read_guess(text) == guess


@pytest.mark.parametrize(
    "text",
    [
        "",
        "raise",
        "<guess></guess>",
        "<guess>raise",
        "raise</guess>",
        "<guess>raise</guess> or <guess>clout</guess>",
        "<guess><guess>raise</guess>",
        "<guess>raise clout</guess>",
        "<guess>r-<b>a</b></guess>",
        f"<guess>{'a' * 500}</guess>",
        "a" * (LONGEST_MESSAGE + 1) + "<guess>raise</guess>",
        "<guess>" * 5000,
    ],
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(InvalidError) as caught:
        read_guess(text)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("name", ["original", "mastermind(4,6)", "blackpegs(3,4)", "nerdle(6)"])
def test_every_game_is_told_in_words(name: str) -> None:
    game = make_game(name)
    rules = Rules(hard="strict")
    told = instructions(game, rules)
    assert "6 guesses" in told
    assert "Hard mode" in told
    assert read_guess(told.splitlines()[-1]) in game.guesses
    position = game.position(game.example)
    asked = question(position, game, rules)
    assert asked.endswith("You have 4 guesses left.")
    for turn in position:
        assert " ".join(turn.guess.upper()) in asked


def test_hard_modes_are_told() -> None:
    assert "at least as many times as it was shown" in instructions(WORDLE, Rules(hard="nyt"))
    assert "guess must be possible as the answer" in instructions(WORDLE, Rules(hard="strict"))

    class Mine(Wordle):  # a game of one's own may have a mode that tells nothing
        modes: ClassVar = {**Wordle.modes, "own": EveryGuess()}

    told = instructions(Mine(WORDLE.lexicon), Rules(hard="own"))
    assert "Hard mode own: some guesses are refused" in told


@pytest.mark.parametrize(
    ("name", "turn", "told"),
    [
        ("mastermind(4,6)", "aabb:1.2", "1 symbol at the right place, 2 more in the answer"),
        ("blackpegs(3,4)", "aab:2", "2 symbols at the right place"),
        ("jotto(original)", "crane:3", "the reply is 3"),
        ("original", "there:ggggg", "solved, that is the answer"),
        ("original", "eerie:y-y-g", "2. E: grey, no further E in the answer"),
    ],
)
def test_replies_are_told_in_words(name: str, turn: str, told: str) -> None:
    game = make_game(name)
    assert told in told_turn(game.position(turn).turns[0], game)
