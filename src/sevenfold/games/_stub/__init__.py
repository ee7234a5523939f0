"""Stub: whoever follows suit with the highest card takes the trick."""
