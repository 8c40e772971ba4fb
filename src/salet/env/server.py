"""The tools of `salet.env.tools` by the Model Context Protocol, over stdin and stdout."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import ValidationError

from salet._version import __version__
from salet.env.tools import TOOLS, Tools
from salet.errors import SaletError
from salet.games.game import Game

_ABOUT = (
    "Wordle and games like it: exact replies, ranked guesses, reviews of games, the value of best "
    "play, and a referee who hides answers. A position is written raise:--y-g clout:-y---."
)


class ToolServer(MCPServer[Any]):
    """Answers tool calls; what is wrong with an input is told in one line."""

    async def call_tool(self, name: str, arguments: dict[str, Any], *context: Any) -> Any:
        """Call a tool, and say what was wrong as `salet.errors` says it."""
        try:
            return await super().call_tool(name, arguments, *context)
        except ToolError as error:
            why = error.__cause__
            if isinstance(why, SaletError):
                raise ToolError(str(why)) from None
            if isinstance(why, ValidationError):
                raise ToolError(_in_one_line(why.errors())) from None
            raise


def make_server(game: Game) -> ToolServer:
    """Return a server of all tools, with the game that is meant where none is named."""
    server = ToolServer("salet", instructions=_ABOUT, version=__version__, log_level="WARNING")
    tools = Tools(game)
    for name in TOOLS:
        server.add_tool(getattr(tools, name))
    return server


def _in_one_line(problems: Sequence[Any]) -> str:
    """Write the first problem of an input; the input itself may be long, and is not repeated."""
    first = problems[0]
    place = ".".join(map(str, first["loc"])) or "the arguments"
    more = f"; {len(problems) - 1} more" if len(problems) > 1 else ""
    return f"{place[:80]}: {first['msg']}{more}"
