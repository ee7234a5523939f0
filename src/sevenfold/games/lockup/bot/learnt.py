"""The learnt player of Lockup: small networks weigh the cards that it may play."""

from sevenfold.core.inputs import choose_by
from sevenfold.core.moves import Move
from sevenfold.core.network import read_weights
from sevenfold.games.lockup.bot import inputs
from sevenfold.games.lockup.state import Seen

NETWORK = read_weights("sevenfold.games.lockup.bot")
"""The weights of all networks, one after the other, as `sevenfold train lockup` found them."""


def choose(view: Seen, seat: int) -> Move:
    """A card, by the networks."""
    return choose_by(inputs, NETWORK, view, seat)
