"""Shedding: a card of the same suit or rank goes on top, and whoever has no cards left wins."""
