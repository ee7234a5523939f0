"""The rule-based player of Seven Bridge: its move from its view alone."""
