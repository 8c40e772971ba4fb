"""The data folder as a mapping from path to content.

The checks read this form whether it was just built from the packages or read back from disk, so
both ways pass the same tests.
"""

import hashlib
from collections.abc import Iterable
from pathlib import Path

DATA = Path(__file__).resolve().parents[2] / "src" / "salet" / "data"

Files = dict[str, bytes]
"""Relative path within DATA -> content."""


def as_lines(lines: Iterable[str]) -> bytes:
    """Return a text file: UTF-8, LF, with a final newline."""
    return ("\n".join(lines) + "\n").encode()


def sha256(content: bytes) -> str:
    """Return the checksum in hexadecimal."""
    return hashlib.sha256(content).hexdigest()


def verify_checksum(files: Files, path: str, sha16: str) -> list[str]:
    """Compare the first 16 hex digits of a file's sha256 with the reference."""
    found = sha256(files[path])[:16]
    return [] if found == sha16 else [f"{path}: sha256 begins {found}, expected {sha16}"]
