"""``salet infer FILE``: which answer fits the grids that people shared."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from salet.cli.options import ascii_option, chosen_lexicon, json_option, lexicon_options
from salet.errors import InvalidError

if TYPE_CHECKING:
    from salet.cli.show import Screen
    from salet.coach.grids import Inference


@click.command()
@click.argument("file")
@click.option(
    "--top",
    type=click.IntRange(min=1),
    default=10,
    show_default=True,
    metavar="N",
    help="How many answers to show.",
)
@lexicon_options
@json_option
@ascii_option
def infer(
    file: str,
    top: int,
    lexicon: str | None,
    answers: str | None,
    allowed: str | None,
    as_json: bool,
    ascii_only: bool,
) -> None:
    """Rank the answers that fit the shared grids of one day.

    FILE is any text that holds grids, such as a copied conversation (- for stdin): rows of coloured
    squares, or of - y g. Only the colours are used. Players are taken to guess common words rather
    than rare ones, and to keep their greens.
    """
    from salet.cli.show import Screen, notes_on_stderr, print_json, progress_bar
    from salet.coach.grids import infer as conclude
    from salet.coach.grids import read_grids

    words = chosen_lexicon(lexicon, answers, allowed)
    grids = read_grids(read_text(file), words.length)
    with notes_on_stderr(), progress_bar("building the pattern table, once") as progress:
        found = conclude(grids, lexicon=words, progress=progress)
    if as_json:
        print_json(found.to_dict(top))
    else:
        _show(found, top, Screen(ascii_only=ascii_only))


def read_text(path: str) -> str:
    """Read a file, or stdin for -."""
    try:
        data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
        return data.decode("utf-8-sig")
    except OSError as error:
        raise InvalidError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InvalidError(f"{path} is not UTF-8 text; save it as UTF-8") from None


def _show(found: Inference, top: int, screen: Screen) -> None:
    from salet.cli.show import counted, lexicon_line
    from salet.cli.suggest import percent

    ranked = list(zip(found.answers, found.probabilities, found.missed, strict=True))[:top]
    screen.table(
        ["answer", ">chance", ">rows missed"],
        [
            [found.lexicon.shown(word), percent(chance), str(missed)]
            for word, chance, missed in ranked
        ],
        spare=[">rows missed"],
    )
    fit = counted(found.fitting, "answer")
    screen.line(
        f"{counted(found.grids, 'grid')}, {counted(found.rows, 'row')}: "
        f"{fit} {'fits' if found.fitting == 1 else 'fit'} all of them"
    )
    screen.fine_print(
        "model: common words are guessed more, greens are kept; "
        f"words: {lexicon_line(found.lexicon)}"
    )
