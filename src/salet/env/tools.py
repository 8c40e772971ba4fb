"""Tools for language models: advice, reviews, replies, words, and a referee that keeps games.

Each method of `Tools` is one tool: its docstring is what a model is told of it, its annotations are
the schema of its input and output. Answers are small. What is wrong with an input is an error of
`salet.errors`, with one line that says so. `make_server` offers the tools by the Model Context
Protocol. A game is a registered one: a text that comes from a model runs no file.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from threading import Lock
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field, ValidationError

from salet._version import __version__
from salet.arena.bots.prompt import instructions, told_turn
from salet.coach.review import Reviewer, played
from salet.coach.suggest import Advisor
from salet.coach.values import values_of
from salet.env.environment import Environment, Outcome
from salet.errors import InvalidError, SaletError
from salet.games.game import Game
from salet.games.registry import make_game
from salet.games.rules import OFF, Rules
from salet.words.shelf import lexicon_names

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer  # an extra

KEPT_GAMES = 64
"""The number of games that the referee keeps; a new one replaces the oldest."""

_NAMED = 10
"""The number of candidates that are named; all are counted."""
_MOST_CELLS = 1 << 27
"""The largest table of a game that a model may name, in replies; one takes seconds to build."""
_SETTINGS = 4

Word = Annotated[str, Field(max_length=64, description="a word, or a code of the game")]
GameId = Annotated[str, Field(max_length=32, description="the id that referee_new returned")]
PositionText = Annotated[
    str,
    Field(
        max_length=1000,
        description="the guesses so far with their replies, such as raise:--y-g clout:-y---, with "
        "- for grey, y for yellow and g for green; empty before the first guess",
    ),
]
GameName = Annotated[
    str | None,
    Field(
        max_length=100,
        description="a list of words, such as nyt or original, or a game, such as mastermind(4,6), "
        "bulls(4), nerdle(6), primel or jotto; left out, the game of this server",
    ),
]
Hard = Annotated[str, Field(max_length=16, description="the hard mode: off, strict or nyt")]
MaxGuesses = Annotated[int, Field(ge=1, le=100, description="the number of guesses allowed")]
Seed = Annotated[int | None, Field(ge=0, description="the same seed hides the same answer")]
Top = Annotated[int, Field(ge=1, le=20, description="how many to name")]


@dataclass(frozen=True)
class Guess:
    """One guess of a ranking."""

    guess: str
    expected_guesses: float
    exact: bool
    bits: float
    may_be_the_answer: bool
    reason: str


@dataclass(frozen=True)
class Suggestions:
    """The best guesses, and what may still be the answer."""

    guesses: list[Guess]
    candidates: int
    some_candidates: list[str]
    note: str = ""


@dataclass(frozen=True)
class ReviewedTurn:
    """One turn of a game, looked back on."""

    guess: str
    reply: str
    candidates_before: int
    candidates_after: int
    skill: int
    luck: int
    guesses_given_away: float
    exact: bool
    best: str


@dataclass(frozen=True)
class Reviewed:
    """The review of a game."""

    skill: int
    luck: int
    guesses_given_away: float
    turns: list[ReviewedTurn]
    summary: str


@dataclass(frozen=True)
class PatternTold:
    """The reply to one guess."""

    reply: str
    in_words: str
    solved: bool


@dataclass(frozen=True)
class NewGame:
    """A game that the referee has begun."""

    game: str
    instructions: str


@dataclass(frozen=True)
class Ruling:
    """What the referee says to a guess."""

    reply: str
    in_words: str
    outcome: str
    guesses_left: int
    guesses_given_away: float | None
    exact: bool | None
    answer: str | None
    note: str = ""


@dataclass(frozen=True)
class Value:
    """What best play takes from a position on."""

    expected_guesses: float
    exact: bool
    candidates: int


@dataclass(frozen=True)
class WordsFound:
    """The words of a game that look alike."""

    game: str
    guesses: int
    answers: int
    found: int
    some: list[str]
    lexicons: list[str]


class Tools:
    """The tools, with the game that is meant where none is named, and the games under way."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._plays: OrderedDict[str, Environment] = OrderedDict()
        self._numbers = count(1)
        self._one_at_a_time = Lock()
        self._advisor = lru_cache(maxsize=_SETTINGS)(self._new_advisor)

    def suggest(
        self,
        position: PositionText = "",
        game: GameName = None,
        hard: Hard = OFF,
        max_guesses: MaxGuesses = 6,
        top: Top = 5,
    ) -> Suggestions:
        """Rank the best next guesses after a position, and name what may still be the answer."""
        with self._one_at_a_time:
            advisor = self._advisor(game, hard, max_guesses)
            advice = advisor.advise(advisor.game.position(position), top)
        guesses = [
            Guess(one.guess, round(one.expected_guesses, 4), one.exact, round(one.bits, 3), *rest)
            for one in advice.suggestions
            for rest in [(one.candidate, one.reason)]
        ]
        named = list(advice.candidates[:_NAMED])
        note = "the position is solved" if advice.solved else advice.note
        return Suggestions(guesses, len(advice.candidates), named, note)

    def review(
        self,
        answer: Word,
        guesses: Annotated[list[Word], Field(max_length=30, description="in their order")],
        game: GameName = None,
        hard: Hard = OFF,
        max_guesses: MaxGuesses = 6,
    ) -> Reviewed:
        """Say of every guess of a game how good it was, how lucky, and which was the best."""
        with self._one_at_a_time:
            advisor = self._advisor(game, hard, max_guesses)
            found = Reviewer(advisor).review(
                played(advisor.game, advisor.lexicon.spelled(answer), guesses),
                advisor.lexicon.spelled(answer),
            )
        turns = [
            ReviewedTurn(
                turn.guess,
                turn.pattern,
                turn.before,
                turn.after,
                turn.skill,
                turn.luck,
                round(turn.expected - turn.least, 4),
                turn.exact,
                turn.best,
            )
            for turn in found.turns
        ]
        return Reviewed(found.skill, found.luck, round(found.given_away, 4), turns, found.summary)

    def pattern(self, guess: Word, answer: Word, game: GameName = None) -> PatternTold:
        """Give the reply to a guess for a known answer, as text and in words."""
        chosen = self._named(game)
        facts = chosen.reply_facts(guess, answer)
        turn = chosen.turn(facts["guess"], facts["code"])
        return PatternTold(facts["pattern"], told_turn(turn, chosen), facts["solved"])

    def referee_new(
        self,
        game: GameName = None,
        hard: Hard = OFF,
        max_guesses: MaxGuesses = 6,
        seed: Seed = None,
        *,
        regret: Annotated[
            bool, Field(description="whether to say how many guesses each guess gives away")
        ] = False,
    ) -> NewGame:
        """Hide an answer, begin a game, and return its id and its rules."""
        with self._one_at_a_time:
            chosen = self._named(game)
            play = Environment(chosen, hard=hard, max_guesses=max_guesses, regret=regret)
            play.reset(seed)
            name = f"game-{next(self._numbers)}"
            self._plays[name] = play
            while len(self._plays) > KEPT_GAMES:
                self._plays.popitem(last=False)
        rules = instructions(chosen, play.rules).rpartition("\n")[0]  # without how to write a guess
        return NewGame(name, rules)

    def referee_guess(self, game: GameId, guess: Word) -> Ruling:
        """Play a guess in a game that referee_new began, and return the reply."""
        with self._one_at_a_time:
            play = self._plays.get(game)
            if play is None:
                raise InvalidError(
                    f"there is no game {game!r}; the last {KEPT_GAMES} of referee_new are kept"
                )
            if play.outcome is not Outcome.PLAYING:
                raise InvalidError(
                    f"{game} is over: {play.outcome}, the answer was {play.answer}; "
                    "referee_new begins another"
                )
            told = play.step(guess)
            if told.reply is None:
                left = play.max_faults - play.faults
                then = f"{left} more of these and the game is forfeited"
                if told.outcome is Outcome.FORFEITED:
                    then = f"the game is forfeited, the answer was {play.answer}"
                raise InvalidError(f"{told.message}; it costs no guess, but {then}")
            return Ruling(
                told.reply.to_text(),
                told_turn(play.position.turns[-1], play.game),
                told.outcome.value,
                play.rules.max_guesses - len(play.turns),
                None if told.regret is None else round(told.regret.guesses, 4),
                None if told.regret is None else told.regret.exact,
                play.answer,
                told.message,
            )

    def optimal_value(
        self,
        position: PositionText = "",
        game: GameName = None,
        hard: Hard = OFF,
        max_guesses: MaxGuesses = 6,
    ) -> Value:
        """Return the expected guesses of best play from a position, and whether they are exact."""
        with self._one_at_a_time:
            advisor = self._advisor(game, hard, max_guesses)
            turns = advisor.game.position(position)
            view = advisor.setting.view(turns)
            if turns.solved:
                return Value(0.0, exact=True, candidates=1)
            values = values_of(view)
            exact = values.is_exact(values.ranked(1)[0])
        return Value(round(values.least / values.weight, 6), exact, len(view.candidates))

    def words(
        self,
        like: Annotated[
            str, Field(max_length=64, description="letters, with ? for any one, such as s?l?t")
        ] = "",
        game: GameName = None,
        *,
        answers_only: Annotated[bool, Field(description="list only possible answers")] = True,
        top: Top = 10,
    ) -> WordsFound:
        """Count the words of a game that look a certain way, name a few, and list the lexicons."""
        chosen = self._named(game)
        wanted = chosen.lexicon.spelled(like)
        words = chosen.answers if answers_only else chosen.guesses
        found = [word for word in words if not wanted or _looks(word, wanted)]
        sizes = len(chosen.guesses), len(chosen.answers)
        return WordsFound(chosen.name, *sizes, len(found), found[:top], list(lexicon_names()))

    def _named(self, text: str | None) -> Game:
        if text is None:
            return self._game
        game = make_game(text, files=False)
        if len(game.guesses) * len(game.answers) > _MOST_CELLS:
            raise InvalidError(
                f"{game.name} is too large to be named here; start salet mcp with it"
            )
        return game

    def _new_advisor(self, game: str | None, hard: str, max_guesses: int) -> Advisor:
        return Advisor.of(self._named(game), Rules(max_guesses, hard))


def _looks(word: str, wanted: str) -> bool:
    return len(word) == len(wanted) and all(
        sign in ("?", letter) for letter, sign in zip(word, wanted, strict=True)
    )


TOOLS = ("suggest", "review", "pattern", "referee_new", "referee_guess", "optimal_value", "words")
"""The methods of `Tools` that are tools."""

_ABOUT = (
    "Wordle and games like it: exact replies, ranked guesses, reviews of games, the value of best "
    "play, and a referee who hides answers. A position is written raise:--y-g clout:-y---."
)


def make_server(game: Game) -> MCPServer[Any]:
    """Return a server of all tools, with the game that is meant where none is named."""
    from mcp.server.mcpserver import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError

    class ToolServer(MCPServer[Any]):
        """Tells what is wrong with an input in one line, as `salet.errors` does."""

        async def call_tool(self, name: str, arguments: dict[str, Any], *context: Any) -> Any:
            try:
                return await super().call_tool(name, arguments, *context)
            except ToolError as error:
                why = error.__cause__
                if isinstance(why, SaletError):
                    raise ToolError(str(why)) from None
                if isinstance(why, ValidationError):
                    raise ToolError(_in_one_line(why)) from None
                raise

    server = ToolServer("salet", instructions=_ABOUT, version=__version__, log_level="WARNING")
    tools = Tools(game)
    for name in TOOLS:
        server.add_tool(getattr(tools, name))
    return server


def _in_one_line(error: ValidationError) -> str:
    """Write the first problem of an input; the input itself may be long, and is not repeated."""
    first, *rest = error.errors()
    place = ".".join(map(str, first["loc"])) or "the arguments"
    more = f"; {len(rest)} more" if rest else ""
    return f"{place[:80]}: {first['msg']}{more}"
