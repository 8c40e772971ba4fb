"""Draws specifications with vl-convert: SVG, PNG, and pages that need no network."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from salet.errors import InvalidError
from salet.report.chart import Spec, read_part
from salet.storage import check_target, write_whole

_PNG_SCALE = 2
_IDENTIFIER = re.compile(r'(?<=\bid=")[^"]+(?=")')
_LABELLED = re.compile(
    r'<(?P<tag>path|circle|rect) aria-label="(?P<label>[^"]*)"(?P<rest>[^>]*?)/>'
)


def check_plot_path(path: Path) -> None:
    """Refuse a file that could not be drawn, before any work is done."""
    check_target(path, [*_WRITERS], "write a chart")
    if path.suffix.lower() != ".json":
        load_vl_convert()


def save_chart(spec: Spec, path: str | Path) -> None:
    """Write a chart in the form that the file's ending names, whole or not at all.

    ``.svg`` and ``.png`` are pictures, ``.html`` is a page that shows values under the pointer and
    needs no network, ``.json`` is the specification itself for other programs.
    """
    path = Path(path)
    check_plot_path(path)
    write_whole(path, _WRITERS[path.suffix.lower()](spec))


def svg(spec: Spec, identifier: str = "chart") -> str:
    """Draw a chart; same specification, same text.

    The identifiers that vl-convert puts in count all its drawings of one process; here they are
    numbered anew after `identifier`, so that a page can hold several drawings.
    """
    text = str(load_vl_convert().vegalite_to_svg(spec, allowed_base_urls=[]))
    for number, name in enumerate(dict.fromkeys(_IDENTIFIER.findall(text)), 1):
        new = f"{identifier}-{number}"
        text = text.replace(f'id="{name}"', f'id="{new}"').replace(f"url(#{name})", f"url(#{new})")
    return text


def inline_svg(spec: Spec | str, identifier: str) -> str:
    """Draw a chart for the inside of a page: its colours, its width, and notes under the pointer.

    Without any script, a browser shows the ``<title>`` of a mark as its note. What is SVG already
    stays as it is.
    """
    if isinstance(spec, str):
        return spec
    drawing = svg({**spec, "background": "transparent"}, identifier)
    drawing = _LABELLED.sub(
        r'<\g<tag> aria-label="\g<label>"\g<rest>><title>\g<label></title></\g<tag>>', drawing
    )
    size = re.search(r' width="(\d+)" height="\d+" ', drawing)
    if size is None:
        raise RuntimeError("vl-convert drew an SVG without a size")
    style = f' role="img" style="width:100%;max-width:{size[1]}px;height:auto" '
    label = f'aria-label="{escape(str(spec.get("description", "")))}" '
    return drawing.replace(size[0], style + label, 1)


def html(spec: Spec) -> str:
    """Make a page of one chart, with everything it needs inside."""
    return filled_page(
        "chart.html",
        title=escape(str(spec.get("description", "chart"))),
        library=load_vl_convert().javascript_bundle(),
        # In a script a word such as </script> would end it; as \u003c it is only a letter.
        spec=_json({**spec, "background": "transparent"}).replace("<", "\\u003c"),
    )


def filled_page(name: str, **holes: str) -> str:
    """Return a page of this folder, after the head of all pages, with its holes filled."""
    return Template(read_part("head.html") + read_part(name)).substitute(holes)


def _json(spec: Spec, indent: int | None = None) -> str:
    return json.dumps(spec, ensure_ascii=False, allow_nan=False, indent=indent)


_WRITERS: dict[str, Callable[[Spec], bytes]] = {
    ".svg": lambda spec: svg(spec).encode(),
    ".png": lambda spec: bytes(
        load_vl_convert().vegalite_to_png(spec, scale=_PNG_SCALE, allowed_base_urls=[])
    ),
    ".html": lambda spec: html(spec).encode(),
    ".json": lambda spec: f"{_json(spec, indent=1)}\n".encode(),
}


def load_vl_convert() -> Any:
    """Load vl-convert, or say how to get it."""
    try:
        import vl_convert
    except ImportError:
        raise InvalidError("plots need vl-convert: pip install 'salet[lab]'") from None
    return vl_convert
