"""The tasks of the suite, and all that is frozen of each, in `v1.json`."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from sevenfold.core.game import AnyGame
from sevenfold.core.options import Options
from sevenfold.errors import SevenfoldError
from sevenfold.games import load_game

SUITE = 1
"""The version of the suite. What is named by hash in `v1.json` belongs to it, and never changes."""

DEALS = 20_000
"""The held-out deals of a whole run."""

DEALS_OF_SEARCH = 200
"""Those against an opponent that searches: one of its moves costs a thousand of another's."""


class UnknownTask(SevenfoldError, LookupError):
    """A name that no task has."""

    def __init__(self, name: str) -> None:
        super().__init__(f"there is no task {name!r}; the tasks are {', '.join(TASKS)}")
        self.name = name


class Opponent(msgspec.Struct, frozen=True, kw_only=True):
    """A player of the pool. `plays` is the hash of what it plays, `weights` that of the file of its weights.

    One that searches may simulate so many moves before each of its own; no player looks at a clock.
    """

    name: str
    deals: int
    """The held-out deals that a whole run plays against it."""
    plays: str
    weights: str | None = None
    simulated_moves: int | None = None


class Frozen(msgspec.Struct, frozen=True, kw_only=True):
    """What version 1 has settled of a task. Each hash is SHA-256; docs/benchmark.md says of what."""

    game: str
    players: int
    options: dict[str, str | int]
    rules_version: int
    rules: str
    encoding: str
    arrays: str
    seed: int
    """From it follow the held-out deals. Train on other seeds."""
    deals: str
    """The hash of the first held-out deals."""
    opponents: tuple[Opponent, ...]
    mini: str | None = None
    """The hash of the short decks and their equilibria, in the task that has them."""


class Task(msgspec.Struct, frozen=True, kw_only=True):
    """A task: what a researcher names. The cards and the rules are those of a table of the game."""

    name: str
    game: str
    asks: str
    """What is hard about it, in a line."""
    seed: int

    @property
    def played(self) -> AnyGame:
        """The game."""
        return load_game(self.game)

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return self.played.meta.seats(None)

    @property
    def options(self) -> Options:
        """The options: those of the game's default preset."""
        return self.played.meta.options()

    @property
    def frozen(self) -> Frozen:
        """What version 1 says of it."""
        return _frozen()[self.name]

    @property
    def is_mini(self) -> bool:
        """Whether it is the one of short decks, which are solved."""
        return self.name == MINI


MINI = "Mini-v1"

TASKS: Mapping[str, Task] = {
    task.name: task
    for task in (
        Task(
            name="HiddenPartner-v1",
            game="lockseven",
            asks="Whose side is everybody on? One card of 108 says who the partner is, and may stay hidden.",
            seed=1_142_001,
        ),
        Task(
            name="Claims-v1",
            game="seven_bridge",
            asks="Three seats, melds, and a discard that any of them may claim out of turn.",
            seed=1_142_002,
        ),
        Task(
            name="Widow-v1",
            game="trump7",
            asks="Bid on two unseen cards; then it is one against two, who may not talk.",
            seed=1_142_003,
        ),
        Task(
            name="Lockout-v1",
            game="lockup",
            asks="Four for themselves: a club may lock a player out and cost them cards by chance.",
            seed=1_142_004,
        ),
        Task(
            name=MINI,
            game="lockup",
            asks="Lockup with eight cards: small enough to be solved, so that exploitability is exact.",
            seed=1_142_005,
        ),
    )
}


def find_task(name: str) -> Task:
    """The task of this name. Raises UnknownTask."""
    if name not in TASKS:
        raise UnknownTask(name)
    return TASKS[name]


def read_part(name: str) -> bytes:
    """A file of the suite, such as `v1.json` or `pool/linear-lockup.npz`. Raises FileNotFoundError."""
    found: Any = files(__package__)
    return bytes(found.joinpath(*name.split("/")).read_bytes())


@cache
def _frozen() -> dict[str, Frozen]:
    return msgspec.json.decode(read_part(f"v{SUITE}.json"), type=dict[str, Frozen])
