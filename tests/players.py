"""Strategies and settings that several tests need."""

from salet import Lexicon, Position, Strategy, make_strategy
from salet.table import ComputedTable
from salet.view import Setting


def choice(strategy, setting, position=""):
    view = setting.view(Position.from_text(position))
    return setting.lexicon.allowed[make_strategy(strategy).choose(view)]


def small(words, allowed=None, **options):
    return Setting.of(ComputedTable(Lexicon.from_words(words, allowed)), **options)


class Nonsense(Strategy):
    answer = "raise"

    def choose(self, view):
        return self.answer
