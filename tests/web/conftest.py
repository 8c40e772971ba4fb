"""A real server in its own process, and a real browser to look at it."""

import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import contextmanager

import httpx
import pytest

from salet.web.site import Site

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


@contextmanager
def running_server(*arguments, port=0):
    process = subprocess.Popen(
        [sys.executable, "-m", "salet", "serve", "--port", str(port), *arguments],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ,
    )
    try:
        line = process.stdout.readline()
        assert line.startswith("salet is at http://127.0.0.1:"), line
        address = line.split()[3].rstrip("/")
        deadline = time.monotonic() + 30
        while True:
            try:
                httpx.get(f"{address}/api/v1/status", timeout=10)
                break
            except httpx.TransportError:
                assert time.monotonic() < deadline
                time.sleep(0.05)
        process.address = address
        yield process
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()


@pytest.fixture(scope="session")
def server(original_table):
    with running_server() as process:
        yield process


@pytest.fixture(scope="module")
def browser():
    """One browser for a module: while it runs, no other event loop can."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def client(server):
    with httpx.Client(base_url=server.address, timeout=120) as client:
        yield client


@pytest.fixture
def ask(client):
    """Ask the API, and expect an answer."""

    def send(path, **body):
        response = client.post(f"/api/v1/{path}", json=body)
        assert response.status_code == 200, response.text
        return response.json()

    return send


@pytest.fixture
def refused(client):
    """Ask the API, and expect a refusal: its status and its message."""

    def send(path, **body):
        response = client.post(f"/api/v1/{path}", json=body)
        assert response.status_code >= 400
        problem = response.json()
        assert set(problem) == {"error", "kind"}
        return response.status_code, problem["error"]

    return send


@pytest.fixture(scope="session")
def made():
    return Site.make()


def shared_files(made):
    folder = f"{made.version}/"
    return {
        path.removeprefix(folder): content
        for path, content in made.files.items()
        if path.startswith(folder)
    }


@pytest.fixture(scope="session")
def newer(made):
    """The site of another version."""
    shared = shared_files(made)
    names = [one["name"] for one in made.facts["lexicons"]]
    assert Site.of(shared, names) == made
    return Site.of(shared | {"base.css": shared["base.css"] + b"/* new */"}, names)
