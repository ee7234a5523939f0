"""Lockup: four players, each for themselves, take tricks and beware of clubs."""
