"""Events: the same boards for several, at one's own time or all on one evening, and how they stand."""
