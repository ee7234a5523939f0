"""The rule-based player of Shedding: its move from its view alone."""
