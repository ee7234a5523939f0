"""What all games share: the Game protocol, visibility, deals, chance, matches, logs, scenarios, records.

No game is named here.
"""
