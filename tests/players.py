"""Strategies that several tests need."""

from salet import Strategy


class Nonsense(Strategy):
    answer = "raise"

    def choose(self, view):
        return self.answer
