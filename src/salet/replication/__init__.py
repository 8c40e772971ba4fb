"""Five published write-ups, as published and under the true rules.

A package for each, all of one shape: ``document.toml`` is what the author prints and says,
``program`` his program with its departures from the game as named switches, ``figures`` what we get
for each figure and claim; `replicate` lays the two side by side. What an author's program did
differently from the game lives there and nowhere else.
"""
