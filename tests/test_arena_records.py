"""Games, schedules, ratings and statistics of the arena: what is counted, and how."""

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from salet import InvalidError, Lexicon, Rules, pattern_of
from salet.arena.bots.bot import Ask, Bot, Request
from salet.arena.bots.player import HousePlayer, Limits, Seat
from salet.arena.bots.record import GameRecord, Verdict
from salet.arena.bots.wire import read_game, read_reply, read_request, write_request
from salet.arena.cup.cup import LEAST_ROUNDS, Sprt
from salet.arena.cup.schedule import SCHEDULES, Meeting, SoFar, ladder_order
from salet.arena.cup.standings import Difference, rating_curve
from salet.arena.play.umpire import Umpire, play_duel, play_race, play_responder, race_words
from salet.arena.store.store import Match, StoredGame
from salet.games.mastermind import Mastermind
from salet.games.wordle import Wordle

pytestmark = pytest.mark.slow

WORDS = ["aabb", "abab", "abba", "baab", "baba", "bbaa", "aaab", "bbba", "caab", "cbba"]
SMALL = Wordle(Lexicon.from_words(WORDS, name="small"))


class First(Bot):
    """Guesses the first candidate."""

    def guess(self, request):
        return request.candidates[0]


class Says(Bot):
    """Gives fixed answers, whatever is asked."""

    def __init__(self, guess="aabb", word="aabb", pattern="----"):
        self.answers = {"guess": guess, "set": word, "respond": pattern}

    def guess(self, request):
        return self.answers["guess"]

    def set_word(self, request):
        return self.answers["set"]

    def respond(self, request):
        return self.answers["respond"]


def seat(name, bot):
    return Seat(name, HousePlayer(bot), Limits())


def umpire(max_guesses=6, hard="off"):
    return Umpire(SMALL, Rules(max_guesses, hard), seed=1)


def timeless(game):
    return replace(game, microseconds=(), set_microseconds=0)


def all_games(rounds):
    return [game for games in rounds for game in games]


def test_a_game_is_written_as_the_plain_rule_has_it():
    games = all_games(play_race(umpire(), seat("first", First()), SMALL.answers, ()))
    assert [game.answer for game in games] == list(SMALL.answers)
    for game in games:
        assert game.verdict is Verdict.SOLVED
        assert game.cost == len(game.played)
        for turn in SMALL.position(game.turns):
            assert turn.reply == pattern_of(turn.guess, game.answer)


@pytest.mark.parametrize(
    ("bot", "verdict", "cost", "message"),
    [
        (Says("aabb"), Verdict.NOT_SOLVED, 7, ""),
        (Says("zzzz"), Verdict.INVALID, 8, "not a"),
        (Says("aabbb"), Verdict.INVALID, 8, "5 letters"),
        (Says(7), Verdict.INVALID, 8, "not a word"),
        (Bot(), Verdict.CRASHED, 8, "has no method guess"),
    ],
)
def test_verdicts_and_what_they_cost(bot, verdict, cost, message):
    (game,) = all_games(play_race(umpire(), seat("it", bot), ["cbba"], ()))
    assert (game.verdict, game.cost) == (verdict, cost)
    assert message in game.message


def test_hard_mode_is_held_to():
    lenient = all_games(play_race(umpire(2), seat("it", Says("aaab")), ["bbba"], ()))
    strict = all_games(play_race(umpire(2, "strict"), seat("it", Says("aaab")), ["bbba"], ()))
    assert lenient[0].verdict is Verdict.NOT_SOLVED
    assert strict[0].verdict is Verdict.INVALID
    assert "hard mode" in strict[0].message


def test_a_setter_that_fails_makes_a_gift():
    games = all_games(play_duel(umpire(), seat("a", First()), seat("b", Says(word="zzzz")), 2, ()))
    gifts = [game for game in games if game.setter == "b"]
    assert [game.cost for game in gifts] == [1, 1]
    assert {game.setter_verdict for game in gifts} == {Verdict.INVALID}
    assert all(game.answer == "" for game in gifts)


def test_words_do_not_repeat_in_a_duel():
    games = all_games(play_duel(umpire(), seat("a", First()), seat("b", Says(word="abba")), 3, ()))
    set_by_b = [game for game in games if game.setter == "b"]
    assert [game.setter_verdict for game in set_by_b] == [None, Verdict.INVALID, Verdict.INVALID]
    assert "already" in set_by_b[1].message
    words = [game.answer for game in games if game.setter == "a"]
    assert len(set(words)) == len(words) == 3


def test_both_set_before_either_knows():
    seen = []

    class Watches(First):
        def set_word(self, request):
            seen.append((request.me, len(request.history)))
            return super().set_word(request)

    list(play_duel(umpire(), seat("a", Watches()), seat("b", Watches()), 3, ()))
    assert sorted(seen) == [("a", 0), ("a", 2), ("a", 4), ("b", 0), ("b", 2), ("b", 4)]


@pytest.mark.parametrize("play", [play_duel, play_responder])
def test_a_match_is_taken_up_where_it_was_left(play):
    whole = all_games(play(umpire(), seat("a", First()), seat("b", First()), 5, ()))
    for cut in (0, 2, 4, 10):
        rest = all_games(play(umpire(), seat("a", First()), seat("b", First()), 5, whole[:cut]))
        again = [*whole[:cut], *rest]
        assert len(again) == len(whole)
        assert [timeless(one) for one in again] == [timeless(one) for one in whole]


def test_a_responder_may_change_its_mind_but_not_lie():
    honest = all_games(play_responder(umpire(), seat("a", First()), seat("b", First()), 2, ()))
    assert all(game.verdict is Verdict.SOLVED for game in honest)
    assert all(
        pattern_of(t.guess, g.answer) == t.reply for g in honest for t in SMALL.position(g.turns)
    )
    liar = seat("b", Says(pattern="gggg"))
    lies = all_games(play_responder(umpire(), seat("a", First()), liar, 2, ()))
    told = [game for game in lies if game.setter == "b"]
    # The first guess is right because it says so; the same word again would be a lie.
    assert told[0].setter_verdict is None
    assert told[0].cost == 1
    nothing_fits = seat("b", Says(pattern="----"))
    games = all_games(play_responder(umpire(), seat("a", Says("aabb")), nothing_fits, 1, ()))
    assert games[0].setter_verdict is Verdict.INVALID
    assert "lied" in games[0].message


def test_the_default_responder_leaves_most_words():
    request = Request(Ask.RESPOND, SMALL, Rules(), "b", "a", guessed="aabb")
    pattern = Bot().respond(request)
    fitting = [word for word in SMALL.answers if str(pattern_of("aabb", word)) == pattern]
    others = {str(pattern_of("aabb", word)) for word in SMALL.answers}
    sizes = [sum(str(pattern_of("aabb", w)) == other for w in SMALL.answers) for other in others]
    assert len(fitting) == max(sizes)


def test_race_words_are_seeded_and_different():
    original = Wordle("original")
    words = race_words(original, 500, seed=1, round_number=0)
    assert len(set(words)) == 500
    assert race_words(original, 500, seed=1, round_number=0) == words
    assert race_words(original, 500, seed=2, round_number=0) != words
    with pytest.raises(InvalidError, match="needs as many answers"):
        race_words(SMALL, 11, 1, 0)


# The protocol


def test_questions_of_another_game_round_trip():
    game = Mastermind(3, 4)
    request = Request(
        Ask.GUESS, game, Rules(9, "strict"), "a", "b", 1, game.position("aab:1.1"), ()
    )
    values = write_request(request, 1)
    assert (values["game"], values["rule"]) == ("mastermind(3,4)", "mastermind-1")
    assert values["turns"] == [{"guess": "aab", "pattern": "1.1"}]
    read = read_game(values, SMALL.lexicon)
    assert read == game
    assert read_request(values, read) == request
    assert (
        read_game(write_request(Request(Ask.SET, SMALL, Rules(), "a"), 1), SMALL.lexicon) == SMALL
    )


@given(st.integers(0, 3), st.sampled_from(list(Ask)), st.integers(0, 6))
def test_questions_round_trip(rounds, ask, told):
    games = all_games(play_duel(umpire(), seat("a", First()), seat("b", First()), rounds, ()))
    request = Request(
        ask,
        SMALL,
        Rules(4, "nyt"),
        "a",
        "b",
        99,
        SMALL.position(games[0].turns) if games else Request(ask, SMALL, Rules(), "a").position,
        tuple(games),
        "abba" if ask is Ask.RESPOND else None,
    )
    told = min(told, len(games))
    values = write_request(request, 5, told)
    back = read_request(values, SMALL, games[:told])
    assert values["id"] == 5
    assert len(back.history) == len(games)
    assert back.candidates == request.candidates
    assert (back.ask, back.rules, back.guessed, back.seed) == (
        ask,
        request.rules,
        request.guessed,
        99,
    )


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (b"crane", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b'"crane"', "not {"),
        (b'{"word": "crane"}', "not {"),
        (b'{"guess": 5}', "not {"),
        (b'{"guess": "crane", "id": 4}', "answered question 4, not 3"),
        (b'{"guess": "\xff"}', "not UTF-8"),
        (b"", "not JSON"),
    ],
)
def test_unreadable_replies(line, problem):
    with pytest.raises(Exception, match=problem) as caught:
        read_reply(line, Ask.GUESS, 3)
    assert caught.value.verdict is Verdict.INVALID


def test_readable_replies():
    assert read_reply(b'{"guess": "crane", "shout": "hey"}', Ask.GUESS, 3) == "crane"
    assert read_reply(b'{"id": 3, "pattern": "-----"}', Ask.RESPOND, 3) == "-----"


# Schedules


def result(number, first, second, margin):
    return Meeting(number, first, second, (margin,), (0,))


def play_out(schedule, names, strength, rounds=None):
    """Play a schedule out; the lower strength wins, equal strengths draw."""
    played, results = [], []
    while new := SCHEDULES[schedule](SoFar(names, played, results, rounds, 7)):
        for pairings in new:
            for first, second in pairings:
                margin = strength[first] - strength[second]
                results.append(result(len(played), first, second, margin))
            played.append(pairings)
    return played, results


@given(st.integers(2, 9))
def test_round_robin_lets_everyone_meet_once(n):
    names = [f"bot{i}" for i in range(n)]
    played, _ = play_out("round-robin", names, dict.fromkeys(names, 0))
    pairs = [frozenset(pair) for pairings in played for pair in pairings]
    assert len(pairs) == len(set(pairs)) == n * (n - 1) // 2
    for pairings in played:
        busy = [name for pair in pairings for name in pair]
        assert len(busy) == len(set(busy))


@given(st.integers(2, 17), st.randoms(use_true_random=False))
def test_swiss_pairs_everyone_with_someone_new(n, rng):
    names = [f"bot{i}" for i in range(n)]
    strength = {name: rng.randrange(5) for name in names}
    played, _ = play_out("swiss", names, strength)
    assert len(played) == max(1, (n - 1).bit_length())
    pairs = [frozenset(pair) for pairings in played for pair in pairings]
    if n > 3:
        assert len(pairs) == len(set(pairs))
    for pairings in played:
        assert len(pairings) == n // 2
    byes = [sum(all(name not in pair for pair in one) for one in played) for name in names]
    assert max(byes) - min(byes) <= 1


@given(st.permutations(range(6)))
def test_the_best_wins_a_knockout(strengths):
    names = [f"bot{i}" for i in range(6)]
    strength = dict(zip(names, strengths, strict=True))
    played, results = play_out("knockout", names, strength)
    assert [len(pairings) for pairings in played] == [2, 2, 1]
    assert results[-1].winner == min(names, key=strength.__getitem__)


def test_draws_in_a_knockout_go_to_the_higher_seed():
    names = list("abcd")
    played, _ = play_out("knockout", names, dict.fromkeys(names, 0))
    assert played == [[("a", "d"), ("b", "c")], [("a", "b")]]


@given(st.permutations(range(5)))
def test_a_ladder_ends_in_order(strengths):
    names = [f"bot{i}" for i in range(5)]
    strength = dict(zip(names, strengths, strict=True))
    _, results = play_out("ladder", names, strength)
    assert ladder_order(names, results) == sorted(names, key=strength.__getitem__)


def test_two_are_enough_for_every_schedule():
    for name in SCHEDULES:
        played, _ = play_out(name, ["a", "b"], {"a": 0, "b": 1}, rounds=1)
        assert played == [[("a", "b")]]


# Statistics


def test_paired_difference_by_hand():
    seen = Difference.of([-2, 0, 1, 0])
    assert (seen.mean, seen.better, seen.equal, seen.worse) == (-0.25, 1, 2, 1)
    assert seen.low < -0.25 < seen.high
    assert not seen.clear
    assert Difference.of([0] * 10).low == 0 == Difference.of([0] * 10).high


def test_bootstrap_interval_agrees_with_the_normal_one():
    rng = random.Random(5)
    sample = [rng.choice([-1, 0, 0, 1, 1]) for _ in range(2000)]
    mean = sum(sample) / len(sample)
    deviation = (sum((d - mean) ** 2 for d in sample) / len(sample)) ** 0.5
    seen = Difference.of(sample)
    assert seen.low == pytest.approx(mean - 1.96 * deviation / 2000**0.5, abs=0.004)
    assert seen.high == pytest.approx(mean + 1.96 * deviation / 2000**0.5, abs=0.004)


def test_sprt_seldom_errs():
    """Wald: with the true difference at the margin, the wrong bot is named in at most 5%."""
    rng = random.Random(3)
    test = Sprt(margin=0.2, error=0.05)
    wrong = right = 0
    for _ in range(300):
        differences = []
        while len(differences) < 3000:
            differences.append(rng.choices([-1, 0, 1], [0.4, 0.4, 0.2])[0])  # mean -0.2
            decision = test.decision(differences)
            if decision:
                right += decision < 0
                wrong += decision > 0
                break
    assert wrong + right == 300
    assert wrong <= 300 * 0.08


def test_sprt_waits_and_does_not_divide_by_zero():
    test = Sprt()
    assert test.decision([-5] * (LEAST_ROUNDS - 1)) == 0
    assert test.decision([-5] * 100) == -1
    assert test.decision([0] * 1000) == 0
    assert test.log_ratio([]) == 0
    with pytest.raises(InvalidError, match=r"error must be below 0\.5"):
        Sprt(error=0.5)
    with pytest.raises(InvalidError, match="margin"):
        Sprt(margin=0)


def stored(number, match_id, place, solver, cost):
    record = GameRecord(place, place, solver, None, "aabb", "", Verdict.SOLVED, cost)
    return StoredGame(number, match_id, record)


def test_ratings_follow_results_and_shrink():
    matches = [Match(1, 0, 0, "a", "b"), Match(2, 1, 1, "a", "c")]
    games = []
    for place in range(30):
        games += [stored(0, 1, place, "a", 3), stored(0, 1, place, "b", 4)]
    for place in range(30):
        games += [stored(0, 2, place, "a", 4), stored(0, 2, place, "c", 4)]
    curve = rating_curve(["a", "b", "c", "d"], matches, games)
    assert curve["a"][1].mu > 25 > curve["b"][1].mu
    assert curve["a"][2].sigma < curve["a"][1].sigma < curve["a"][0].sigma
    assert [len(curve[name]) for name in "abcd"] == [3, 2, 2, 1]
    # The order in which workers wrote the games does not matter.
    assert rating_curve(["a", "b", "c", "d"], matches, games[::-1]) == curve


def test_a_meeting_pairs_costs():
    one = Meeting(0, "a", "b", (3, 4, 5), (4, 4, 4))
    assert one.differences == (-1, 0, 1)
    assert one.winner is None
    assert one.points("a") == one.points("b") == 0.5
