"""The learnt player of LockSeven: small networks weigh the leads that it may make; all else is by rules."""

from sevenfold.core.inputs import choose_by
from sevenfold.core.moves import Move
from sevenfold.core.network import read_weights
from sevenfold.games.lockseven.bot import inputs
from sevenfold.games.lockseven.state import Seen

NETWORK = read_weights("sevenfold.games.lockseven.bot")
"""The weights of all networks, one after the other, as `sevenfold train lockseven` found them."""


def choose(view: Seen, seat: int) -> Move:
    """A lead by the networks, and any other move by rules."""
    return choose_by(inputs, NETWORK, view, seat)
