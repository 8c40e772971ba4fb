"""What a game is, and the games: one file each, with position, notation, rules and referee."""
