"""``salet mcp``: tools for language models, by the Model Context Protocol."""

from __future__ import annotations

import os
import signal
import sys
from typing import Any

import click

from salet.cli import options
from salet.cli.terminal import INTERRUPTED, note
from salet.errors import InvalidError
from salet.games.game import Game


@click.command()
@options.game_today
def mcp(game: Game) -> int:
    """Serve tools for language models (MCP).

    A client of the Model Context Protocol starts this command and asks it, over stdin and stdout,
    for the best guesses, a review, a reply, the value of best play, or a game with a referee. Calls
    that name no game use this one.
    """
    try:
        from salet.env.tools import make_server

        server = make_server(game)
    except ImportError:
        raise InvalidError("salet mcp needs the MCP SDK: pip install 'salet[mcp]'") from None
    if sys.stdin.isatty():
        note("waiting for a client of the Model Context Protocol on stdin; Ctrl-C stops")
    # A thread of the SDK waits for stdin and would not be interrupted; nothing is left to save.
    signal.signal(signal.SIGINT, _leave)
    server.run("stdio")
    return 0


def _leave(*_: Any) -> None:
    os._exit(INTERRUPTED)
