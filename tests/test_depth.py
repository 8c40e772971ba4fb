"""How deep a tree must be: the sets that no guess takes apart, against plain recursion."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from salet import Lexicon, Position, Rules, optimal, pattern_of
from salet.exact import subsets, team
from salet.exact.search import GUESSES, NOT_FOUND, Search, bits_of
from salet.exact.shortcuts import DepthSearch
from salet.exact.subsets import Refuter, SubsetSearch, allocate_cores
from salet.exact.team import Team
from salet.games.registry import make_game
from salet.kernels import cores as kernel
from salet.kernels.bounds import NEVER
from salet.kernels.compiler import compiled
from salet.table import open_table
from salet.view import Setting
from tests.helpers import examples, rhymes


def parts(guess, words):
    groups = {}
    for word in words:
        groups.setdefault(pattern_of(guess, word).code, []).append(word)
    return [tuple(group) for group in groups.values()]


def plain(lexicon):
    """Return a function that tells whether so many guesses solve a set, by trying everything."""

    @cache
    def solvable(words, depth):
        if len(words) == 1 or depth == 0:
            return depth > 0
        return any(
            all(part == (guess,) or solvable(part, depth - 1) for part in parts(guess, words))
            for guess in lexicon.allowed
            if len(parts(guess, words)) > 1
        )

    return solvable


@pytest.mark.long
@pytest.mark.slow
@examples(60)
@given(rhymes(14), st.sampled_from([4, 5]))
def test_cores_refute_an_opener_iff_so_many_guesses_do_not_do(lexicon, depth):
    solvable = plain(lexicon)
    cores = allocate_cores(open_table(lexicon), "off")
    every = np.arange(len(lexicon.answers), dtype=np.int32)
    for _ in range(2):  # once more with everything known
        for guess, word in enumerate(lexicon.allowed):
            groups = parts(word, lexicon.answers)
            can = all(part == (word,) or solvable(part, depth - 1) for part in groups)
            assert kernel.refute_opener(cores, guess, every, depth) == (
                kernel.SOLVED if can else kernel.REFUTED
            )


def compare_with_search(table, hard, position=""):
    """Ask small sets about every legal guess, of all candidates and of some, with 4 and 5 left.

    Return how often they say no, and yes.
    """
    refuter, said = Refuter(table, hard), []
    position = Position.from_text(position)
    for left in (4, 5, 4):
        search = Search(table, Rules(len(position) + left, hard), *NOT_FOUND)
        whole = Setting.of(table, search.rules).view(position)
        for some in (whole.candidates, whole.candidates[::2]):
            view = replace(whole, candidates=some)
            for guess in view.legal:
                solves = refuter.solves(view, guess)
                can = search.total_of(view, guess, 1) == 0
                if hard in {"off", "nyt"} or solves is not None:
                    assert solves is can
                said.append(solves)
    return said.count(False), said.count(True)


@pytest.mark.slow
@examples(60)
@given(rhymes(14), st.sampled_from(["off", "nyt", "strict"]), st.sampled_from([3, 1000]))
def test_small_sets_and_search_agree(lexicon, hard, room):
    """Also where there is no room to keep most of them, and with those of other sets."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(subsets, "_MOST_CORES", room)
        compare_with_search(open_table(lexicon), hard)


@pytest.mark.slow
@pytest.mark.parametrize(("hard", "end"), [("nyt", ""), ("strict", ""), ("nyt", "s")])
def test_small_sets_and_search_agree_on_real_words(original, hard, end):
    """Words of six letters have more replies than a byte can tell apart."""
    lexicon = rhyming(original, Rules(5, hard)).lexicon
    answers, allowed = (
        [word + end for word in words] for words in (lexicon.answers, lexicon.allowed)
    )
    table = open_table(Lexicon.from_words(answers, allowed))
    no, yes = compare_with_search(table, hard)
    assert no > 100
    assert (yes > 100) == (hard == "nyt")


@pytest.mark.slow
def test_small_sets_and_search_agree_after_a_turn(original):
    """What is legal is told by the last guess: all were legal before."""
    table = rhyming(original, Rules(5, "nyt")).table
    no, yes = compare_with_search(table, "nyt", "tight:-gggg")
    assert no > 0
    assert yes > 0


@pytest.mark.slow
@pytest.mark.parametrize("hard", ["off", "strict"])
def test_small_sets_and_search_agree_on_codes(hard):
    compare_with_search(open_table(make_game("mastermind(3,4)")), hard)


def test_small_sets_do_not_tell_all(original_table):
    """Nothing with other numbers of guesses left, nor when stopped or after too many guesses."""
    refuter, guess = Refuter(original_table, "off"), original_table.lexicon.guess_index("salet")
    four = Setting.of(original_table, Rules(4)).start()
    for left in (1, 2, 3, 6, 7):
        view = Setting.of(original_table, Rules(left)).start()
        assert refuter.solves(view, guess) is None
        verdict = kernel.refute_opener(refuter._cores, guess, np.arange(200, dtype=np.int32), left)
        assert verdict == kernel.STOPPED
    assert refuter.solves(four, guess, 10) is None
    refuter.stop()
    assert refuter.stopped
    assert refuter.solves(four, guess) is None
    refuter.resume()
    assert refuter.solves(four, guess) is False


@pytest.mark.slow
@examples(60)
@given(rhymes(14), st.integers(2, 7))
def test_the_worst_case_of_every_opener(lexicon, cap):
    solvable = plain(lexicon)
    table = open_table(lexicon)
    view, search = Setting.of(table, Rules(cap)).start(), DepthSearch(table, "off")
    totals, missed = (Team([Search(table, Rules(cap), *of)], search) for of in (GUESSES, NOT_FOUND))
    for guess, word in enumerate(lexicon.allowed):
        groups = parts(word, lexicon.answers)
        worst = next(
            (
                depth
                for depth in range(1, cap + 1)
                if all(part == (word,) or solvable(part, depth - 1) for part in groups)
            ),
            NEVER,
        )
        assert search.total_of(view, guess) == worst
        assert (totals.value(view, guess) == NEVER) == (worst > cap)
        assert (missed.value(view, guess, cut=1) == 0) == (worst <= cap)
        if worst < NEVER:
            assert search.total_of(view, guess, worst) == worst  # no better: the cut
            assert search.total_of(view, guess, worst + 1) == worst


@examples(100)
@given(rhymes(14), st.data())
def test_a_set_is_taken_apart_iff_some_legal_guess_does(lexicon, data):
    """With one recent guess and blocks of three guesses, so that both kinds of step are taken."""
    cores = allocate_cores(open_table(lexicon), "off")
    cores = cores._replace(recent=cores.recent[:1].copy(), alone=np.zeros(3, np.uint8))
    indexes = st.integers(0, len(lexicon.answers) - 1)
    for chosen in data.draw(st.lists(st.sets(indexes, min_size=1), min_size=1, max_size=6)):
        some = np.array(sorted(chosen), np.int32)
        words = [lexicon.answers[i] for i in some]
        legal = [guess for guess in lexicon.allowed if data.draw(st.booleans())]
        can = any(len(parts(guess, words)) == len(words) for guess in legal)
        bits = bits_of(np.isin(lexicon.allowed, legal))
        assert compiled(kernel.taken_apart)(cores, some, bits) == can


@pytest.mark.slow
def test_a_core_is_minimal(original_table):
    """Found from the -ound words: no guess takes a core apart, one does if any is missing."""
    lexicon = original_table.lexicon
    cores = allocate_cores(original_table, "off")
    words = [word for word in lexicon.answers if word.endswith("ound")]
    part = np.array([lexicon.answer_index(word) for word in words], np.int32)
    assert not compiled(kernel.taken_apart)(cores, part, cores.every)
    core = compiled(kernel.shrink)(cores, part, cores.every)
    codes = original_table.codes[:, core]
    assert max(len(set(row)) for row in codes.tolist()) < len(core)
    for left_out in range(len(core)):
        fewer = np.delete(codes, left_out, axis=1)
        assert max(len(set(row)) for row in fewer.tolist()) == len(core) - 1


@pytest.mark.long
@pytest.mark.slow
def test_four_guesses_are_not_enough(original_table):
    """For every 800th opener; benchmarks/test_optimal.py does them all. Depth 5 is published."""
    view, search = Setting.of(original_table, Rules(6)).start(), DepthSearch(original_table, "off")
    for guess in range(0, len(original_table.lexicon.allowed), 800):
        assert search.total_of(view, guess, 5) == 5
    assert search.nodes == 0  # all by cores


@pytest.mark.long
@pytest.mark.slow
def test_the_search_agrees_that_four_guesses_are_not_enough(original_table):
    rules = Rules(4)
    search = Search(original_table, rules, slope=0, penalty=1)
    view = Setting.of(original_table, rules).start()
    assert search.total_of(view, original_table.lexicon.guess_index("salet"), cut=1) == 1


@pytest.mark.slow
def test_five_guesses_are_not_enough_in_hard_mode():
    """Of `nyt`: some openers, of which clift resists the search. docs/optimal.md has them all."""
    view = Setting.of(open_table(Lexicon.load("nyt")), Rules(5, "nyt")).start()
    search = SubsetSearch(view, Search(view.table, view.rules, *NOT_FOUND))
    words = [*view.game.guesses[::5000], "tarse", "tarps", "clift"]
    assert all(search.total_of(view, view.lexicon.guess_index(word), 1) for word in words)


@pytest.mark.slow
def test_the_most_answers_within_four_guesses():
    """Of `nyt`: proven of all openers in docs/optimal.md; here of the two best and two others."""
    view = Setting.of(open_table(Lexicon.load("nyt")), Rules(4)).start()
    search = SubsetSearch(view, Search(view.table, view.rules, *NOT_FOUND))
    missed = {
        word: search.total_of(view, view.lexicon.guess_index(word), 100)
        for word in ("rated", "later", "salet", "tarse")
    }
    assert missed.pop("rated") == 93
    assert missed.pop("later") == 99
    assert min(missed.values()) >= 100


@pytest.mark.slow
def test_a_core_of_other_candidates_refutes_nothing(original_table):
    """A team that is asked about two positions does not take the cores of one for the other."""
    start = Setting.of(original_table, Rules(5)).start()
    guess = original_table.game.guesses.index
    depth = DepthSearch(original_table, "off")
    team = Team([Search(original_table, Rules(6))], depth)
    assert depth.refutes(Setting.of(original_table, Rules(4)).start(), guess("salet"))
    salet, codes = guess("salet"), original_table.row(guess("salet"))
    fresh = Search(original_table, Rules(6))
    for code in np.unique(codes[start.candidates])[::4].tolist():
        part = start.after(salet, code, start.candidates[codes[start.candidates] == code])
        assert part.guesses_left == 4
        for other in range(0, 12972, 1000):
            assert (team.value(part, other) == NEVER) == (fresh.total_of(part, other) == NEVER)


@pytest.fixture(scope="module")
def hasty():
    """Leave answers out at once, and nearly all of them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(subsets, "_FEW_SETS", 1)
        patch.setattr(subsets, "_FEW_OF_FAMILIES", 1)
        patch.setattr(subsets, "_FAMILIES", range(2, 5))
        yield


def with_and_without(view, cut, weights=None):
    """Compare the values of all openers, with answers left out and without, twice.

    Every other time there is one guess fewer, so that what is learnt with one number of guesses
    meets the other. Return how many openers are refuted by what was learnt, and by two sets.
    """
    table, rules = view.table, view.rules
    plain = Search(table, rules, *NOT_FOUND, weights=weights)
    fewer = SubsetSearch(view, Search(table, rules, *NOT_FOUND, weights=weights))
    caps = range(rules.max_guesses, max(len(view.turns), rules.max_guesses - 2), -1)
    views = [Setting.of(table, Rules(cap, rules.hard)).view(view.position) for cap in caps]
    learnt = added = 0
    for _ in range(2):
        for guess in range(len(table.game.guesses)):
            for one in views:
                value, found = plain.total_of(one, guess), fewer.total_of(one, guess, cut)
                assert min(value, cut) <= found <= value if value >= cut else found == value
                assert fewer._learnt(one, guess) <= value
                assert fewer._added_up(one, guess, cut) <= value
                learnt += fewer._learnt(one, guess) >= cut
                added += fewer._added_up(one, guess, cut) >= cut
    return learnt, added


@pytest.mark.slow
@examples(100)
@given(
    rhymes(14),
    st.integers(2, 4),
    st.integers(1, 5),
    st.sampled_from(["off", "nyt", "strict"]),
    st.sampled_from([1, 50]),
    st.sampled_from([1, 50]),
)
def test_fewer_answers_leave_no_more_unfound(hasty, lexicon, cap, cut, hard, few, fewer):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(subsets, "_FEW_SETS", few)
        patch.setattr(subsets, "_FEW_OF_FAMILIES", fewer)
        with_and_without(Setting.of(open_table(lexicon), Rules(cap, hard)).start(), cut)


def rhyming(original, rules, position=""):
    """Return a view of words that are hard to tell apart."""
    answers = [word for word in original.answers if word[1:] in ("atch", "ound", "ight", "aste")]
    answers += original.answers[::40]
    lexicon = Lexicon.from_words({*answers}, {*answers, *original.allowed[::60]})
    return Setting.of(open_table(lexicon), rules).view(Position.from_text(position))


@pytest.mark.slow
@pytest.mark.parametrize("hard", ["off", "nyt", "strict"])
@pytest.mark.parametrize("weighted", [False, True])
def test_real_answers_that_are_left_out(hasty, monkeypatch, original, hard, weighted):
    """With a cut of 1 openers are refuted by what was learnt, with a cut of 9 by two sets."""
    view = rhyming(original, Rules(4, hard))
    answers = len(view.candidates)
    weights = np.random.default_rng(1).integers(1, 9, answers) if weighted else None
    with_and_without(view, 2, weights)
    monkeypatch.setattr(subsets, "_FEW_OF_FAMILIES", 5000)
    learnt, _ = with_and_without(view, 1, weights)
    assert learnt > 0
    monkeypatch.setattr(subsets, "_FEW_SETS", 5000)
    _, added = with_and_without(view, 9, weights)
    assert added > 0


@pytest.mark.slow
@pytest.mark.parametrize("hard", ["off", "nyt"])
def test_answers_left_out_after_a_turn(hasty, monkeypatch, original, hard):
    """All answers have a letter in common, so that the two sets differ in another one."""
    monkeypatch.setattr(subsets, "_FEW_OF_FAMILIES", 5000)
    view = rhyming(original, Rules(4, hard), "tight:-gggg")
    first, second = SubsetSearch(view, Search(view.table, view.rules, *NOT_FOUND))._two_sets
    assert sorted([*first, *second]) == view.candidates.tolist()
    with_and_without(view, 1)
    with_and_without(view, 2)


@pytest.mark.slow
def test_answers_left_out_of_a_symmetric_game(hasty, monkeypatch):
    monkeypatch.setattr(subsets, "_FEW_OF_FAMILIES", 5000)
    view = Setting.of(open_table(make_game("mastermind(3,4)")), Rules(3)).start()
    for cut in (1, 4):
        with_and_without(view, cut)


def test_a_search_with_fewer_answers_stops(hasty, original_table):
    view = Setting.of(original_table, Rules(4)).start()
    search = SubsetSearch(view, Search(original_table, view.rules, *NOT_FOUND))
    search.stop()
    search.total_of(view, 0, 1)
    assert search.stopped
    search.resume()
    assert search.total_of(view, original_table.lexicon.guess_index("salet"), 1) == 1
    assert not search.stopped


@pytest.mark.slow
@pytest.mark.parametrize("hard", ["nyt", "strict"])
def test_a_team_asks_small_sets_where_parts_resist(monkeypatch, original, hard):
    monkeypatch.setattr(team, "_FEW_SETS", 1)
    view = rhyming(original, Rules(5, hard))
    plain, depth = Search(view.table, view.rules, *NOT_FOUND), DepthSearch(view.table, hard)
    asking = Team([Search(view.table, view.rules, *NOT_FOUND)], depth)
    dismissed = 0
    for guess in range(0, len(view.game.guesses), 3):
        asking.limit(None)
        assert min(asking.value(view, guess, 1), 1) == min(plain.total_of(view, guess, 1), 1)
        assert not asking.stopped
        dismissed += asking.parts.dismissed
    assert dismissed > 0


@pytest.mark.slow
@pytest.mark.parametrize("nodes", [1000, 3000, 20_000, 200_000])
def test_a_limit_leaves_the_total_unproven(nodes):
    """The worst case is known much sooner than the least total with it, which is 8,155."""
    found = optimal("crane", hard="nyt", objective="worst", nodes=nodes).best
    assert found.worst == found.lower_bound == 6
    assert found.proven == (found.total == 8155)
