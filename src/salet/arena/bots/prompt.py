"""A game in plain words, for language models: what is told, what is asked, how a message is read.

Words are told letter by letter too, because a model that reads pieces of words does not see their
letters, and replies are told in words. A message of a model is read strictly: one guess between
tags, and neither none nor two. Everything that plays with a language model uses these texts, in
which the answer is always the hidden word.
"""

from __future__ import annotations

import re

from salet.errors import InvalidError, counted
from salet.games.game import Game
from salet.games.position import Position, Turn
from salet.games.rules import OFF, Rules
from salet.words.spelling import capital

LONGEST_MESSAGE = 50_000
"""A message with more characters is not read."""

_OPEN, _CLOSE = "<guess>", "</guess>"
_TAGGED = re.compile(rf"{_OPEN}([^<>]{{0,200}}){_CLOSE}", re.IGNORECASE)
_THOUGHT = "</think>"


def instructions(game: Game, rules: Rules) -> str:
    """Tell the rules, and how to write a guess: what a model is told once, first."""
    words = game.lexicon
    example = game.guesses[len(game.guesses) // 3]
    parts = [
        f"Find the hidden answer in at most {counted(rules.max_guesses, 'guess')}.",
        _what_is_hidden(game),
        game.tell_rule(),
    ]
    if rules.hard != OFF:
        told = game.mode(rules.hard).told
        own = f"Hard mode {rules.hard}: some guesses are refused, and you are told the reason."
        parts.append(f"Hard mode: {told}." if told else own)
    if words.language is not None:
        parts.append(f"The language is {words.language.name}.")
    parts.append(
        f"End every message with your next guess between tags, as in {_OPEN}{example}{_CLOSE}. "
        "Write the tags once in a message, with one guess and nothing else between them."
    )
    return "\n".join(parts)


def question(position: Position, game: Game, rules: Rules) -> str:
    """Tell the turns so far, and ask for the next guess."""
    told = [f"Guess {number}: {told_turn(turn, game)}" for number, turn in enumerate(position, 1)]
    left = rules.max_guesses - len(position)
    has = f"You have {counted(left, 'guess')} left." if told else "Make your first guess."
    return "\n".join([*told, has])


def told_turn(turn: Turn, game: Game) -> str:
    """Tell a guess with its letters, and the reply in words.

    >>> from salet.games.wordle import Wordle
    >>> game = Wordle("original")
    >>> print(told_turn(game.turn_for("eerie", "there"), game))
    eerie (E E R I E)
      1. E: yellow, in the answer, at another place
      2. E: grey, no further E in the answer
      3. R: yellow, in the answer, at another place
      4. I: grey, not in the answer
      5. E: green, at this very place
    """
    head = f"{turn.guess} ({' '.join(map(capital, turn.guess))})"
    if turn.reply.solved:
        return f"{head}: solved, that is the answer"
    told = game.tell_reply(turn.guess, turn.reply.code)
    return f"{head}\n{told}" if "\n" in told else f"{head}: {told}"


def read_guess(text: str) -> str:
    """Return the one guess in a message; `InvalidError` says what is wrong with any other.

    What a model thinks aloud before ``</think>`` does not count.

    >>> read_guess("Many words end in -er, so: <guess>Raise</guess>")
    'Raise'
    >>> read_guess("I guess raise.")
    Traceback (most recent call last):
    ...
    salet.errors.InvalidError: there is no guess; write it as <guess>word</guess>
    """
    if not isinstance(text, str):
        raise InvalidError(f"a message is a text, not {type(text).__name__}")
    if len(text) > LONGEST_MESSAGE:
        raise InvalidError(f"{counted(len(text), 'character')} are too many for a message")
    said = text.rpartition(_THOUGHT)[2]
    opened = said.lower().count(_OPEN)
    if opened > 1:
        raise InvalidError(f"there are {opened} guesses; write one")
    found = _TAGGED.search(said)
    words = found[1].split() if found else []
    if not words:
        raise InvalidError(f"there is no guess; write it as {_OPEN}word{_CLOSE}")
    if len(words) > 1:
        raise InvalidError(f"there are {counted(len(words), 'word')} between the tags; write one")
    return words[0]


def complaint(why: object) -> str:
    """Tell a model that its message is not accepted, and ask again."""
    return f"This message was not accepted: {why}. Write again, with one guess: {_OPEN}word{_CLOSE}"


def _what_is_hidden(game: Game) -> str:
    guesses, answers = len(game.guesses), len(game.answers)
    noun = "word" if game.sign == "letter" else "code"
    made = f" from {' '.join(sorted(game.lexicon.alphabet))}" if noun == "code" else ""
    some = f", and the answer is one of {answers:,} among them" if answers < guesses else ""
    return (
        f"It is a {noun} of {counted(game.lexicon.length, game.sign)}{made}. "
        f"A guess is one of {counted(guesses, noun)} that are allowed{some}."
    )
