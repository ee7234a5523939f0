"""The tests: a package, since another of this name may be installed beside it (Pgx brings one)."""
