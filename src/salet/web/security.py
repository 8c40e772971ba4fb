"""Headers that keep a page to itself, and a look at who is asked for.

No script or style comes from anywhere but this server, and none stands in the page. A request that
names another host is refused: a foreign site whose name was pointed at this machine cannot use it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from salet.web.errors import problem

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)

HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]

LOOPBACK = frozenset({"localhost", "127.0.0.1", "[::1]"})


@dataclass
class Guard:
    """Adds the headers to every response; lets only known hosts in, or any if there are none."""

    app: ASGIApp
    hosts: frozenset[str]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *HEADERS]
            await send(message)

        if self.hosts and _host(scope) not in self.hosts:
            refusal = problem(421, "HostError", "this server does not go by that name")
            await refusal(scope, receive, guarded)
            return
        await self.app(scope, receive, guarded)


def _host(scope: Scope) -> str:
    """Return the host that a request names, without the port."""
    for name, value in scope["headers"]:
        if name == b"host":
            text: str = value.decode("latin-1").lower()
            return text.rsplit(":", 1)[0] if not text.endswith("]") else text
    return ""
