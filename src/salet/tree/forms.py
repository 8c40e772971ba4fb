"""The forms of a tree file by the suffix of its name: which exist, reading and writing."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from salet.errors import InvalidError
from salet.storage import atomic_write

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from salet.tree.file import TreeFile

FORMS = {
    ".txt": "one line per answer",
    ".json": "nested, with a head",
    ".dot": "for Graphviz",
    ".svg": "a drawing",
    ".html": "a page to unfold",
}
"""Every suffix; the module of the same name has the writer."""

_DEFAULT = ".txt"
_LARGEST = 1 << 26
"""Bytes of a tree file; the tree of the largest bundled lexicon has about a hundredth of that."""


def check_output(path: Path) -> None:
    """Complain before the work if a tree could not be written to `path` after it."""
    _suffix(path)
    if not path.parent.is_dir():
        raise InvalidError(f"cannot write {path}: there is no folder {path.parent}")
    if path.is_dir():
        raise InvalidError(f"cannot write {path}: it is a folder")


def to_form(file: TreeFile, suffix: str) -> str:
    """Write the form of this suffix, such as ``.svg``."""
    name = "text" if suffix == _DEFAULT else suffix.removeprefix(".")
    writer: Callable[[TreeFile], str] = getattr(
        import_module(f"salet.tree.{name}"), f"write_{name}"
    )
    return writer(file)


def write_tree(file: TreeFile, path: Path) -> None:
    """Write the form that the suffix of `path` names; text if it has none."""
    check_output(path)
    text = to_form(file, _suffix(path))
    try:
        with atomic_write(path) as stream:
            stream.write(text.encode())
    except OSError as error:
        raise InvalidError(f"cannot write {path}: {error.strerror}") from None


def read_text_of(path: Path) -> str:
    """Return what a tree file holds, text or JSON."""
    try:
        with path.open("rb") as stream:
            data = stream.read(_LARGEST + 1)
        if len(data) > _LARGEST:
            raise InvalidError(f"{path} is larger than any tree ({_LARGEST:,} bytes)")
        return data.decode("utf-8-sig")
    except OSError as error:
        raise InvalidError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InvalidError(f"{path} is neither text nor JSON: it is not UTF-8") from None


def _suffix(path: Path) -> str:
    suffix = path.suffix.lower() or _DEFAULT
    if suffix not in FORMS:
        known = ", ".join(FORMS)
        raise InvalidError(f"{path.name}: a tree is written as {known}, not as {suffix}")
    return suffix
