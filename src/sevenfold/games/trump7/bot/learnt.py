"""The learnt player of Trump 7: it bids by rules, and small networks weigh the cards that it may play."""

from sevenfold.core.inputs import choose_by
from sevenfold.core.moves import Move
from sevenfold.core.network import read_weights
from sevenfold.games.trump7.bot import inputs
from sevenfold.games.trump7.state import Seen

NETWORK = read_weights("sevenfold.games.trump7.bot")
"""The weights of all networks, one after the other, as `sevenfold train trump7` found them."""


def choose(view: Seen, seat: int) -> Move:
    """A bid and the discards, by the rule-based player; a card, by the networks."""
    return choose_by(inputs, NETWORK, view, seat)
