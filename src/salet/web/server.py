"""Starts the server."""

from __future__ import annotations

import ipaddress
import socket
import webbrowser
from collections.abc import Callable
from contextlib import closing, suppress

from salet.errors import InvalidError

_GRACE_SECONDS = 2


def serve(
    host: str, port: int, *, arena: str | None, open_page: bool, say: Callable[[str], None]
) -> None:
    """Serve until Ctrl-C; tell the address once it can be opened."""
    try:
        import uvicorn

        from salet.web.app import create_app
        from salet.web.guard import LOOPBACK, Connections, allowed_connections
    except ModuleNotFoundError as error:
        raise InvalidError(
            f"the web page needs {error.name}: pip install 'salet[web]' (with quotes)"
        ) from None
    listener = _listen(host, port)
    with closing(listener):
        address = _address(host, listener.getsockname()[1])
        # Beyond loopback the machine has names that we do not know.
        hosts = LOOPBACK if _is_loopback(host) else frozenset[str]()
        connections = Connections(create_app(hosts, arena=arena), allowed_connections())
        config = uvicorn.Config(
            connections,
            ws="none",
            log_level="warning",
            proxy_headers=False,  # a connection is known by the client's own address
            server_header=False,
            timeout_graceful_shutdown=_GRACE_SECONDS,
        )
        config.load()
        config.http_protocol_class = connections.around(config.http_protocol_class)
        say(f"salet is at {address} (Ctrl-C to stop)")
        if not hosts:
            say("note: everybody on the network can use it; it has no passwords")
        if open_page:
            webbrowser.open(address)
        with suppress(KeyboardInterrupt):
            uvicorn.Server(config).run(sockets=[listener])


def _listen(host: str, port: int) -> socket.socket:
    """Open the port, so that a port in use is said at once."""
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(1024)
    except OSError as error:
        other = "--host" if isinstance(error, socket.gaierror) else "--port"
        raise InvalidError(
            f"cannot listen on {host} port {port}: {error.strerror}; choose another with {other}"
        ) from None
    listener.settimeout(0)
    return listener


def _address(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def _is_loopback(host: str) -> bool:
    """Whether only this machine can reach `host`.

    >>> _is_loopback("127.0.0.1"), _is_loopback("localhost"), _is_loopback("0.0.0.0")
    (True, True, False)
    """
    with suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return host == "localhost"
