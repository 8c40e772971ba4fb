"""Draw the pictures of the README and the docs: terminals as SVG, and charts.

Usage: python scripts/capture.py [NAME...] [--data lexipedia=FILE]

Without a name all pictures are drawn. Data is given to `salet study`. The commands run
in a copy of the folder of the tutorials, whose files they name.
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

DOCS = Path(__file__).parents[1] / "docs"
IMAGES = DOCS / "images"
COLUMNS = 92
PICTURES = {
    "suggest.svg": 'salet suggest --top 6 "raise:--y-g"',
    "mastermind.svg": "salet suggest --game mastermind --top 4 aabb:bww- cdbe:0.2",
    "nerdle.svg": "salet suggest --game nerdle --top 4 48-32=16:-y--yg-y",
    "review.svg": "salet review title raise bingo tilde title",
    "proof.svg": "salet optimal --opener salet",
}
CHARTS = {
    "compare.svg": "salet compare entropy minimax letters",
    "strategy.svg": "salet compare entropy mine.py:ManyGroups",
    "claim.svg": "salet compare 'entropy+opener(salet)' 'entropy+opener(crane)' "
    "'entropy+opener(adieu)'",
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


def run(command: str, folder: Path, *options: str) -> str:
    """Run `command` in `folder` as if in a colour terminal, and return what it prints."""
    environment = os.environ | {
        "FORCE_COLOR": "1",
        "COLORTERM": "truecolor",
        "TERM": "xterm-256color",
        "COLUMNS": str(COLUMNS),
    }
    done = subprocess.run(
        [sys.executable, "-m", "salet", *shlex.split(command)[1:], *options],
        stdout=subprocess.PIPE,
        check=True,
        cwd=folder,
        encoding="utf-8",
        env=environment,
    )
    return done.stdout


def terminal(command: str, said: str) -> str:
    """Return the picture of a terminal with the command and what it printed."""
    console = Console(record=True, width=COLUMNS, file=StringIO(), force_terminal=True)
    console.print(Text(f"$ {command}", style="bold"))
    console.print(Text.from_ansi(said))
    return console.export_svg(
        theme=DIMMED_MONOKAI, code_format=TEMPLATE, unique_id="salet", title=command
    )


def draw(name: str, folder: Path, data: tuple[str, ...]) -> str:
    """Draw one picture and return the command that it is of."""
    if name in PICTURES:
        command = PICTURES[name]
        (IMAGES / name).write_text(terminal(command, run(command, folder)), encoding="utf-8")
    elif name in CHARTS:
        command = CHARTS[name]
        run(command, folder, "--plot", str(IMAGES / name))
    else:
        study, chart = STUDIED[name]
        command = f"salet study {study} --out out"
        run(command, folder, *(f"--data={one}" for one in data))
        shutil.copy(folder / "out" / study / chart, IMAGES / name)
    return command


@click.command(help=__doc__)
@click.argument("names", nargs=-1, type=click.Choice([*PICTURES, *CHARTS, *STUDIED]))
@click.option("--data", multiple=True, metavar="NAME=FILE", help="Given to `salet study`.")
def main(names: tuple[str, ...], data: tuple[str, ...]) -> None:
    """Write the pictures."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        folder = shutil.copytree(DOCS / "tutorials", Path(temporary) / "tutorials")
        for name in names or (*PICTURES, *CHARTS, *STUDIED):
            print(f"{name}: {draw(name, folder, data)}")


if __name__ == "__main__":
    main()
