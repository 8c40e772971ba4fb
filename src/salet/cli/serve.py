"""``salet serve``: the web page and the HTTP API."""

from __future__ import annotations

import click


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="The port; 0 for any that is free.",
)
@click.option(
    "--arena", metavar="FILE|URL", help="Show the tournaments of a store, live while they are on."
)
@click.option("--open", "open_page", is_flag=True, help="Open the page in the browser.")
def serve(host: str, port: int, arena: str | None, open_page: bool) -> None:
    """Serve the web page and the HTTP API.

    Solve, play, review and the laboratory in a browser; the API is described on its own page,
    /api. Nothing is loaded from the network. Only this machine can reach it, unless --host says
    otherwise.
    """
    from salet.web.server import serve as start

    if arena is not None:
        from salet.arena.store.database import open_database

        open_database(arena, create=False).dispose()  # a store that is none is said at once
    start(host, port, arena=arena, open_page=open_page, say=click.echo)
