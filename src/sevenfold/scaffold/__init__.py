"""Help for adding a game: a room to begin with, and a list of what it still lacks."""
