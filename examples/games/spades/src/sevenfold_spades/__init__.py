"""Spades: whoever follows suit with the highest card takes the trick."""

SEVENFOLD_API = 1
