"""Players against each other: rounds, records, statistics."""
