"""``salet infer FILE``: which answer fits the grids that people shared."""

from __future__ import annotations

import click

from salet import coach
from salet.cli import options
from salet.cli.screen import Screen, game_line, percent
from salet.cli.terminal import TABLE, print_json, read_text, working
from salet.errors import counted
from salet.games.wordle import Wordle
from salet.words.lexicon import Lexicon


@click.command()
@click.argument("file")
@options.option("infer.top")
@options.words_today
@options.output
def infer(file: str, top: int, words: Lexicon, output: options.Output) -> None:
    """Rank the answers that fit the grids people shared.

    FILE is any text that contains the grids of one day, such as a copied conversation (- for
    stdin): rows of coloured squares, or of - y g. Only the colours are used. The model assumes that
    players guess common words more often than rare ones, and keep their greens.
    """
    text = read_text(file)
    with working(TABLE) as progress:
        found = coach.infer(text, lexicon=words, progress=progress)
    if output.as_json:
        print_json(found.to_dict(top))
    else:
        _show(found, top, output.screen())


def _show(found: coach.Inference, top: int, screen: Screen) -> None:
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
        "model: players prefer common words and keep their greens; "
        f"{game_line(Wordle(found.lexicon))}"
    )
