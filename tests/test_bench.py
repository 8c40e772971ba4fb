"""``salet bench``: the same answers for everyone, faults counted, regret, pairs, the page."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from salet.arena.cup.cup import Cup
from salet.arena.cup.export import standings_table
from salet.arena.cup.reader import with_regret
from salet.arena.cup.standings import standings_of
from salet.arena.cup.tournament import run_cup
from salet.arena.store.store import Store
from salet.cli.arena import arena
from salet.cli.bench import bench as command
from salet.env.bench import bench
from salet.env.environment import Environment, draw
from salet.errors import InvalidError
from salet.games.registry import make_game
from salet.games.wordle import Wordle
from salet.words.lexicon import Lexicon

from .test_arena_chat import Answer, Served, says, server

WORDLE = make_game("original")
SMALL = Wordle(Lexicon.from_words(WORDLE.answers[::60], name="small"))


def bot_file(folder: Path, name: str, body: str) -> str:
    path = folder / f"{name}.py"
    path.write_text(f"class {name.title()}:\n    def guess(self, request):\n        {body}\n")
    return str(path)


def test_the_seed_alone_decides_the_answers() -> None:
    found = bench(["alphabetical", "random"], SMALL, games=50, seed=7)
    drawn = draw(range(len(SMALL.answers)), 7)
    expected = tuple(SMALL.answers[next(drawn)] for _ in range(50))
    assert found.answers == expected
    play = Environment(SMALL)
    play.reset(seed=7)
    play.step(expected[0])
    assert play.answer == expected[0]
    assert bench(["alphabetical"], SMALL, games=5, seed=8).answers != expected[:5]


def test_the_mean_is_that_of_best_play_and_the_regret_together() -> None:
    """Over all answers, each once, without a cap in the way: the telescoping law."""
    size = len(SMALL.answers)
    found = bench(["letters", "alphabetical"], SMALL, games=size, seed=3, max_guesses=30)
    play = Environment(SMALL, max_guesses=30, regret=True)
    assert play.judge is not None
    least = play.judge.least(())
    assert sorted(found.answers) == list(SMALL.answers)
    for one in found.played:
        assert one.wins == size
        assert one.regret is not None
        assert one.regret.exact
        assert found.mean(one) == pytest.approx(least + one.regret.guesses)
    assert found.played[1].regret is not None
    assert found.played[1].regret.guesses > 0
    (pair,) = found.pairs
    assert pair.exact
    differences = np.array(found.played[0].lengths) - np.array(found.played[1].lengths)
    assert pair.difference == pytest.approx(differences.mean())
    assert pair.better == (differences < 0).sum()


def test_two_strategies_on_every_answer_differ_exactly() -> None:
    size = len(SMALL.answers)
    (pair,) = bench(["letters", "entropy"], SMALL, games=size).pairs
    assert pair.exact
    for bots, games in ((["letters", "entropy"], size + 1), (["letters", "random"], size)):
        (again,) = bench(bots, SMALL, games=games).pairs
        assert not again.exact
        assert again.interval is not None


def test_a_loss_counts_as_one_guess_more_than_is_allowed() -> None:
    found = bench(["alphabetical"], SMALL, games=10, max_guesses=1)
    (one,) = found.played
    lost = one.lengths.count(0)
    assert lost >= 9
    assert found.mean(one) == pytest.approx((10 - lost + 2 * lost) / 10)
    assert len(one.regrets) == 10


@pytest.mark.parametrize(
    ("body", "kind", "told"),
    [
        ("return 'zzzzz'", "unknown", "zzzzz"),
        ("return 'no word at all'", "unreadable", "not a letter"),
        ("raise RuntimeError('broken')", "crashed", "broken"),
        ("import time; time.sleep(60)", "time-out", "in time"),
        ("return 'x' * 100_000", "invalid", "bytes"),
    ],
)
def test_a_bot_that_fails_is_counted(body: str, kind: str, told: str, tmp_path: Path) -> None:
    bot = bot_file(tmp_path, "failing", body)
    found = bench([bot], SMALL, games=1, seconds=0.5 if kind == "time-out" else 20.0)
    (one,) = found.played
    assert dict(one.faults) == {kind: 1}
    assert told in one.message
    assert (one.lengths, one.regrets) == ([0], [(6.0, False)])
    assert str(one.regret) == "~6.0000"
    assert found.mean(one) == 7


def test_hard_mode_and_repeated_guesses(tmp_path: Path) -> None:
    bot = bot_file(tmp_path, "same", "return request.game.guesses[0]")
    found = bench([bot], SMALL, games=2, seed=1, max_guesses=3)
    assert found.played[0].faults["repeated"] == 4
    hard = bench([bot], SMALL, games=2, seed=1, hard="strict")
    assert hard.played[0].faults["illegal"] == 2
    assert "breaks hard mode" in hard.played[0].message
    played = Environment(SMALL, regret=True, hard="strict")
    played.reset(answer=hard.answers[0])
    first = played.step(SMALL.guesses[0]).regret
    assert first is not None
    assert hard.played[0].regrets[0] == (first.guesses + 5, False)


def test_a_chat_model_has_its_tokens_and_refused_guesses_counted() -> None:
    def script(served: Served) -> Answer:
        told = served.asked[-1]["messages"]
        word = "zzzzz" if len(told) == 2 else WORDLE.answers[0]
        return 200, {}, says(f"<guess>{word}</guess>", (10, 1))

    with server(script) as served:
        found = bench([f"openai:small@{served.url}#in=1e6,out=0"], games=2, max_guesses=2)
    (one,) = found.played
    assert dict(one.faults) == {"unknown": 4, "repeated": 2}
    assert (one.tokens_in, one.tokens_out, one.cost) == (80, 8, 80.0)
    assert not one.tokens_estimated
    assert 0 < one.seconds < 10
    assert found.table().columns[-2:] == (">tokens", ">cost")


def test_one_model_may_stand_at_two_addresses() -> None:
    def script(_: Served) -> Answer:
        return 200, {}, b'{"choices": [{"message": {"content": "<guess>crane</guess>"}}]}'

    with server(script) as one, server(script) as two:
        bots = [f"openai:small@{served.url}" for served in (one, two)]
        found = bench(bots, games=1, max_guesses=1)
        with pytest.raises(InvalidError, match="two bots"):
            bench([bots[0], bots[0]], games=1)
    assert [played.name for played in found.played] == bots
    assert all(played.tokens_estimated for played in found.played)
    assert all(cell.startswith("~") for *_, cell in found.table().rows)


def test_what_cannot_be_played_is_refused() -> None:
    for bots, told in (
        ([], "at least one"),
        (["nothing"], "nothing"),
        (["letters", "letters"], "two bots"),
        (["resident:nobody"], "nobody"),
    ):
        with pytest.raises(InvalidError, match=told):
            bench(bots, SMALL, games=1)
    with pytest.raises(InvalidError, match="the number of games must be 1 or more, not 0"):
        bench(["letters"], SMALL, games=0)
    with pytest.raises(InvalidError, match="hard mode"):
        bench(["letters"], SMALL, hard="very")
    with pytest.raises(InvalidError, match="Wordle"):
        bench(["letters"], "mastermind(3,4)", games=1)


def test_the_command_prints_json_and_writes_a_page(tmp_path: Path) -> None:
    words = tmp_path / "small.txt"
    words.write_text("\n".join(SMALL.answers))
    page = tmp_path / "page.html"
    options = ["--answers", str(words), "--games", "4", "--seed", "2", "--json"]
    done = CliRunner().invoke(
        command, ["letters", "random", *options, "--out", str(page)], standalone_mode=False
    )
    assert done.exception is None
    told = json.loads(done.stdout)
    assert (told["games"], len(told["answers"]), told["seed"]) == (4, 4, 2)
    assert [one["name"] for one in told["bots"]] == ["letters", "random"]
    assert told["bots"][0]["wins"] == sum(length > 0 for length in told["bots"][0]["lengths"])
    assert told["pairs"][0]["first"] == "letters"
    written = page.read_text(encoding="utf-8")
    assert "On the same answers" in written
    assert "<svg" in written
    assert "<script" not in written
    shown = CliRunner().invoke(command, ["letters", *options[:-1]], standalone_mode=False)
    assert "4 games each, seed 2" in " ".join(shown.stdout.split())


@pytest.mark.slow
def test_ctrl_c_ends_the_bench_and_the_bot(tmp_path: Path) -> None:
    bot = bot_file(tmp_path, "slow", "import time; time.sleep(1000)")
    process = subprocess.Popen(
        [sys.executable, "-m", "salet", "bench", bot, "--games", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ,
    )
    assert process.stderr is not None
    assert "programs run" in process.stderr.readline()  # the bot starts next
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "")
    assert err.strip().endswith("stopped")
    assert "Traceback" not in err


def test_standings_tell_the_regret_of_the_records(tmp_path: Path) -> None:
    game = "mastermind(3,4)"
    cup = Cup.from_dict(
        {"name": "cup", "words": 9, "seed": 1, "game": game, "bots": ["entropy", "random"]}
    )
    place = str(tmp_path / "cup.sqlite")
    tournament = run_cup(cup, place, jobs=1)
    with Store(place) as store:
        plain = standings_of(store, tournament)
        found = with_regret(plain, store, tournament)
        games = [game.record for game in store.all_games(tournament)]
    assert ">regret" not in standings_table(plain).columns
    assert ">regret" in standings_table(found).columns
    play = Environment(game, regret=True)
    for row in found.rows:
        mine = []
        for record in (one for one in games if one.solver == row.name):
            play.reset(answer=record.answer)
            told = [play.step(guess).regret for guess, _ in record.played]
            mine.append(sum(one.guesses for one in told if one is not None))
        assert len(mine) == 9
        assert row.regret is not None
        assert row.regret.exact
        assert row.regret.guesses == pytest.approx(np.mean(mine))
    assert found.rows[-1].regret is not None
    assert found.rows[-1].regret.guesses > 0
    told_first = found.to_dict()["standings"][0]["regret"]
    assert set(told_first) == {"guesses", "exact"}
    page, everything = tmp_path / "page.html", tmp_path / "all.json"
    done = CliRunner().invoke(
        arena, ["export", place, str(page), str(everything), "--regret"], standalone_mode=False
    )
    assert done.exception is None
    written = page.read_text(encoding="utf-8")
    assert str(found.rows[0].regret) in written
    assert "--regret" in written
    assert (
        json.loads(everything.read_text(encoding="utf-8"))["standings"][0]["regret"] == told_first
    )


def test_regret_needs_the_words_of_the_tournament(tmp_path: Path) -> None:
    words = tmp_path / "small.txt"
    words.write_text("\n".join(SMALL.answers))
    cup = Cup.from_dict({"name": "cup", "words": 2, "answers": str(words), "bots": ["letters"]})
    place = str(tmp_path / "cup.sqlite")
    tournament = run_cup(cup, place, jobs=1)
    with Store(place) as store, pytest.raises(InvalidError, match="needs the words of cup"):
        with_regret(standings_of(store, tournament), store, tournament)
