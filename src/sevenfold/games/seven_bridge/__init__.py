"""Seven Bridge: a Japanese rummy for two to five; sevens are melds by themselves."""
