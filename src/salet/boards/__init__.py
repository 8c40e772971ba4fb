"""Several boards at once: every guess is played on all of them, until each is solved."""
