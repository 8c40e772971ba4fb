"""Words: lexicons, languages, frequencies and priors. Nothing here knows a game."""
