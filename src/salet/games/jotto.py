"""Jotto: how many letters two words have in common, wherever they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from salet.errors import InvalidError
from salet.games.game import Game, Replies
from salet.words.lexicon import DEFAULT_LEXICON, Lexicon

if TYPE_CHECKING:
    from salet.games.game import Codes, Places


class Jotto(Game):
    """Jotto with the words of a lexicon that have no letter twice.

    An anagram has all letters in common and is not the answer, so the answer has its own reply.

    >>> game = Jotto("original")
    >>> [str(game.replies[game.reply(guess, "heart")]) for guess in ("crane", "earth", "heart")]
    ['3', '5', 'solved']
    """

    rule = "jotto-1"
    about = """Jotto: an answer is a word that has no letter twice. After each guess you are told
        how many letters it has in common with the answer, wherever they are. An anagram has all
        letters in common and is not the answer, so the answer has its own reply."""

    def __init__(self, lexicon: Lexicon | str = DEFAULT_LEXICON) -> None:
        words = lexicon if isinstance(lexicon, Lexicon) else Lexicon.load(lexicon)
        name = f"jotto({words.name})"
        answers, allowed = (
            [word for word in listed if len(set(word)) == len(word)]
            for listed in (words.answers, words.allowed)
        )
        if not answers:
            raise InvalidError(f"{name} has no answer without a repeated letter")
        texts = [*map(str, range(words.length + 1)), "solved"]
        super().__init__(words.with_words(answers, allowed, name), Replies(texts, "solved"))

    def reply(self, guess: str, answer: str) -> int:
        """Count the letters of the guess that the answer has; the last code is the answer's own."""
        return self.replies.solved if guess == answer else len(set(guess) & set(answer))

    def fill(self, guesses: Places, answers: Places, codes: Codes) -> None:
        import numpy as np

        letters = self.lexicon.letters
        has = letters.copies.astype(np.float32)  # for which numpy has the fast product
        truths = letters.truths[answers]
        codes[:] = has[guesses] @ has[truths].T
        codes[np.arange(len(has))[guesses][:, None] == truths] = self.replies.solved
