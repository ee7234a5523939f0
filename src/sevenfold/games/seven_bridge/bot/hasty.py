"""What a beginner plays without thinking."""

from sevenfold.core.moves import Move
from sevenfold.games.seven_bridge.bot.player import GOES_OUT, choose_by
from sevenfold.games.seven_bridge.bot.weights import WEIGHTS
from sevenfold.games.seven_bridge.state import Seen

EAGER = WEIGHTS._replace(
    claim_opened=-GOES_OUT,
    claim_concealed=(-GOES_OUT, -GOES_OUT, -GOES_OUT, -GOES_OUT, -GOES_OUT, -GOES_OUT, -GOES_OUT, -GOES_OUT),
    win_out=0.0,
    win_laid=0.0,
    hidden_out=0.0,
    pon_danger=0.0,
    chi_danger=0.0,
)
"""Whoever weighs so claims and lays whatever they can, and does not look at what others may claim."""


def hasty(view: Seen, seat: int) -> Move:
    """A claim wherever there is one, all melds at once, and any discard that helps the own hand."""
    return choose_by(view, seat, EAGER)
