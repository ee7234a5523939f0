"""Euchre: four players, two sides, five cards each, and the jacks of one colour above all."""

SEVENFOLD_API = 1
