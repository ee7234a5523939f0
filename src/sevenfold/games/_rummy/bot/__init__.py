"""The rule-based player of Melds: its move from its view alone."""
