"""The rule-based player of LockSeven: its move from its view alone."""
