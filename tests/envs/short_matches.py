"""Matches that are soon over."""

SHORT: dict[str, dict[str, object]] = {
    "lockup": {"target": 4},
    "trump7": {"deals": 3},
    "seven_bridge": {"hands": 2},
    "lockseven": {"rounds": 2},
}


def short_match(game: str) -> dict[str, object]:
    """The options of a short match; a game that is not listed plays a whole one."""
    return SHORT.get(game, {})
