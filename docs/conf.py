"""The documentation as a site: `scripts/site` builds it with Sphinx, without a network."""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from typing import TYPE_CHECKING

import salet

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx

project = "salet"
version = release = salet.__version__
html_title = f"salet {release}"

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.githubpages",
    "sphinx.ext.napoleon",
]
exclude_patterns = ["bots", "studies"]
suppress_warnings = ["ref.python"]  # `lexicon` is a field of many classes: then it is no link
templates_path = ["_templates"]  # the sidebar begins with the live page
html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_js_files = ["reach.js"]
html_copy_source = False
html_show_copyright = False
html_show_sphinx = False

myst_heading_anchors = 4
nb_execution_mode = "force"
nb_execution_raise_on_error = True

smartquotes = False  # what looks like an option must stay one
default_role = "py:obj"
autodoc_default_options = {"members": True, "show-inheritance": True}
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
napoleon_google_docstring = False
napoleon_use_ivar = True
python_maximum_signature_line_length = 80

OUTSIDE = {"../src/salet/data/README.md": "sources.md"}
"""Files of the repository that pages link to, and the pages of the site that include them."""

_PACKAGE = re.compile(r"^\.\. autopackage:: ([\w.]+)$", re.MULTILINE)
_SECTION = re.compile(r"^## (?P<title>.+)\n(?P<body>(?:(?!## ).*\n)*)", re.MULTILINE)
_ENTRY = re.compile(r"^\* \[(?P<title>[^\]]+)\]\((?P<page>[\w/]+)\.(?:md|ipynb)\)", re.MULTILINE)


def navigation(front: str) -> Iterator[str]:
    """Give a toctree for each section of the front page, with the pages that it lists."""
    for section in _SECTION.finditer(front):
        entries = [f"{one['title']} <{one['page']}>" for one in _ENTRY.finditer(section["body"])]
        if entries:
            head = ["```{toctree}", ":hidden:", f":caption: {section['title']}", ""]
            yield "\n".join([*head, *entries, "```", ""])


def package_entries(name: str) -> Iterator[str]:
    """Give a directive for each public name of a package that `salet` itself does not have.

    Functions come first, errors last.
    """
    package = import_module(name)
    kinds: dict[str, list[str]] = {"function": [], "class": [], "exception": []}
    for public in sorted({*package.__all__} - {*salet.__all__}):
        value = getattr(package, public)
        if inspect.isclass(value):
            kinds["exception" if issubclass(value, Exception) else "class"].append(public)
        elif inspect.isfunction(value):
            kinds["function"].append(public)
    for kind, names in kinds.items():
        yield from (f".. auto{kind}:: {name}.{public}" for public in names)


def read_source(_app: Sphinx, page: str, source: list[str]) -> None:
    """Complete a page: links out of the folder, the names of packages, the navigation."""
    for path, included in OUTSIDE.items():
        source[0] = source[0].replace(f"]({path})", f"]({included})")
    source[0] = _PACKAGE.sub(lambda found: "\n".join(package_entries(found[1])), source[0])
    source[0] = source[0].replace("\n\n```\n", "\n```\n")  # doctest needs that line, readers do not
    if page == "index":
        source[0] = "\n".join([source[0], *navigation(source[0])])


def read_docstring(
    _app: Sphinx, _what: str, _name: str, _value: object, _options: object, lines: list[str]
) -> None:
    """Give an example that ends a docstring the heading that ends the section before it."""
    first = next((place for place, line in enumerate(lines) if line.startswith(">>> ")), None)
    if first is not None and "Examples" not in lines:
        lines[first:first] = ["Examples", "--------"]


def setup(app: Sphinx) -> None:
    """Register the changes above."""
    app.connect("source-read", read_source)
    app.connect("autodoc-process-docstring", read_docstring, priority=400)  # before napoleon
