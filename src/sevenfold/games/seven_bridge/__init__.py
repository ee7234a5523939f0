"""Seven Bridge: a Japanese rummy for two to six; sevens are melds by themselves."""
