"""Lockup: four players, each on their own; take tricks, beware of clubs."""
