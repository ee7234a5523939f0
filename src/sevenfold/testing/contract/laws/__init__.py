"""What must hold at every moment of a round, whatever the game."""
