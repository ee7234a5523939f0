"""The rule-based player of Euchre: its move from its view alone."""
