"""A strategy over many answers: played, measured, compared, written to a log."""
