"""Runs a script again in a temporary environment, with salet and a package that we do not keep.

Where pip cannot get that package, a line says so and nothing is run. Any other failure is one.
"""

from __future__ import annotations

import subprocess
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).parents[1]
INSIDE = "--inside"


def run_apart(script: str, package: str, *arguments: str, extra: str = "") -> None:
    """Install salet, with an extra or with the package itself, and run the script with INSIDE."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder) / "bin" / "python"
        pip = [python, "-m", "pip", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "install", ROOT], check=True)
        download = [*pip, "download", "--no-deps", "--dest", folder, package]
        got = subprocess.run(download, capture_output=True, text=True, check=False)
        if got.returncode:
            last = (got.stderr.strip().splitlines() or ["no reason given"])[-1]
            print(f"skipped: pip cannot get {package} ({last})")
            return
        wanted = f"{ROOT}[{extra}]" if extra else package
        subprocess.run([*pip, "install", wanted], check=True)
        subprocess.run([python, script, INSIDE, *arguments], check=True)
