"""Sevenfold: a card room for LockSeven, Lockup, Trump 7 and Seven Bridge."""

__version__ = "0.1.0"
