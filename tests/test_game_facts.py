"""Facts about the bundled games, from those who found them, and replies as people write them."""

import re
from fractions import Fraction
from functools import cache, partial
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from salet import InvalidError, Position, best_openers, make_game, run
from salet.games.numbers import equations
from salet.games.pegs import PegReplies
from salet.tree import verify

# Mastermind: Knuth, The computer as Master Mind, 1977 (minimax); Kooi, Yet another Mastermind
# strategy, 2005 (4.395 a game expected, 4.373 parts). Bulls and Cows: Ville, An optimal Mastermind
# (4,7) strategy and more results in the expected case, 2013 (5.268 expected, 5.308 parts, 5.385
# minimax). Entropy was published with 4.424 and 5.265 a game, with another order of ties.
GREEDY = {
    "mastermind(4,6)": {"minimax": 5801, "expected": 5696, "parts": 5668, "entropy": 5722},
    "bulls(4)": {"minimax": 27139, "expected": 26551, "parts": 26751, "entropy": 26424},
}
LONG = pytest.mark.long


@pytest.mark.slow
@pytest.mark.parametrize("game", ["mastermind(4,6)", pytest.param("bulls(4)", marks=LONG)])
def test_greedy_rules(game):
    for strategy, total in GREEDY[game].items():
        played = run(strategy, game=game, max_guesses=12)
        assert sum(length * games for length, games in played.histogram.items()) == total, strategy
        assert played.losses == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "answers", "total"),
    [
        ("mastermind(3,6,repeats=no)", 120, 436),
        ("nerdle(6)", 206, 544),
    ],
)
def test_best_play(name, answers, total):
    found = best_openers(game=name)
    assert (found.best.total, found.proven) == (total, True)
    text = found.best.tree.to_text(found.game.answers, game=found.game)
    verdict = verify(text, found.game, found.rules)
    assert (verdict.valid, verdict.total, verdict.answers) == (True, total, answers)


@pytest.mark.parametrize(
    ("name", "codes"),
    [
        ("mastermind", 1296),
        ("bulls", 5040),
        ("nerdle(6)", 206),
        ("nerdle(7)", 6661),
        ("nerdle(7,identities=yes)", 7561),  # with the 900 of the form X=X
        ("nerdle", 17723),
        ("primel", 8363),
    ],
)
def test_sizes(name, codes):
    assert len(make_game(name).answers) == codes


@pytest.mark.parametrize("places", [5, 6])
def test_equations_are_those_of_trying_every_text(places):
    found = []
    for length in range(3, places - 1):
        for text in map("".join, product("0123456789+-*/", repeat=length)):
            if re.fullmatch(r"[1-9]\d*([-+*/][1-9]\d*)+", text):
                value = eval(re.sub(r"(\d+)", r"Fraction(\1)", text), {"Fraction": Fraction})
                if value >= 0 and value.denominator == 1 and len(str(value)) == places - length - 1:
                    found.append(f"{text}={value}")
    assert sorted(equations(places)) == sorted(found)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nerdle(9)", "equations have 5 to 8 places"),
        ("nerdle(8,identities=yes)", "an odd number of places"),
        ("primel(6)", "the primes have 2 to 5 digits"),
        ("jotto(nonsense)", "there is no lexicon 'nonsense'"),
        ("bulls(eight)", "places must be a whole number"),
    ],
)
def test_bad_parameters(name, message):
    with pytest.raises(InvalidError, match=message):
        make_game(name)


# --- notation ---

PEGS = {"mastermind": PegReplies(4, "{}.{}"), "bulls": PegReplies(4, "{}b{}c")}


@given(st.sampled_from(sorted(PEGS)), st.data())
def test_pegs_are_read_in_every_spelling(name, data):
    replies = PEGS[name]
    reply = data.draw(st.sampled_from(list(replies)))
    black, white = reply.black, reply.white
    signs = data.draw(st.permutations("b" * black + "w" * white + "-" * (4 - black - white)))
    spellings = [f"{black}.{white}", f"{black}b{white}c", f"{black}B{white}W", f"{black}a{white}b"]
    spellings += [reply.to_text(style) for style in ("text", "emoji", "contrast", "pegs")]
    for text in (*spellings, "".join(signs), f" {signs[0]}{''.join(signs[1:]).upper()} "):
        assert replies.read(text) == reply


@pytest.mark.parametrize(
    "text", ["", "3.1", "5.0", "bbbbb", "1.2.3", "bxw", "2", "1b2", "b.w", "9b9c"]
)
def test_what_is_no_reply_of_pegs(text):
    with pytest.raises(InvalidError, match=r"there is no reply .* write 1.2 or bww-"):
        PEGS["mastermind"].read(text)


READ = {name: cache(partial(make_game, name)) for name in ("nerdle(7)", "primel", "bulls", "jotto")}


@given(st.sampled_from(sorted(READ)), st.data())
def test_positions_are_read_back(name, data):
    game = READ[name]()
    answer = data.draw(st.sampled_from(game.answers))
    guesses = data.draw(st.lists(st.sampled_from(game.guesses), max_size=3))
    position = Position(tuple(game.turn_for(guess, answer) for guess in guesses))
    assert game.position(str(position)) == position
    spaced = ", ".join(f"{turn.guess} {turn.reply}" for turn in position)
    assert game.position(spaced) == position


def test_colours_on_equations():
    game = make_game("nerdle")
    position = game.position("12+46=58:--y-g---")
    for text in ("12+46=58;00102000", "12+46=58 ⬛⬛🟨⬛🟩⬛⬛⬛", "12+46=58⬛⬛🟨⬛🟩⬛⬛⬛"):
        assert game.position(text) == position
    with pytest.raises(InvalidError, match="has 7 letters"):
        game.position("12+4=16:--")
    with pytest.raises(InvalidError, match=r"write it as .*=.*:"):
        game.position("12+46=58")
