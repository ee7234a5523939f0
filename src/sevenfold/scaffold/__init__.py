"""Help for adding a game: a game to begin with, and a list of what it still lacks."""
