"""Reports and tables as Markdown, for pasting, and the prose of reports.

In prose, `code` between backticks is set as such, a web address becomes a link, and all else is
plain text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from html import escape

from salet.report.document import RIGHT, Part, Report, Table

# Doubled backticks mean something else to Markdown, so here they mean nothing.
_SPECIAL = re.compile(
    r"(?<!`)`(?P<code>[^`\n]+)`(?!`)|(?P<link>https?://[^\s<>()`\"']*[^\s<>()`\"'.,;:])"
)
# An underscore inside a word, as in solutions_below, marks nothing.
_SIGNS = re.compile(r"[\\*\[\]`~]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])")
_LINE_START = re.compile(r"^(?:[#>+=-]|\d+(?=[.)]))")


def pieces(text: str) -> Iterator[tuple[str, str]]:
    """Cut a text into its pieces: words, code and links, each with its kind.

    >>> [piece for _, piece in pieces("see `a b` at https://example.org.")]
    ['see ', 'a b', ' at ', 'https://example.org', '.']
    """
    end = 0
    for found in _SPECIAL.finditer(text):
        if found.start() > end:
            yield "words", text[end : found.start()]
        kind = found.lastgroup or ""
        yield kind, found[kind]
        end = found.end()
    if end < len(text):
        yield "words", text[end:]


_WRITE: dict[str, Callable[[str], str]] = {
    "words": lambda text: _SIGNS.sub(r"\\\g<0>", escape(text, quote=False)),
    "code": lambda text: f"`{text}`",
    "link": lambda text: f"<{text}>",
}


def prose(text: str, write: Mapping[str, Callable[[str], str]] = _WRITE) -> str:
    r"""Write a text so that only its `code` and web addresses are more than letters.

    >>> print(prose("a <b> of *two* rules_x and `c_d*`"))
    a &lt;b&gt; of \*two\* rules_x and `c_d*`
    """
    return "".join(write[kind](piece) for kind, piece in pieces(text))


def paragraph(text: str) -> str:
    r"""Write a text as a block of its own, which no sign at its start turns into a list.

    >>> print(paragraph("- and 1. are no lists"))
    \- and 1. are no lists
    """
    return _LINE_START.sub(_guarded, prose(" ".join(text.split())))


def _guarded(start: re.Match[str]) -> str:
    # A number is guarded at its point: 1\. is no list, \1. would show the backslash.
    return f"{start[0]}\\" if start[0].isdigit() else f"\\{start[0]}"


def cell(text: str) -> str:
    """Write a text as a cell of a table: one line, no bare bar."""
    return prose(" ".join(text.split())).replace("|", "\\|")


def table(one: Table) -> str:
    """Write a table, its numbers aligned right.

    >>> from salet.report import Table
    >>> print(table(Table(("word", ">mean"), (("salet", "3.4212"),))))
    | word | mean |
    |---|---:|
    | salet | 3.4212 |
    """
    rules = ["---:" if name.startswith(RIGHT) else "---" for name in one.columns]
    lines = [one.names, *one.rows]
    written = [f"| {' | '.join(cell(text) for text in line)} |" for line in lines]
    return "\n".join([written[0], f"|{'|'.join(rules)}|", *written[1:]])


def part(one: Part, level: int = 2) -> str:
    """Write a part with its tables, and the parts within it; charts are for pages."""
    blocks = [f"{'#' * level} {prose(one.title)}", *(paragraph(text) for text in one.text)]
    blocks += [table(each) for each in one.tables]
    if one.notes:
        blocks.append("\n".join(f"* {paragraph(note)}" for note in one.notes))
    if one.code:
        blocks.append(_code_block(one.code))
    blocks += [part(each, level + 1) for each in one.parts]
    return "\n\n".join(blocks)


def _code_block(text: str, language: str = "") -> str:
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}{language}\n{text.rstrip()}\n{fence}"


def to_markdown(one: Report) -> str:
    """Write a whole report."""
    facts = [f"* {prose(name)}: {prose(value)}" for name, value in one.facts.items()]
    blocks = [
        f"# {prose(one.title)}",
        *([paragraph(one.date)] if one.date is not None else []),
        *(paragraph(text) for text in one.text),
        *(part(each) for each in one.parts),
        "## Made by",
        _code_block(one.command, "sh"),
        "\n".join(facts),
    ]
    return "\n\n".join(block for block in blocks if block) + "\n"
