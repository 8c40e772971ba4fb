"""``salet serve``: the web page and the HTTP API."""

from __future__ import annotations

import click

from salet.cli import options
from salet.errors import InvalidError


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
