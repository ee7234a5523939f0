"""Today's deals: the same cards for everybody of the server, new ones each day."""
