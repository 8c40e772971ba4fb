"""Draw the pictures of the README and the docs: terminals as SVG, and charts.

Usage: python scripts/capture.py [--data lexipedia=FILE]     (what `salet study` is to be given)
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from io import StringIO
from pathlib import Path

import click
from rich.console import Console
from rich.terminal_theme import DIMMED_MONOKAI
from rich.text import Text

IMAGES = Path(__file__).parents[1] / "docs" / "images"
COLUMNS = 92
PICTURES = {
    "suggest.svg": 'salet suggest --top 6 "raise:--y-g"',
    "mastermind.svg": "salet suggest --game mastermind --top 4 aabb:bww- cdbe:0.2",
    "nerdle.svg": "salet suggest --game nerdle --top 4 48-32=16:-y--yg-y",
}
CHARTS = {
    "compare.svg": "salet compare entropy minimax letters",
}

STUDIED = {
    "openers.svg": ("chow", "17-openers-in-five-configurations-as-published.svg"),
}

# Rich's own template asks a font server for its font; this one takes the reader's.
TEMPLATE = """\
<svg class="rich-terminal" viewBox="0 0 {terminal_width} {terminal_height}"
     xmlns="http://www.w3.org/2000/svg" role="img">
<style>
.{unique_id}-matrix {{ font-family: monospace; white-space: pre; font-size: {char_height}px;
  line-height: {line_height}px; }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/></clipPath>{lines}</defs>
<rect width="{terminal_width}" height="{terminal_height}" rx="8" fill="#222"/>
<g transform="translate(9, 9)">
{backgrounds}
<g class="{unique_id}-matrix">{matrix}</g>
</g>
</svg>
"""


def capture(command: str) -> str:
    """Run `command` as if in a colour terminal and return the picture."""
    environment = os.environ | {
        "FORCE_COLOR": "1",
        "COLORTERM": "truecolor",
        "TERM": "xterm-256color",
        "COLUMNS": str(COLUMNS),
    }
    arguments = shlex.split(command)[1:]
    done = subprocess.run(
        [sys.executable, "-m", "salet", *arguments],
        capture_output=True,
        check=True,
        encoding="utf-8",
        env=environment,
    )
    console = Console(record=True, width=COLUMNS, file=StringIO(), force_terminal=True)
    console.print(Text(f"$ {command}", style="bold"))
    console.print(Text.from_ansi(done.stdout))
    return console.export_svg(
        theme=DIMMED_MONOKAI, code_format=TEMPLATE, unique_id="salet", title=command
    )


@click.command(help=__doc__)
@click.option("--data", multiple=True, metavar="NAME=FILE", help="Given to `salet study`.")
def main(data: tuple[str, ...]) -> None:
    """Write every picture."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    for name, command in PICTURES.items():
        (IMAGES / name).write_text(capture(command), encoding="utf-8")
        print(f"{name}: {command}")
    for name, command in CHARTS.items():
        arguments = [*shlex.split(command)[1:], "--plot", str(IMAGES / name)]
        subprocess.run(
            [sys.executable, "-m", "salet", *arguments], check=True, stdout=subprocess.DEVNULL
        )
        print(f"{name}: {command} --plot {name}")
    for name, (study, chart) in STUDIED.items():
        with tempfile.TemporaryDirectory() as folder:
            arguments = ["study", study, "--out", folder, *(f"--data={one}" for one in data)]
            subprocess.run(
                [sys.executable, "-m", "salet", *arguments], check=True, stdout=subprocess.DEVNULL
            )
            shutil.copy(Path(folder) / study / chart, IMAGES / name)
        print(f"{name}: salet study {study} --out ...")


if __name__ == "__main__":
    main()
