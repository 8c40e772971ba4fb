"""Checks the links of the docs, or of a built site, without a request to any host.

Usage: python scripts/links.py          every link and anchor of the Markdown pages
       python scripts/links.py DIR      the same of a built site, which must load nothing else
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from markdown_it import MarkdownIt

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from markdown_it.token import Token

ROOT = Path(__file__).parents[1]
PAGES = ("*.md", "docs/**/*.md", "docs/**/*.ipynb", "src/salet/data/*.md")
BUILT = ("**/*.html", "**/*.css")
LOADING = {"src", "srcset", "poster", "data"}
"""Attributes whose address a browser asks for by itself; of ``link`` it is ``href``."""

_STYLE = re.compile(r"""(?:url\(|@import)\s*["']?([^"')\s;]+)""")


@dataclass
class Page:
    """What a page points at, what it loads, and the anchors that it has."""

    links: list[str] = field(default_factory=list)
    loads: list[str] = field(default_factory=list)
    anchors: set[str] = field(default_factory=set)


class _Html(HTMLParser):
    """Collects addresses and anchors."""

    def __init__(self) -> None:
        super().__init__()
        self.page = Page()
        self._in_style = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._in_style = tag == "style"
        for name, value in attrs:
            if value is None:
                continue
            if name == "id" or (tag == "a" and name == "name"):
                self.page.anchors.add(value)
            elif name == "href" and tag in {"a", "area"}:
                self.page.links.append(value)
            elif name in LOADING or (name == "href" and tag in {"link", "use", "image"}):
                self.page.loads.append(value.split()[0] if name == "srcset" else value)
            elif name == "style":
                self.page.loads += _STYLE.findall(value)

    def handle_data(self, data: str) -> None:
        if self._in_style:
            self.page.loads += _STYLE.findall(data)


def read_html(text: str) -> Page:
    """Return what a page of HTML has."""
    parser = _Html()
    parser.feed(text)
    return parser.page


def read_markdown(text: str) -> Page:
    """Return what a page of Markdown has; headings are anchors, as repositories show them."""
    page, slugs = Page(), Counter[str]()
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    for before, token in zip([None, *tokens], tokens, strict=False):
        if token.type == "html_block":
            _add(page, read_html(token.content))
        for child in token.children or ():
            if child.type == "link_open":
                page.links.append(str(child.attrs["href"]))
            elif child.type == "image":
                page.loads.append(str(child.attrs["src"]))
            elif child.type == "html_inline":
                _add(page, read_html(child.content))
        if before is not None and before.type == "heading_open":
            slug = slug_of(token)
            again = slugs[slug]
            page.anchors.add(f"{slug}-{again}" if again else slug)
            slugs[slug] += 1
    return page


def _add(page: Page, found: Page) -> None:
    page.links += found.links
    page.loads += found.loads
    page.anchors |= found.anchors


def slug_of(heading: Token) -> str:
    """Return the anchor of a heading: small letters, digits, and hyphens for spaces."""
    words = "".join(
        child.content for child in heading.children or () if child.type in {"text", "code_inline"}
    )
    return re.sub(r"[^\w\- ]", "", words.lower()).replace(" ", "-")


def read_page(path: Path) -> Page:
    """Return what a file has; other files than pages have nothing."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".html":
        return read_html(text)
    if path.suffix == ".css":
        return Page(loads=_STYLE.findall(text))
    if path.suffix == ".ipynb":
        cells = [cell for cell in json.loads(text)["cells"] if cell["cell_type"] == "markdown"]
        text = "\n\n".join("".join(cell["source"]) for cell in cells)
    return read_markdown(text)


def read_pages(root: Path, patterns: Iterable[str]) -> dict[Path, Page]:
    """Return the pages below `root` whose paths are like one of the patterns."""
    paths = {path.resolve() for pattern in patterns for path in root.glob(pattern)}
    return {path: read_page(path) for path in sorted(paths)}


def faults(pages: dict[Path, Page], root: Path) -> Iterator[str]:
    """Give a line for each link that points at nothing, or out of `root`.

    An address at another host is not looked at, unless the page loads it: that is a fault.
    """
    root = root.resolve()
    for path, page in pages.items():
        for address, loaded in [(a, False) for a in page.links] + [(a, True) for a in page.loads]:
            problem = _problem(path, address, pages, root, loaded=loaded)
            if problem:
                yield f"{path.relative_to(root)}: {address} {problem}"


def _problem(path: Path, address: str, pages: dict[Path, Page], root: Path, *, loaded: bool) -> str:
    parts = urlsplit(address)
    if parts.scheme or parts.netloc:
        other_host = loaded and parts.scheme != "data"
        return "is loaded from another host" if other_host else ""
    target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    if target.is_dir():
        target /= "index.html"
    if not target.is_relative_to(root):
        return "leads out of the folder"
    if not target.is_file():
        return "does not exist"
    state = "=" in parts.fragment  # read by a script of the page
    if not parts.fragment or state or target.suffix not in {".html", ".md"}:
        return ""
    anchors = pages[target].anchors if target in pages else read_page(target).anchors
    return "" if unquote(parts.fragment) in anchors else "has no such anchor"


def main(arguments: list[str]) -> int:
    """Check the docs, or the site in the folder that is given."""
    root = Path(arguments[0]) if arguments else ROOT
    pages = read_pages(root, BUILT if arguments else PAGES)
    found = [*faults(pages, root)]
    for fault in found:
        print(fault)
    links = sum(len(page.links) + len(page.loads) for page in pages.values())
    print(f"{len(pages)} files, {links:,} links, {len(found)} faults")
    return int(bool(found) or not pages)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
