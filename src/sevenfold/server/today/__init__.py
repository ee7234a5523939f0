"""Today's deals: the same cards for everybody of the room, new ones each day."""
