"""The rule-based player of Tops: its move from its view alone."""
