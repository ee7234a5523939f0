"""The bots at tables: levels that search, players of other packages, and hints."""
