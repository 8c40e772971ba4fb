"""A game by prompts and messages, for language models: plain text in, plain text out.

The first prompt tells the rules in plain words. Every message must hold exactly one guess between
tags; the next prompt tells the reply letter by letter, in words. Everything else, be it no guess,
several, a word that is not allowed or a megabyte of text, is a fault: counted by its kind, told to
the model, and paid nothing. The texts are those of the arena's chat bots
(`salet.arena.bots.prompt`).

>>> dialogue = Dialogue("original", regret=True)
>>> prompt = dialogue.reset(answer="there")
>>> print(prompt.splitlines()[0])
Find the hidden answer in at most 6 guesses.
>>> told = dialogue.step("Common letters first: <guess>salet</guess>")
>>> print(dialogue.prompt)
Guess 1: salet (S A L E T)
  1. S: grey, not in the answer
  2. A: grey, not in the answer
  3. L: grey, not in the answer
  4. E: yellow, in the answer, at another place
  5. T: yellow, in the answer, at another place
You have 5 guesses left.
>>> dialogue.step("there!").fault.value, dialogue.faults
('unreadable', {'unreadable': 1})
>>> dialogue.step("<guess>there</guess>").outcome.value, dialogue.totals().guesses
('won', -2.0)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from salet.arena.bots.prompt import complaint, instructions, read_guess, told_turn
from salet.env.environment import MAX_FAULTS, Environment, Fault, Outcome, Rewards, Transition
from salet.errors import InvalidError, counted
from salet.games.game import Game
from salet.games.rules import OFF
from salet.words.lexicon import DEFAULT_LEXICON, Lexicon


class Dialogue:
    """Plays with a language model, one answer after another.

    Parameters
    ----------
    game, hard, max_guesses, answers, regret, max_faults
        as of `Environment`

    Attributes
    ----------
    prompt
        what the model is to be told next; when the play is over, how it ended
    transitions
        what each message of this play led to
    """

    def __init__(
        self,
        game: Game | Lexicon | str = DEFAULT_LEXICON,
        *,
        hard: str = OFF,
        max_guesses: int = 6,
        answers: Sequence[str] | None = None,
        regret: bool = False,
        max_faults: int = MAX_FAULTS,
    ) -> None:
        self.play = Environment(
            game,
            hard=hard,
            max_guesses=max_guesses,
            answers=answers,
            regret=regret,
            max_faults=max_faults,
        )
        self.instructions = instructions(self.play.game, self.play.rules)
        self.prompt = ""
        self.transitions: list[Transition] = []

    def reset(self, seed: int | None = None, answer: str | None = None) -> str:
        """Hide the next answer, as `Environment.reset` does, and return the first prompt."""
        self.play.reset(seed, answer)
        self.transitions = []
        self.prompt = f"{self.instructions}\nMake your first guess."
        return self.prompt

    def step(self, message: str) -> Transition:
        """Take a message of the model. What to tell it next is in `prompt`."""
        self.play.check_playing()
        try:
            guess = read_guess(message)
        except InvalidError as error:
            told = self.play.refuse(Fault.UNREADABLE, str(error))
        else:
            told = self.play.step(guess)
        self.transitions.append(told)
        self.prompt = "\n".join(self._told(told))
        return told

    def forfeit(self) -> Transition:
        """End a play whose model says no more."""
        told = self.play.forfeit()
        self.transitions.append(told)
        self.prompt = f"The game is forfeited.\nThe answer was {self.play.answer}."
        return told

    @property
    def over(self) -> bool:
        """Whether the play is over."""
        return self.play.outcome is not Outcome.PLAYING

    @property
    def faults(self) -> dict[str, int]:
        """How many messages were at fault, by kind."""
        return dict(Counter(str(told.fault) for told in self.transitions if told.fault is not None))

    def totals(self) -> Rewards:
        """Return what this play has earned so far, by each of the four measures."""
        return Rewards(*map(sum, zip(*(told.rewards for told in self.transitions), strict=True)))

    def _told(self, told: Transition) -> list[str]:
        lines = []
        play = self.play
        if told.reply is None:
            lines.append(complaint(told.message))
        else:
            turn = play.position.turns[-1]
            lines.append(f"Guess {len(play.turns)}: {told_turn(turn, play.game)}")
        if told.fault is Fault.REPEATED:
            lines.append("You guessed that before.")
        if told.outcome is Outcome.PLAYING:
            left = play.rules.max_guesses - len(play.turns)
            return [*lines, f"You have {counted(left, 'guess')} left."]
        if told.outcome is Outcome.FORFEITED:
            lines = [f"The game is forfeited after {counted(play.faults, 'message')} at fault."]
        if told.outcome is not Outcome.WON:
            lines.append(f"The answer was {play.answer}.")
        return lines
