"""Trump 7: in each deal one player takes the widow and plays alone against the other two."""
