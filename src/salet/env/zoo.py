"""The duel of the arena as an environment of PettingZoo, for two programs that learn.

In each round both players set a word, neither knowing the other's; then each finds the word that
the other set. A word that was an answer in an earlier round may not be set again. What a game
costs is what it costs in the arena (`salet.arena.bots.record.cost_of`): the number of guesses, one
more than the cap for a word that was not found, two more for a guess against the rules, and 1
where the setter failed to set a word. The solver is paid minus that cost, the setter plus.

>>> duel = env("original", rounds=1)
>>> duel.reset()
>>> words = duel.unwrapped.game.guesses
>>> for word in ["there", "crane", "crane", "salet", "there"]:
...     duel.step(words.index(word))
>>> [(one["solver"], one["turns"], one["cost"]) for one in duel.infos["player_0"]["history"]]
[('player_0', 'crane:ggggg', 1), ('player_1', 'salet:---yy there:ggggg', 2)]
>>> duel.unwrapped.totals
{'player_0': 1, 'player_1': -1}
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        f"{__name__} needs {missing.name}: pip install 'salet[env]'", name=missing.name
    ) from None

from salet.arena.bots.record import GameRecord, Verdict, cost_of, new_game
from salet.env.environment import Environment, Outcome, check_count
from salet.env.gym import Observation, read_action
from salet.errors import InvalidError, SaletError, UnknownNameError
from salet.games.game import Game
from salet.games.rules import OFF
from salet.words.lexicon import DEFAULT_LEXICON, Lexicon

PLAYERS = ("player_0", "player_1")
NOTHING, SET, GUESS = range(3)
"""What a player is asked for; the first number of an observation."""

_VERDICTS = {
    Outcome.WON: Verdict.SOLVED,
    Outcome.LOST: Verdict.NOT_SOLVED,
    Outcome.FORFEITED: Verdict.INVALID,
}


def env(*arguments: Any, **options: Any) -> Any:
    """Make a duel that minds the order of calls, as PettingZoo's environments are made."""
    return wrappers.OrderEnforcingWrapper(DuelEnv(*arguments, **options))


class DuelEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """Two players set words for each other, and find them.

    An action is the place of a word among the guesses of the game. An observation has an
    ``action_mask`` and an array. Its first row says what is asked (`SET`, `GUESS`, or `NOTHING` of
    the player whose turn it is not) and how many rounds are finished. To the player who guesses,
    the other rows are the turns of the game, guess and reply plus 1; else they are 0. The info has
    the ``history``: the records of all games of finished rounds, as the arena keeps them.

    Parameters
    ----------
    game, hard, max_guesses
        as of `Environment`
    rounds
        how often each player sets a word
    render_mode
        ``ansi`` for the games as text
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as PettingZoo declares it
        "render_modes": ["ansi"],
        "name": "salet_duel_v0",
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: Game | Lexicon | str = DEFAULT_LEXICON,
        *,
        hard: str = OFF,
        max_guesses: int = 6,
        rounds: int = 1,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        # One fault ends a game, as in the arena.
        self.play = Environment(game, hard=hard, max_guesses=max_guesses, max_faults=1)
        self.game = self.play.game
        check_count("rounds", rounds)
        if 2 * rounds > len(self.game.answers):
            raise InvalidError(
                f"{rounds:,} rounds need {2 * rounds:,} answers; {self.game.name} has "
                f"{len(self.game.answers):,}"
            )
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise UnknownNameError.among("render mode", render_mode, self.metadata["render_modes"])
        self.rounds, self.render_mode = rounds, render_mode
        self.possible_agents = [*PLAYERS]
        guesses, rows = len(self.game.guesses), max_guesses + 1
        highest = np.tile(np.array([guesses, self.game.replies.size], np.int32), (rows, 1))
        highest[0] = GUESS, rounds
        seen = {
            "observation": spaces.Box(np.zeros_like(highest), highest, dtype=np.int32),
            "action_mask": spaces.MultiBinary(guesses),
        }
        self._seen = {player: spaces.Dict(seen) for player in PLAYERS}
        self._chosen = {player: spaces.Discrete(guesses) for player in PLAYERS}
        self._answers = self.play.table.answer_guesses

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return what a player observes."""
        return self._seen[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return what a player may choose from."""
        return self._chosen[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin another duel. Nothing in it is left to chance."""
        self.agents = [*PLAYERS]
        self.rewards = dict.fromkeys(PLAYERS, 0)
        self._cumulative_rewards = dict.fromkeys(PLAYERS, 0)
        self.terminations = dict.fromkeys(PLAYERS, False)
        self.truncations = dict.fromkeys(PLAYERS, False)
        self.infos: dict[str, dict[str, Any]] = {player: {"history": []} for player in PLAYERS}
        self.totals = dict.fromkeys(PLAYERS, 0)
        self.history: list[GameRecord] = []
        self._begin_round()

    def step(self, action: int | None) -> None:
        """Set or guess the word of that number, as the player who is asked."""
        player = self.agent_selection
        if self.terminations[player] or self.truncations[player]:
            self._was_dead_step(
                action
            )  # PettingZoo's own helpers, which its guide tells us to call
            return
        chosen = read_action(action, len(self.game.guesses))
        self._cumulative_rewards[player] = 0
        self.rewards = dict.fromkeys(PLAYERS, 0)
        if self._asked == SET:
            self._set(player, chosen)
        else:
            told = self.play.step(chosen)
            if told.outcome is not Outcome.PLAYING:
                verdict = _VERDICTS[told.outcome]
                cost = cost_of(verdict, len(self.play.turns), self.play.rules.max_guesses)
                message = f"{player} guessed against the rules: {told.message}"
                self._end_game(
                    turns=str(self.play.position),
                    verdict=verdict,
                    cost=cost,
                    message=message if verdict.is_fault else "",
                )
        self._accumulate_rewards()

    def observe(self, agent: str) -> Observation:
        """Return what a player sees: never the word that the other has set."""
        seen = np.zeros((self.play.rules.max_guesses + 1, 2), np.int32)
        mask = np.zeros(len(self.game.guesses), np.int8)
        asked = agent == self.agent_selection and not self.terminations.get(agent, True)
        seen[0] = self._asked if asked else NOTHING, len(self.history) // 2
        if asked and self._asked == SET:
            mask[self._answers] = 1
            mask[self._used()] = 0
        elif asked:
            mask[:] = self.play.legal()
            for place, (guess, code) in enumerate(self.play.turns, 1):
                seen[place] = guess + 1, code + 1
        return {"observation": seen, "action_mask": mask}

    def render(self) -> str | None:
        """Return the games so far, one a line."""
        if self.render_mode is None:
            return None
        return "\n".join(f"{one.solver}: {one.turns} ({one.cost})" for one in self.history)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def _used(self) -> list[int]:
        """Return the words that were answers in earlier rounds, as guesses."""
        index = self.game.lexicon.guess_index
        return [int(index(one.answer)) for one in self.history if one.answer]

    def _begin_round(self) -> None:
        """Ask both for a word; ``_games`` begins with the game that the first player solves."""
        pairs = enumerate((PLAYERS, PLAYERS[::-1]), start=len(self.history))
        self._games = [new_game(number, *pair) for number, pair in pairs]
        self._asked, self._place = SET, 0
        self.agent_selection = PLAYERS[0]

    def _set(self, player: str, chosen: int) -> None:
        """Take the word that a player sets for the other, or note that it may not."""
        place = 1 - PLAYERS.index(player)
        word = self.game.guesses[chosen]
        facts: dict[str, Any] = {"answer": word}
        try:
            self.game.lexicon.answer_index(word)
            if chosen in self._used():
                raise InvalidError(f"{word} was an answer of this duel already")
        except SaletError as why:
            message = f"{player} set a word that is not allowed: {why}"
            facts = {"setter_verdict": Verdict.INVALID, "message": message}
        self._games[place] = replace(self._games[place], **facts)
        if player == PLAYERS[0]:
            self.agent_selection = PLAYERS[1]
        else:
            self._begin_game()

    def _begin_game(self) -> None:
        """Let the next player guess; where no word was set, the game is over as it begins."""
        while self._place < len(self._games):
            game = self._games[self._place]
            if game.setter_verdict is None:
                self._asked, self.agent_selection = GUESS, game.solver
                self.play.reset(answer=game.answer)
                return
            self._pay(game)
            self._place += 1
        self._end_round()

    def _end_game(self, **facts: Any) -> None:
        game = self._games[self._place] = replace(self._games[self._place], **facts)
        self._pay(game)
        self._place += 1
        self._begin_game()

    def _pay(self, game: GameRecord) -> None:
        assert game.setter is not None
        for player, paid in ((game.solver, -game.cost), (game.setter, game.cost)):
            self.rewards[player] += paid
            self.totals[player] += paid

    def _end_round(self) -> None:
        self.history += self._games
        told = [one.to_dict() for one in self.history]
        self.infos = {player: {"history": list(told)} for player in PLAYERS}
        if len(self.history) < 2 * self.rounds:
            self._begin_round()
        else:
            self._asked = NOTHING
            self.terminations = dict.fromkeys(PLAYERS, True)
            self.agent_selection = PLAYERS[0]
