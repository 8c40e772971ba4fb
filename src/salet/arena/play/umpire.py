"""The umpire and the three formats: race, duel, responder.

The umpire asks, checks every answer with the readable rule, and writes down what happened. It
shares no code with the solvers. A fault ends the game at once, not the match.

Race: every bot on the same seeded words; each plays alone.

Duel: two bots set words for each other, over many rounds. In each round both set a word, neither
knowing the other's; then each solves the word that the other set. Afterwards both games are known
to both. A word that was an answer in an earlier round may not be set again. So nobody gains by
going first, and the whole state of a duel is its finished games: it can be taken up again after
any round.

Responder: as a duel, but the setter fixes no word and answers every guess as it likes. Each
pattern must leave at least one answer possible that was not found earlier in the match; a pattern
that leaves none is a lie, and costs the setter the game.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeAlias

from salet.arena.bots.bot import Ask, Request, seed_of
from salet.arena.bots.player import Seat
from salet.arena.bots.record import GIFT, Fault, GameRecord, Verdict, cost_of, new_game
from salet.errors import IllegalGuessError, InvalidError, SaletError
from salet.games.game import Game, Reply
from salet.games.position import Position, Turn
from salet.games.rules import Rules

Responder: TypeAlias = Callable[[Position, str], Reply]
"""Gives the reply to a guess; raises `Fault` where the setter fails to."""


@dataclass(frozen=True)
class Umpire:
    """Holds bots to the words and rules of one match.

    Attributes
    ----------
    seed
        the match's own; every question's seed comes from it
    """

    game: Game
    rules: Rules
    seed: int | str

    def request(
        self, seat: Seat, opponent: Seat | None, round_number: int, history: tuple[GameRecord, ...]
    ) -> Request:
        """Return what a bot is told in this round, before any turn."""
        return Request(
            Ask.GUESS,
            self.game,
            self.rules,
            me=seat.name,
            opponent=None if opponent is None else opponent.name,
            seed=seed_of(self.seed, round_number, seat.name),
            history=history,
        )

    def word_from(self, setter: Seat, request: Request) -> str:
        """Return the word that the setter sets, or raise its `Fault`."""
        asked = replace(request, ask=Ask.SET, seed=seed_of(request.seed, "set"))
        text = setter.ask(asked)
        try:
            word = self.game.answers[self.game.lexicon.answer_index(self._known(text))]
        except SaletError as error:
            raise Fault(Verdict.INVALID, f"set a word that is not allowed: {error}") from None
        if word in request.used:
            raise Fault(Verdict.INVALID, f"set {word}, which was an answer of this match already")
        return word

    def reply_from(
        self, responder: Seat, request: Request, position: Position, guess: str, left: list[str]
    ) -> Reply:
        """Return the responder's reply if one of `left` fits, or raise its `Fault`.

        The words that do not fit are taken out of `left`.
        """
        seed = seed_of(request.seed, "respond", len(position))
        asked = replace(request, ask=Ask.RESPOND, seed=seed, position=position, guessed=guess)
        text = responder.ask(asked)
        try:
            reply = self.game.replies.read(text)
        except SaletError as error:
            raise Fault(Verdict.INVALID, f"answered no pattern: {error}") from None
        left[:] = [word for word in left if _code(self.game, guess, word) == reply.code]
        if not left:
            turn = Turn(guess, reply)
            raise Fault(Verdict.INVALID, f"lied: no answer fits {turn} after {position}")
        return reply

    def guess_from(self, solver: Seat, request: Request, position: Position) -> str:
        """Return the solver's guess if it is legal, or raise its `Fault`."""
        seed = seed_of(request.seed, "guess", len(position))
        text = solver.ask(replace(request, ask=Ask.GUESS, position=position, seed=seed))
        try:
            word = self.game.guesses[self.game.lexicon.guess_index(self._known(text))]
            self.game.check(word, position, self.rules)
        except SaletError as error:
            raise Fault(Verdict.INVALID, f"guessed against the rules: {error}") from None
        return word

    def _known(self, text: str) -> str:
        """Return a word that may be guessed, or raise an error without hints: those take time."""
        lexicon = self.game.lexicon
        if lexicon.allows(text):
            return text
        word = lexicon.spelled(text)
        if len(word) != lexicon.length:
            raise IllegalGuessError(
                f"{word!r} has {len(word)} letters; a word of {self.game.name} has {lexicon.length}"
            )
        raise IllegalGuessError(f"{word!r} is not a word of {self.game.name}")

    def play(
        self, record: GameRecord, solver: Seat, request: Request, respond: Responder
    ) -> GameRecord:
        """Let the solver find a word; return `record` filled in."""
        position, times = Position(), []
        verdict, setter_verdict, message = Verdict.NOT_SOLVED, None, ""
        while verdict is Verdict.NOT_SOLVED and len(position) < self.rules.max_guesses:
            try:
                guess = self.guess_from(solver, request, position)
            except Fault as fault:
                verdict, message = fault.verdict, f"{solver.name} {fault.message}"
                break
            finally:
                times.append(solver.last_microseconds)
            try:
                reply = respond(position, guess)
            except Fault as fault:
                setter_verdict, message = fault.verdict, f"{record.setter} {fault.message}"
                break
            position = position.after(guess, reply)
            if reply.solved:
                verdict = Verdict.SOLVED
        if setter_verdict is not None:
            verdict, cost = Verdict.SOLVED, GIFT
        else:
            cost = cost_of(verdict, len(position), self.rules.max_guesses)
        return replace(
            record,
            turns=str(position),
            verdict=verdict,
            cost=cost,
            setter_verdict=setter_verdict,
            message=message,
            microseconds=tuple(times),
        )

    def honest(self, answer: str) -> Responder:
        """Respond for a word that is fixed."""
        return lambda _position, guess: self.game.replies[self.game.reply(guess, answer)]


@lru_cache(maxsize=1 << 17)
def _code(game: Game, guess: str, word: str) -> int:
    """Remember the readable rule's replies; most first guesses are alike."""
    return game.reply(guess, word)


# The formats


def race_words(game: Game, count: int, seed: int | str, round_number: int) -> tuple[str, ...]:
    """Draw the words of one round, the same for every bot.

    >>> from salet.games.wordle import Wordle
    >>> game = Wordle("original")
    >>> race_words(game, 3, 1, 0) == race_words(game, 3, 1, 0) != race_words(game, 3, 1, 1)
    True
    """
    if count > len(game.answers):
        raise InvalidError(
            f"a race of {count:,} words needs as many answers; {game.name} has "
            f"{len(game.answers):,}"
        )
    draw = random.Random(seed_of(seed, "race", round_number))
    return tuple(draw.sample(game.answers, count))


def play_race(
    umpire: Umpire, seat: Seat, words: Sequence[str], done: Sequence[GameRecord]
) -> Iterator[list[GameRecord]]:
    """Play the words that are not done yet, one game at a time."""
    for number in range(len(done), len(words)):
        word, request = words[number], umpire.request(seat, None, number, ())
        game = GameRecord(number, number, seat.name, None, word, "", Verdict.SOLVED, 0)
        yield [umpire.play(game, seat, request, umpire.honest(word))]


def play_duel(
    umpire: Umpire, first: Seat, second: Seat, rounds: int, done: Sequence[GameRecord]
) -> Iterator[list[GameRecord]]:
    """Play the rounds that are not done yet; each gives two games, that of `first` first."""
    history = tuple(done)
    while len(history) < 2 * rounds:
        pairs = ((first, second), (second, first))
        games = [
            _with_word(umpire, solver, setter, len(history) + place, history)
            for place, (solver, setter) in enumerate(pairs)
        ]
        for place, (solver, setter) in enumerate(pairs):
            game = games[place]
            if game.setter_verdict is None:
                request = umpire.request(solver, setter, game.round, history)
                games[place] = umpire.play(game, solver, request, umpire.honest(game.answer))
        history = (*history, *games)
        yield games


def _with_word(
    umpire: Umpire, solver: Seat, setter: Seat, number: int, history: tuple[GameRecord, ...]
) -> GameRecord:
    """Return a game before its first guess: with its word, or over by the setter's fault."""
    game = new_game(number, solver.name, setter.name)
    try:
        word = umpire.word_from(setter, umpire.request(setter, solver, game.round, history))
    except Fault as fault:
        message = f"{setter.name} {fault.message}"
        game = replace(game, setter_verdict=fault.verdict, message=message)
    else:
        game = replace(game, answer=word)
    return replace(game, set_microseconds=setter.last_microseconds)


def play_responder(
    umpire: Umpire, first: Seat, second: Seat, rounds: int, done: Sequence[GameRecord]
) -> Iterator[list[GameRecord]]:
    """Play the rounds that are not done yet; each gives two games, that of `first` first."""
    history = tuple(done)
    while len(history) < 2 * rounds:
        games = [
            _respond_to(umpire, solver, setter, len(history) + place, history)
            for place, (solver, setter) in enumerate(((first, second), (second, first)))
        ]
        history = (*history, *games)
        yield games


def _respond_to(
    umpire: Umpire, solver: Seat, setter: Seat, number: int, history: tuple[GameRecord, ...]
) -> GameRecord:
    game = new_game(number, solver.name, setter.name)
    asked = umpire.request(setter, solver, game.round, history)
    left = list(asked.candidates)
    taken = 0

    def respond(position: Position, guess: str) -> Reply:
        nonlocal taken
        try:
            return umpire.reply_from(setter, asked, position, guess, left)
        finally:
            taken += setter.last_microseconds

    request = umpire.request(solver, setter, game.round, history)
    game = umpire.play(game, solver, request, respond)
    # Where the word was not found, the first that still fits stands for it.
    answer = left[0] if left and not game.verdict.is_fault else ""
    return replace(game, answer=answer, set_microseconds=taken)
