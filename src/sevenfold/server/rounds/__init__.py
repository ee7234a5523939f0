"""Finished rounds, looked at again. All of it follows from the log: no table is held in memory for it."""
