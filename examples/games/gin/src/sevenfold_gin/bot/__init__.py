"""The rule-based player of gin rummy: its move from its view alone."""
