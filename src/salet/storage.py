"""Where caches live on disk, and how a file is written so that a crash leaves no half of it."""

from __future__ import annotations

import hashlib
import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from salet.errors import InvalidError, either

CACHE_VARIABLE = "SALET_CACHE"
CACHE_BYTES = 4 << 30
"""Above this size the least recently used cache files are dropped."""

_TEMPORARY = ".tmp"
_STALE_SECONDS = 3600


def cache_folder() -> Path:
    """Return the folder for caches, which may not exist yet."""
    chosen = os.environ.get(CACHE_VARIABLE)
    if chosen:
        return Path(chosen).expanduser()
    import platformdirs

    return platformdirs.user_cache_path("salet")


def data_folder() -> Path:
    """Return the folder for what was built on purpose, which a cleaner of caches should not see."""
    chosen = os.environ.get(CACHE_VARIABLE)
    if chosen:
        return Path(chosen).expanduser()
    import platformdirs

    return platformdirs.user_data_path("salet")


def digest_of(text: str) -> str:
    """Return a short digest of a text: a file that carries it can tell that it was changed."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def check_target(path: Path, endings: Sequence[str], verb: str) -> None:
    """Refuse a file that could not be written, before the work that leads up to it.

    `verb` is what is to be done to the file, as in "cannot write a log to games.xlsx".
    """
    last_two = "".join(path.suffixes[-2:])  # as in .json.xz
    if path.suffix.lower() not in endings and last_two.lower() not in endings:
        raise InvalidError(
            f"cannot {verb} to {path.name}: the file name must end in {either(endings)}"
        )
    if path.is_dir():
        raise InvalidError(f"cannot {verb} to {path}: it is a folder")
    if not path.parent.is_dir():
        raise InvalidError(f"cannot {verb} to {path}: there is no folder {path.parent}")


@contextmanager
def atomic_write(path: Path) -> Iterator[BinaryIO]:
    """Open a temporary file beside `path` and give it that name when the block succeeds.

    Its content is on the disk before it has the name, so a power cut leaves no half file either.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=path.name, suffix=_TEMPORARY, dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        # A temporary file is for its owner alone; give the real one the usual rights.
        mask = os.umask(0)
        os.umask(mask)
        Path(name).chmod(0o666 & ~mask)
        Path(name).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise


def write_whole(path: Path, content: bytes) -> None:
    """Write a file, whole or not at all; `InvalidError` says why it cannot be written."""
    try:
        with atomic_write(path) as file:
            file.write(content)
    except OSError as error:
        raise InvalidError(f"cannot write {path}: {error.strerror}") from None


def prune(folder: Path, limit: int = CACHE_BYTES) -> None:
    """Drop what killed writers left behind, then the oldest files until `limit` bytes remain."""
    files = []
    for path in folder.glob("*"):
        with suppress(OSError):
            status = path.stat()
            if path.suffix == _TEMPORARY and status.st_mtime < time.time() - _STALE_SECONDS:
                path.unlink()
            elif path.is_file():
                files.append((status.st_mtime, status.st_size, path))
    total = sum(size for _, size, _ in files)
    for _, size, path in sorted(files):
        if total <= limit:
            break
        with suppress(OSError):
            path.unlink()
            total -= size
