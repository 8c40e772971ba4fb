"""Write-up 000, Chris Chow, "Solving Wordle" (github.com/chrischow/wordle_solver).

Every published value is from the document unless a comment names its logs. The popularity
configurations need the author's Lexipedia counts, which the repository does not carry: name the
file in SALET_LEXIPEDIA, or keep it in ../shared/data, and nothing is skipped.
"""

import os
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

from salet import run
from salet.errors import InvalidError
from salet.games.colours import Pattern
from salet.games.wordle import pattern_of
from salet.replication.chow import report, write_games
from salet.replication.chow.figures import best, composite, game_row, of_config, rank
from salet.replication.chow.others import Glaiel, possible
from salet.replication.chow.program import (
    CELLS,
    CONFIGURATIONS,
    CORRECTED,
    OPENERS,
    PUBLISHED,
    CellGames,
    Experiment,
    Order,
    Procedure,
    WordBook,
)
from salet.replication.findings import Options
from salet.replication.procedure import Tally, switches_of, without
from salet.replication.writeup import WriteUp
from salet.strategies.base import DecisionRule
from salet.strategies.letters import Letters, Tiles
from salet.strategies.splits import Minimax
from salet.words.frequencies import Frequencies

BESIDE = Path(__file__).parents[2] / "shared" / "data" / "lexipedia_answers.csv"
LEXIPEDIA = Path(os.environ.get("SALET_LEXIPEDIA", BESIDE))
needs_lexipedia = pytest.mark.skipif(
    not LEXIPEDIA.exists(), reason="the author's popularity table is not here: set SALET_LEXIPEDIA"
)
CONFIG = {config.name: config for config in CONFIGURATIONS}


def author_options(**more):
    return Options(data={"lexipedia": LEXIPEDIA} if LEXIPEDIA.exists() else {}, **more)


@pytest.fixture(scope="module")
def grid(cache):
    return Experiment(author_options())


@pytest.fixture(scope="module")
def published(grid):
    return grid.outcomes(PUBLISHED)


@pytest.fixture(scope="module")
def corrected(grid):
    return grid.outcomes(CORRECTED)


def winner(outcomes, value):
    (one,) = best(outcomes, value, 1)[0].strategies
    return one


def mean_steps(outcome):
    return -outcome.total


# The rank-1 table: mean steps, success rate, solved within 3 steps.
RANK_ONE = {
    "ncands": (("tales", 3.6017), ("tares", 99.78), ("raile", 48.12)),
    "lf": (("stare", 3.7287), ("tales", 99.44), ("arose", 42.98)),
    "gyx": (("stare", 3.8320), ("tales", 99.09), ("roate", 38.57)),
    "lf-pop": (("tores", 3.7702), ("tores", 99.22), ("arose", 42.33)),
    "gyx-pop": (("tales", 3.8898), ("tales", 98.79), ("roate", 37.93)),
}


@pytest.mark.slow
@pytest.mark.parametrize(
    "config",
    [name if "pop" not in name else pytest.param(name, marks=needs_lexipedia) for name in RANK_ONE],
)
def test_rank_one_table(published, config):
    rivals = of_config(published, config)
    mean = winner(rivals, mean_steps)
    success = winner(rivals, lambda outcome: outcome.wins)
    quick = winner(rivals, lambda outcome: outcome.quick)
    assert (
        (mean.opener, round(mean.mean, 4)),
        (success.opener, round(100 * success.wins / 2315, 2)),
        (quick.opener, round(100 * quick.quick / 2315, 2)),
    ) == RANK_ONE[config]


@pytest.mark.slow
def test_top_five_by_mean_and_within_three(published):
    # All of ncands, so they need no popularity. The sixth by within-3 is 12 words behind.
    rows = best(published, mean_steps, 5)
    found = [(one.opener, round(one.mean, 4)) for row in rows for one in row.strategies]
    assert found == [
        ("tales", 3.6017),
        ("raile", 3.6069),
        ("stare", 3.6112),
        ("roate", 3.6117),
        ("tares", 3.6121),
    ]
    rows = best(published, lambda outcome: outcome.quick, 5)
    openers = [row.strategies[0].opener for row in rows]
    assert openers == ["raile", "roate", "stare", "soare", "tales"]
    assert [row.lead for row in rows] == [11, 12, 3, 6, 12]
    assert {one.config for row in rows for one in row.strategies} == {"ncands"}


@pytest.mark.slow
def test_top_five_by_success(published):
    rows = best(published, lambda outcome: outcome.wins, 5)
    assert [row.rank for row in rows] == [1, 2, 3, 3, 3]
    assert [row.lead for row in rows] == [1, 1, 0, 0, 1]
    assert [one.opener for one in rows[2].strategies] == ["arles", "rales", "tores"]
    assert [2315 - row.strategies[0].wins for row in rows] == [5, 6, 7, 7, 7]


@pytest.mark.slow
@needs_lexipedia
def test_composite(published):
    together = composite(published)
    rows = best(published, together.__getitem__, 5)
    top = [row.strategies[0] for row in rows]
    assert [(one.opener, round(100 * together[one], 2)) for one in top] == [
        ("tales", 96.53),
        ("raile", 95.97),
        ("tares", 93.92),
        ("tores", 93.62),
        ("roate", 93.40),
    ]


@pytest.mark.slow
def test_longest_games(published):
    # The worst of the author's logs: 10 for letter frequencies, 9 for tiles, 8 for candidates.
    worst = {name: max(o.worst for o in of_config(published, name)) for name in CONFIG}
    assert (worst["lf"], worst["gyx"], worst["ncands"]) == (10, 9, 8)


@pytest.mark.slow
def test_places_of_openers(published):
    assert (rank(published, "gyx", "raile"), rank(published, "ncands", "raile")) == (13, 2)
    assert rank(published, "gyx", "tales") == 2
    assert rank(published, "lf", "tales") == 6  # the text says 7-8th


# The first is the document's sample, the others are from the author's logs.
LOGGED = [
    ("ncands", "tales", "aback", "tales bronc aback", "XYXXX YXXXY GGGGG", "102 1 1"),
    (
        *("ncands", "tares", "shave", "tares shalm shade shake shape shave"),
        *("XYXYY GGGXX GGGXG GGGXG GGGXG GGGGG", "28 4 3 2 1 1"),
    ),
    (
        *("lf", "soare", "hound", "soare cyton bound pound found mound wound hound"),
        *("XGXXX XXXYY XGGGG XGGGG XGGGG XGGGG XGGGG GGGGG", "87 9 5 4 3 2 1 1"),
    ),
    (
        *("gyx", "rales", "newer", "rales freer rover enter diner newer"),
        *("YXXGX XYYGG YXXGG YYXGG XXYGG GGGGG", "87 49 25 4 1 1"),
    ),
    ("gyx", "rales", "rotor", "rales rotor", "GXXXX GGGGG", "15 15"),
    pytest.param(
        *("gyx-pop", "tales", "goner", "tales freer rover power boxer homer joker goner"),
        *("XXXGX XYYGG YGXGG XGXGG XGXGG XGXGG XGXGG GGGGG", "107 42 10 5 4 3 2 2"),
        marks=needs_lexipedia,
    ),
    pytest.param(
        *("gyx-pop", "tales", "gaudy", "tales mania cardy paddy bawdy gaudy"),
        *("XGXXX XGXXY XGXGG XGYGG XGXGG GGGGG", "82 26 4 2 1 1"),
        marks=needs_lexipedia,
    ),
]


@pytest.mark.parametrize(("config", "opener", "answer", "words", "feedback", "ncands"), LOGGED)
def test_games_of_the_log(grid, config, opener, answer, words, feedback, ncands):
    cell = grid.cell(PUBLISHED, CONFIG[config], opener)
    assert game_row(grid, PUBLISHED, cell, answer) == {
        "steps": len(words.split()),
        "words": words.split(),
        "feedback": feedback.split(),
        "ncands": [int(count) for count in ncands.split()],
        "algo": config,
        "word": opener,
        "solution": answer,
    }


@pytest.mark.slow
def test_a_word_is_guessed_twice_in_a_row(grid):
    # 165 games of gyx in the author's logs; with removal at once, none.
    def twice(procedure):
        count = 0
        for opener in OPENERS:
            guesses = grid.cell(procedure, CONFIG["gyx"], opener).guesses
            again = (guesses[:, 1:] == guesses[:, :-1]) & (guesses[:, 1:] >= 0)
            count += int(again.any(axis=1).sum())
        return count

    assert twice(PUBLISHED) == 165
    assert twice(without(PUBLISHED, "late_removal", "older_program")) == 0


@pytest.mark.slow
def test_the_older_program_made_132_games_differ(grid):
    # With removal everywhere, 196,643 of the 196,775 logged games come out the same.
    newer = without(PUBLISHED, "older_program")
    differing = {}
    for config, opener in CELLS:
        if not PUBLISHED.removes(config, opener):
            one, other = (grid.cell(way, config, opener).guesses for way in (PUBLISHED, newer))
            differing[config.name, opener] = int((one != other).any(axis=1).sum())
    assert sum(differing.values()) == 132
    assert {cell for cell, count in differing.items() if count} == {
        ("lf", "arles"),
        ("lf", "rates"),
        ("lf", "soare"),
        ("gyx", "rales"),
    }


@pytest.mark.slow
def test_switches_are_the_fields_of_the_procedure(grid):
    names = [field.name for field in fields(Procedure)]
    assert list(WriteUp("chow").told["switches"]) == list(switches_of(Procedure)) == names
    cells = [(CONFIG["lf"], "arles"), (CONFIG["gyx"], "tales")]
    played = [grid.cell(PUBLISHED, *cell).guesses for cell in cells]
    for name in names:
        others = [grid.cell(without(PUBLISHED, name), *cell).guesses for cell in cells]
        assert any((a != b).any() for a, b in zip(played, others, strict=True)), name


@pytest.mark.slow
@pytest.mark.parametrize("switch", switches_of(Procedure))
def test_each_switch_can_be_turned_on_alone(grid, switch):
    alone = Procedure(**{field.name: field.name == switch for field in fields(Procedure)})
    for config in CONFIGURATIONS[::2]:
        lengths = grid.cell(alone, config, "tales").lengths
        assert len(lengths) == 2315
        assert 3.5 < lengths.mean() < 4


class AlphabeticalTies(DecisionRule):
    """The ranking inside, with ties broken by the alphabet alone, candidate or not."""

    def choose(self, view):
        if len(view.candidates) == 1:
            return int(view.candidate_guesses[0])
        return int(view.guesses[self.inner.values(view).argmax()])


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("opener", ["tales", "roate"])
@pytest.mark.parametrize(
    ("config", "ranking"),
    [("lf", Letters()), ("lf-pop", Letters()), ("gyx-pop", Tiles()), ("ncands", Minimax())],
)
def test_corrected_is_what_the_strategies_play(grid, config, ranking, opener):
    from salet.strategies.decisions import PopularBelow, SolutionsBelow

    strategy = SolutionsBelow(AlphabeticalTies(ranking), 20)
    if CONFIG[config].popular:
        strategy = PopularBelow(strategy, 10)
    played = run(strategy, opener=opener, lexicon=grid.lexicon, frequencies=grid.frequencies)
    cell = grid.cell(CORRECTED, CONFIG[config], opener)
    turns = played.played.guesses.shape[1]
    assert cell.lengths.tolist() == played.lengths.tolist()
    assert (cell.guesses[:, :turns] == played.played.guesses).all()


@pytest.mark.slow
def test_bundled_popularity_comes_near(published):
    # The published rank-1 means of the popularity configurations, to 0.01.
    bundled = Experiment(Options())
    assert (bundled.frequencies.name, bundled.is_authors_table) == ("web", False)
    cells = [(config, opener) for config, opener in CELLS if config.popular]
    played = (bundled.cell(PUBLISHED, *cell) for cell in cells)
    found = tuple(CellGames(one.lengths, one.config, one.opener) for one in played)
    for name in ("lf-pop", "gyx-pop"):
        (opener, mean), *_ = RANK_ONE[name]
        near = winner(of_config(found, name), mean_steps)
        assert near.opener == opener
        assert abs(near.mean - mean) < 0.01
    exact = {(outcome.config, outcome.opener): outcome.mean for outcome in published}
    differences = [abs(one.mean - exact[one.config, one.opener]) for one in found]
    assert max(differences) < 0.012


@pytest.mark.long
@pytest.mark.slow
def test_claims_as_published(replication):
    found = {claim.text: claim for claim in replication.claims}
    beats = [claim for text, claim in found.items() if text.startswith("Every opener of lf")]
    assert [claim.as_published for claim in beats] == [True, False, False]
    assert [claim.survives for claim in beats] == [False, False, False]
    assert found["tales ranks 7-8th for letter frequencies."].as_published is False
    assert found["raile is 13th under gyx but 2nd under ncands."].as_published is True
    assert found["raile is 13th under gyx but 2nd under ncands."].survives is False


def test_glaiel_overlooks_the_place_of_a_grey_copy(original):
    def stands(guess, pattern, word):
        letters = [[original.letter_numbers[letter] for letter in text] for text in (guess, word)]
        one, other = np.array(letters, np.uint16)
        return bool(possible(one, Pattern.from_text(pattern), other[None])[0])

    assert stands("raise", "--y-g", "belie")
    assert not stands("raise", "--y-g", "guile")
    assert str(pattern_of("eerie", "there")) == "y-y-g"
    assert stands("eerie", "y-y-g", "there")
    assert not stands("eerie", "y-y-g", "erode")
    # The e of reuse stands where the grey one of eerie is: it would have been green.
    assert str(pattern_of("eerie", "reuse")) != "y-y-g"
    assert stands("eerie", "y-y-g", "reuse")


@pytest.mark.slow
def test_glaiel(grid):
    # Glaiel's article: roate 3.494 and never more than five guesses, soare 3.69.
    roate = Glaiel(grid.book).lengths("roate")
    assert (round(float(roate.mean()), 5), int(roate.max())) == (3.49417, 5)
    soare = Glaiel(grid.book, by_colour=True).lengths("soare")
    assert (round(float(soare.mean()), 2), int(soare.max())) == (3.69, 8)


@pytest.fixture(scope="module")
def replication(grid, published, corrected):
    steps = []
    grid.tally = Tally(lambda *step: steps.append(step), done=2 * 85 * 2315)  # played by now
    found = report(grid)
    done, total, text = steps[0]
    assert done == 171 * 2315
    assert total % 2315 == 0
    assert f": {done:,} games, " in text
    assert steps[-1][:2] == (total, total)
    return found


@pytest.mark.slow
def test_replication_reproduces_all_but_two_figures_of_its_own(replication):
    others, *own = replication.sections
    names = {f.name for section in own for f in section.figures if f.reproduced is False}
    expected = {"candidates at the start", "place of tales: lf, lf-pop"}
    if LEXIPEDIA.exists():
        assert names == expected
    else:
        assert all("-pop" in name or "composite" in name for name in names - expected)
    assert all(f.reproduced is not None for section in own for f in section.figures)
    assert {f.name for f in others.figures if f.reproduced is False} == {
        "Bakhtiari: opener",
        "Stechschulte: openers",
    }
    assert all(f.note for f in others.figures if f.ours is None)


def test_printed_figures_are_joined_by_keys():
    sections = (one for one in WriteUp("chow").told["sections"] if one["by"] == "own")
    printed = [one for section in sections for one in section["figures"]]
    assert len(printed) == 116
    for field in ("key", "name"):
        assert len({one[field] for one in printed}) == len(printed)


@pytest.mark.slow
def test_replication_says_which_switches_matter(replication):
    switches = {figure.name: figure.switches for figure in replication.figures}
    known = {switch.name for switch in replication.switches}
    assert {name for names in switches.values() for name in names} <= known
    assert switches["candidates at the start"] == ("short_list",)
    assert switches["sample words"] == ()
    assert "three_for_green" in switches["gyx mean: rank-1 value"]
    assert "three_for_green" not in switches["ncands mean: rank-1 value"]


@pytest.mark.slow
def test_replication_has_170_cells(replication):
    cells = replication.data["cells"]
    wanted = ("config", "opener", "convention", "mean", "success", "within3", "losses", "worst")
    assert len({tuple(cell[key] for key in wanted[:3]) for cell in cells}) == len(cells) == 170
    assert all(set(wanted) <= set(cell) for cell in cells)
    (cell,) = (
        cell
        for cell in cells
        if tuple(cell[key] for key in wanted[:3]) == ("ncands", "tares", "published")
    )
    assert (cell["losses"], round(cell["mean"], 4)) == (5, 3.6121)


@pytest.mark.long
@pytest.mark.slow
def test_write_games(tmp_path, grid):
    polars = pytest.importorskip("polars")
    path = tmp_path / "games.parquet"
    write_games(path, author_options())
    games = polars.read_parquet(path)
    assert games.columns == ["steps", "words", "feedback", "ncands", "algo", "word", "solution"]
    assert games.height == 196_775
    sample = games.filter(algo="ncands", word="tales", solution="aback").row(0, named=True)
    assert sample == {
        "steps": 3,
        "words": ["tales", "bronc", "aback"],
        "feedback": ["XYXXX", "YXXXY", "GGGGG"],
        "ncands": [102, 1, 1],
        "algo": "ncands",
        "word": "tales",
        "solution": "aback",
    }
    assert games["solution"][:2].to_list() == ["cigar", "rebut"]
    with pytest.raises(InvalidError, match="parquet"):
        write_games(tmp_path / "games.csv", author_options())
    with pytest.raises(InvalidError, match="convention"):
        write_games(path, author_options(), "wrong")


def test_popularity_ties_follow_the_order_of_the_list(grid):
    flat = Frequencies("flat", dict.fromkeys(grid.lexicon.answers, 1.0))
    book = WordBook(grid.lexicon, flat)

    def most_popular(calendar):
        words = book.words(Order(naive=False, short=False, calendar=calendar, green=None))
        order = np.argsort(-words.popularity)
        return [grid.lexicon.answers[answer] for answer in order[:3]]

    assert most_popular(calendar=True) == ["cigar", "rebut", "sissy"]
    assert most_popular(calendar=False) == ["aback", "abase", "abate"]
