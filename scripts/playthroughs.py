"""Writes tests/playthroughs/: games that each strategy plays, for a person to read.

They guard against change, not against error: when a strategy plays otherwise than before,
tests/test_playthroughs.py fails. If the change is meant, raise the strategy's version, run this
script, and read the difference.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import click

import salet
from salet import Position
from salet.strategies.registry import make_strategy, registry
from salet.table import open_table
from salet.view import Setting

if TYPE_CHECKING:
    from salet import GameLog, Run

FOLDER = Path(__file__).parents[1] / "tests" / "playthroughs"
SEED = 1

# Rhymes (hatch, wound), one letter three times (eerie, mummy), a double letter (aback), and a
# word with few neighbours (zonal).
ANSWERS = ("hatch", "wound", "eerie", "mummy", "aback", "zonal")

# Each rule steps in at least once in these games.
COMPOSITIONS = (
    "minimax+solutions_below(20)+opener(tales)",
    "letters+solutions_below(20)+popular_below(10)",
    "letters+explore_random(3)",
    "letters+lookahead(width=3)",
    "letters+step_back",
    "entropy+only_candidates",
    "entropy+hard(nyt)",
    "entropy+ties(fewest_grey,candidates,distinct,positions)",
    "parts+ties(last)",
    "parts+ties(likely,shuffled(7))",
    "parts+opener(laser,tonic,dumpy,civil,guppy)+last_is_candidate",
    "greens+explore_close",
)

HEAD = """\
strategy  {strategy}
versions  {versions}
words     {name}, id {id}
{seed}
Per turn: candidates before it, the three best guesses, the guess, its pattern, candidates after.
Made by scripts/playthroughs.py.
"""
TURN = "{turn:>4} {before:>7}  {best:<19}{guess:<7}{pattern:<8}{after:>6}\n"
COLUMNS = TURN.format(
    turn="turn", before="before", best="best", guess="guess", pattern="pattern", after="after"
)


def played() -> list[str]:
    """Return the text of every strategy that has a playthrough: all rankings, and compositions."""
    rankings = [
        name
        for name, spec in registry().items()
        if spec.plays and spec.factory.__module__.startswith("salet.")
    ]
    return [*rankings, *COMPOSITIONS]


def names_in(text: str) -> list[str]:
    """Return the registered names that the text of a strategy is made of."""
    return [word for word in re.findall(r"\w+", text) if word in registry()]


def path_of(text: str) -> Path:
    """Return the file of a strategy; its name keeps letters, digits and underscores."""
    return FOLDER / (re.sub(r"\W+", "-", text).strip("-") + ".txt")


def playthrough(text: str) -> str:
    """Play all answers and write the games down."""
    run = salet.run(text, answers=ANSWERS, seed=SEED)
    chance = not make_strategy(text).traits.deterministic
    head = HEAD.format(
        strategy=text,
        versions=", ".join(f"{name} {registry()[name].version}" for name in names_in(text)),
        **run.lexicon.summary(),
        seed=f"seed      {SEED}; no best guesses, for they are drawn by chance\n" if chance else "",
    )
    return head + "".join(_game(run, run.log(answer)) for answer in ANSWERS)


def _game(run: Run, log: GameLog) -> str:
    """Write one game turn by turn."""
    end = f"{len(log.steps)} guesses" if log.solved else "not found"
    lines = f"\n{log.answer}: {end}\n{COLUMNS}"
    position = Position()
    for turn, step in enumerate(log.steps, start=1):
        lines += TURN.format(
            turn=turn,
            before=step.before,
            best=_best(run.strategy, position),
            guess=step.guess,
            pattern=str(step.reply),
            after=step.after,
        )
        position = position.after(step.guess, step.reply)
    return lines


@lru_cache(maxsize=256)
def _best(text: str, position: Position) -> str:
    """Return the three best guesses; for a strategy of chance they would be any three."""
    strategy = make_strategy(text)
    if not strategy.traits.deterministic:
        return ""
    setting = _setting()
    return " ".join(
        setting.lexicon.allowed[guess] for guess in strategy.ranked(setting.view(position))[:3]
    )


@lru_cache(maxsize=1)
def _setting() -> Setting:
    """Return the original lists, where all playthroughs are played."""
    return Setting.of(open_table(salet.Lexicon.load("original")))


@click.command(help=__doc__)
def main() -> None:
    """Write every playthrough, and drop those of strategies that are no longer played."""
    FOLDER.mkdir(exist_ok=True)
    texts = {path_of(text): playthrough(text) for text in played()}
    for path in set(FOLDER.glob("*.txt")) - set(texts):
        path.unlink()
        print(f"{path.name} dropped")
    for path, text in texts.items():
        path.write_text(text, encoding="utf-8")
    print(f"{len(texts)} playthroughs in {FOLDER}")


if __name__ == "__main__":
    main()
