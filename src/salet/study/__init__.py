"""Experiments over strategies: a study is data, its results are games, its report is a page."""
