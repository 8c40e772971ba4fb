"""salet for the ``verifiers`` package: a taskset, an environment and a harness for language models.

``pip install 'salet[verifiers]'``, then ``vf-eval salet-verifiers --env.taskset.game original``.
It stands beside the package ``salet``, because verifiers finds its plug-ins by the name of a
top-level module. The play is a `salet.env.text.Dialogue`: rules in plain words, one guess between
tags in a message, faults counted. The harness talks to the model from this process; it needs no
sandbox, for nothing that a model writes is ever run.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import verifiers.v1 as vf
from openai import AsyncOpenAI
from verifiers.v1.dialects.chat import message_to_wire

from salet.env.environment import MAX_FAULTS, Environment, draw
from salet.env.text import Dialogue

__all__ = [
    "SaletConfig",
    "SaletData",
    "SaletEnv",
    "SaletEnvConfig",
    "SaletHarness",
    "SaletHarnessConfig",
    "SaletTask",
    "SaletTaskset",
]


class SaletConfig(vf.TasksetConfig):
    """Which games are played: ``--env.taskset.game``, ``--env.taskset.seed`` and so on."""

    game: str = "original"
    hard: str = "off"
    max_guesses: int = 6
    seed: int = 0
    max_faults: int = MAX_FAULTS
    regret: bool = False


class SaletData(vf.TaskData):
    """One answer to find, and by which rules. The prompt does not tell the answer."""

    game: str
    hard: str
    max_guesses: int
    max_faults: int
    regret: bool
    answer: str


class SaletTask(vf.Task[SaletData, vf.State, vf.TaskConfig]):
    """One game."""


class SaletTaskset(vf.Taskset[SaletTask, SaletConfig]):
    """The answers that follow from a seed, the same as in every other face of salet."""

    INFINITE = True

    def load(self) -> Iterator[SaletTask]:
        """Give one game after another, for ever."""
        config = self.config
        rules = {
            name: getattr(config, name) for name in ("hard", "max_guesses", "max_faults", "regret")
        }
        dialogue = Dialogue(config.game, **rules)
        play: Environment = dialogue.play
        for number, place in enumerate(draw(play.hideable, config.seed)):
            answer = play.game.answers[place]
            data = SaletData(
                name=f"{config.game}#{number}",
                prompt=dialogue.reset(answer=answer),
                answer=answer,
                game=config.game,
                **rules,
            )
            yield SaletTask(data, config.task)


class SaletHarnessConfig(vf.HarnessConfig):
    """The harness has nothing to set."""


class SaletHarness(vf.Harness[SaletHarnessConfig]):
    """Sends the conversation to the model and hands on what it says."""

    APPENDS_SYSTEM_PROMPT = True
    SUPPORTS_RESUME = True
    EXECUTES_CODE = False
    NEEDS_CONTAINER = False

    async def launch(
        self,
        ctx: vf.ModelContext,
        trace: vf.Trace,  # noqa: ARG002 - as verifiers calls it
        runtime: vf.Runtime,  # noqa: ARG002
        endpoint: str,
        secret: str,
        mcp_urls: dict[str, str],  # noqa: ARG002
        data: vf.TaskData,
    ) -> vf.ProgramResult:
        """Ask the model once."""
        system, prompt = self.resolve_prompt(data)
        messages = [{"role": "system", "content": system}] if system else []
        if isinstance(prompt, str):
            messages.append({"role": "user", "content": prompt})
        else:
            messages += [message_to_wire(message) for message in prompt or []]
        async with AsyncOpenAI(base_url=endpoint, api_key=secret, max_retries=0) as client:
            await client.chat.completions.create(model=ctx.model, messages=messages)
        return vf.ProgramResult(exit_code=0, stdout="", stderr="")


class SaletEnvConfig(vf.EnvConfig):
    """Who plays, and what is paid.

    ``--env.reward regret`` pays the regret; ``--env.taskset.regret true`` records it as a metric
    beside another reward.
    """

    player: vf.AgentConfig = vf.AgentConfig(runtime=vf.SubprocessConfig())
    reward: Literal["win", "guesses", "bits", "regret"] = "win"


class SaletEnv(vf.Env[SaletEnvConfig]):
    """One game with one model. One measure is the reward, the others are metrics."""

    async def run(self, task: SaletTask, agents: vf.Agents) -> None:
        """Play until the game is over, or forfeit it for a model that says no more."""
        data = task.data
        dialogue = Dialogue(
            data.game,
            hard=data.hard,
            max_guesses=data.max_guesses,
            max_faults=data.max_faults,
            regret=data.regret or self.config.reward == "regret",
        )
        dialogue.reset(answer=data.answer)
        async with agents.player.interaction(task) as interaction:
            segment = await interaction.turn()
            while not segment.terminated:
                dialogue.step(segment.last_reply)
                if dialogue.over:
                    break
                segment = await interaction.turn(dialogue.prompt)
        if not dialogue.over:
            dialogue.forfeit()
        trace = interaction.trace
        for name, value in dialogue.totals()._asdict().items():
            if name == self.config.reward:
                trace.record_reward(name, value)
            elif name != "regret" or data.regret:
                trace.record_metric(name, value)
        for kind, count in dialogue.faults.items():
            trace.record_metric(f"faults_{kind}", float(count))
        trace.info["position"] = str(dialogue.play.position)
        trace.info["outcome"] = str(dialogue.play.outcome)
