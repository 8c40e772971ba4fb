"""Compare our replies with those of an independent scorer, that of the package TextArena.

The script makes a temporary environment, installs salet and textarena there, and compares the two
on random pairs: half of them of the bundled lists in turn, half of words over two letters, where
repeated letters are certain. Ours is asked twice: by the rule, and by the table of replies. Where
pip cannot get the package it says so and ends well.

Usage: python scripts/check_replies.py [PAIRS]
"""

from __future__ import annotations

import random
import sys
from itertools import product
from types import SimpleNamespace

from apart import INSIDE, run_apart

PAIRS = 1_000_000
SEED = 18


def inside(pairs: int) -> None:
    """Score every pair three times; stop at the first that differs."""
    from textarena.envs.Wordle.env import WordleEnv

    from salet import Lexicon
    from salet.games.wordle import Wordle
    from salet.table import open_table
    from salet.words.shelf import bundled_lexicons

    scorer = object.__new__(WordleEnv)  # its constructor reads lists of words that we do not need

    def theirs(guess: str, answer: str) -> str:
        scorer.word_length = len(answer)
        state = {"word_length": len(answer), "secret_word": answer}
        scorer.state = SimpleNamespace(game_state=state)
        return "".join(
            {"G": "g", "Y": "y", "X": "-"}[sign] for sign in scorer._evaluate_guess(guess)
        )

    draw = random.Random(SEED)
    doubled = Lexicon.from_words(["".join(word) for word in product("ab", repeat=5)], name="ab")
    lists = [Lexicon.load(name) for name in bundled_lexicons()]
    shares = [(doubled, pairs // 2), *((one, pairs // 2 // len(lists)) for one in lists)]
    for lexicon, share in shares:
        game = Wordle(lexicon)
        table = open_table(game)
        for _ in range(share):
            guess, answer = draw.randrange(len(game.guesses)), draw.randrange(len(game.answers))
            words = game.guesses[guess], game.answers[answer]
            codes = game.reply(*words), int(table.row(guess)[answer])
            ours = {str(game.replies[code]) for code in codes}
            if ours != {theirs(*words)}:
                sys.exit(f"{' for '.join(words)}: ours {ours}, theirs {theirs(*words)}")
        print(f"{lexicon.name}: {share:,} pairs, no reply differs")


if __name__ == "__main__":
    count = int(sys.argv[-1]) if sys.argv[-1].isdigit() else PAIRS
    inside(count) if INSIDE in sys.argv else run_apart(__file__, "textarena", str(count))
