"""Reports as pages: one file each, that needs no network, no script and no other file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from html import escape
from pathlib import Path

from salet.report import markdown
from salet.report.chart import read_part
from salet.report.document import PROSE, RIGHT, Part, Report, Table
from salet.report.drawing import filled_page, inline_svg
from salet.storage import check_target, write_whole

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
    date = "" if report.date is None else f"<p>{prose(report.date)}</p>\n"
    return filled_page(
        "page.html",
        title=escape(report.title),
        css=read_part("page.css"),
        heading=prose(report.title),
        text=date + _paragraphs(report.text),
        contents=_contents(report),
        sections=sections,
        made_by=_made_by(report),
    )


def save_report(report: Report, path: str | Path) -> None:
    """Write a report to a .html or .md file, whole or not at all."""
    path = Path(path)
    writers = {".html": to_html, ".md": markdown.to_markdown}
    check_target(path, [*writers], "report")
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
        inner,
        "</section>",
    ]
    return "\n".join(block for block in blocks if block)


def table(one: Table) -> str:
    """Write a table that scrolls on its own where the screen is too narrow."""

    def line(tag: str, cells: Sequence[str]) -> str:
        written = (
            f"<{tag}{_kind(column, text)}>{prose(text)}</{tag}>"
            for column, text in zip(one.columns, cells, strict=True)
        )
        return f"<tr>{''.join(written)}</tr>"

    caption = f"<caption>{prose(one.caption)}</caption>" if one.caption else ""
    label = escape(one.caption or ", ".join(one.names))
    body = "\n".join(line("td", row) for row in one.rows)
    return (
        f'<div class="table" role="region" aria-label="{label}" tabindex="0"><table>{caption}\n'
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
