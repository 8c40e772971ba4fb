"""The pages, each in the same frame, for the server and for a site of plain files.

This module needs the standard library alone, so a site is built without a web framework.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from string import Template
from typing import Any, Literal

WEB = Path(str(resources.files("salet.web")))

PAGES = {
    "solve": "Solve",
    "play": "Play",
    "review": "Review",
    "lab": "Lab",
    "arena": "Arena",
    "docs": "API",
}
"""The title of each page, in the order of the navigation."""

NEED_SERVER = {
    "lab": "The Lab measures strategies on all answers",
    "arena": "The Arena shows tournaments of bots",
    "docs": "The API answers programs",
}
"""The pages that plain files cannot be, and what they do."""


def read_data(name: str) -> dict[str, Any]:
    """Read a TOML file of this package."""
    return tomllib.loads((WEB / name).read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Frame:
    """What stands around a page."""

    engine: Literal["remote", "local"]
    """What answers the page: the HTTP API of the server, or a worker in the browser."""
    files: str
    """Where scripts and styles are: the beginning of their addresses."""
    links: Mapping[str, str]
    """The address of every page."""

    def render(self, name: str, title: str | None = None) -> str:
        """Put a page together."""
        places = {"files": self.files, **self.links, "board": _BOARD, "keys": _KEYS}
        links = "\n".join(
            f'<a href="{self.links[page]}" data-page="{page}"'
            f"{' aria-current=page' if page == name else ''}>{text}</a>"
            for page, text in PAGES.items()
        )
        shown = title or PAGES[name]
        if self.engine == "local" and name in NEED_SERVER:
            content = _fill("elsewhere", places | {"title": shown, "about": NEED_SERVER[name]})
        else:
            content = _fill(name, places)
        head = _fill("head", places | {"policy": policy()}) if self.engine == "local" else ""
        needed = modules(content)
        if head and needed:  # the worker is started before all else
            head += f'<script type="module" async src="{self.files}{needed.pop(0)}"></script>\n'
        for module in needed:
            head += f'<link rel="modulepreload" href="{self.files}{module}">\n'
        return _fill(
            "frame",
            places
            | {"engine": self.engine, "title": shown, "links": links, "content": content}
            | {"head": head},
        )


SERVER = Frame(
    engine="remote",
    files="/static/",
    links={page: "/" if page == "solve" else f"/{page}" for page in PAGES} | {"docs": "/api"},
)
"""The frame of the pages that the server serves."""


def modules(page: str) -> list[str]:
    """Return the modules of a page, so that a browser asks for all of them at once; api.js first.

    >>> modules('<script type="module" src="/static/link.js">')
    ['link.js']
    """
    waiting = re.findall(r'<script type="module" src="[^"]*?([\w-]+\.js)"', page)
    found: list[str] = []
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.append(name)
            text = (WEB / "static" / name).read_text(encoding="utf-8")
            waiting += re.findall(r'^import .*from "\./([\w-]+\.js)";$', text, re.MULTILINE)
    return sorted(found, key=lambda name: name != "api.js")


def _key(text: str, kind: str = "key") -> str:
    return f'<button type="button" class="{kind}" tabindex="-1">{text}</button>'


_TILE = '<span class="tile"></span>'
_ROW = f'<div class="row">{5 * _TILE}</div>'
_BOARD = f'<section class="board"><div class="grid">{6 * _ROW}</div></section>'
_LETTERS = ["".join(map(_key, row)) for row in ("QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM")]
_LETTERS[-1] = _key("Enter", "key wide") + _LETTERS[-1] + _key("⌫", "key wide")
_KEYS = "".join(f'<div class="keys">{row}</div>' for row in _LETTERS)
"""The board and the keys that a page shows until its script draws them: nothing moves then."""


def policy() -> str:
    """Return the server's content security policy, as far as a page itself can state it.

    >>> policy().split("; ")[:2]
    ["default-src 'none'", "script-src 'self'"]
    """
    stated: str = read_data("texts.toml")["headers"]["content-security-policy"]
    return "; ".join(rule for rule in stated.split("; ") if not rule.startswith("frame-ancestors"))


def _fill(name: str, values: Mapping[str, str]) -> str:
    """Fill in a template of the folder pages/."""
    text = (WEB / "pages" / f"{name}.html").read_text(encoding="utf-8")
    return Template(text).substitute(values)
