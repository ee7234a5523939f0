"""What the bots of all games share."""
