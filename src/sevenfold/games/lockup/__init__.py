"""Lockup: four players, each for himself; take tricks, beware of clubs."""
