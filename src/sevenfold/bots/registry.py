"""The players of Sevenfold with their versions, for results that others repeat.

A version is a number that goes up when the player could make another move. What it does is kept as a hash of
its moves in fixed rounds: `registry.json` has one for each game and player. `registering.py` wrote it.

>>> from sevenfold.bots.registry import known_player
>>> known_player("lockup", "learnt").pinned
'learnt@1'
"""

from dataclasses import dataclass
from importlib.resources import files
from typing import Any

import msgspec

from sevenfold.errors import SevenfoldError

AT = "@"
"""Between a player's name and its version, as in `learnt@1`."""


@dataclass(frozen=True)
class KnownPlayer:
    """A player of Sevenfold in one game."""

    game: str
    name: str
    version: int
    plays: str
    """The hash of its moves."""
    budget: int | None = None
    """How many moves it simulates before it makes one, where it searches; it looks at no clock."""
    weights: str | None = None
    """The hash of its weights, where it has any."""

    @property
    def pinned(self) -> str:
        """Its name with its version, which stands for this player alone wherever players are named."""
        return f"{self.name}{AT}{self.version}"


class OtherPlayerVersion(SevenfoldError, LookupError):
    """A player by name and version, of which another version is installed."""

    def __init__(self, wanted: str, here: int | None, game: str) -> None:
        installed = "none with a version" if here is None else f"version {here}"
        super().__init__(f"{wanted} is wanted in {game}, and this Sevenfold has {installed}")
        self.wanted = wanted
        self.here = here
        self.game = game


def known_players(game: str) -> list[KnownPlayer]:
    """Those of a game; none for a game of another package."""
    known = msgspec.json.decode(files("sevenfold.bots").joinpath("registry.json").read_bytes())
    rows: dict[str, dict[str, Any]] = known.get(game, {})
    return [KnownPlayer(game, name, **row) for name, row in rows.items()]


def known_player(game: str, name: str) -> KnownPlayer:
    """The player of this name, which may be pinned. Raises OtherPlayerVersion."""
    plain, _, version = name.partition(AT)
    found = next((each for each in known_players(game) if each.name == plain), None)
    if found is None or (version and version != str(found.version)):
        raise OtherPlayerVersion(name, None if found is None else found.version, game)
    return found
