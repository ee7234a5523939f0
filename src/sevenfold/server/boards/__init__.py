"""The same cards for several: boards, each played at tables of one's own, and compared (law 9)."""
