"""Tournaments: played, resumed, stored; the same whatever the number of workers."""

import csv
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from salet import InvalidError, make_game
from salet.arena.bots.record import Fault, Verdict
from salet.arena.bots.wire import read_memory
from salet.arena.cup.cup import Cup
from salet.arena.cup.export import export
from salet.arena.cup.reader import replay
from salet.arena.cup.schedule import ladder_order
from salet.arena.cup.standings import meetings, standings_of
from salet.arena.cup.tournament import run_cup
from salet.arena.store.database import StoreError
from salet.arena.store.store import Store
from tests.helpers import SMALL, cup_of, games_of

pytestmark = pytest.mark.slow

DOCS = Path(__file__).parents[1] / "docs"

HOUSE = ["entropy", "letters", "random", "resident:fox"]


@pytest.mark.parametrize("schedule", ["round-robin", "swiss", "ladder", "knockout"])
@pytest.mark.parametrize("kind", ["race", "duel", "responder"])
def test_every_format_with_every_schedule(tmp_path, kind, schedule):
    where = tmp_path / "cup.sqlite"
    cup = cup_of(["entropy", "letters", "minimax"], format=kind, schedule=schedule, words=4)
    tournament = run_cup(cup, where)
    assert tournament.finished is not None
    with Store(where) as store:
        standings = standings_of(store, tournament)
        assert standings.matches == standings.matches_finished > 0
        assert sum(row.games for row in standings.rows) == standings.games
        assert sum(row.won for row in standings.rows) == sum(row.lost for row in standings.rows)
        margins = sum(row.margin * (row.won + row.drawn + row.lost) for row in standings.rows)
        assert margins == pytest.approx(0)


BLACK = """
import itertools
from salet.games.game import Game, Replies
from salet.words.lexicon import Lexicon

class Black(Game):
    rule = "black-1"

    def __init__(self):
        codes = ["".join(code) for code in itertools.product("abc", repeat=4)]
        super().__init__(Lexicon.of_codes("black", codes), Replies("01234", solved="4"))

    def reply(self, guess, answer):
        return sum(one == other for one, other in zip(guess, answer))
"""


@pytest.mark.parametrize("game", ["mastermind(3,4)", "mine.py:Black"])
@pytest.mark.parametrize("kind", ["race", "duel", "responder"])
def test_a_cup_of_another_game(tmp_path, kind, game):
    (tmp_path / "mine.py").write_text(BLACK)
    (tmp_path / "fits.py").write_text((DOCS / "bots" / "fits_class.py").read_text())
    bots = "bots = ['entropy', 'resident:fox', 'resident:statistician', 'fits.py:Fits']"
    rest = f"format = '{kind}'\nwords = 4\nmax_guesses = 9\nhard = 'strict'\n{bots}"
    (tmp_path / "cup.toml").write_text(f"game = '{game}'\n{rest}")
    cup, where = Cup.from_file(tmp_path / "cup.toml"), tmp_path / "cup.sqlite"
    run_cup(cup, where, jobs=2)
    with Store(where) as store:
        tournament = store.tournament()
        assert tournament.cup["lexicon"] == cup.game.summary()
        records = [one.record for one in store.all_games(tournament)]
        export(store, tournament, tmp_path / "a.html")
    assert {one.verdict for one in records} == {Verdict.SOLVED}
    for record in records:
        for guess, reply in record.played:
            assert str(cup.game.replies[cup.game.reply(guess, record.answer)]) == reply


def test_seeds_change_words(tmp_path):
    for seed in (1, 2):
        run_cup(cup_of(["entropy", "letters"], seed=seed), tmp_path / f"{seed}.sqlite")
    assert games_of(tmp_path / "1.sqlite") != games_of(tmp_path / "2.sqlite")


def test_a_looked_up_race_is_a_played_race(tmp_path):
    """The games of a strategy looked up in its tree are those that the referee sees it play."""
    run_cup(cup_of(["entropy"], format="race", words=60), tmp_path / "tree.sqlite")
    played = cup_of([{"name": "entropy", "bot": "resident:entropist"}], format="race", words=60)
    run_cup(played, tmp_path / "played.sqlite")
    assert games_of(tmp_path / "tree.sqlite") == games_of(tmp_path / "played.sqlite")


def test_a_schedule_that_was_cut_off_goes_on(tmp_path):
    """Killed between the writing of two rounds: the rounds that are missing are added."""
    where = tmp_path / "cup.sqlite"
    cup = cup_of(["entropy", "letters", "minimax", "tiles"], words=2)
    with Store(where, writing=True) as store:
        tournament = store.add_tournament(cup.name, cup.to_dict(), cup.secret)
        first = [("entropy", "tiles"), ("letters", "minimax")]
        store.add_round(tournament, 0, first, first)
    run_cup(cup, where)
    run_cup(cup, tmp_path / "whole.sqlite")
    assert games_of(where) == games_of(tmp_path / "whole.sqlite")
    assert len(games_of(where)) == 6


def test_running_again_plays_nothing_again(tmp_path):
    where = tmp_path / "cup.sqlite"
    cup = cup_of(["entropy", "letters"])
    first = run_cup(cup, where)
    before = games_of(where)
    assert run_cup(cup, where) == first
    assert games_of(where) == before


def test_a_finished_round_cannot_be_written_twice(tmp_path):
    where = tmp_path / "cup.sqlite"
    run_cup(cup_of(["entropy", "letters"]), where)
    with Store(where, writing=True) as store:
        match = store.matches(store.tournament())[0]
        games = store.games(match.id)
        with pytest.raises(StoreError, match="UNIQUE"):
            store.add_games(match.id, games[:1])
        assert store.games(match.id) == games


def test_sprt_ends_a_match_early_and_says_so(tmp_path):
    where = tmp_path / "cup.sqlite"
    bots = ["resident:duellist", "alphabetical"]
    run_cup(cup_of(bots, words=100, sprt={"margin": 0.5}), where)
    with Store(where) as store:
        match = store.matches(store.tournament())[0]
        assert "duellist is better" in match.note
        assert 32 <= len(store.games(match.id)) < 200


@pytest.mark.parametrize(
    ("schedule", "bots"),
    [
        ("swiss", ["letters", "entropy", "alphabetical"]),
        ("ladder", ["alphabetical", "letters", "random"]),
        ("knockout", ["letters", "alphabetical", "minimax", "entropy", "random"]),
    ],
)
def test_standings_follow_the_schedule(tmp_path, schedule, bots):
    """A bye is a point, the ladder is the order, and who wins the final is first."""
    cup = cup_of(bots, words=6, schedule=schedule)
    tournament = run_cup(cup, tmp_path / "cup.sqlite")
    with Store(tmp_path / "cup.sqlite") as store:
        rows = standings_of(store, tournament).rows
        rounds = store.rounds(tournament)
        games = store.all_games(tournament)
        results = meetings(rounds, store.matches(tournament), games)
        names = list(tournament.bots)
    if schedule == "swiss":
        assert [len(pairings) for pairings in rounds] == [1, 1]
        assert sum(row.points for row in rows) == 4  # two matches and two byes
        assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)
    elif schedule == "ladder":
        assert [row.name for row in rows] == ladder_order(names, results)
    else:
        final = results[-1]
        champion = final.winner or final.first
        assert [row.name for row in rows[:2]] == [
            champion,
            final.second if champion == final.first else final.first,
        ]


def test_standings_are_counted_from_records_alone(tmp_path):
    where = tmp_path / "cup.sqlite"
    run_cup(cup_of(["entropy", "letters", "resident:trapper"], words=20), where)
    with Store(where) as store:
        tournament = store.tournament()
        standings = standings_of(store, tournament)
        games = [game.record for game in store.all_games(tournament)]
        for row in standings.rows:
            mine = [game.cost for game in games if game.solver == row.name]
            assert row.mean_cost == pytest.approx(sum(mine) / len(mine))
            assert row.games == len(mine) == 40
        names = [row.name for row in standings.rows]
        for place, one in enumerate(names):
            for other in names[place + 1 :]:
                there, back = standings.difference(one, other), standings.difference(other, one)
                assert there.mean == -back.mean
                assert (there.low, there.better) == (-back.high, back.worse)
        matrix = standings.to_dict()["win_matrix"]
        first, second = names[:2]
        assert matrix[first][first] is None
        assert matrix[first][second] + matrix[second][first] == pytest.approx(1)
        assert set(standings.curve) == set(names)
        assert all(len(curve) == 3 for curve in standings.curve.values())


def test_replay_and_export(tmp_path):
    where = tmp_path / "cup.sqlite"
    run_cup(cup_of(["entropy", "letters"], words=3), where)
    with Store(where) as store:
        tournament = store.tournament()
        shown = replay(store, 1)
        assert shown["game"]["solver"] == "entropy"
        assert shown["other"]["solver"] == "letters"
        assert shown["game"]["turns"][-1]["pattern"] == "ggggg"
        with pytest.raises(StoreError, match="no game 99"):
            replay(store, 99)
        for name in ("a.csv", "a.json", "a.html"):
            export(store, tournament, tmp_path / name)
        with pytest.raises(InvalidError, match="the file name must end in"):
            export(store, tournament, tmp_path / "a.xls")
    with (tmp_path / "a.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 6
    assert {row["solver"] for row in rows} == {"entropy", "letters"}
    everything = json.loads((tmp_path / "a.json").read_text())
    assert len(everything["games"]) == 6
    assert everything["cup"]["lexicon"]["id"] == SMALL.lexicon.id
    page = (tmp_path / "a.html").read_text()
    assert "<script" not in page
    assert "http" not in page.replace("http://www.w3.org", "")
    assert "entropy" in page


def test_names_are_escaped_in_the_report(tmp_path):
    where = tmp_path / "cup.sqlite"
    bots = [{"name": "<script>alert(1)</script>", "bot": "entropy"}, "letters"]
    run_cup(cup_of(bots, words=1), where)
    with Store(where) as store:
        export(store, store.tournament(), tmp_path / "a.html")
    assert "<script" not in (tmp_path / "a.html").read_text()


REMEMBERS = """
class Remembers:
    def guess(self, request):
        if not request.position.turns:
            self.memory = request.memory + request.opponent[0]
        return request.candidates[0]
"""


def test_bots_hand_a_memory_on_where_the_cup_lets_them(tmp_path):
    (tmp_path / "mine.py").write_text(REMEMBERS)
    bots = [{"name": "mine", "bot": "mine.py"}, "letters", "alphabetical", "tiles"]
    told = {}
    for kilobytes in (0, 1):
        where = tmp_path / f"{kilobytes}.sqlite"
        run_cup(cup_of(bots, tmp_path, words=1, memory_kb=kilobytes), where, jobs=1 + kilobytes)
        with Store(where) as store:
            matches = store.matches(store.tournament())
            opponents = [one.second[0] for one in matches if one.first == "mine"]
            told[kilobytes] = [store.memories(one).get("mine") for one in matches[-1:]]
            assert all(one.finished for one in matches)
    assert told == {0: [None], 1: ["".join(opponents[:-1])]}


@pytest.mark.parametrize("memory", [b"7", b'"' + b"x" * 1025 + b'"'])
def test_a_memory_that_is_none_or_too_long_is_a_fault(memory):
    line = b'{"guess": "crane", "memory": ' + memory + b"}"
    assert read_memory(b'{"guess": "crane"}', 1024) is None
    with pytest.raises(Fault, match="memory"):
        read_memory(line, 1024)


# Bad input


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("format = 'duel'\nbots = ['entropy', 'entropy']", "two bots are named 'entropy'"),
        ("memory_kb = 99\nbots = ['entropy']", "memory_kb must be 0 to 32"),
        ("format = 'chess'\nbots = ['entropy']", "no format 'chess'"),
        ("schedule = 'swis'\nbots = ['entropy']", "did you mean swiss"),
        ("formt = 'duel'", "did you mean format"),
        ("words = 'many'", "words must be a whole number"),
        ("words = 0\nbots = ['entropy']", "words must be 1 or more, not 0"),
        ("words = true", "words must be a whole number"),
        ("bots = []", "at least a bot"),
        ("format = 'duel'\nbots = ['entropy']", "at least 2 bots"),
        ("bots = ['no_such_strategy']", "no file or program is called .* no strategy"),
        ("bots = ['no_such_program --fast']", "no file or program is called"),
        ("name = ''\nbots = ['entropy']", "a name has up to 200 letters on one"),
        ("bots = [{name = '', bot = 'entropy'}]", "a name has up to 200 letters on one"),
        ("bots = [{name = 5, bot = 'entropy'}]", "a name has up to 200 letters on one"),
        ('bots = [{name = "two\\nlines", bot = "entropy"}]', "a name has up to 200 letters on one"),
        ("limits = {seconds_per_match = inf}\nbots = ['entropy']", "a positive number"),
        ("bots = ['./missing']", "no bot file"),
        ("bots = [{name = 'x'}]", "write each bot as"),
        ("bots = [{bot = 'entropy', nam = 'x'}]", "did you mean name"),
        ("bots = ['tree']\nhard = 'strict'", "cannot play hard mode strict"),
        ("bots = ['entropy']\nlimits = {memory = 5}", "did you mean memory_mb"),
        ("bots = ['entropy']\nlimits = {seconds_per_move = 0}", "positive number"),
        ("bots = ['entropy']\n[sprt]", "race"),
        ("format = 'duel'\nwords = 2000\nbots = ['entropy', 'letters']", "4,000 different answers"),
        ("lexicon = 'nyt'\nanswers = 'x'\nbots = ['entropy']", "not both"),
        ("lexicon = 'nyt'\ngame = 'nyt'\nbots = ['entropy']", "either game or lexicon, not both"),
        ("game = 'mastermind(4,6)'\nhard = 'nyt'\nbots = ['entropy']", "has no hard mode"),
        ("game = 'mastermind(4,6)'\nbots = ['letters']", "needs Wordle's letters"),
        ("game = 'mastermind(4,6)'\nbots = ['resident:novice']", "needs Wordle's letters"),
        ("game = 'chess'\nbots = ['entropy']", "no game 'chess'"),
        ("this is not toml", "not TOML"),
    ],
)
def test_a_bad_cup_is_refused_in_one_line(tmp_path, text, problem):
    path = tmp_path / "bad.toml"
    path.write_text(text)
    with pytest.raises(InvalidError, match=problem) as caught:
        Cup.from_file(path)
    assert "\n" not in str(caught.value)
    assert "bad.toml" in str(caught.value)


def test_a_changed_cup_does_not_mix_with_the_old_one(tmp_path):
    where = tmp_path / "cup.sqlite"
    run_cup(cup_of(["entropy", "letters"]), where)
    with pytest.raises(StoreError, match="with a different setting: seed; change name in"):
        run_cup(cup_of(["entropy", "letters"], seed=9), where)
    with pytest.raises(StoreError, match="another secret"):
        run_cup(cup_of(["entropy", "letters"], secret="other"), where)
    run_cup(cup_of(["entropy", "letters"], seed=9, name="other"), where)
    with Store(where) as store:
        assert [one.name for one in store.tournaments()] == ["cup", "other"]
        assert store.tournament().name == "other"
        with pytest.raises(StoreError, match="no tournament 'third'"):
            store.tournament("third")


def test_a_changed_game_of_ones_own_does_not_mix_with_the_old_one(tmp_path):
    """The words and the name of the rule are the same, what is replied is not."""
    cup, where, mine = tmp_path / "cup.toml", tmp_path / "cup.sqlite", tmp_path / "mine.py"
    mine.write_text(BLACK)
    cup.write_text("game = 'mine.py:Black'\nwords = 4\nbots = ['entropy']")
    before = Cup.from_file(cup)
    run_cup(before, where)
    mine.write_text(BLACK.replace("one == other for one", "other == one for one"))
    after = Cup.from_file(cup)
    assert after.game.summary() == before.game.summary()
    with pytest.raises(StoreError, match="with a different setting: game;"):
        run_cup(after, where)
    run_cup(before, where)


def test_a_tournament_of_an_older_store_is_resumed(tmp_path):
    """It does not tell the id of its game."""
    cup = cup_of(["entropy", "letters"])
    told = cup.to_dict()
    assert told.pop("game") == cup.game.id
    with Store(tmp_path / "cup.sqlite", writing=True) as store:
        store.add_tournament("cup", told, "known")
    run_cup(cup, tmp_path / "cup.sqlite")
    with pytest.raises(StoreError, match="with a different setting: seed"):
        run_cup(replace(cup, seed=9), tmp_path / "cup.sqlite")
    with pytest.raises(StoreError, match="with a different setting: lexicon"):
        run_cup(replace(cup, game=make_game("nyt")), tmp_path / "cup.sqlite")


# The package


def test_the_package_loads_no_database_and_no_compiler():
    code = "import sys, salet.arena; print({'sqlalchemy', 'numba'} & {*sys.modules})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_every_public_name_is_there():
    import salet.arena

    for name in salet.arena.__all__:
        assert getattr(salet.arena, name).__doc__, name
    assert not hasattr(salet.arena, "nothing")
