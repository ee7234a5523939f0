"""The rule-based player of Rummy: its move from its view alone."""
