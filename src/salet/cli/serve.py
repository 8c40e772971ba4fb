"""``salet serve``: the web page and the HTTP API."""

from __future__ import annotations

import click


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="The port to listen on; 0 for any free port.",
)
@click.option(
    "--arena",
    metavar="FILE|URL",
    help="Show the tournaments of this store, live while they are played.",
)
@click.option("--open", "open_page", is_flag=True, help="Open the page in the browser.")
def serve(host: str, port: int, arena: str | None, open_page: bool) -> None:
    """Serve the web page and the HTTP API.

    The page has the solver, games, reviews and the laboratory; /api describes the API. It loads
    nothing from the network. Only this machine can reach it, unless --host says otherwise.
    """
    from salet.web.server import serve as start

    if arena is not None:
        from salet.arena.store.store import Store

        Store(arena).close()  # report a bad store at once
    start(host, port, arena=arena, open_page=open_page, say=click.echo)
