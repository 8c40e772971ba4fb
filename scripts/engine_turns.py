"""Random questions about games that are played, on one board or several, and looked back on.

They are what a person may type, mistakes included; `scripts.engine_vectors` and the tests ask both
the page's local engine and the server.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import Any

from salet.coach.suggest import Advisor
from salet.errors import SaletError
from salet.games.game import Reply
from salet.games.rules import OFF, Rules
from salet.games.wordle import Wordle
from salet.table import Table, open_table
from salet.view import Setting
from salet.web.routes.play import PlayRequest, _start
from salet.words.lexicon import Lexicon

Question = tuple[str, str, dict[str, Any] | None]
Turns = list[tuple[str, Reply]]

KINDS = ("play", "boards", "review", "grid")
LISTS = ("original", "nyt", "sowpods")
OWN = {
    "cyrillic": ["аббат", "абзац", "автор", "агент", "адрес", "алмаз", "ангел", "аорта", "арена"],
    "short": ["käse", "nase", "hase", "vase", "base", "dose", "hose", "rose", "böse", "taxi"],
    "single": ["only"],
}
"""Lists of one's own, which are sent first."""
STYLES = ("text", "letters", "emoji", "contrast", "digits")
OTHER_LINES = ("", "Wordle 9 3/6*", " hm ⬛🟨 ", "⬛🟨⬛ 🟩🟩🟩", "⬜", "by", "x")


def sent_lists() -> list[Question]:
    """Give the questions with which lists of one's own are sent."""
    return [("POST", "/lexicons", {"answers": words, "allowed": words}) for words in OWN.values()]


def sent_words(question: Question) -> dict[str, list[str]] | None:
    """Return the words that a question is about, if they were sent."""
    named = (question[2] or {}).get("lexicon")
    found = [words for name, words in OWN.items() if _table(name).lexicon.id == named]
    return {"answers": found[0], "allowed": found[0]} if found else None


def turn_questions(counts: Mapping[str, int], seed: int = 0) -> list[Question]:
    """Give random questions, so many of each kind, the same ones for the same seed."""
    asked = sent_lists()
    for kind, count in counts.items():
        for number in range(count):
            dice = random.Random(f"{kind} {seed} {number}")
            name = dice.choice((*LISTS, *LISTS, *OWN))
            asked.append(("POST", f"/{kind}", getattr(Asker(dice, name), kind)()))
    return asked


@cache
def _table(name: str) -> Table:
    if name in OWN:
        return open_table(Wordle(Lexicon.from_words(OWN[name], name="your words")))
    return open_table(Wordle(name))


class Asker:
    """Makes up questions about the games of one list."""

    def __init__(self, dice: random.Random, name: str) -> None:
        self.dice = dice
        self.table = _table(name)
        self.game, self.lexicon = self.table.game, self.table.lexicon
        self.named = {"lexicon": self.lexicon.id if name in OWN else name}

    # --- words ---

    def word(self, candidates: Sequence[int]) -> str:
        """Return a guess: a candidate mostly, any allowed word, or one that is refused."""
        luck = self.dice.random()
        if luck < 0.6 and len(candidates):
            return self.lexicon.answers[self.dice.choice(candidates)]
        return self.dice.choice(self.lexicon.allowed) if luck < 0.96 else self.bad_word()

    def bad_word(self) -> str:
        """Return a word with a slip, of another list or of no list."""
        word = self.dice.choice(self.lexicon.allowed)
        place = self.dice.randrange(len(word))
        slip = word[:place] + self.dice.choice("aeqxzéß-1 ") + word[place + 1 :]
        other = self.dice.choice(_table(self.dice.choice((*LISTS, *OWN))).lexicon.allowed)
        return self.dice.choice(
            [slip, slip, word[:-1], word + "s", word.upper(), other, "", "' \""]
        )

    def answer(self) -> str:
        """Return an answer; now and then one that is not listed, or that a wider list has."""
        luck = self.dice.random()
        words = self.lexicon.answers if luck < 0.85 else self.lexicon.allowed
        if luck > 0.97 and self.lexicon.length == 5:
            words = _table("nyt").lexicon.allowed
        return self.dice.choice(words)

    def rules(self) -> dict[str, Any]:
        """Return a hard mode, as a field."""
        return {"hard": self.dice.choice(["off", "off", "nyt", "strict"])}

    # --- games ---

    def game_of(self, answer: str, count: int) -> Turns:
        """Play some guesses on an answer, by chance, until it is found."""
        turns: Turns = []
        candidates = list(range(len(self.lexicon.answers)))
        while len(turns) < count and not (turns and turns[-1][1].solved):
            guess = answer if self.dice.random() < 0.1 else self.word(candidates)
            if self.dice.random() < 0.03:
                guess = self.answer()
            if len(guess) != len(answer) or not guess.isalpha():
                continue
            guess = self.lexicon.spelled(guess)
            reply = self.reply(guess, answer)
            turns.append((guess, reply))
            candidates = [n for n in candidates if self.fits(n, guess, reply)]
        return turns

    def reply(self, guess: str, answer: str) -> Reply:
        """Return the reply to a guess, which need not be listed."""
        return self.game.replies[self.game.reply(guess, answer)]

    def fits(self, answer: int, guess: str, reply: Reply) -> bool:
        """Whether an answer would have got the reply to a guess."""
        if self.lexicon.allows(guess):
            return bool(self.table.row(self.lexicon.guess_index(guess))[answer] == reply.code)
        return self.game.reply(guess, self.lexicon.answers[answer]) == reply.code

    def spoilt(self, turns: Turns, odds: float) -> Turns:
        """Return turns with a mistake now and then: a wrong reply, a word of no list, one less."""
        if not turns or self.dice.random() > odds:
            return turns
        place = self.dice.randrange(len(turns))
        guess, reply = turns[place]
        wrong = (guess, self.game.replies[self.dice.randrange(self.game.replies.size)])
        odd = ("q" * len(guess), reply)
        put: Turns = self.dice.choice([[wrong], [wrong], [wrong], [odd], []])
        return [*turns[:place], *put, *turns[place + 1 :]]

    def written(self, turns: Turns) -> str:
        """Write turns as a person may."""
        style, mark = self.dice.choice(STYLES), self.dice.choice([":", "=", " ", ";"])
        between = self.dice.choice([" ", " ", " ", ", ", "  ", "\n"])
        if self.dice.random() < 0.7:
            style, mark = "text", ":"
        return between.join(f"{guess}{mark}{reply.to_text(style)}" for guess, reply in turns)

    # --- questions ---

    def play(self) -> dict[str, Any]:
        """Ask for a game against a host, finished or not."""
        dice = self.dice
        boards = dice.choice([1, 1, 1, *range(1, 9)])
        odd = dice.random() < 0.05
        body: dict[str, Any] = {
            "game": "".join(dice.choices("0123456789abcxyz", k=dice.randint(1, 16))),
            "host": dice.choice(["honest", "honest", "adversary"]),
            "boards": boards,
            "max_guesses": dice.randint(1, 16),
            **(self.rules() if boards == 1 or odd else {}),
        }
        if dice.random() < (0.02 if self.lexicon.length == 5 else 0.3):  # it takes seconds
            body |= {"host": "cruel", "hard": OFF}
        guesses: list[str] = []
        rules = Rules(body["max_guesses"], body.get("hard", OFF))
        with suppress(SaletError):  # the last guess is refused, or more boards than answers are
            played = _start(Advisor(Setting.of(self.table, rules)), PlayRequest(**body))
            for _ in range(dice.randint(0, 9)):
                if played.over and dice.random() < 0.9:
                    break
                view = dice.choice(played.boards).view
                guesses.append(self.word(view.candidates.tolist()))
                played = played.after(guesses[-1])
        return {**self.named, **body, "guesses": guesses, "give_up": dice.random() < 0.1}

    def boards(self) -> dict[str, Any]:
        """Ask about several positions, of the same guesses on several answers."""
        answers = [self.answer() for _ in range(self.dice.choice([2, *range(1, 9), 16, 32]))]
        guesses = [guess for guess, _ in self.game_of(self.dice.choice(answers), 8)]
        guesses = guesses[: self.dice.choice([0, 1, 2, 2, 3, 3, 4, 5, 6, 8])]
        rows = []
        for answer in answers:
            most = guesses.index(answer) + 1 if answer in guesses else len(guesses)
            turns = [(word, self.reply(word, answer)) for word in guesses[:most]]
            rows.append(self.written(self.spoilt(turns, 0.01)))
        top, shown = self.dice.choice([1, 5, 10, 20]), self.dice.choice([0, 10, 50, 20_000])
        return {**self.named, "position": " | ".join(rows), "top": top, "shown": shown}

    def review(self) -> dict[str, Any]:
        """Ask to look back on a game, in one of the three ways to give it."""
        answer = self.answer()
        turns = self.spoilt(self.game_of(answer, self.dice.randint(1, 7)), 0.1)
        guesses = [guess for guess, _ in turns]
        body: dict[str, Any] = {**self.named, **self.rules()}
        body["max_guesses"] = self.dice.choice([6, 6, 6, 7, 8, len(turns) or 1])
        way = self.dice.random()
        if way < 0.45 or self.dice.random() < 0.3:
            body["answer"] = answer
        if 0.45 <= way < 0.8:
            return {**body, "position": self.written(turns)}
        if way >= 0.8:
            grid = "\n".join(reply.to_text("emoji") for _, reply in turns)
            body["grid"] = f"Wordle 1,234 {len(turns)}/6\n\n{grid}"
        return {**body, "guesses": guesses}

    def grid(self) -> dict[str, Any]:
        """Ask what a text has in rows of squares, among other lines."""
        lines: list[str] = []
        for _ in range(self.dice.randint(0, 6)):
            style = self.dice.choice(STYLES)
            turns = self.game_of(self.answer(), self.dice.randint(0, 4))
            lines += [reply.to_text(style) for _, reply in turns]
            lines += self.dice.choices(OTHER_LINES, k=2)
        if self.dice.random() < 0.2:
            self.dice.shuffle(lines)
        between = self.dice.choice(["\n", "\n", "\n", "\r\n", " ", "\u2028", "\ufe0f\n"])
        return {"text": between.join(lines)}
