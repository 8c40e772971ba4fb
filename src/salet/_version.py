"""The version, in a file that the build can read without importing the package."""

from functools import cache

__version__ = "0.1.0"


def versions() -> dict[str, str]:
    """Return the versions that a result depends on: salet, Python and numpy."""
    import platform

    return {"salet": __version__, "python": platform.python_version(), "numpy": _version("numpy")}


@cache
def _version(package: str) -> str:
    """Read the version of an installed package from its files, once."""
    from importlib.metadata import version

    return version(package)
