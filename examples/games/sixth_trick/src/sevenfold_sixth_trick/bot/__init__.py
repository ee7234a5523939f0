"""The rule-based player of Sixth Trick: its move from its view alone.

With an `inputs.py` (`core/inputs.py`) beside it, `sevenfold train` teaches networks that play better.
"""
