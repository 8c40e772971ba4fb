"""The public surface: its names and signatures are pinned, and a user's script type-checks.

A change that is meant: ``python -m tests.test_api > tests/api.txt``, and a line in the changelog.
"""

import inspect
import re
import runpy
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

PINNED = Path(__file__).with_name("api.txt")
SCRIPT = Path(__file__).with_name("user_script.py")
PACKAGES = tuple(
    f"salet{part}"
    for part in ("", ".arena", ".boards", ".coach", ".env", ".exact", ".study", ".tree")
)


def surface():
    """One line per public name: what it is, and how it is called."""
    for package in PACKAGES:
        module = import_module(package)
        for name in sorted(set(module.__all__) - {"__version__"}):
            yield f"{package}.{name}{_shape(getattr(module, name))}"


def _shape(value):
    if inspect.ismodule(value):
        return "  package"
    if inspect.isfunction(value):
        return str(inspect.signature(value))
    if not inspect.isclass(value):
        return f"  {type(value).__name__}"
    own = [name for name in dir(value) if not name.startswith("_") and name not in dir(Exception)]
    return f"  class: {', '.join(own)}"


def test_the_surface_is_as_pinned():
    assert list(surface()) == PINNED.read_text(encoding="utf-8").splitlines()


def test_every_public_name_is_documented():
    for package in PACKAGES:
        module = import_module(package)
        for name in module.__all__:
            value = getattr(module, name)
            if inspect.isclass(value) or inspect.isfunction(value):
                assert inspect.getdoc(value), f"{package}.{name}"


def test_no_public_function_hides_its_options():
    kinds = (inspect.Parameter.VAR_KEYWORD,)
    for package in PACKAGES:
        module = import_module(package)
        for name in module.__all__:
            value = getattr(module, name)
            if inspect.isfunction(value):
                parameters = inspect.signature(value).parameters.values()
                assert not [one.name for one in parameters if one.kind in kinds], name


def test_docs_import_public_names_only():
    root = PINNED.parents[1]
    extras = {f"salet.env.{name}" for name in ("bench", "gym", "tools", "zoo")}  # load by name
    allowed = {*PACKAGES, *extras, "salet.testing", "salet.report"}
    imported = re.compile(r"^\s*(?:>>> )?(?:from|import) (salet[.\w]*)", re.MULTILINE)
    for page in [root / "README.md", *sorted((root / "docs").rglob("*.md"))]:
        found = imported.findall(page.read_text(encoding="utf-8"))
        assert {*found} <= allowed, page.name


def test_the_users_script_runs():
    runpy.run_path(str(SCRIPT), run_name="__main__")


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(
    "checker",
    [["mypy", "--strict"], ["basedpyright", "--pythonpath", sys.executable]],
    ids=lambda c: c[0],
)
def test_the_users_script_type_checks(checker, tmp_path):
    script = tmp_path / "script.py"
    script.write_text(SCRIPT.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "pyrightconfig.json").write_text('{"typeCheckingMode": "strict"}')
    done = subprocess.run(
        [sys.executable, "-m", *checker, str(script)],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        timeout=280,
    )
    assert done.returncode == 0, done.stdout


if __name__ == "__main__":
    print(*surface(), sep="\n")
