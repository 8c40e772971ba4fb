"""A cup from its file to its results: schedule, matches, standings, pages, exports."""
