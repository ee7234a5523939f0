"""Kinds, suits, ranks, sets of cards as bit masks, and their text forms."""
