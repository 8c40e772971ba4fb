"""The bots of the house. `FIXED` and `ADAPTIVE` are the only lists of them.

They remember nothing that is not in the history they are given: a bot that takes over in the
middle of a match, after a crash of the machine say, plays on as the first would have.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from inspect import getdoc

import numpy as np
from numpy.typing import NDArray

from salet.arena.bots.bot import Bot, Request
from salet.arena.bots.prior import LearnedPrior, guess_by
from salet.arena.bots.record import GameRecord
from salet.arena.bots.strategist import (
    StrategyBot,
    best_strategy,
    choose,
    draw_word,
    unused_of,
    word_book,
)
from salet.games.game import Game
from salet.tree.forms import bundled_mixtures

_TRAPPER_WORDS = 50
_STATISTICIAN_WORDS = 30
_STALKER_WORDS = 10
_RIDGE = 20.0
_ARMS = 8
_EXPLORE = 0.1
_SWITCH = 0.02
"""The chance, every round, that the setter is thought to change its ways."""


class Novice(StrategyBot):
    """Guesses by letter frequency; sets any word. Fixed."""

    def __init__(self) -> None:
        super().__init__("letters")


class Cautious(StrategyBot):
    """Guesses for the smallest largest group; sets any word. Fixed."""

    def __init__(self) -> None:
        super().__init__("minimax")


class Entropist(StrategyBot):
    """Guesses for most information; sets any word. Fixed."""

    def __init__(self) -> None:
        super().__init__("entropy")


class Optimal(StrategyBot):
    """Guesses by the proven tree of least total; sets any word. Fixed.

    The tree is proven for the original lists, in normal play and hard mode nyt. On other words it
    guesses by entropy, which is not proven.
    """

    def __init__(self) -> None:
        super().__init__("tree")
        self._seen = 0

    def check_game(self, game: Game) -> None:
        """Play any game."""

    def guess(self, request: Request) -> str:
        """Look the position up."""
        return choose(best_strategy(request.game, request.rules), request)

    def new_games(self, request: Request) -> Iterator[tuple[GameRecord, int]]:
        """Give the opponent's games since last time, each with the index of its answer."""
        for game in request.history[self._seen :]:
            if game.solver == request.opponent and game.setter_verdict is None and game.answer:
                yield game, request.lexicon.answer_index(game.answer)
        self._seen = len(request.history)


def _draw_dearest(request: Request, costs: NDArray[np.float64], count: int) -> str:
    """Draw one of the `count` unused words of highest cost."""
    unused = unused_of(request)
    return draw_word(request, unused[np.argsort(-costs[unused], kind="stable")[:count]])


class Trapper(Optimal):
    """Guesses like optimal; sets one of the 50 hardest unused words. Fixed.

    Hardest by what they cost on average over the known strategies, whatever the opponent.
    """

    def set_word(self, request: Request) -> str:
        """Draw one of the hardest words."""
        hardness = word_book(request.game, request.rules).hardness
        return _draw_dearest(request, hardness, _TRAPPER_WORDS)


class Equilibrium(Optimal):
    """Guesses and sets by the mixtures that bound the value of the duel. Fixed.

    On average it pays no more than the upper bound for any word. Where no mixtures are bundled it
    plays as optimal.
    """

    def guess(self, request: Request) -> str:
        """Draw one of the guesses for the position."""
        mixtures = bundled_mixtures(request.game, request.rules)
        choices = mixtures.at(request.position) if mixtures is not None else ()
        if not choices:
            return super().guess(request)
        return request.rng.choices(choices, [choice.weight for choice in choices])[0].guess

    def set_word(self, request: Request) -> str:
        """Draw one of the unused answers by its weight."""
        mixtures = bundled_mixtures(request.game, request.rules)
        setter = mixtures.setter if mixtures is not None else {}
        left = {word: weight for word, weight in setter.items() if word not in request.used}
        if not left:
            return super().set_word(request)
        return request.rng.choices([*left], [*left.values()])[0]


class Statistician(Optimal):
    """Sets words that cost this opponent most, by word and letters. Guesses like optimal.

    Keeps what every word cost the opponent beyond what it costs the known strategies, and splits
    that over the word's features and its letters in their places (ridge regression). It sets one
    of the words with the highest prediction.
    """

    def __init__(self) -> None:
        super().__init__()
        self._inverse: NDArray[np.float64] | None = None

    def set_word(self, request: Request) -> str:
        """Draw one of the words with the highest predicted cost."""
        return _draw_dearest(request, self.predicted(request), _STATISTICIAN_WORDS)

    def predicted(self, request: Request) -> NDArray[np.float64]:
        """Return what each answer will cost the opponent, as far as the history tells."""
        book = word_book(request.game, request.rules)
        if self._inverse is None:
            size = book.described.shape[1]
            self._inverse, self._moment = np.eye(size) / _RIDGE, np.zeros(size)
        for game, word in self.new_games(request):
            row = book.described[word]
            # The inverse is kept up to date (Sherman and Morrison), not computed every round.
            part = self._inverse @ row
            self._inverse -= np.outer(part, part) / (1 + row @ part)
            self._moment += row * (game.cost - book.hardness[word])
        return book.hardness + book.described @ (self._inverse @ self._moment)


class Stalker(Optimal):
    """Recognises which known strategy the opponent plays; sets its hardest words.

    Every game of the opponent is compared with the game that each known strategy plays on that
    word. The strategy that agrees most often, and in at least half of the games, is taken for the
    opponent's; as long as there is none, words are hard that are hard on average. Guesses as
    optimal.
    """

    def __init__(self) -> None:
        super().__init__()
        self._games = 0
        self._agreed: Counter[str] = Counter()

    def set_word(self, request: Request) -> str:
        """Draw one of the words that cost the opponent most."""
        return _draw_dearest(request, self.expected(request), _STALKER_WORDS)

    def expected(self, request: Request) -> NDArray[np.float64]:
        """Return what each answer should cost the opponent."""
        book = word_book(request.game, request.rules)
        for game, answer in self.new_games(request):
            self._games += 1
            played = tuple(guess for guess, _ in game.played)
            for name, tree in book.trees.items():
                self._agreed[name] += tree.guessed(answer) == played
        for name, agreed in self._agreed.most_common(1):
            if 2 * agreed >= self._games:
                # Among words that cost the same, those that are hard for others too come first.
                return book.trees[name].costs + book.hardness / 100
        return book.hardness


class Gambler(Optimal):
    """Mixes easy and hard words by regret matching, to be unpredictable. Guesses like optimal.

    The words fall into eight classes of equal size by hardness. The regret of a class is what its
    words would have cost the opponent beyond what the words that were set did cost, estimated from
    the rounds in which it was drawn; a class is drawn in proportion to its positive regret. A
    tenth of the draws are even.
    """

    def __init__(self) -> None:
        super().__init__()
        self._regrets = np.zeros(_ARMS)
        self._rounds, self._paid = 0, 0.0

    def set_word(self, request: Request) -> str:
        """Draw a class, then a word of it."""
        arms = self._arms(request)
        self._learn(request, arms)
        unused = unused_of(request)
        left = np.bincount(arms[unused], minlength=_ARMS) > 0
        chances = np.where(left, self._mixture(), 0)
        arm = request.rng.choices(range(_ARMS), chances.tolist())[0]
        return draw_word(request, unused[arms[unused] == arm])

    def _arms(self, request: Request) -> NDArray[np.int64]:
        """Return the class of every answer, the easiest first."""
        hardness = word_book(request.game, request.rules).hardness
        ranks = np.argsort(np.argsort(hardness, kind="stable"), kind="stable")
        return np.asarray(ranks * _ARMS // len(ranks))

    def _mixture(self) -> NDArray[np.float64]:
        positive = np.maximum(self._regrets, 0)
        total = positive.sum()
        even = np.full(_ARMS, 1 / _ARMS)
        return even if total == 0 else (1 - _EXPLORE) * positive / total + _EXPLORE * even

    def _learn(self, request: Request, arms: NDArray[np.int64]) -> None:
        """Go through the words that were set since last time.

        A class's cost is seen only when it is drawn; divided by its chance, it is right on
        average. The mean cost so far is taken off first, which changes no average but calms it.
        """
        for game, word in self.new_games(request):
            arm = arms[word]
            mean = self._paid / self._rounds if self._rounds else float(game.cost)
            gain = game.cost - mean
            estimate = np.zeros(_ARMS)
            estimate[arm] = gain / self._mixture()[arm]
            self._regrets += estimate - gain
            self._rounds, self._paid = self._rounds + 1, self._paid + game.cost


class Learner(Bot):
    """Guesses with a prior learned from the words that the opponent sets; sets any word."""

    respond = StrategyBot.respond

    def __init__(self) -> None:
        self._seen = 0
        self._learned: LearnedPrior | None = None
        self._believed: NDArray[np.float64] | None = None

    def guess(self, request: Request) -> str:
        """Weigh guesses by the learned prior."""
        if self._believed is None or self._seen != len(request.history):
            self._believed = self.belief(self._up_to_date(request))
        return guess_by(self._believed, request)

    def belief(self, prior: LearnedPrior) -> NDArray[np.float64]:
        """Return how likely each answer is taken to be."""
        return prior.chances

    def notice(self, prior: LearnedPrior, word: int) -> None:
        """Learn from a word that the opponent has set."""
        prior.learn(word)

    def _up_to_date(self, request: Request) -> LearnedPrior:
        """Go through the games since last time."""
        if self._learned is None:
            self._learned = LearnedPrior(word_book(request.game, request.rules).features)
        for game in request.history[self._seen :]:
            if game.answer:
                word = request.lexicon.answer_index(game.answer)
                if game.setter == request.opponent:
                    self.notice(self._learned, word)
                self._learned.use(word)
        self._seen = len(request.history)
        return self._learned


class Hedger(Learner):
    """Guesses with a mixture of the learned prior and the uniform one; sets any word.

    The learned prior's share is the probability that it, rather than the uniform one, is what the
    opponent draws from: Bayes' rule on every word that was set.
    """

    def __init__(self) -> None:
        super().__init__()
        self._share = 0.5

    def belief(self, prior: LearnedPrior) -> NDArray[np.float64]:
        """Mix the two priors."""
        return np.asarray(self._share * prior.chances + (1 - self._share) * prior.uniform)

    def notice(self, prior: LearnedPrior, word: int) -> None:
        """Weigh the two priors by how likely they took the word to be, then learn from it."""
        learned = self._share * prior.chances[word]
        uniform = (1 - self._share) * prior.uniform[word]
        if learned + uniform > 0:
            share = float(learned / (learned + uniform))
            self._share = (1 - _SWITCH) * share + _SWITCH * 0.5
        super().notice(prior, word)


class Duellist(Hedger):
    """Guesses like hedger and sets like stalker."""

    setter: type[Bot] = Stalker

    def __init__(self) -> None:
        super().__init__()
        self._setter = self.setter()

    def set_word(self, request: Request) -> str:
        """Set as the other bot would."""
        return self._setter.set_word(request)


class Fox(Duellist):
    """Guesses like hedger and sets like gambler."""

    setter = Gambler


FIXED: dict[str, type[Bot]] = {
    "novice": Novice,
    "cautious": Cautious,
    "entropist": Entropist,
    "optimal": Optimal,
    "trapper": Trapper,
    "equilibrium": Equilibrium,
}
"""These play the same against every opponent."""

ADAPTIVE: dict[str, type[Bot]] = {
    "statistician": Statistician,
    "stalker": Stalker,
    "gambler": Gambler,
    "learner": Learner,
    "hedger": Hedger,
    "duellist": Duellist,
    "fox": Fox,
}
"""These learn from the match."""

RESIDENTS = FIXED | ADAPTIVE
"""All residents by name, the simplest first."""


def summary(name: str) -> str:
    """Return the first line of a resident's documentation."""
    return (getdoc(RESIDENTS[name]) or "").split("\n")[0]
