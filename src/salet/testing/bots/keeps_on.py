"""Plays: guesses the first word that fits, and goes on reading."""

import json
import sys
from collections import Counter
from pathlib import Path


def pattern_of(guess: str, answer: str) -> str:
    """Return the reply to a guess."""
    colours = ["g" if a == b else "-" for a, b in zip(guess, answer, strict=True)]
    left = Counter(b for a, b in zip(guess, answer, strict=True) if a != b)
    for place, letter in enumerate(guess):
        if colours[place] == "-" and left[letter] > 0:
            colours[place] = "y"
            left[letter] -= 1
    return "".join(colours)


def main() -> None:
    """Answer every question."""
    answers = Path("answers.txt").read_text(encoding="utf-8").split()
    used = set()
    for line in sys.stdin:
        question = json.loads(line)
        used |= {game["answer"] for game in question["history"]}
        left = [word for word in answers if word not in used]
        for turn in question["turns"]:
            left = [word for word in left if pattern_of(turn["guess"], word) == turn["pattern"]]
        if question["ask"] == "guess":
            reply = {"guess": left[0]}
        elif question["ask"] == "set":
            reply = {"word": left[question["seed"] % len(left)]}
        else:
            reply = {"pattern": pattern_of(question["guessed"], left[-1])}
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
