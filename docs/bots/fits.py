#!/usr/bin/env python3
"""A bot: guesses a word that fits all replies and was not used before."""
import json, sys

def pattern_of(guess, answer):
    left = [a for g, a in zip(guess, answer) if g != a]
    return "".join("g" if g == a else "y" if g in left and not left.remove(g) else "-"
                   for g, a in zip(guess, answer))

words = open("answers.txt").read().split()
for line in sys.stdin:
    ask = json.loads(line)
    words = [w for w in words if w not in [game["answer"] for game in ask["history"]]]
    fits = [w for w in words if all(pattern_of(t["guess"], w) == t["pattern"] for t in ask["turns"])]
    word = fits[ask["seed"] % len(fits)]
    pattern = pattern_of(ask.get("guessed", word), word)
    print(json.dumps({"guess": word, "word": word, "pattern": pattern}), flush=True)
