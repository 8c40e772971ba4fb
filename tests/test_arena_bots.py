"""Bots that are programs, classes and servers: played, limited, and ended."""

import json
import shutil
import socket
import stat
import tempfile
import threading
import time
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from salet import InvalidError, Lexicon, Rules
from salet.arena.bots.bot import Ask, Request
from salet.arena.bots.entrant import Kind, read_entrant
from salet.arena.bots.player import Limits
from salet.arena.bots.process import HttpPlayer, ProcessPlayer
from salet.arena.bots.record import Fault, Verdict
from salet.arena.bots.sandbox import Sandbox, end_marked, marked, sandbox
from salet.arena.cup.tournament import run_cup
from salet.arena.play.check import check_bot
from salet.arena.store.store import Store
from salet.testing.contestants import FAILING, PLAYING, bot_command
from tests.helpers import SMALL, cup_of, processes_in

pytestmark = pytest.mark.slow

QUICK = Limits(seconds_per_move=1.5, seconds_per_match=30, memory_mb=200)
PATIENT = Limits(seconds_per_move=20, seconds_per_match=60, memory_mb=200)
NEVER_ANSWERS = [name for name, verdict in FAILING.items() if verdict == "time-out"]


@pytest.fixture(autouse=True)
def homes(tmp_path, monkeypatch):
    """Where the bots of this test live, so that they can be told from those of other tests."""
    folder = tmp_path / "homes"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def request(ask=Ask.GUESS, **facts):
    return Request(ask, SMALL, Rules(), "me", "you", **facts)


def player_of(name, limits=PATIENT):
    return ProcessPlayer(read_entrant(bot_command(name)).command, SMALL, limits)


@pytest.mark.parametrize("name", FAILING)
def test_each_failing_bot_earns_its_verdict(name, homes):
    limits = QUICK if name in NEVER_ANSWERS else PATIENT
    player = player_of(name, limits)
    try:
        with pytest.raises(Fault) as caught:
            word = player.ask(request(), limits.seconds_per_move)
            SMALL.lexicon.guess_index(word)
        assert caught.value.verdict == FAILING[name]
    except InvalidError:
        pytest.fail("the word should not have been read")
    except Exception as error:  # an illegal word is for the referee to find
        assert name in ("illegal", "long_word", "other_length"), error
    finally:
        player.close()
    assert processes_in(homes) == []


def test_failing_bots_lose_by_the_rules_and_stop_nothing(tmp_path, homes):
    """All of them in one tournament: it ends, each fault is counted, nobody is left behind."""
    where = tmp_path / "cup.sqlite"
    named = [{"name": name, "bot": bot_command(name)} for name in FAILING]
    limits = {"seconds_per_move": 1.0, "seconds_per_match": 4.0, "memory_mb": 200}
    cup = cup_of([*named, "letters"], format="race", words=2, limits=limits)
    run_cup(cup, where)
    with Store(where) as store:
        games = [game.record for game in store.all_games(store.tournament())]
        logs = [store.logs(match.id) for match in store.matches(store.tournament())]
    assert len(games) == 2 * (len(FAILING) + 1)
    for game in games:
        if game.solver in FAILING:
            assert game.verdict.is_fault
            assert game.cost == 8
            assert game.message.startswith(game.solver)
        else:
            assert game.verdict is Verdict.SOLVED
    assert "this bot always crashes" in next(log["crashed"] for log in logs if "crashed" in log)
    assert "unshare" not in str(logs)  # what our sandbox says when a bot is ended is not its own
    assert processes_in(homes) == []


def test_the_match_clock_runs_out(tmp_path):
    where = tmp_path / "cup.sqlite"
    bots = [{"name": "silent", "bot": bot_command("silent")}]
    limits = {"seconds_per_move": 0.3, "seconds_per_match": 0.7}
    started = time.monotonic()
    run_cup(cup_of(bots, format="race", words=50, limits=limits), where)
    assert time.monotonic() - started < 15
    with Store(where) as store:
        games = store.games(store.matches(store.tournament())[0].id)
    assert {game.verdict for game in games} == {Verdict.TIME_OUT}
    assert "used its 0.7 s" in games[-1].message


def test_a_lying_responder_loses(tmp_path):
    where = tmp_path / "cup.sqlite"
    bots = ["entropy", {"name": "lies", "bot": bot_command("lies")}]
    run_cup(cup_of(bots, format="responder", words=2), where)
    with Store(where) as store:
        games = [game.record for game in store.all_games(store.tournament())]
    lies = [game for game in games if game.setter == "lies"]
    assert [game.setter_verdict for game in lies] == [Verdict.INVALID] * 2
    assert all(game.cost == 1 and "lied: no answer fits" in game.message for game in lies)
    assert all(len(game.played) >= 1 for game in lies)  # it got away with it at first


@pytest.mark.parametrize("name", PLAYING)
def test_programs_play_and_leave_nothing(name, homes):
    player = player_of(name)
    try:
        first = player.ask(request(), 20)
        word = player.ask(request(Ask.SET), 20)
        again = player.ask(request(), 20)
        assert first == again
        assert word in SMALL.answers
        assert player.one_shot == (name == "one_shot")
    finally:
        player.close()
    assert processes_in(homes) == []


def test_children_are_ended_without_namespaces(monkeypatch, homes):
    """Where the system has no namespaces, the mark in the environment finds what was left."""
    bare = Sandbox((), shutil.which("sh"), no_network=False, own_processes=False)
    monkeypatch.setattr("salet.arena.bots.process.sandbox", lambda: bare)
    player = player_of("forks")
    player.ask(request(), 20)
    assert len(processes_in(homes)) == 2
    player.close()
    deadline = time.monotonic() + 5  # the system takes its moment after the signal
    while processes_in(homes) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert processes_in(homes) == []
    assert bare.describe() == (
        "programs run without a full sandbox: limited memory and CPU time; NOT prevented here: "
        "use of the network, access to your files, processes left behind"
    )
    assert marked("nobody") == []
    end_marked("nobody")


@pytest.mark.skipif(not sandbox().no_network, reason="this system has no network namespaces")
def test_programs_have_no_network(tmp_path):
    server = ThreadingHTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler)
    bot = tmp_path / "caller.py"
    bot.write_text(
        "import socket, sys, json\n"
        "sys.stdin.readline()\n"
        "try:\n"
        f"    socket.create_connection(('127.0.0.1', {server.server_port}), 2)\n"
        "    print(json.dumps({'guess': 'connected'}))\n"
        "except OSError:\n"
        "    print(json.dumps({'guess': 'alone'}))\n"
    )
    player = ProcessPlayer((shutil.which("python3"), str(bot)), SMALL, PATIENT)
    assert player.ask(request(), 20) == "alone"
    player.close()
    server.server_close()


def test_programs_see_no_secrets_of_ours(tmp_path, monkeypatch):
    monkeypatch.setenv("MY_PASSWORD", "tell nobody")
    bot = tmp_path / "looks.sh"
    bot.write_text('#!/bin/sh\nread line\nprintf \'{"guess": "%s"}\\n\' "[$MY_PASSWORD]"\n')
    bot.chmod(0o755)
    player = ProcessPlayer((str(bot),), SMALL, PATIENT)
    assert player.ask(request(), 20) == "[]"
    player.close()


def test_a_long_history_reaches_a_program_that_is_slow_to_read(tmp_path):
    """The question is larger than a pipe; written in pieces, it does not block the referee."""
    from salet.arena.bots.record import GameRecord

    games = tuple(
        GameRecord(i, i, "me", "you", "aback", "aback:ggggg", Verdict.SOLVED, 1)
        for i in range(5000)
    )
    bot = tmp_path / "counts.py"
    bot.write_text(
        "import json, sys, time\n"
        "time.sleep(0.3)\n"
        "for line in sys.stdin:\n"
        "    print(json.dumps({'guess': str(len(json.loads(line)['history']))}), flush=True)\n"
    )
    player = ProcessPlayer((shutil.which("python3"), str(bot)), SMALL, PATIENT)
    assert player.ask(request(history=games), 20) == "5000"
    assert player.ask(request(history=(*games, games[0])), 20) == "1"  # only what is new
    player.close()


# Python classes


def test_a_class_plays_in_its_own_process(tmp_path):
    bot = tmp_path / "mine.py"
    bot.write_text(
        "import os\n"
        "from salet.arena import Bot\n"
        "print('loaded')\n"
        "class Mine(Bot):\n"
        "    def guess(self, request):\n"
        "        print('thinking')\n"
        "        return request.candidates[0]\n"
    )
    entrant = read_entrant("mine.py", folder=tmp_path)
    assert (entrant.kind, entrant.name) == (Kind.CLASS, "mine")
    player = entrant.player(SMALL, PATIENT)
    assert player.ask(request(), 20) == SMALL.answers[0]
    assert player.ask(request(Ask.SET), 20) in SMALL.answers
    pattern = player.ask(request(Ask.RESPOND, guessed=SMALL.guesses[0]), 20)
    assert len(pattern) == 5
    assert "thinking" in player.log
    player.close()
    assert "loaded" in player.log  # kept after the end


def test_a_strategy_of_ones_own_is_a_bot_too(tmp_path):
    (tmp_path / "strat.py").write_text(
        "from salet.strategies.base import Strategy\n"
        "class Last(Strategy):\n"
        "    def choose(self, view):\n"
        "        return int(view.candidate_guesses[-1])\n"
    )
    roomy = Limits(seconds_per_move=60)  # it loads numba
    player = read_entrant("strat.py:Last", folder=tmp_path).player(SMALL, roomy)
    assert player.ask(request(), 60) == SMALL.answers[-1]
    player.close()


@pytest.mark.parametrize(
    ("source", "name", "problem"),
    [
        ("x = 1", "", "bad.py has no class with a method guess"),
        ("class A:\n    pass", "A", "no class A"),
        (
            "class A:\n    guess = print\nclass B(A):\n    pass",
            "",
            r"several bots; name one, as bad.py:A \(A, B\)",
        ),
        ("syntax error here", "", "SyntaxError"),
        (
            "class A:\n    def guess(self, request):\n        return 1 / 0",
            "A",
            "last line of stderr: ZeroDiv",
        ),
    ],
)
def test_a_class_that_cannot_play_says_why(tmp_path, source, name, problem):
    (tmp_path / "bad.py").write_text(source)
    text = f"bad.py:{name}" if name else "bad.py"
    player = read_entrant(text, folder=tmp_path).player(SMALL, PATIENT)
    with pytest.raises(Fault, match=problem) as caught:
        player.ask(request(), 20)
    assert caught.value.verdict is Verdict.CRASHED
    player.close()


# How a bot is written


def test_how_bots_are_written(tmp_path):
    script = tmp_path / "bot.py"
    script.write_text("#!/usr/bin/env python3\n")
    assert read_entrant("bot.py", folder=tmp_path).kind is Kind.CLASS
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    assert read_entrant("bot.py", folder=tmp_path).kind is Kind.PROGRAM
    assert read_entrant("bot.py:Name", folder=tmp_path).kind is Kind.CLASS
    program = read_entrant("python3 bot.py --fast", folder=tmp_path)
    assert program.kind is Kind.PROGRAM
    assert program.command[1:] == (str(script), "--fast")
    assert read_entrant("letters + solutions_below(20)").kind is Kind.STRATEGY
    assert read_entrant("tree").kind is Kind.STRATEGY  # though there may be a program tree
    assert read_entrant("http://localhost:1/").kind is Kind.SERVER
    plain = tmp_path / "plain"
    plain.write_text("x")
    for text, problem in [
        ("./missing", "no bot file"),
        ("missing.py:Name", "no bot file"),
        ("plain", "not executable"),
        ("resident:nobody", "no resident 'nobody'"),
        ("  ", "a bot is"),
        ("entropi", "did you mean entropy"),
    ]:
        with pytest.raises(InvalidError, match=problem):
            read_entrant(text, folder=tmp_path)


def test_a_program_that_vanishes_or_is_no_program(tmp_path):
    gone = ProcessPlayer((str(tmp_path / "gone"),), SMALL, PATIENT)
    with pytest.raises(Fault, match="without an answer") as caught:
        gone.ask(request(), 20)
    assert caught.value.verdict is Verdict.CRASHED
    gone.close()


# Servers


@pytest.fixture
def server():
    """A battleword bot: it knows nothing of us, and answers as the published form has it."""

    class Handler(BaseHTTPRequestHandler):
        answer = staticmethod(lambda _: json.dumps({"guess": "crane", "shout": "!"}))
        asked: list = []  # noqa: RUF012 - shared on purpose

        def do_POST(self):
            question = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            self.asked.append((self.path, question))
            if self.path != "/guess":
                self.send_error(404)
                return
            body = self.answer(question)
            self.send_response(200)
            self.end_headers()
            self.wfile.write(body if isinstance(body, bytes) else body.encode())

        def log_message(self, *_):
            pass

    running = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=running.serve_forever)
    thread.start()
    Handler.url = f"http://127.0.0.1:{running.server_port}"
    yield Handler
    running.shutdown()
    thread.join()
    running.server_close()


def test_the_battleword_form(server):
    from salet import Position

    position = Position.from_text("raise:--y-g clout:-y---")
    assert HttpPlayer(server.url).ask(request(position=position), 5) == "crane"
    assert HttpPlayer(server.url + "/guess").ask(request(), 5) == "crane"
    path, question = server.asked[0]
    assert path == "/guess"
    assert question["guess_results"] == [
        {"guess": "raise", "result": [0, 0, 1, 0, 2]},
        {"guess": "clout", "result": [0, 1, 0, 0, 0]},
    ]
    assert question["game_id"]
    with pytest.raises(Fault, match="status 404"):
        HttpPlayer(server.url).ask(request(Ask.SET), 5)


@pytest.mark.parametrize(
    ("answer", "verdict", "problem"),
    [
        (lambda _: time.sleep(2) or "{}", Verdict.TIME_OUT, "in time"),
        (lambda _: "x" * 200_000, Verdict.INVALID, "more than"),
        (lambda _: b"\xff", Verdict.INVALID, "UTF-8"),
        (lambda _: "[]", Verdict.INVALID, "not {"),
    ],
)
def test_servers_that_fail(server, answer, verdict, problem):
    server.answer = staticmethod(answer)
    with pytest.raises(Fault, match=problem) as caught:
        HttpPlayer(server.url).ask(request(), 0.5)
    assert caught.value.verdict is verdict


@pytest.mark.parametrize("start", [b"HTTP/1.0 200 OK\r\nX: ", b"HTTP/1.0 200 OK\r\n\r\n"])
def test_a_server_that_sends_a_byte_now_and_then(start):
    """Every byte comes in time, the answer never does."""

    def dribble():
        connection, _ = listening.accept()
        with connection, suppress(OSError):
            connection.sendall(start)
            for _ in range(100):
                connection.sendall(b" ")
                time.sleep(0.05)

    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=dribble)
        thread.start()
        started = time.monotonic()
        with pytest.raises(Fault, match="in time") as caught:
            HttpPlayer(f"http://127.0.0.1:{listening.getsockname()[1]}").ask(request(), 0.3)
        assert time.monotonic() - started < 3
        thread.join()
    assert caught.value.verdict is Verdict.TIME_OUT


@pytest.mark.parametrize("text", ["http://", "http://host:port", "http://host:0", "https://[::1"])
def test_addresses_that_are_none(text):
    with pytest.raises(InvalidError, match="not the address of a server"):
        read_entrant(text)


def test_a_server_that_is_not_there():
    with pytest.raises(Fault, match="cannot be reached") as caught:
        HttpPlayer("http://127.0.0.1:9").ask(request(), 1)
    assert caught.value.verdict is Verdict.CRASHED


# The conformance test


def findings(text):
    return {one.what: one for one in check_bot(read_entrant(text), SMALL, PATIENT)}


def test_check_passes_a_good_bot():
    found = findings(bot_command("keeps_on"))
    assert all(one.holds is not False for one in found.values())
    assert "one process for all" in found["protocol"].detail
    assert found["determinism"].holds
    assert "sets words" in found["setting"].detail
    assert "responds" in found["responding"].detail
    one_shot = next(check_bot(read_entrant(bot_command("one_shot")), SMALL, PATIENT))
    assert "one process per question" in one_shot.detail


@pytest.mark.parametrize("name", ["crashed", "garbage", "illegal", "answers_twice"])
def test_check_fails_a_bad_bot(name):
    assert any(one.holds is False for one in findings(bot_command(name)).values())


def test_check_tries_a_bot_on_a_single_word(tmp_path):
    bot = tmp_path / "deaf.py"
    bot.write_text(
        "class Deaf:\n"
        "    def guess(self, request): return request.candidates[0]\n"
        "    def respond(self, request): return 'no pattern'\n"
    )
    lexicon = Lexicon.from_words(["crane"], ["crane", "slate"])
    found = {one.what: one for one in check_bot(read_entrant(str(bot)), lexicon, PATIENT)}
    assert "cannot respond" in found["responding"].detail
    assert "sets words" in found["setting"].detail


def test_check_notes_chance():
    random_bot = findings("random")
    assert random_bot["determinism"].holds  # it draws by the question's seed
    assert random_bot["time"].holds is None
