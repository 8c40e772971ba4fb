"""A user's script, which mypy --strict and pyright must pass; a test runs it, too."""

import itertools

import numpy as np
from numpy.typing import NDArray

import salet


class Blackpegs(salet.Game):
    """A game of one's own."""

    rule = "blackpegs-1"

    def __init__(self, pegs: int = 2) -> None:
        codes = ["".join(code) for code in itertools.product("abc", repeat=pegs)]
        replies = salet.Replies([str(right) for right in range(pegs + 1)], solved=str(pegs))
        super().__init__(salet.Lexicon.of_codes(f"blackpegs({pegs})", codes), replies)

    def reply(self, guess: str, answer: str) -> int:
        return sum(one == other for one, other in zip(guess, answer, strict=True))


class FewestLeft(salet.Ranking):
    """A strategy of one's own."""

    def values(self, view: salet.View) -> NDArray[np.int64]:
        return -view.stats.largest


def main() -> None:
    game = Blackpegs()
    first: salet.Run = salet.run(FewestLeft(), game=game)
    both: salet.RunComparison = salet.compare("entropy", "parts", game=game)
    mean: float | None = first.mean
    assert mean is not None
    assert [len(one.games) for one in both.runs] == [9, 9]

    referee = salet.Referee(salet.Mastermind(2, 3), "ab", salet.Rules(hard="strict"))
    reply: salet.Reply = referee.guess("aa")
    assert str(reply) == "1.0"

    words = salet.Lexicon.from_words(["crane", "slate", "trace"])
    advice: salet.Advice = salet.suggest("crane:--g-g", lexicon=words)
    best: salet.Suggestion = advice.suggestions[0]
    guess: str = best.guess
    assert guess == "slate"
    review: salet.Review = salet.review("slate", ["crane", "slate"], lexicon=words)
    turn: salet.TurnReview = review.turns[0]
    assert turn.guess == "crane"
    found: salet.Optimum = salet.optimal("trace", lexicon=words)
    solution: salet.Solution | None = found.best
    assert solution is not None
    assert solution.proven


if __name__ == "__main__":
    main()
