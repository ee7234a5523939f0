"""Sixth Trick: six cards each, and nothing counts but the last trick."""

SEVENFOLD_API = 1
