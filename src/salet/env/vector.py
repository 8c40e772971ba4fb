"""Many plays at once over arrays, as a vector environment of gymnasium.

All plays share one look-up in the table of replies. Play i of seed s has the answers of a
`salet.env.gym.WordleEnv` of seed s + i, observes the same and earns the same. A play that is over
is begun anew by the next step, whose action it ignores (``AutoresetMode.NEXT_STEP``).

>>> import gymnasium, numpy
>>> import salet.env.gym
>>> envs = gymnasium.make_vec("salet/Wordle-v0", num_envs=3, game="original", reward="guesses")
>>> observations, infos = envs.reset(seed=1)
>>> observations, rewards, terminated, truncated, infos = envs.step(numpy.array([5, 6, 7]))
>>> observations["guesses"][:, 0].tolist(), rewards.tolist()
([6, 7, 8], [-1.0, -1.0, -1.0])
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np
from gymnasium import error, spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from salet.coach.regret import Regret
from salet.env.environment import MAX_FAULTS, Environment, Fault, Outcome, check_count, draw
from salet.env.gym import REWARDS, Info, Observation, place_of, space_of
from salet.errors import InvalidError
from salet.games.game import Game
from salet.games.position import Position
from salet.games.rules import OFF
from salet.table import StoredTable
from salet.words.lexicon import DEFAULT_LEXICON, Lexicon

_Bools: TypeAlias = NDArray[np.bool_]

_ENDS = (Outcome.WON, Outcome.LOST, Outcome.FORFEITED)
_TOGETHER = 64
"""Look up this many plays at once: what they read and write then stays in the cache."""


class WordleVectorEnv(VectorEnv[Observation, NDArray[Any], NDArray[Any]]):
    """A number of plays that step together.

    Their infos are arrays, each with a mask beside it that says whose it is, as gymnasium does:
    ``rewards``, ``faults``; where there are any, ``fault``, ``regret``, ``regret_exact``,
    ``answer``, ``outcome``.

    Parameters
    ----------
    num_envs
        the number of plays
    action_mask
        whether the infos have an ``action_mask``, a large array
    game, hard, max_guesses, reward, regret, candidates, answers, max_faults
        as of `salet.env.gym.WordleEnv`
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as gymnasium declares it
        "render_modes": [],
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        game: Game | Lexicon | str = DEFAULT_LEXICON,
        *,
        hard: str = OFF,
        max_guesses: int = 6,
        reward: str = "win",
        regret: bool = False,
        candidates: bool = False,
        action_mask: bool = False,
        answers: Sequence[str] | None = None,
        max_faults: int = MAX_FAULTS,
    ) -> None:
        check_count("num_envs", num_envs)
        self._paid = REWARDS[place_of(reward)]
        self._one = Environment(
            game,
            hard=hard,
            max_guesses=max_guesses,
            answers=answers,
            regret=regret or reward == "regret",
            max_faults=max_faults,
        )
        self.num_envs = num_envs
        self.game = self._one.game
        self._shows_candidates, self._shows_mask = candidates, action_mask
        self.single_action_space = spaces.Discrete(len(self.game.guesses))
        self.single_observation_space = space_of(self._one, candidates=candidates)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._whole = np.packbits(np.ones(len(self.game.answers), bool))
        self._drawn: list[Iterator[int]] = []
        self._hidden = np.zeros(num_envs, np.int64)
        self._turns = np.zeros(num_envs, np.int64)
        self._faults = np.zeros(num_envs, np.int64)
        self._over = np.zeros(num_envs, bool)
        self._guesses = np.zeros((num_envs, max_guesses), np.int32)
        self._replies = np.zeros((num_envs, max_guesses), np.int32)
        self._left = np.zeros((num_envs, len(self._whole)), np.uint8)
        """The candidates of each play, a bit for each answer; `_size` counts them."""
        self._size = np.zeros(num_envs, np.int64)
        self._allowed = [self._one.setting.all_guesses] * num_envs
        """In hard mode, the guesses that each play allows."""

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, Info]:
        """Begin all plays anew, with answers drawn by seeds ``seed``, ``seed + 1`` and so on."""
        if seed is None or isinstance(seed, int | np.integer):
            super().reset(seed=None if seed is None else int(seed))
            seeds = [None if seed is None else seed + place for place in range(self.num_envs)]
        else:
            seeds = [*seed]
        if len(seeds) != self.num_envs:
            raise InvalidError(f"{self.num_envs} plays need as many seeds, not {len(seeds)}")
        answer = (options or {}).get("answer")
        known = None if answer is None else int(self.game.lexicon.answer_index(answer))
        self._drawn = [
            self._drawn[place] if own is None and self._drawn else draw(self._one.hideable, own)
            for place, own in enumerate(seeds)
        ]
        self._begin(np.arange(self.num_envs), known)
        nothing = {name: np.zeros(self.num_envs) for name in REWARDS}
        return self._observations(), self._infos(nothing)

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], Info]:
        """Play a guess in each play, given by their numbers."""
        chosen = self._read(actions)
        fresh = self._over.copy()
        self._begin(np.flatnonzero(fresh))
        fits = self._fits(chosen)
        refused, played = ~fresh & ~fits, ~fresh & fits
        repeated = played & (self._guesses == chosen[:, None] + 1).any(axis=1)
        found = self._regrets(chosen, played)

        codes, before = np.zeros(self.num_envs, np.int32), self._size.copy()
        for start in range(0, self.num_envs, _TOGETHER):
            self._look_up(slice(start, start + _TOGETHER), chosen, codes, played)
        bits = np.log2(before / self._size)

        who, when = np.flatnonzero(played), self._turns[played]
        self._guesses[who, when] = chosen[who] + 1
        self._replies[who, when] = codes[who] + 1
        self._turns += played
        self._faults += refused
        self._narrow(chosen, codes, who)

        cap = self._one.rules.max_guesses
        won = played & (codes == self.game.replies.solved)
        lost = played & ~won & (self._turns >= cap)
        forfeited = refused & (self._faults >= self._one.max_faults)
        self._over = won | lost | forfeited
        cost = np.where(forfeited, cap + 1 - self._turns, played + 1.0 * lost)
        given = np.zeros(self.num_envs)
        for place, regret in found.items():
            given[place] = regret.guesses
        if self._one.judge is not None:
            given[forfeited] = cost[forfeited] - 1
        rewards = {
            "win": won - 1.0 * (lost | forfeited),
            "guesses": 0.0 - cost,
            "bits": bits,
            "regret": 0.0 - given,
        }
        infos = self._infos(rewards)
        self._tell(infos, "fault", Fault.ILLEGAL, refused)
        self._tell(infos, "fault", Fault.REPEATED, repeated)
        if self._one.judge is not None:
            exact = np.array([place in found and found[place].exact for place in range(len(given))])
            infos |= _masked("regret", given, played | forfeited)
            infos |= _masked("regret_exact", exact, played | forfeited)
        for outcome, whose in zip(_ENDS, (won, lost, forfeited), strict=True):
            self._tell(infos, "outcome", outcome, whose)
        for place in np.flatnonzero(self._over).tolist():
            self._tell(infos, "answer", self.game.answers[self._hidden[place]], place)
        return (
            self._observations(),
            rewards[self._paid],
            self._over.copy(),
            np.zeros(self.num_envs, bool),
            infos,
        )

    def _read(self, actions: NDArray[Any]) -> NDArray[np.int64]:
        """Check the actions; `gymnasium.error` has the names for what can be wrong."""
        if not self._drawn:
            raise error.ResetNeeded("no play has begun; call reset")
        chosen, size = np.asarray(actions), len(self.game.guesses)
        whole = chosen.shape == (self.num_envs,) and chosen.dtype.kind in "iu"
        if not whole or chosen.min() < 0 or chosen.max() >= size:
            raise error.InvalidAction(
                f"actions are {self.num_envs} whole numbers from 0 to {size - 1}"
            )
        return chosen.astype(np.int64)

    def _begin(self, places: NDArray[np.int64], known: int | None = None) -> None:
        """Hide the next answer in each of these plays, or a known one."""
        for place in places.tolist():
            self._hidden[place] = next(self._drawn[place]) if known is None else known
            self._allowed[place] = self._one.setting.all_guesses
        for array in (self._turns, self._faults, self._over, self._guesses, self._replies):
            array[places] = 0
        self._left[places], self._size[places] = self._whole, len(self.game.answers)

    def _look_up(
        self, part: slice, chosen: NDArray[np.int64], codes: NDArray[np.int32], played: _Bools
    ) -> None:
        """Write the replies to a part of the plays, and keep the candidates that they leave."""
        table = self._one.table
        if isinstance(table, StoredTable):
            rows = table.codes[chosen[part]]
        else:
            rows = np.stack([table.row(int(guess)) for guess in chosen[part]])
        replies = rows[np.arange(len(rows)), self._hidden[part]]
        fits = np.packbits(rows == replies[:, None], axis=1)
        fits[~played[part]] = 0xFF
        codes[part] = replies
        self._left[part] &= fits
        self._size[part] = np.bitwise_count(self._left[part]).sum(axis=1, dtype=np.int64)

    def _fits(self, chosen: NDArray[np.int64]) -> _Bools:
        """Say which plays allow the guess that is made."""
        if self._one.rules.hard == OFF:
            return np.ones(self.num_envs, bool)
        pairs = zip(self._allowed, chosen.tolist(), strict=True)
        return np.array([bool((allowed == guess).any()) for allowed, guess in pairs])

    def _narrow(
        self, chosen: NDArray[np.int64], codes: NDArray[np.int32], who: NDArray[np.int64]
    ) -> None:
        """Take what hard mode forbids from now on from the guesses of these plays."""
        if self._one.rules.hard == OFF:
            return
        game, mode = self.game, self.game.mode(self._one.rules.hard)
        for place in who.tolist():
            turn = game.turn(game.guesses[chosen[place]], int(codes[place]))
            last = Position((turn,))
            self._allowed[place] = mode.legal(self._one.table, last, self._allowed[place])

    def _turns_of(self, place: int) -> list[tuple[int, int]]:
        done = int(self._turns[place])
        guesses, replies = self._guesses[place, :done] - 1, self._replies[place, :done] - 1
        return list(zip(guesses.tolist(), replies.tolist(), strict=True))

    def _regrets(self, chosen: NDArray[np.int64], played: _Bools) -> dict[int, Regret]:
        judge = self._one.judge
        if judge is None:
            return {}
        return {
            place: judge.regret(self._turns_of(place), int(chosen[place]))
            for place in np.flatnonzero(played).tolist()
        }

    def _observations(self) -> Observation:
        seen: Observation = {"guesses": self._guesses.copy(), "replies": self._replies.copy()}
        if self._shows_candidates:
            every = len(self.game.answers)
            seen["candidates"] = np.unpackbits(self._left, axis=1, count=every).view(np.int8)
        return seen

    def _infos(self, rewards: dict[str, NDArray[np.float64]]) -> Info:
        everyone = np.ones(self.num_envs, bool)
        apart: Info = {}
        for name, values in rewards.items():
            apart |= _masked(name, values.astype(np.float64), everyone)
        infos = _masked("rewards", apart, everyone) | _masked("faults", self._faults, everyone)
        if self._shows_mask:
            mask = np.ones((self.num_envs, len(self.game.guesses)), np.int8)
            if self._one.rules.hard != OFF:
                mask[:] = 0
                for place, allowed in enumerate(self._allowed):
                    mask[place, allowed] = 1
            who, when = np.nonzero(self._guesses)
            mask[who, self._guesses[who, when] - 1] = 0
            infos |= _masked("action_mask", mask, everyone)
        return infos

    def _tell(self, infos: Info, name: str, value: object, where: _Bools | int) -> None:
        """Put a value into the infos of some plays."""
        if isinstance(where, int) or where.any():
            if name not in infos:
                nobody = np.zeros(self.num_envs, bool)
                infos |= _masked(name, np.full(self.num_envs, None, object), nobody)
            infos[name][where] = str(value)
            infos[f"_{name}"][where] = True


def _masked(name: str, values: Any, whose: _Bools) -> Info:
    values = values.copy() if isinstance(values, np.ndarray) else values
    return {name: values, f"_{name}": whose.copy()}
