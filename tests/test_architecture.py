"""docs/architecture.md names every file, and no file that is not there."""

from pathlib import Path

ROOT = Path(__file__).parents[1]
DEEPEST = 12
"""Names stand at most so far in; what is further in goes on with a description."""


def listed(text):
    """Read the drawing: the paths that it names, in its order."""
    drawing = text.split("```")[1]
    folders = {}
    for line in drawing.splitlines():
        depth = len(line) - len(line.lstrip())
        if not line or depth > DEEPEST:
            continue
        for name in line.strip().split("  ")[0].split(", "):
            path = folders.get(depth - 4, ROOT) / name
            if name.endswith("/"):
                folders[depth] = path
            yield path


def files_to_name():
    """Every module but the packages' own, and every script."""
    modules = (ROOT / "src" / "salet").rglob("*.py")
    yield from (path for path in modules if path.name != "__init__.py")
    yield from (path for path in (ROOT / "scripts").rglob("*") if path.is_file())


def test_the_architecture_page_names_every_file_once():
    named = list(listed((ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")))
    assert [str(path) for path in named if not path.exists()] == []
    assert [str(path) for path in named if named.count(path) > 1] == []
    parents = {path.parent for path in named}
    # A folder whose files are not named one by one is described as a whole.
    described = {path for path in named if path.is_dir() and path not in parents}
    missing = [
        str(path)
        for path in files_to_name()
        if path not in named
        and "__pycache__" not in path.parts
        and not described.intersection(path.parents)
    ]
    assert missing == []
