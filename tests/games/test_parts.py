"""The parts of a game that are found by the presence of their module."""

import pytest

from sevenfold.core import defaults
from sevenfold.core.defaults import RULES
from sevenfold.core.inputs import Inputs
from sevenfold.core.parts import has_module
from sevenfold.core.protocols import Coach, Deciding, PositionMaker, Reasons
from sevenfold.core.worlds import Sample
from sevenfold.games import load_game
from sevenfold.games.lockseven import (
    coach as lockseven_coach,
)
from sevenfold.games.lockseven import (
    decided as lockseven_decided,
)
from sevenfold.games.lockseven import (
    position as lockseven_position,
)
from sevenfold.games.lockseven import (
    sample as lockseven_sample,
)
from sevenfold.games.lockseven import (
    state as lockseven_state,
)
from sevenfold.games.lockseven.bot import inputs as lockseven_inputs
from sevenfold.games.lockseven.bot import reasons as lockseven_reasons
from sevenfold.games.lockseven.bot.outlook import Outlook
from sevenfold.games.lockseven.meta import LockSevenOptions
from sevenfold.games.lockup import (
    coach as lockup_coach,
)
from sevenfold.games.lockup import (
    decided as lockup_decided,
)
from sevenfold.games.lockup import (
    sample as lockup_sample,
)
from sevenfold.games.lockup import (
    state as lockup_state,
)
from sevenfold.games.lockup.bot import inputs as lockup_inputs
from sevenfold.games.lockup.bot import reasons as lockup_reasons
from sevenfold.games.seven_bridge import (
    coach as seven_bridge_coach,
)
from sevenfold.games.seven_bridge import (
    decided as seven_bridge_decided,
)
from sevenfold.games.seven_bridge import (
    position as seven_bridge_position,
)
from sevenfold.games.seven_bridge import (
    sample as seven_bridge_sample,
)
from sevenfold.games.seven_bridge import (
    state as seven_bridge_state,
)
from sevenfold.games.seven_bridge.bot import reasons as seven_bridge_reasons
from sevenfold.games.seven_bridge.meta import SevenBridgeOptions
from sevenfold.games.trump7 import (
    coach as trump7_coach,
)
from sevenfold.games.trump7 import (
    decided as trump7_decided,
)
from sevenfold.games.trump7 import (
    position as trump7_position,
)
from sevenfold.games.trump7 import (
    sample as trump7_sample,
)
from sevenfold.games.trump7 import (
    state as trump7_state,
)
from sevenfold.games.trump7.bot import inputs as trump7_inputs
from sevenfold.games.trump7.bot import reasons as trump7_reasons
from sevenfold.games.trump7.meta import Trump7Options

# mypy compares each module with what `Game` wants of it, which a module that is found by name does not show
COACHES: list[Coach] = [lockseven_coach, lockup_coach, seven_bridge_coach, trump7_coach]
DECIDING: list[Deciding] = [
    lockseven_decided,
    lockup_decided,
    seven_bridge_decided,
    trump7_decided,
]
LOCKSEVEN_SAMPLE: Sample[lockseven_state.State, lockseven_state.Seen] = lockseven_sample
LOCKSEVEN_REASONS: Reasons[lockseven_state.Seen] = lockseven_reasons
LOCKSEVEN_POSITION: PositionMaker[lockseven_state.State, LockSevenOptions] = lockseven_position
LOCKUP_SAMPLE: Sample[lockup_state.State, lockup_state.Seen] = lockup_sample
LOCKSEVEN_INPUTS: Inputs[lockseven_state.Seen, Outlook] = lockseven_inputs
LOCKUP_INPUTS: Inputs[lockup_state.Seen, int] = lockup_inputs
TRUMP7_INPUTS: Inputs[trump7_state.Seen, int] = trump7_inputs
LOCKUP_REASONS: Reasons[lockup_state.Seen] = lockup_reasons
SEVEN_BRIDGE_SAMPLE: Sample[seven_bridge_state.State, seven_bridge_state.Seen] = seven_bridge_sample
SEVEN_BRIDGE_REASONS: Reasons[seven_bridge_state.Seen] = seven_bridge_reasons
SEVEN_BRIDGE_POSITION: PositionMaker[seven_bridge_state.State, SevenBridgeOptions] = seven_bridge_position
TRUMP7_SAMPLE: Sample[trump7_state.State, trump7_state.Seen] = trump7_sample
TRUMP7_REASONS: Reasons[trump7_state.Seen] = trump7_reasons
TRUMP7_POSITION: PositionMaker[trump7_state.State, Trump7Options] = trump7_position

FOUND = (
    "position",
    "sample",
    "coach",
    "deciding",
    "reasons",
    "candidates",
    "beginner_view",
    "hasty",
    "learnt",
)


def parts_of(game: str) -> set[str]:
    """The names of those parts that the game's own package has."""
    loaded = load_game(game)
    package = loaded.rules.__name__.rpartition(".")[0]  # type: ignore[attr-defined]
    values = {name: getattr(loaded, name) for name in FOUND}
    return {
        name
        for name, value in values.items()
        if value is not None
        and (getattr(value, "__module__", None) or value.__name__).startswith(f"{package}.")
    }


@pytest.mark.parametrize(
    ("game", "without"),
    [
        ("lockup", {"position", "candidates"}),
        ("trump7", set()),
        ("seven_bridge", {"learnt"}),
        ("lockseven", set()),
    ],
)
def test_a_part_is_there_if_its_module_is(game: str, without: set[str]) -> None:
    assert parts_of(game) == set(FOUND) - without


@pytest.mark.parametrize("module", ["bot.nothing", "nothing.inputs"])
def test_what_a_game_has_not_is_looked_for_in_a_package_that_is_not_there_either(module: str) -> None:
    assert not has_module(f"sevenfold.games.lockup.{module}")
    assert has_module("sevenfold.games.lockup.bot.inputs")


def test_a_game_without_positions_says_so() -> None:
    assert load_game("lockup").position is defaults


@pytest.mark.parametrize(
    ("game", "usual"),
    [
        ("lockup", "begins default_move is_listed thrown_in write_carried"),
        ("trump7", "begins chance chance_move default_move is_listed thrown_in write_carried"),
        ("seven_bridge", "begins is_listed thrown_in write_carried"),
        ("lockseven", "begins chance chance_move write_carried"),
    ],
)
def test_only_what_a_game_has_not_is_the_usual(game: str, usual: str) -> None:
    rules = load_game(game).rules
    assert [name for name in RULES if getattr(rules, name) is getattr(defaults, name)] == usual.split()
