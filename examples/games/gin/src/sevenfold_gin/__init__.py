"""Gin rummy: two players, ten cards each; draw, discard, and knock on little deadwood."""

SEVENFOLD_API = 1
