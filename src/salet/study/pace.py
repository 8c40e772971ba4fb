"""How fast games are played, and how long the rest will take, in words."""

from __future__ import annotations


def pace_text(games: int, seconds: float, left: float | None) -> str:
    """Tell of games that took so many seconds, and of the seconds left if they can be foretold.

    >>> pace_text(196_775, 10.0, 75.2), pace_text(50, 0.5, None)
    ('196,775 games, 19,678/s, 1 min 15 s left', '50 games, 100/s')
    """
    rate = games / max(seconds, 1e-9)
    text = f"{games:,} games, {rate:,.0f}/s"
    return text if left is None else f"{text}, {duration(left)} left"


def duration(seconds: float) -> str:
    """Write a time as people say it.

    >>> duration(8.4), duration(75), duration(7300)
    ('8 s', '1 min 15 s', '2 h 1 min')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"
