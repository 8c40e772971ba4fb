"""``salet serve`` and ``salet site``: the web page; ``salet mcp``: tools for language models."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import Any

import click

from salet.cli import options
from salet.cli.dispatch import NamedGroup
from salet.cli.screen import Screen
from salet.cli.terminal import INTERRUPTED, note, noted_if_slow, notes_on_stderr
from salet.errors import InvalidError, counted
from salet.games.game import Game


@click.command()
@options.option("serve.host")
@options.option("port")
@options.option("arena")
@options.option("open")
def serve(host: str, port: int, arena: str | None, open_page: bool) -> None:
    """Serve the web page and the HTTP API.

    The page has the solver, games, reviews and the laboratory; /api describes the API. It loads
    nothing from the network. Only this machine can reach it, unless --host says otherwise.
    """
    try:
        from salet.web.server import serve as start
    except ModuleNotFoundError as error:
        raise InvalidError(
            f"the web page needs {error.name}: pip install 'salet[web]' (with quotes)"
        ) from None

    if arena is not None:
        from salet.arena.store.store import Store

        Store(arena).close()  # report a bad store at once
    start(host, port, arena=arena, open_page=open_page, say=click.echo)


@click.group(cls=NamedGroup)
def site() -> None:
    """Build the web page as plain files, for any host.

    The files need no Python: Solve, Play and Review run in the browser, even without a network.
    """


@site.command()
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@options.option("site.lexicon")
@options.output
def build(folder: Path, lexicon: tuple[str, ...], output: options.Output) -> None:
    """Build the page as plain files in DIR, a new or empty folder or an older site.

    \b
    salet site build page
    python3 -m http.server --directory page

    The site works below any path of any host. It is written atomically (completely or not
    at all).
    """  # noqa: D301 - click reads the backspace
    from salet.web.site import Site, check_folder

    check_folder(folder)
    with noted_if_slow("building the site"), notes_on_stderr():
        made = Site.make(list(dict.fromkeys(lexicon)))
        made.write(folder)
    output.emit(made.facts | {"folder": str(folder)}, _show)


def _show(facts: dict[str, Any], screen: Screen) -> None:
    names = ", ".join(one["name"] for one in facts["lexicons"])
    size, sent = facts["bytes"] / 1e6, facts["compressed"] / 1e6
    screen.line(
        f"{facts['folder']}: {counted(facts['files'], 'file')} of version {facts['version']}"
    )
    screen.line(f"{size:.1f} MB, {sent:.1f} MB when sent compressed; lexicons: {names}")
    screen.fine_print(f"Look at it: python3 -m http.server --directory {facts['folder']}")


# --- tools for language models ---


@click.command()
@options.game_today
def mcp(game: Game) -> int:
    """Serve tools for language models (MCP).

    A client of the Model Context Protocol starts this command and asks it, over stdin and stdout,
    for the best guesses, a review, a reply, the value of best play, or a game with a referee. Calls
    that name no game use the one given here.
    """
    try:
        from salet.env.tools import make_server

        server = make_server(game)
    except ImportError:
        raise InvalidError("salet mcp needs the MCP SDK: pip install 'salet[mcp]'") from None
    if sys.stdin.isatty():
        note("waiting for a client of the Model Context Protocol on stdin; Ctrl-C stops")
    # A thread of the SDK waits for stdin and would not be interrupted; nothing is left to save.
    signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))
    server.run("stdio")
    return 0
