"""The environments for programs that learn: gymnasium and its vector form."""

import zlib
from collections import defaultdict

import gymnasium
import numpy as np
import pytest
from gymnasium import error
from gymnasium.utils.env_checker import check_env

from salet import Lexicon
from salet.env import Dialogue, Environment
from salet.env.bench import bench
from salet.env.environment import draw
from salet.env.gym import ID, REWARDS
from salet.env.tools import Tools
from salet.errors import IllegalGuessError, InvalidError, SaletError, UnknownNameError
from salet.games.registry import make_game
from salet.games.wordle import Wordle
from salet.strategies.tree import bundled_tree

SMALL = "mastermind(2,4)"


def words(count):
    """Some words of the original list that share many letters, with double letters among them."""
    answers = [word for word in Lexicon.load("original").answers if word.endswith(("er", "ly"))]
    return Wordle(Lexicon.from_words(answers[:count], name=f"{count} words"))


def make(game="original", **options):
    return gymnasium.make(ID, game=game, **options).unwrapped


def place(env, word):
    return env.game.guesses.index(word)


# gymnasium


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"game": "original", "hard": "nyt", "reward": "bits", "candidates": True},
        {"game": SMALL, "reward": "regret", "hard": "strict"},
        {"game": SMALL, "reward": "guesses", "max_guesses": 3},
    ],
)
def test_gymnasium_finds_nothing_to_warn_of(options):
    check_env(gymnasium.make(ID, **options).unwrapped)


def play_tree(env, answers):
    """Let the bundled tree play; return guesses and regrets."""
    guesses, regrets = 0, []
    for answer in answers:
        node, over = bundled_tree("off"), False
        env.reset(options={"answer": answer})
        while not over:
            _, reward, over, truncated, info = env.step(place(env, node.guess))
            guesses += 1
            regrets.append(info["regret"])
            assert (reward, info["regret_exact"], truncated) == (-info["regret"], True, False)
            if not over:
                node = node.branches[env.play.position.turns[-1].reply]
        assert (info["answer"], info["outcome"]) == (answer, "won")
    return guesses, regrets


def test_the_tree_gives_nothing_away():
    """Over the hundred answers that salet leaves with fewest others, which are quickly searched."""
    branches = [list(branch.answers) for branch in bundled_tree("off").branches.values()]
    answers = [answer for branch in sorted(branches, key=len) for answer in branch][:100]
    guesses, regrets = play_tree(make(reward="regret"), answers)
    assert len(answers) == 100
    assert 200 < guesses < 300
    assert set(regrets) == {0.0}


@pytest.mark.long
def test_the_tree_plays_all_answers_in_7920_guesses(original):
    guesses, regrets = play_tree(make(reward="regret"), original.answers)
    assert (guesses, set(regrets)) == (7920, {0.0})


def least_total(game, left, legal, *, strict):
    """Add up the guesses of best play over the answers that are left: by trying everything."""
    if len(left) <= 2:
        return 2 * len(left) - 1
    best = 10**9
    for guess in legal:
        groups = defaultdict(list)
        for answer in left:
            groups[game.reply(guess, answer)].append(answer)
        if len(groups) > 1:
            total = len(left)
            for code, group in groups.items():
                may = [w for w in legal if game.reply(guess, w) == code] if strict else legal
                solved = code == game.replies.solved
                total += 0 if solved else least_total(game, group, may, strict=strict)
            best = min(best, total)
    return best


@pytest.mark.parametrize("hard", ["off", "strict"])
@pytest.mark.parametrize("game", ["blackpegs(2,3)", words(12)], ids=["pegs", "words"])
def test_guesses_are_those_of_best_play_plus_the_regret(game, hard):
    env = make(game, hard=hard, max_guesses=60, reward="regret")
    guesses = regret = 0
    for answer in env.game.answers:
        _, info = env.reset(options={"answer": answer})
        over = False
        while not over:  # at random, but the same at the same position, whatever is hidden
            chance = np.random.default_rng(zlib.crc32(info["position"].encode()))
            action = chance.choice(np.flatnonzero(info["action_mask"]))
            _, reward, over, _, info = env.step(action)
            assert info["regret_exact"]
            guesses += 1
            regret -= reward
        assert info["outcome"] == "won"
    games = len(env.game.answers)
    best = least_total(env.game, env.game.answers, env.game.guesses, strict=hard == "strict")
    assert guesses / games == pytest.approx(best / games + regret / games, abs=1e-9)
    assert regret > 1 or hard == "strict"


def test_a_step_tells_everything_apart():
    env = make(regret=True, candidates=True)
    env.reset(options={"answer": "there"})
    seen, reward, over, truncated, info = env.step(np.int64(place(env, "salet")))
    assert (reward, over, truncated, info["position"]) == (0.0, False, False, "salet:---yy")
    assert info["rewards"] == pytest.approx(
        {"win": 0, "guesses": -1, "bits": 5.48, "regret": 0}, abs=0.01
    )
    assert (seen["guesses"][0], seen["guesses"][1]) == (place(env, "salet") + 1, 0)
    assert seen["replies"][0] == env.game.replies.read("---yy").code + 1
    assert seen["candidates"].sum() == len(env.play.candidates) == 52
    assert info["action_mask"].sum() == len(env.game.guesses) - 1
    assert "answer" not in info
    _, reward, over, _, info = env.step(place(env, "there"))
    assert (reward, over, info["answer"], info["rewards"]["guesses"]) == (1.0, True, "there", -1.0)
    with pytest.raises(error.ResetNeeded):
        env.step(0)


def test_a_win_by_the_last_guess_beats_a_loss():
    paid = {}
    for last in ("there", "crane"):
        env = make(reward="guesses")
        env.reset(options={"answer": "there"})
        steps = [
            env.step(place(env, word))
            for word in ["crane", "slate", "pious", "moist", "aback", last]
        ]
        paid[last] = sum(step[1] for step in steps)
        assert steps[-1][2:4] == (True, False)
        assert steps[-1][4]["rewards"]["win"] == (1.0 if last == "there" else -1.0)
    assert paid == {"there": -6, "crane": -7}


@pytest.mark.parametrize("reward", REWARDS)
def test_faults_are_counted_and_no_way_out(reward):
    env = make(hard="nyt", reward=reward, max_faults=3, regret=True)
    env.reset(options={"answer": "there"})
    seen, *_ = env.step(place(env, "salet"))
    for number in range(1, 4):
        again, paid, over, truncated, info = env.step(place(env, "crony"))
        assert np.array_equal(again["guesses"], seen["guesses"])
        assert (info["fault"], info["faults"]) == ("illegal", number)
        assert "E" in info["message"]
        assert (over, truncated) == (number == 3, False)
        assert over or paid == 0.0
    assert paid == {"win": -1, "guesses": -6, "bits": 0, "regret": -5}[reward]
    assert (info["answer"], info["outcome"]) == ("there", "forfeited")
    with pytest.raises(error.ResetNeeded):
        env.step(0)


def test_a_guess_that_is_repeated_is_played_and_gains_nothing():
    env = make(reward="bits", regret=True)
    env.reset(options={"answer": "there"})
    env.step(place(env, "salet"))
    _, paid, _, _, info = env.step(place(env, "salet"))
    assert (paid, info["fault"], info["regret"], info["position"]) == (
        0.0,
        "repeated",
        1.0,
        "salet:---yy salet:---yy",
    )


@pytest.mark.parametrize(
    "action",
    [-1, 10**9, 1.0, "salet", None, True, [1, 2], np.float64(3), np.array([1, 2]), np.array([1])],
)
def test_what_is_no_action_is_named(action):
    one = make()
    one.reset(seed=1)
    with pytest.raises(error.InvalidAction, match="from 0 to 12971"):
        one.step(action)
    assert one.play.faults == 0
    many = gymnasium.make_vec(ID, num_envs=2, game=SMALL)
    many.reset(seed=1)
    with pytest.raises(error.InvalidAction, match="2 whole numbers from 0 to 15"):
        many.step(np.array([action, action], object))
    assert one.step(np.array(1))[-1]["position"]


@pytest.mark.parametrize(
    ("options", "kind"),
    [
        ({"reward": "score"}, UnknownNameError),
        ({"game": "chess(8)"}, SaletError),
        ({"hard": "very"}, UnknownNameError),
        ({"max_guesses": 0}, InvalidError),
        ({"max_faults": 0}, InvalidError),
        ({"max_faults": "many"}, InvalidError),
        ({"answers": []}, InvalidError),
        ({"answers": ["zzzzz"]}, IllegalGuessError),
    ],
)
def test_what_cannot_be_made_is_said(options, kind):
    with pytest.raises(kind):
        gymnasium.make(ID, **({"game": "original"} | options))


def test_bad_seeds_and_answers_are_named():
    play = Environment(SMALL)
    for seed in (-1, 1.5, "one", True):
        with pytest.raises(InvalidError, match="seed"):
            play.reset(seed)
    with pytest.raises(IllegalGuessError):
        play.reset(answer="zz")
    with pytest.raises(InvalidError, match="over"):
        play.step(0)
    many = gymnasium.make_vec(ID, num_envs=2, game=SMALL)
    with pytest.raises(error.ResetNeeded):
        many.step(np.array([0, 0]))
    with pytest.raises(InvalidError, match="as many seeds"):
        many.reset(seed=[1, 2, 3])
    with pytest.raises(InvalidError, match="num_envs"):
        gymnasium.make_vec(ID, num_envs=0, game=SMALL)


def test_a_seed_means_the_same_answers_everywhere():
    def answers_of(play, reset):
        found = []
        for number in range(5):
            reset(7 if number == 0 else None)
            found.append(play.game.answers[play._hidden])
        return found

    bare, face, text = Environment("original"), make(), Dialogue("original")
    expected = answers_of(bare, bare.reset)
    assert len(set(expected)) == 5
    assert answers_of(face.play, lambda seed: face.reset(seed=seed)) == expected
    assert answers_of(text.play, text.reset) == expected
    assert bench(["alphabetical"], "original", games=5, seed=7).answers == tuple(expected)
    many = gymnasium.make_vec(ID, num_envs=2, game="original")
    for number, answer in enumerate(expected):
        many.reset(seed=[7, 8] if number == 0 else None)
        assert many.game.answers[many._hidden[0]] == answer
    tools = Tools(make_game("original"))
    referee = tools.referee_new(seed=7, max_guesses=1).game
    assert tools.referee_guess(referee, "zymic").answer == expected[0]


def test_an_answer_of_ones_own_takes_none_from_the_line():
    line = draw(range(16), 1)
    first, second = next(line), next(line)
    many = gymnasium.make_vec(ID, num_envs=2, game=SMALL)
    many.reset(seed=1, options={"answer": "ab"})
    assert {many.game.answers[place] for place in many._hidden} == {"ab"}
    many.reset()
    assert many._hidden[0] == first
    with pytest.raises(IllegalGuessError):
        many.reset(options={"answer": "zz"})
    with pytest.raises(InvalidError, match="seed"):
        many.reset(seed=[1, -1])
    many.reset()
    assert many._hidden[0] == second


def test_a_forfeit_is_an_end_that_costs_regret():
    """Even where best play would take as long: giving up is never free."""
    options = {"game": SMALL, "hard": "strict", "max_guesses": 2, "max_faults": 1}
    many = gymnasium.make_vec(ID, num_envs=1, reward="regret", **options)
    many.reset(seed=1, options={"answer": "dd"})
    many.step(np.array([many.game.guesses.index("aa")]))
    _, paid, over, truncated, infos = many.step(np.array([many.game.guesses.index("aa")]))
    assert (paid[0], over[0], truncated[0], infos["outcome"][0]) == (-1, True, False, "forfeited")
    assert (infos["regret"][0], infos["regret_exact"][0]) == (1, False)


# Many plays at once


@pytest.mark.parametrize(
    ("game", "options"),
    [
        (words(60), {"reward": "bits"}),
        (words(60), {"reward": "guesses", "hard": "nyt", "max_faults": 2, "candidates": True}),
        (SMALL, {"reward": "regret", "max_guesses": 4, "hard": "strict", "max_faults": 3}),
    ],
    ids=["words", "hard", "regret"],
)
def test_many_plays_are_what_each_is_alone(game, options):
    size, seed = 5, 11
    many = gymnasium.make_vec(ID, num_envs=size, game=game, action_mask=True, **options)
    singles = [make(game, **options) for _ in range(size)]
    seen, infos = many.reset(seed=seed)
    alone = [one.reset(seed=seed + number) for number, one in enumerate(singles)]
    over = [False] * size
    chance = np.random.default_rng(3)
    ended = faults = 0
    for _ in range(60):
        for number in range(size):
            own, info = alone[number][0], alone[number][-1]
            assert all(np.array_equal(own[name], seen[name][number]) for name in own)
            assert np.array_equal(info["action_mask"], infos["action_mask"][number])
            assert infos["faults"][number] == info["faults"]
            for name in REWARDS:
                assert infos["rewards"][name][number] == pytest.approx(info["rewards"][name])
            for name in ("fault", "answer", "outcome", "regret", "regret_exact"):
                assert infos.get(f"_{name}", np.zeros(size))[number] == (name in info)
                assert name not in info or infos[name][number] == info[name]
        actions = chance.integers(len(singles[0].game.guesses), size=size)
        if chance.random() < 0.5:  # else nearly every guess would break hard mode
            actions = np.array(
                [chance.choice(np.flatnonzero(m)) if m.any() else 0 for m in infos["action_mask"]]
            )
        seen, rewards, terminated, truncated, infos = many.step(actions)
        for number, one in enumerate(singles):
            if over[number]:
                alone[number], over[number] = one.reset(), False
                assert (rewards[number], terminated[number], truncated[number]) == (0, 0, 0)
                continue
            alone[number] = step = one.step(actions[number])
            assert rewards[number] == pytest.approx(step[1])
            assert (terminated[number], truncated[number]) == step[2:4]
            over[number] = step[2] or step[3]
            ended += over[number]
            faults += "fault" in step[-1]
    assert ended > 10
    assert faults > 1


def test_two_plays_at_once_do_not_meet():
    one, other = make(SMALL), make(SMALL)
    one.reset(options={"answer": "aa"})
    other.reset(options={"answer": "bb"})
    one.step(place(one, "ab"))
    _, reward, over, *_ = other.step(place(other, "bb"))
    assert (reward, over, len(one.play.turns)) == (1.0, True, 1)
    assert one.step(place(one, "aa"))[2]
