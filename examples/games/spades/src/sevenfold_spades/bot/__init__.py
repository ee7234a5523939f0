"""The rule-based player of Spades: its move from its view alone.

With an `inputs.py` (`core/inputs.py`) beside it, `sevenfold train` teaches networks that play better.
"""
