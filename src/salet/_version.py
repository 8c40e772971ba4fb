"""The version, in a file that the build can read without importing the package."""

__version__ = "0.1.0"


def versions() -> dict[str, str]:
    """Return the versions that a result depends on: salet, Python and numpy."""
    import platform
    from importlib.metadata import version

    python = platform.python_version()
    return {"salet": __version__, "python": python, "numpy": version("numpy")}
