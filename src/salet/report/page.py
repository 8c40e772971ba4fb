"""Reports as pages: one file each, that needs no network and no other file.

A script is in it only where a table can be sorted or a tree unfolded.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any

from salet.games.tiles import TILE_CSS
from salet.report import markdown
from salet.report.chart import read_part
from salet.report.document import PROSE, RIGHT, Part, Report, Table
from salet.report.drawing import filled_page, inline_svg
from salet.storage import check_target, write_whole
from salet.tree import Tree

_COMPOSED = re.compile(r"(?<=[\w)])\+(?=[a-z])")
_WRITE: dict[str, Callable[[str], str]] = {
    # The text of a strategy may be broken after a plus, where a table is too wide.
    "words": lambda text: _COMPOSED.sub("+<wbr>", escape(text)),
    "code": lambda text: f"<code>{escape(text)}</code>",
    "link": lambda text: f'<a href="{escape(text)}">{escape(text)}</a>',
}
_MADE_BY = "made-by"
_SHORT = 24


def to_html(report: Report) -> str:
    """Write a report as a page; same report, same text."""
    sections = "\n".join(_section(part, f"part-{n}") for n, part in enumerate(report.parts, 1))
    every = [*_with_inner(report.parts)]
    trees = any(part.trees for part in every)
    acts = trees or any(one.sortable for part in every for one in part.tables)
    date = "" if report.date is None else f"<p>{prose(report.date)}</p>\n"
    return filled_page(
        "page.html",
        title=escape(report.title),
        css=read_part("page.css") + (TILE_CSS if trees else ""),
        heading=prose(report.title),
        text=date + _paragraphs(report.text),
        contents=_contents(report),
        sections=sections,
        made_by=_made_by(report),
        script=f"<script>\n{read_part('page.js')}</script>\n" if acts else "",
    )


def _with_inner(parts: Sequence[Part]) -> Iterator[Part]:
    for part in parts:
        yield part
        yield from _with_inner(part.parts)


def save_report(report: Report, path: str | Path) -> None:
    """Write a report to a .html or .md file, whole or not at all."""
    path = Path(path)
    writers = {".html": to_html, ".md": markdown.to_markdown}
    check_target(path, [*writers], "write a report")
    write_whole(path, writers[path.suffix.lower()](report).encode())


def prose(text: str) -> str:
    """Write a text as HTML, with `code` and links.

    >>> prose("<b> `x < y` https://example.org/a.")
    '&lt;b&gt; <code>x &lt; y</code> <a href="https://example.org/a">https://example.org/a</a>.'
    """
    return markdown.prose(text, _WRITE)


def _paragraphs(texts: Sequence[str]) -> str:
    return "".join(f"<p>{prose(text)}</p>\n" for text in texts)


def _contents(report: Report) -> str:
    """List the parts with links, as deep as they go."""

    def entries(parts: Sequence[Part], prefix: str) -> Iterator[str]:
        for number, part in enumerate(parts, 1):
            target = f"{prefix}-{number}"
            inner = "".join(entries(part.parts, target))
            nested = f"<ol>{inner}</ol>" if inner else ""
            yield f'<li><a href="#{target}">{prose(part.title)}</a>{nested}</li>'

    last = f'<li><a href="#{_MADE_BY}">Made by</a></li>'
    return f"<h2>Contents</h2>\n<ol>{''.join(entries(report.parts, 'part'))}{last}</ol>"


def _section(part: Part, target: str, level: int = 2) -> str:
    charts = "\n".join(
        f'<figure aria-label="{escape(title)}">{inline_svg(spec, f"{target}-chart-{number}")}'
        "</figure>"
        for number, (title, spec) in enumerate(part.charts.items(), 1)
    )
    notes = "".join(f"<li>{prose(note)}</li>" for note in part.notes)
    inner = "\n".join(
        _section(each, f"{target}-{number}", level + 1) for number, each in enumerate(part.parts, 1)
    )
    blocks = [
        f'<section id="{target}">',
        f"<h{level}>{prose(part.title)}</h{level}>",
        _paragraphs(part.text),
        *(table(one) for one in part.tables),
        f"<ul>{notes}</ul>" if notes else "",
        f"<pre><code>{escape(part.code)}</code></pre>" if part.code else "",
        f'<div class="charts">\n{charts}\n</div>' if charts else "",
        *(_tree(place, *one) for place, one in part.trees.items()),
        inner,
        "</section>",
    ]
    return "\n".join(block for block in blocks if block)


def _tree(place: str, title: str, tree: Tree) -> str:
    """Write a tree as data, which the script draws when a reader unfolds it."""
    # In a script a word such as </script> would end it; as \u003c it is only a letter.
    data = json.dumps(_nested(tree), ensure_ascii=False, separators=(",", ":")).replace(
        "<", "\\u003c"
    )
    return (
        f'<details class="tree" id="{escape(place)}"><summary>{prose(title)}</summary>'
        f'<script type="application/json">{data}</script></details>'
    )


def _nested(tree: Tree) -> Any:
    """Give a guess alone, or [guess, whether it may be the answer, {reply: what follows}]."""
    if not tree.branches:
        return tree.guess
    after = {str(reply): _nested(branch) for reply, branch in tree.largest_first()}
    return [tree.guess, int(tree.solves), after]


def table(one: Table) -> str:
    """Write a table that scrolls on its own where the screen is too narrow."""

    def line(tag: str, cells: Sequence[str], link: str = "") -> str:
        written = [
            f"<{tag}{_kind(column, text)}>{prose(text)}</{tag}>"
            for column, text in zip(one.columns, cells, strict=True)
        ]
        if link:
            inner = f'<a href="#{escape(link)}">{prose(cells[0])}</a>'
            written[0] = f"<{tag}{_kind(one.columns[0], cells[0])}>{inner}</{tag}>"
        return f"<tr>{''.join(written)}</tr>"

    caption = f"<caption>{prose(one.caption)}</caption>" if one.caption else ""
    label = escape(one.caption or ", ".join(one.names))
    links = one.links or ("",) * len(one.rows)
    body = "\n".join(line("td", row, link) for row, link in zip(one.rows, links, strict=True))
    sortable = ' class="sortable"' if one.sortable else ""
    return (
        f'<div class="table" role="region" aria-label="{label}" tabindex="0">'
        f"<table{sortable}>{caption}\n"
        f"<thead>{line('th', one.names)}</thead>\n<tbody>\n{body}\n</tbody></table></div>"
    )


def _kind(column: str, text: str) -> str:
    """Say how a cell is aligned and whether it may be folded, as its column is."""
    if column.startswith(RIGHT):
        return ' class="number"'
    if len(text) <= _SHORT:
        return ' class="short"'
    return ' class="prose"' if column.startswith(PROSE) else ""


def _made_by(report: Report) -> str:
    facts = "".join(
        f"<dt>{prose(name)}</dt><dd>{prose(value)}</dd>" for name, value in report.facts.items()
    )
    return (
        f'<section id="{_MADE_BY}">\n<h2>Made by</h2>\n'
        f"<pre><code>{escape(report.command)}</code></pre>\n<dl>{facts}</dl>\n</section>"
    )
