"""For whoever adds a game: a room to begin with, and what is still missing of one."""
