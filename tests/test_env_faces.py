"""The duel for PettingZoo, and the dialogue for language models."""

import subprocess
import sys

import pytest
from gymnasium import error
from pettingzoo.test import api_test, seed_test

from salet import Rules
from salet.arena.bots.player import DEFAULT_LIMITS, HousePlayer, Seat
from salet.arena.bots.strategist import StrategyBot
from salet.arena.play.umpire import Umpire, play_duel
from salet.env import Dialogue, Fault, Outcome
from salet.env.zoo import DuelEnv, env
from salet.errors import InvalidError
from salet.games.registry import make_game

SMALL = "mastermind(2,4)"


def place(env, word):
    return env.game.guesses.index(word)


# The duel


@pytest.mark.parametrize(
    "options", [{"game": SMALL, "rounds": 3}, {"game": "original", "hard": "nyt"}]
)
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")  # but a mask and one
def test_pettingzoo_accepts_the_duel(options):
    api_test(env(**options), num_cycles=100)
    seed_test(lambda: DuelEnv(**options), num_cycles=50)


def test_a_duel_is_that_of_the_arena():
    game, rounds = make_game("original"), 4
    seats = [
        Seat(name, HousePlayer(StrategyBot(strategy)), DEFAULT_LIMITS)
        for name, strategy in (("player_0", "alphabetical"), ("player_1", "letters"))
    ]
    umpire = Umpire(game, Rules(), seed=5)
    played = [one for games in play_duel(umpire, *seats, rounds, ()) for one in games]
    duel = DuelEnv("original", rounds=rounds)
    duel.reset()
    for first, second in zip(played[::2], played[1::2], strict=True):
        guesses = [word for one in (first, second) for word, _ in one.played]
        for word in (second.answer, first.answer, *guesses):
            duel.step(place(duel, word))
    facts = [
        (one.solver, one.setter, one.answer, one.turns, one.verdict, one.cost) for one in played
    ]
    assert [
        (o.solver, o.setter, o.answer, o.turns, o.verdict, o.cost) for o in duel.history
    ] == facts
    assert duel.totals["player_0"] == sum(
        one.cost * (1 if one.setter == "player_0" else -1) for one in played
    )
    assert all(duel.terminations.values())


def test_faults_in_a_duel_cost_what_they_cost_in_the_arena():
    duel = DuelEnv("original", hard="nyt", rounds=2, render_mode="ansi")
    duel.reset()
    for word in ("there", "aahed", "salet", "crony"):  # no answer; a guess without E and T
        duel.step(place(duel, word))
    told = [
        (one.solver, str(one.verdict), one.cost, one.setter_verdict is None) for one in duel.history
    ]
    assert told == [("player_0", "solved", 1, False), ("player_1", "invalid", 8, True)]
    assert duel.totals == {"player_0": 7, "player_1": -7}
    mask = duel.observe("player_0")["action_mask"]
    assert mask.sum() == 2314  # "there" may not be set again
    assert not mask[place(duel, "there")]
    duel.step(place(duel, "there"))
    duel.step(place(duel, "crane"))
    assert "already" in duel._games[1].message
    with pytest.raises(error.InvalidAction):
        duel.step(-1)
    with pytest.raises(InvalidError, match="answers"):
        DuelEnv(SMALL, rounds=9)


# Text


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        ("", Fault.UNREADABLE),
        ("I guess salet", Fault.UNREADABLE),
        ("<guess></guess>", Fault.UNREADABLE),
        ("<guess>salet crane</guess>", Fault.UNREADABLE),
        ("<guess>salet</guess> or <guess>crane</guess>", Fault.UNREADABLE),
        ("<guess>salet", Fault.UNREADABLE),
        ("<guess>toolong</guess>", Fault.UNREADABLE),
        ("<guess>xyzzy</guess>", Fault.UNKNOWN),
        ("<guess>" + "salet" * 400_000, Fault.UNREADABLE),
        (b"<guess>salet</guess>", Fault.UNREADABLE),
        (None, Fault.UNREADABLE),
    ],
)
def test_a_message_without_one_guess_is_a_fault(message, kind):
    dialogue = Dialogue("original")
    dialogue.reset(answer="there")
    told = dialogue.step(message)
    assert (told.fault, told.reply, tuple(told.rewards)) == (kind, None, (0, 0, 0, 0))
    assert dialogue.faults == {str(kind): 1}
    assert dialogue.prompt.startswith("This message was not accepted")
    assert len(dialogue.prompt) < 600


def test_a_dialogue_tells_how_it_ends():
    dialogue = Dialogue("original", max_guesses=2, max_faults=2)
    assert "in at most 2 guesses" in dialogue.reset(answer="there")
    dialogue.step("<guess>CRANE</guess>")
    dialogue.step("<guess>crane</guess>")
    assert dialogue.over
    assert "before" in dialogue.prompt
    assert "The answer was there." in dialogue.prompt
    assert dialogue.totals().guesses == -3
    with pytest.raises(InvalidError, match="over"):
        dialogue.step("<guess>there</guess>")
    dialogue.reset(answer="there")
    dialogue.step("?")
    assert dialogue.step("?").outcome is Outcome.FORFEITED
    assert dialogue.totals() == (-1, -3, 0, 0)
    assert dialogue.prompt.splitlines() == [
        "The game is forfeited after 2 messages at fault.",
        "The answer was there.",
    ]


@pytest.mark.parametrize(("module", "package"), [("gym", "gymnasium"), ("zoo", "pettingzoo")])
def test_a_missing_package_is_named_with_the_extra(module, package):
    code = f"import sys; sys.modules['{package}'] = None; import salet.env.{module}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    wanted = f"salet.env.{module} needs {package}: pip install 'salet[env]'"
    assert done.stderr.splitlines()[-1] == f"ModuleNotFoundError: {wanted}"
