"""The rule-based player of Stub: its move from its view alone."""
