"""Playing: the umpire, the formats, when a match is decided, and the test of a bot."""
