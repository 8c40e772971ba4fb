"""What people and programs send that they should not, and what happens to the server."""

import asyncio
import json
import signal
import socket
import subprocess
import sys
import time
from functools import partial

import httpx
import pytest
import uvicorn
from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.server import ServerState

from salet.errors import InvalidError
from salet.web.guard import BODY_BYTES, Connections, Guard
from salet.web.toolbox import named_strategy

JSON = {"Content-Type": "application/json"}


def alive(client):
    return client.get("/api/v1/status").status_code == 200


@pytest.mark.slow
@pytest.mark.parametrize(
    ("body", "headers", "status"),
    [
        (b"x" * (BODY_BYTES + 1), JSON, 413),
        (b"[" * 30_000, JSON, 422),
        (b'{"a":' * 5_000 + b"1" + b"}" * 5_000, JSON, 422),
        (b'{"position": "raise:--y-g"', JSON, 422),
        (b"\xff\xfe\x00", JSON, 422),
        (b'{"position": "\\ud800"}', JSON, 422),
        (b'{"position": 5}', JSON, 422),
        (b'{"position": ["raise"]}', JSON, 422),
        (b"null", JSON, 422),
        (b'{"top": 1e400}', JSON, 422),
        (b'{"position": "' + b"a" * 2000 + b'"}', JSON, 422),
        (b"{}", {"Content-Type": "text/plain"}, 415),
        (b"position=raise", {"Content-Type": "application/x-www-form-urlencoded"}, 415),
    ],
    ids=[
        *("oversized", "deep list", "deep object", "cut off", "not UTF-8", "lone surrogate"),
        *("number", "list", "null", "infinite", "long text", "plain text", "form"),
    ],
)
def test_bad_bodies_get_a_4xx_in_json(client, body, headers, status):
    response = client.post("/api/v1/suggest", content=body, headers=headers)
    assert response.status_code in (status, 400), response.text
    assert set(response.json()) == {"error", "kind"}
    assert alive(client)


@pytest.mark.parametrize("length", ["-1", "99999999999999999999", "abc", "12345678"])
def test_a_length_that_lies_is_refused_at_once(server, length):
    with socket.create_connection(server.address.removeprefix("http://").split(":")) as line:
        head = f"POST /api/v1/suggest HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n"
        line.sendall(head.encode() + b"Content-Type: application/json\r\n\r\n")
        line.settimeout(10)
        assert line.recv(100).split()[1] in (b"413", b"400")


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/..%2fapp.py",
        "/static/%2e%2e/%2e%2e/errors.py",
        "/static//etc/passwd",
        "/static/....//app.py",
        "/static/api.js%00.html",
        "/../../etc/passwd",
        "/pages/frame.html",
        "/static/",
        "/docs",
        "/redoc",
        "/api/v1/lexicons/..%2f..%2fsecret",
    ],
)
def test_no_file_of_the_machine_is_reachable(server, path):
    with socket.create_connection(server.address.removeprefix("http://").split(":")) as line:
        line.sendall(
            f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()
        )
        line.settimeout(20)
        reply = b""
        while part := line.recv(65536):
            reply += part
    assert reply.split()[1] in (b"404", b"422", b"405", b"400")
    assert b"import" not in reply
    assert b"root:" not in reply


def test_another_host_name_is_refused(server):
    response = httpx.get(f"{server.address}/api/v1/status", headers={"Host": "evil.example"})
    assert response.status_code == 421
    assert httpx.get(server.address, headers={"Host": "localhost:8000"}).status_code == 200


def test_headers_forbid_foreign_and_inline_scripts(client):
    for path in ("/", "/play", "/review", "/lab", "/arena", "/api", "/static/api.js", "/none"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "script-src 'self';" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"


def test_pages_name_no_other_server(client):
    for path in ("/", "/play", "/review", "/lab", "/arena", "/api"):
        page = client.get(path).text
        assert "<script>" not in page
        assert " style=" not in page
        assert "http://" not in page.replace("http://www.w3.org", "")
        assert "https://" not in page


@pytest.mark.long
@pytest.mark.slow
def test_html_in_words_and_names_stays_text(refused, client):
    tag = "<img src=x onerror=alert(1)>"
    for path, body in [
        ("suggest", {"position": f"{tag}:-----"}),
        ("suggest", {"lexicon": tag}),
        ("pattern", {"guess": tag, "answer": "there"}),
        ("game", {"strategy": tag, "answer": "there"}),
        ("review", {"answer": tag, "guesses": [tag]}),
    ]:
        status, _ = refused(path, **body)
        assert status == 422
    reply = client.post("/api/v1/lexicons", json={"answers": [tag]})
    assert reply.status_code == 422
    assert reply.headers["content-type"] == "application/json"


@pytest.mark.parametrize(
    "text",
    [
        "mine.py:Mine",
        "/tmp/mine.py:Mine",
        "tree(/etc/passwd)",
        "tree(passwd)",
        "tree (file=passwd)",
        "tree-v1(passwd)",
        "ties(tree(x))",
        "~/x.py:X",
        "entropy\n",
        "entropy" * 100,
    ],
)
def test_a_strategy_from_the_network_names_no_file(text):
    with pytest.raises(InvalidError, match="files are for the command line"):
        named_strategy(text)


def test_an_address_that_is_not_there_names_one_that_is(client):
    for path in ("/slove", "/api/v1/sugest"):
        reply = client.get(path)
        assert reply.status_code == 404
        assert "the page begins at /" in reply.json()["error"]


def test_a_person_who_looks_for_a_page_gets_one(client):
    reply = client.get("/slove", headers={"Accept": "text/html,*/*"})
    assert reply.status_code == 404
    assert "There is nothing here" in reply.text
    assert "content-security-policy" in reply.headers
    assert client.get("/api/v1/x", headers={"Accept": "text/html"}).json()["kind"] == "HTTPError"
    assert client.get("/favicon.ico").headers["content-type"] == "image/svg+xml"


def test_methods_that_are_not_offered(client):
    assert client.get("/api/v1/suggest").status_code == 405
    assert client.put("/api/v1/suggest", json={}).status_code == 405
    assert client.request("TRACE", "/").status_code == 405
    allowed = client.options("/api/v1/runs/0123456789abcdef").headers["allow"]
    assert allowed == "DELETE, GET, HEAD"
    assert client.options("/api/v1/lexicons").headers["allow"] == "GET, HEAD, POST"


def test_files_are_asked_for_again_and_sent_only_if_they_changed(client):
    first = client.get("/static/api.js")
    assert first.headers["cache-control"] == "no-cache"
    again = client.get("/static/api.js", headers={"If-None-Match": first.headers["etag"]})
    assert again.status_code == 304


def guarded(method="GET", path="/api/v1/lexicons/sv7", app=None, **headers):
    """Send a request through the guard to an app; return status and headers of the reply."""
    sent = []

    async def send(message):
        sent.append(message)

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    async def let_in(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})

    named = {"host": "localhost:8000"} | headers
    pairs = [(name.replace("_", "-").encode(), value.encode()) for name, value in named.items()]
    scope = {"type": "http", "method": method, "path": path, "headers": pairs}
    asyncio.run(Guard(app or let_in, hosts=frozenset({"localhost"}))(scope, receive, send))
    return sent[0]["status"], dict(sent[0]["headers"]), sent[-1].get("body", b"")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"sec_fetch_site": "cross-site"}, 403),
        ({"sec_fetch_site": "same-site"}, 403),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"referer": "http://evil.example/page"}, 403),
        ({"sec_fetch_site": "same-origin", "origin": "http://localhost:8000"}, 200),
        ({"sec_fetch_site": "none"}, 200),
        ({"referer": "http://localhost:8000/play"}, 200),
        ({}, 200),
    ],
)
def test_a_page_of_another_site_has_nothing_built(headers, status):
    assert guarded(**headers)[0] == status


def test_a_page_of_another_site_may_link_to_a_page():
    assert guarded(path="/play", sec_fetch_site="cross-site")[0] == 200


def test_an_error_that_nobody_foresaw_is_json_with_the_headers(caplog):
    async def failing(scope, receive, send):
        raise ZeroDivisionError

    status, headers, body = guarded(app=failing)
    assert status == 500
    assert json.loads(body)["kind"] == "InternalError"
    assert b"content-security-policy" in headers
    assert "ZeroDivisionError" in caplog.text


@pytest.mark.parametrize(
    ("path", "body", "message"),
    [
        ("lexicons", {"answers": []}, "answers is empty"),
        ("runs", {"strategies": []}, "strategies is empty"),
        ("suggest", {"shown": False}, "shown must be a whole number"),
        ("play", {"game": "a", "give_up": 0}, "give_up must be true or false"),
        ("play", {"game": "a", "host": "x"}, "host must be 'honest', 'adversary' or 'cruel'"),
        ("play", {}, "game is missing"),
        ("suggest", [], "the body must be a JSON object"),
    ],
)
def test_what_is_wrong_with_a_field_is_said_plainly(client, path, body, message):
    reply = client.post(f"/api/v1/{path}", json=body)
    assert reply.status_code == 422
    assert reply.json()["error"] == message


def test_a_body_that_is_not_json_is_said_to_be_so(client):
    for path in ("suggest", "runs"):
        reply = client.post(f"/api/v1/{path}", content=b'{"position": oops}', headers=JSON)
        assert (reply.status_code, reply.json()["error"]) == (422, "the body is not JSON")


@pytest.mark.long
@pytest.mark.slow
def test_many_slow_clients_do_not_stop_the_others(server, client):
    host, port = server.address.removeprefix("http://").split(":")
    lines = []
    try:
        for _ in range(300):
            line = socket.create_connection((host, int(port)))
            line.sendall(b"POST /api/v1/suggest HTTP/1.1\r\nHost: loc")
            lines.append(line)
        assert alive(client)
        lines[-1].setblocking(False)
        with pytest.raises(BlockingIOError):  # answered while the others were still waited for
            lines[-1].recv(1)
        reply = client.post("/api/v1/suggest", json={"position": "slate:-----"})
        assert reply.status_code == 200
        # Those who say nothing more are dropped.
        lines[0].settimeout(30)
        assert lines[0].recv(100) == b""
    finally:
        for line in lines:
            line.close()
    assert alive(client)


@pytest.mark.long
@pytest.mark.slow
def test_a_second_request_that_stalls_is_given_up_too(server):
    with socket.create_connection(server.address.removeprefix("http://").split(":")) as line:
        line.settimeout(30)
        line.sendall(b"GET /api/v1/status HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert line.recv(65536).startswith(b"HTTP/1.1 200")
        line.sendall(b"GET /api/v1/status HTTP/1.1\r\nHost: loc")
        started = time.monotonic()
        while line.recv(65536):
            pass
        assert time.monotonic() - started > 2


def test_one_connection_too_many_is_told_so():
    sent = []

    class Line:
        def __init__(self, port):
            self.port = port

        def get_extra_info(self, _):
            return ("127.0.0.1", self.port)

        def write(self, data):
            sent.append(data)

        def close(self):
            sent.append("closed")

    async def action():
        connections = Connections(None, most=2)
        limited = connections.around(asyncio.Protocol)
        lines = [limited() for _ in range(3)]
        for port, line in enumerate(lines):
            line.connection_made(Line(port))
        assert list(connections.open) == [("127.0.0.1", 0), ("127.0.0.1", 1)]
        for line in reversed(lines):
            line.connection_lost(None)
        assert connections.open == {}

    asyncio.run(action())
    head, body = sent[0].split(b"\r\n\r\n")
    assert f"content-length: {len(body)}".encode() in head
    assert json.loads(body)["kind"] == "BusyError"
    assert sent[1:] == ["closed"]


def test_an_idle_connection_is_closed_by_the_protocol_that_is_served(monkeypatch):
    """Uvicorn's own protocol, as `serve` wraps it: a client that says nothing is given up."""
    monkeypatch.setattr("salet.web.guard.HEAD_SECONDS", 0.05)

    async def action():
        connections = Connections(None)
        config = uvicorn.Config(connections, lifespan="off", log_level="warning")
        config.load()
        protocol = connections.around(AutoHTTPProtocol)
        make = partial(protocol, config=config, server_state=ServerState(), app_state={})
        served = await asyncio.get_running_loop().create_server(make, "127.0.0.1", 0)
        async with served:
            reader, writer = await asyncio.open_connection(*served.sockets[0].getsockname())
            assert await asyncio.wait_for(reader.read(), 10) == b""
            writer.close()
            await writer.wait_closed()
        assert connections.open == {}

    asyncio.run(action())


def test_a_slow_body_is_given_up():
    async def stalled():
        await asyncio.sleep(60)

    sent = []

    async def send(message):
        sent.append(message)

    async def app(scope, receive, send):
        raise AssertionError("must not be reached")

    scope = {"type": "http", "method": "POST", "path": "/x", "headers": []}
    guard = Guard(app, hosts=frozenset(), seconds=0.05)
    asyncio.run(guard(scope, stalled, send))
    assert sent[0]["status"] == 408


def test_a_port_in_use_is_said_in_one_line(server, salet_command):
    port = server.address.rsplit(":", 1)[1]
    done = salet_command("serve", "--port", port)
    assert done.returncode == 2
    assert done.stderr.startswith("salet: cannot listen on 127.0.0.1 port")
    assert done.stderr.count("\n") == 1


def test_an_address_of_another_machine_asks_for_another_host(salet_command):
    done = salet_command("serve", "--host", "192.0.2.1", "--port", "8999")
    assert done.returncode == 2
    assert "does not have that address; choose another with --host\n" in done.stderr


@pytest.mark.slow
def test_ctrl_c_stops_quietly(original_table):
    process = subprocess.Popen(
        [sys.executable, "-m", "salet", "serve", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    address = process.stdout.readline().split()[3]
    assert httpx.get(f"{address}api/v1/status", timeout=30).status_code == 200
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=30)
    assert process.returncode == 0
    assert said == ""


def test_without_the_extra_the_command_says_what_to_install():
    script = (
        "import sys; sys.modules['uvicorn'] = None; sys.argv = ['salet', 'serve']\n"
        "from salet.cli import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 2
    assert "pip install 'salet[web]'" in done.stderr
    assert done.stderr.count("\n") == 1
