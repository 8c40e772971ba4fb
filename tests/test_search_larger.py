"""The exact search on larger lexicons, against brute force on sets that are bits of integers."""

import itertools
import random
from collections import Counter
from functools import cache

import pytest

from salet import Lexicon, Position, Rules, optimal, pattern_of
from salet.exact.search import Search
from salet.kernels.bounds import NEVER
from salet.kernels.state import COMPARED
from salet.view import Setting
from tests.helpers import objection, table_of


def brute_force_by_masks(lexicon, hard, slope, penalty, weights):
    """Return a function: the least cost with so many guesses, by trying all that is allowed."""
    words, answers = lexicon.allowed, lexicon.answers
    splits = []
    for guess in words:
        parts = {}
        for place, answer in enumerate(answers):
            pattern = pattern_of(guess, answer)
            parts[pattern] = parts.get(pattern, 0) | 1 << place
        rules = Rules(hard=hard)
        splits.append(
            [
                (
                    mask,
                    pattern.solved,
                    mask_of_legal(words, rules, Position().after(guess, pattern)),
                )
                for pattern, mask in parts.items()
            ]
        )

    def weight_of(candidates):
        return sum(weights[place] for place in range(len(answers)) if candidates >> place & 1)

    @cache
    def least(candidates, legal, left):
        weight = weight_of(candidates)
        if left == 0:
            return penalty * weight
        best = penalty * weight * 2
        for guess, parts in enumerate(splits):
            if not legal >> guess & 1:
                continue
            cost = slope * weight
            for mask, solved, later in parts:
                part = mask & candidates
                if solved or not part:
                    continue
                if part == candidates:
                    cost = NEVER  # the same again with a guess less, never better
                    break
                cost += least(part, legal & later, left - 1)
            best = min(best, cost)
        return best

    every = (1 << len(answers)) - 1, (1 << len(words)) - 1
    return lambda cap: min(NEVER, least(*every, cap))


def mask_of_legal(words, rules, position):
    return sum(
        1 << place for place, word in enumerate(words) if not objection(rules, word, position)
    )


def random_lexicon(rng, most_answers):
    """10 to 60 words of few letters, so that many guesses split alike."""
    length, letters = rng.choice([(3, "abcd"), (4, "abc"), (5, "ab"), (5, "abc")])
    possible = ["".join(word) for word in itertools.product(letters, repeat=length)]
    words = rng.sample(possible, min(len(possible), rng.randint(10, 60)))
    return Lexicon.from_words(words[: rng.randint(6, most_answers)], words)


def expected(objective, cap, lexicon, hard, weights):
    """The value, and where it matters the worst case, by brute force."""
    guesses = brute_force_by_masks(lexicon, hard, 1, NEVER, weights)
    if objective == "solved":
        return brute_force_by_masks(lexicon, hard, 0, 1, weights)(cap), None
    met = [fewer for fewer in range(1, cap + 1) if guesses(fewer) < NEVER]
    if not met:
        return None, None
    if objective == "worst":
        return met[0], met[0]
    if objective == "mean":
        return guesses(cap), None
    return guesses(cap), min(fewer for fewer in met if guesses(fewer) == guesses(cap))


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("hard", ["off", "nyt", "strict"])
@pytest.mark.parametrize("objective", ["mean", "worst", "mean-worst", "solved"])
@pytest.mark.parametrize("weighted", [False, True])
def test_every_mode_and_objective(hard, objective, weighted):
    for seed in range(10):
        rng = random.Random(f"{hard} {objective} {weighted} {seed}")
        lexicon = random_lexicon(rng, most_answers=16)
        weights = [rng.randint(1, 9) if weighted else 1 for _ in lexicon.answers]
        cap = rng.randint(2, 5)
        value, worst = expected(objective, cap, lexicon, hard, weights)
        (found,) = optimal(
            lexicon=lexicon,
            hard=hard,
            max_guesses=cap,
            objective=objective,
            weights=dict(zip(lexicon.answers, weights, strict=True)) if weighted else None,
        ).solutions
        assert (found.value, found.proven) == (value, True)
        assert worst is None or found.worst == worst


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(30))
def test_lexicons_with_more_answers(seed):
    rng = random.Random(seed)
    lexicon = random_lexicon(rng, most_answers=24)
    cap = rng.randint(3, 5)
    true = brute_force_by_masks(lexicon, "off", 1, NEVER, [1] * len(lexicon.answers))(cap)
    (found,) = optimal(lexicon=lexicon, max_guesses=cap, jobs=1 + seed % 2).solutions
    assert found.proven
    assert found.value == (None if true >= NEVER else true)


# --- sets so large that the kernel counts their parts in another way ---


def least_in_three(lexicon, rules, penalty):
    """The least cost with three guesses: the third is right for one candidate of its set."""
    answers = lexicon.answers
    codes = [[pattern_of(guess, answer).code for answer in answers] for guess in lexicon.allowed]
    solved = 3**lexicon.length - 1
    best = NEVER
    for place, first in enumerate(lexicon.allowed):
        total = len(answers)
        for code in set(codes[place]) - {solved}:
            group = [answer for answer, other in enumerate(codes[place]) if other == code]
            position = Position().after(first, pattern_of(first, answers[group[0]]))
            costs = []
            for second, word in enumerate(lexicon.allowed):
                if rules.hard == "off" or objection(rules, word, position) is None:
                    sizes = Counter([codes[second][answer] for answer in group])
                    sizes.pop(solved, None)
                    costs.append(sum(size + penalty * (size - 1) for size in sizes.values()))
            total += len(group) + min(costs)
        best = min(best, total)
    return best


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(
    ("answers", "hard"),
    [(COMPARED, "off"), *((COMPARED + 1, hard) for hard in ("off", "nyt", "strict"))],
)
def test_more_candidates_than_are_compared(answers, hard):
    words = ["".join(word) for word in itertools.product("abcd", repeat=4)]
    random.Random(answers).shuffle(words)
    lexicon = Lexicon.from_words(words[:answers])
    rules = Rules(3, hard)
    search = Search(table_of(lexicon), rules, penalty=5)
    found = search.total(Setting.of(search.table, rules).start())
    assert found == least_in_three(lexicon, rules, penalty=5)
