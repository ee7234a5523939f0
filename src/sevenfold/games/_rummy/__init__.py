"""Rummy: draw a card, lay sets and runs, discard a card, and go out."""
