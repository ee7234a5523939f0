"""Euchre: four players, two sides, five cards each, and the jacks of one colour above all."""
