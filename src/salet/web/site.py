"""A site: the page as plain files, which any host can give out and a browser keeps.

Scripts, styles and data lie in a folder that is named by the site's version, a digest of them all.
A page names that folder, so it never meets a file of another version, whatever is in a cache.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from salet._version import __version__
from salet.errors import InvalidError, UnknownNameError
from salet.web.html import NEED_SERVER, PAGES, WEB, Frame
from salet.words.lexicon import Lexicon
from salet.words.shelf import bundled_lexicons

MARK = "salet-site.json"
"""The file by which a site is known, and may be replaced."""

_LINKS = {page: "./" if page == "solve" else f"{page}.html" for page in PAGES} | {
    "docs": "api.html"
}


@dataclass(frozen=True)
class Site:
    """The files of a site: what each holds, by its path; the version is a digest of that."""

    version: str
    files: Mapping[str, bytes]

    @classmethod
    def make(cls, lexicons: Sequence[str] = ()) -> Site:
        """Make the site that offers some bundled lexicons, the first of them first; or all."""
        from salet.web.local import engine_files

        known = list(bundled_lexicons())
        for name in lexicons:
            if name not in known:
                raise UnknownNameError.among("bundled lexicon", name, known)
        data = {f"engine/data/{path}": file for path, file in engine_files(lexicons).items()}
        return cls.of(_static() | data, lexicons or known)

    @classmethod
    def of(cls, shared: Mapping[str, bytes], lexicons: Sequence[str]) -> Site:
        """Make a site of what its pages share: scripts, styles and data."""
        version = _version({**_pages(""), **shared, "sw.js": _service_worker("", {})})
        inside = {f"{version}/{path}": content for path, content in shared.items()}
        kept = {**_pages(f"{version}/"), **inside}
        facts = {
            "salet": __version__,
            "version": version,
            "lexicons": [Lexicon.load(name).summary() for name in lexicons],
        }
        mark = json.dumps(facts, indent=2).encode()
        return cls(version, kept | {"sw.js": _service_worker(version, kept), MARK: mark})

    @cached_property
    def facts(self) -> dict[str, Any]:
        """What was built, and how large it is."""
        told: dict[str, Any] = json.loads(self.files[MARK])
        return told | {
            "files": len(self.files),
            "bytes": sum(map(len, self.files.values())),
            "compressed": sum(len(gzip.compress(content)) for content in self.files.values()),
        }

    def write(self, folder: Path) -> None:
        """Write the site, whole or not at all; one that is there is replaced."""
        check_folder(folder)
        target = folder.resolve()
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(
                prefix=f".{target.name}-", dir=target.parent, ignore_cleanup_errors=True
            ) as work:
                self._lay_out(Path(work) / "new")
                _swap(Path(work) / "new", target, Path(work) / "old")
        except OSError as error:
            raise InvalidError(f"cannot write {folder}: {error.strerror}") from None

    def _lay_out(self, folder: Path) -> None:
        for path, content in self.files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(content)


def check_folder(folder: Path) -> None:
    """Refuse a folder that holds anything but a site."""
    if folder.exists() and not folder.is_dir():
        raise InvalidError(f"{folder} is a file; name a folder for the site")
    if folder.is_dir() and any(folder.iterdir()) and not (folder / MARK).is_file():
        raise InvalidError(
            f"{folder} holds other things than a site of salet; choose a new or an empty folder"
        )


def _swap(new: Path, target: Path, old: Path) -> None:
    """Put `new` in the place of `target`, and `target` back if that fails."""
    if target.exists():
        target.rename(old)
    try:
        new.rename(target)
    except BaseException:
        if old.exists():
            old.rename(target)
        raise


def _static() -> dict[str, bytes]:
    """Read scripts and styles, but for those of pages that need the server."""
    folder = WEB / "static"
    paths = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in paths
        if path.stem.partition("-")[0] not in NEED_SERVER
    }


def _pages(files: str) -> dict[str, bytes]:
    """Render the pages for a site whose scripts and styles are in a folder."""
    frame = Frame(engine="local", files=files, links=_LINKS)
    names = {page: _LINKS[page].replace("./", "index.html") for page in PAGES}
    return {names[page]: frame.render(page).encode() for page in PAGES}


def _service_worker(version: str, kept: Mapping[str, bytes]) -> bytes:
    """Write the script that keeps the site in the browser, with the digest of every file."""
    digests = {
        path: base64.b64encode(hashlib.sha256(content).digest()).decode()
        for path, content in kept.items()
    }
    head = f'"use strict";\nconst VERSION = "{version}";\nconst FILES = {json.dumps(digests)};\n'
    return (head + (WEB / "pages" / "sw.js").read_text(encoding="utf-8")).encode()


def _version(files: Mapping[str, bytes]) -> str:
    digest = hashlib.sha256(__version__.encode())
    for path, content in sorted(files.items()):
        digest.update(f"\n{path}\n{len(content)}\n".encode() + content)
    return digest.hexdigest()[:12]
