"""The rule-based players as they were before they were mended: what later ones are measured against.

Each is a copy of the room's `bot/` of that day, candidates and beginners left out. They are never mended;
change them only where a name of the rules changes.
"""
