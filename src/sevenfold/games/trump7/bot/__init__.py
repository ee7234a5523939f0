"""The rule-based player of Trump 7: its move from its view alone."""
