"""Search the opener and the numbers of the strategy for several boards.

    python scripts/tune_boards.py BOARDS [GAMES] [SEED]

Settings are drawn at random and played on the same games; the better half goes on to twice as
many games, until few are left. Then the same is done with openers: those that leave least open
by the rule itself, and the best single-board ones. The games are those of another seed than the
documented figures, so that the figures are not those the settings were chosen by.
"""

from __future__ import annotations

from dataclasses import replace

import click
import numpy as np

from salet.boards.simulation import run_boards
from salet.boards.strategy import CommonGuess, Trial, strategy_for
from salet.table import open_table
from salet.words.lexicon import Lexicon

SETTINGS = 48
OPENERS = 24
KNOWN_OPENERS = ("salet", "trace", "crate", "slate", "crane", "reast", "soare", "raise", "roate")
LAST = 3
NO_TRIAL = Trial(games=1, tries=1, shortlist=1)  # ten times quicker, and nearly the same game


def survivors(contenders: list[CommonGuess], boards: int, games: int, seed: int) -> CommonGuess:
    """Halve the contenders while doubling the games; return the one with the least mean."""
    while True:
        runs = [
            (run_boards(boards, games=games, seed=seed, strategy=contender, jobs=0), contender)
            for contender in contenders
        ]
        runs.sort(key=lambda pair: (pair[0].mean, pair[0].losses))
        print(f"{games} games each:")
        for run, contender in runs[: max(LAST, len(runs) // 4)]:
            print(
                f"  {run.mean:.4f}  {run.losses} lost, worst {run.worst}  {contender}", flush=True
            )
        if len(contenders) <= LAST:
            return runs[0][1]
        contenders = [contender for _, contender in runs[: max(LAST, len(runs) // 2)]]
        games *= 2


def drawn_settings(boards: int, seed: int) -> list[CommonGuess]:
    """Draw settings around the present ones, which are among them."""
    chance = np.random.default_rng(seed)
    now = replace(strategy_for(boards), trial=NO_TRIAL)
    return [now] + [
        replace(
            now,
            worth=round(float(0.15 * 4 ** chance.random()), 2),
            fade=round(float(1.4 * chance.random()), 2),
            unsure=round(float(0.5 + 2.5 * chance.random()), 1),
        )
        for _ in range(SETTINGS - 1)
    ]


def openers_for(setting: CommonGuess, boards: int) -> list[CommonGuess]:
    """Return the setting with each opener that is worth a try."""
    lexicon = Lexicon.load()
    table = open_table(lexicon)
    values = setting.values(table, [np.arange(len(lexicon.answers))] * boards)
    best = [lexicon.allowed[guess] for guess in np.argsort(values, kind="stable")[:OPENERS]]
    return [replace(setting, opener=word) for word in dict.fromkeys([*best, *KNOWN_OPENERS])]


@click.command(help=__doc__)
@click.argument("boards", type=int)
@click.argument("games", type=int, default=250)
@click.argument("seed", type=int, default=1000)
def main(boards: int, games: int, seed: int) -> None:
    """Search settings, then openers."""
    setting = survivors(drawn_settings(boards, seed), boards, games, seed)
    print("openers")
    print(survivors(openers_for(setting, boards), boards, games * 2, seed + 1))


if __name__ == "__main__":
    main()
