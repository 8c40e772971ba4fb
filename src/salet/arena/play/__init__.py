"""Playing: the umpire, the formats, and the test of a bot."""
