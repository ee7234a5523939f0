"""A match in play: whose turn it is, claims and clocks, taking back, and the result of a round."""
