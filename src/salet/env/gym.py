"""The environment as gymnasium knows one: single, and many plays at once.

``import salet.env.gym`` registers ``salet/Wordle-v0``; so does the name itself, written
``gymnasium.make("salet.env.gym:salet/Wordle-v0")``. In spite of that name it plays any game.

An action is the place of a guess among the guesses of the game. An observation has one row per
turn: the guess and the reply, each plus 1, so that 0 says that there is none yet. All else is in
the info: see `WordleEnv`. `gymnasium.make_vec` makes the environment of `salet.env.vector`, which
plays many games at once.

>>> import gymnasium
>>> env = gymnasium.make("salet/Wordle-v0", game="original", reward="regret")
>>> observation, info = env.reset(options={"answer": "there"})
>>> action = env.unwrapped.game.guesses.index("salet")
>>> observation, reward, terminated, truncated, info = env.step(action)
>>> float(reward), info["position"], info["regret_exact"], info["rewards"]["guesses"]
(0.0, 'salet:---yy', True, -1.0)
"""

from __future__ import annotations

import reprlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

try:
    import gymnasium
    from gymnasium import error, spaces
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        f"{__name__} needs {missing.name}: pip install 'salet[env]'", name=missing.name
    ) from None

from salet.env.environment import (
    MAX_FAULTS,
    Environment,
    Outcome,
    Rewards,
    Transition,
    whole_number,
)
from salet.errors import UnknownNameError
from salet.games.game import Game
from salet.games.rules import OFF
from salet.words.lexicon import DEFAULT_LEXICON, Lexicon

Observation: TypeAlias = dict[str, NDArray[Any]]
Info: TypeAlias = dict[str, Any]

ID = "salet/Wordle-v0"
REWARDS = Rewards._fields


class WordleEnv(gymnasium.Env[Observation, np.int64]):
    """One play after another, as a gymnasium environment.

    The info of every step has the ``position`` as text, the ``action_mask`` (1 for guesses that
    are allowed and new), the four ``rewards`` apart, the number of ``faults`` so far; if the guess
    was at fault, ``fault`` and ``message``; if regret is asked for, ``regret`` and
    ``regret_exact``; and when the play is over, the ``answer`` and the ``outcome``.

    A guess that hard mode forbids is no error: it is refused, counted and paid nothing. After
    `max_faults` of them the play is forfeited. That is an end by the rules, so it is terminated and
    not truncated; the ``outcome`` tells it from a loss. An action out of range raises
    `gymnasium.error.InvalidAction`, a step after the end `gymnasium.error.ResetNeeded`.

    Parameters
    ----------
    game, hard, max_guesses, answers, max_faults
        as of `Environment`
    reward
        which of the four is paid: ``win``, ``guesses``, ``bits`` or ``regret``
    regret
        whether the regret is wanted although another reward is paid
    candidates
        whether an observation shows which answers are still possible
    render_mode
        ``ansi`` for the board as text
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as gymnasium declares it
        "render_modes": ["ansi"],
        "render_fps": 1,
    }

    def __init__(
        self,
        game: Game | Lexicon | str = DEFAULT_LEXICON,
        *,
        hard: str = OFF,
        max_guesses: int = 6,
        reward: str = "win",
        regret: bool = False,
        candidates: bool = False,
        answers: Sequence[str] | None = None,
        max_faults: int = MAX_FAULTS,
        render_mode: str | None = None,
    ) -> None:
        self._paid = place_of(reward)
        self.play = Environment(
            game,
            hard=hard,
            max_guesses=max_guesses,
            answers=answers,
            regret=regret or reward == "regret",
            max_faults=max_faults,
        )
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise UnknownNameError.among("render mode", render_mode, self.metadata["render_modes"])
        self.game = self.play.game
        self.render_mode = render_mode
        self._shows_candidates = candidates
        self.action_space = spaces.Discrete(len(self.game.guesses))
        self.observation_space = space_of(self.play, candidates=candidates)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        """Begin another play; ``options={"answer": WORD}`` hides that word."""
        super().reset(seed=seed)
        self.play.reset(seed, (options or {}).get("answer"))
        return self._observation(), self._info(Rewards())

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, Info]:
        """Play the guess of that number."""
        play = self.play
        if play.outcome is not Outcome.PLAYING:
            raise error.ResetNeeded("the play is over, or none has begun; call reset")
        told = play.step(read_action(action, len(self.game.guesses)))
        over = told.outcome is not Outcome.PLAYING
        info = self._info(told.rewards) | _facts(told)
        if over:
            info |= {"answer": play.answer, "outcome": str(told.outcome)}
        return self._observation(), told.rewards[self._paid], over, False, info

    def render(self) -> str | None:
        """Return the turns so far, one a line."""
        return None if self.render_mode is None else "\n".join(self._texts())

    def _texts(self) -> list[str]:
        words = self.game.guesses
        return [f"{words[guess]}:{_text(self.game, code)}" for guess, code in self.play.turns]

    def _observation(self) -> Observation:
        turns = np.zeros((2, self.play.rules.max_guesses), np.int32)
        turns[:, : len(self.play.turns)] = np.transpose(self.play.turns) + 1
        seen: Observation = {"guesses": turns[0], "replies": turns[1]}
        if self._shows_candidates:
            marks = np.zeros(len(self.game.answers), np.int8)
            marks[self.play.candidates] = 1
            seen["candidates"] = marks
        return seen

    def _info(self, rewards: Rewards) -> Info:
        return {
            "position": " ".join(self._texts()),
            "action_mask": self.play.legal().view(np.int8),
            "rewards": rewards._asdict(),
            "faults": self.play.faults,
        }


@lru_cache(maxsize=4096)
def _text(game: Game, code: int) -> str:
    """Return a reply as text; each is written once."""
    return game.replies[code].to_text()


def read_action(action: object, size: int) -> int:
    """Return an action as a number. `spaces.Discrete.contains` says the same, but takes longer."""
    number = whole_number(action)
    if number is None or not 0 <= number < size:
        raise error.InvalidAction(
            f"an action is a whole number from 0 to {size - 1}, not {reprlib.repr(action)}"
        )
    return number


def place_of(reward: str) -> int:
    """Return the place of a reward among the four."""
    if reward not in REWARDS:
        raise UnknownNameError.among("reward", reward, REWARDS)
    return REWARDS.index(reward)


def _facts(told: Transition) -> Info:
    """Return what is not true of every step."""
    facts: Info = {}
    if told.fault is not None:
        facts |= {"fault": str(told.fault), "message": told.message}
    if told.regret is not None:
        facts |= {"regret": told.regret.guesses, "regret_exact": told.regret.exact}
    return facts


def space_of(play: Environment, *, candidates: bool) -> spaces.Space[Observation]:
    """Return what an observation of a play looks like."""
    shape = (play.rules.max_guesses,)
    seen: dict[str, spaces.Space[Any]] = {
        "guesses": spaces.Box(0, len(play.game.guesses), shape, np.int32),
        "replies": spaces.Box(0, play.game.replies.size, shape, np.int32),
    }
    if candidates:
        seen["candidates"] = spaces.MultiBinary(len(play.game.answers))
    space: spaces.Space[Any] = spaces.Dict(seen)
    return space


gymnasium.register(
    ID, "salet.env.gym:WordleEnv", vector_entry_point="salet.env.vector:WordleVectorEnv"
)
