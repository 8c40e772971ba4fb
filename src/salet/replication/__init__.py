"""Five published write-ups, as published and under the true rules.

One module per write-up, each with a function ``replicate(options) -> Replication``. What an
author's program did differently from the game lives there, as a named switch, and nowhere else.
"""
