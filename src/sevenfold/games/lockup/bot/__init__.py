"""The rule-based player of Lockup: its move from its view alone."""
