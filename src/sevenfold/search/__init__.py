"""Search: moves are tried in worlds that a seat cannot rule out, and the one that does best is chosen.

`candidates` says which moves are tried, `trials` tries them, `evaluate` compares them and `decide` stays
within a budget. The worlds are those of a game's `sample.py`; nothing here knows a game.
"""
