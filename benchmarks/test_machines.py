"""Steps a second of the environments, on one core: seconds are those of the processor."""

import time

import gymnasium
import numpy as np
import pytest

import salet.env.gym  # registers the environment
from salet.env import Dialogue, Environment
from salet.strategies.tree import bundled_tree

STEPS = 20_000


def actions(shape):
    return np.random.default_rng(0).integers(12_972, size=shape)


def random_steps(env, chosen):
    env.reset(seed=0)
    for action in chosen:
        _, _, over, forfeited, _ = env.step(action)
        if over or forfeited:
            env.reset()


@pytest.mark.benchmark(group="machines: 20,000 steps without regret", timer=time.process_time)
def test_bare(benchmark, original_table):
    play, chosen = Environment("original"), actions(STEPS).tolist()

    def steps():
        play.reset(0)
        for guess in chosen:
            if play.step(guess).outcome != "playing":
                play.reset()

    benchmark.pedantic(steps, rounds=3, warmup_rounds=1)


@pytest.mark.benchmark(group="machines: 20,000 steps without regret", timer=time.process_time)
def test_gymnasium(benchmark, original_table):
    env = gymnasium.make(salet.env.gym.ID, game="original", reward="guesses")
    chosen = actions(STEPS).tolist()
    benchmark.pedantic(random_steps, args=(env, chosen), rounds=3, warmup_rounds=1)
    assert STEPS / benchmark.stats.stats.min > 20_000


@pytest.mark.benchmark(group="machines: 20,000 steps without regret", timer=time.process_time)
@pytest.mark.parametrize("plays", [16, 256, 1024])
def test_vector(benchmark, original_table, plays):
    envs = gymnasium.make_vec(salet.env.gym.ID, num_envs=plays, game="original", reward="guesses")
    envs.reset(seed=0)
    chosen = actions((STEPS // plays, plays))

    def steps():
        for row in chosen:
            envs.step(row)

    benchmark.pedantic(steps, rounds=3, warmup_rounds=1)


@pytest.mark.benchmark(group="machines: 20,000 steps without regret", timer=time.process_time)
def test_dialogue(benchmark, original_table):
    dialogue = Dialogue("original")
    words = dialogue.play.game.guesses
    answers = [f"<guess>{words[place]}</guess>" for place in actions(STEPS)]

    def steps():
        dialogue.reset(0)
        for answer in answers:
            dialogue.step(answer)
            if dialogue.over:
                dialogue.reset()

    benchmark.pedantic(steps, rounds=3, warmup_rounds=1)


@pytest.mark.benchmark(
    group="machines: the tree plays all 2,315 answers, 7,920 steps with regret",
    timer=time.process_time,
)
@pytest.mark.parametrize("memory", ["empty", "filled"])
def test_regret(benchmark, original_table, memory):
    env = gymnasium.make(salet.env.gym.ID, game="original", reward="regret").unwrapped
    index = {word: place for place, word in enumerate(env.game.guesses)}

    def games():
        given = 0.0
        for answer in env.game.answers:
            node, over = bundled_tree("off"), False
            env.reset(options={"answer": answer})
            while not over:
                _, reward, over, _, _ = env.step(index[node.guess])
                given -= reward
                if not over:
                    node = node.branches[env.play.position.turns[-1].reply]
        return given

    if memory == "filled":
        games()
    assert benchmark.pedantic(games, rounds=1) == 0.0
    assert 7920 / benchmark.stats.stats.min > 300
