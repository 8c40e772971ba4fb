"""Compare our replies with those of an independent scorer, that of the package TextArena.

The script makes a temporary environment, installs salet and textarena there, and compares the two
on random pairs: half of them of the bundled lists, half of words over two letters, where repeated
letters are certain. Where pip cannot get the package it says so and ends well.

Usage: python scripts/check_replies.py [PAIRS]
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from types import SimpleNamespace

ROOT = Path(__file__).parents[1]
INSIDE = "--inside"
PAIRS = 1_000_000
SEED = 18


def main(pairs: int) -> None:
    """Make the environment and run this file in it, or say why that cannot be."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder) / "bin" / "python"
        install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        got = subprocess.run(
            [*install, ROOT, "textarena"], capture_output=True, text=True, check=False
        )
        if got.returncode:
            last = (got.stderr.strip().splitlines() or ["no reason given"])[-1]
            print(f"skipped: pip cannot get textarena ({last})")
            return
        subprocess.run([python, __file__, INSIDE, str(pairs)], check=True)


def inside(pairs: int) -> None:
    """Score every pair twice; stop at the first that differs."""
    from textarena.envs.Wordle.env import WordleEnv

    from salet import Lexicon
    from salet.games.wordle import Wordle

    scorer = object.__new__(WordleEnv)  # its constructor reads lists of words that we do not need
    scorer.word_length = 5

    def theirs(guess: str, answer: str) -> str:
        scorer.state = SimpleNamespace(game_state={"word_length": 5, "secret_word": answer})
        return "".join(
            {"G": "g", "Y": "y", "X": "-"}[sign] for sign in scorer._evaluate_guess(guess)
        )

    game = Wordle(Lexicon.load("nyt"))
    draw = random.Random(SEED)
    for number in range(pairs):
        if number % 2:
            guess, answer = draw.choice(game.guesses), draw.choice(game.answers)
        else:
            guess, answer = ("".join(draw.choices("ab", k=5)) for _ in range(2))
        ours = str(game.replies[game.reply(guess, answer)])
        if ours != theirs(guess, answer):
            sys.exit(f"{guess} for {answer}: ours {ours}, theirs {theirs(guess, answer)}")
    print(f"{pairs:,} pairs, no reply differs")


if __name__ == "__main__":
    count = int(sys.argv[-1]) if sys.argv[-1].isdigit() else PAIRS
    inside(count) if INSIDE in sys.argv else main(count)
