"""The weights of the rule-based player: those that did best in duplicate deals."""

from typing import NamedTuple

MOST = 7
"""The last entry of a table by number of cards; it stands for more cards too."""

ByCards = tuple[float, float, float, float, float, float, float, float]


class Weights(NamedTuple):
    """Worths are in dead cards: cards of a hand that could not be laid."""

    wanted: float
    """A card not seen that would fit on what could be laid."""
    wanted_last: float
    """The same once more, divided by the number of cards that could not be laid."""
    for_a_set: float
    """A card not seen that would make a set of two dead cards, which anybody's discard may be."""
    for_a_sequence: float
    """The same of a sequence."""
    out_drawn: float
    out_claimed: float
    """To go out in the next turn: by the chance to draw the card, and by the cards others may discard."""
    point: float
    point_soon: float
    """A point that a discard takes out of the hand; once more by the chance that another goes out soon."""
    pon_danger: float
    chi_danger: float
    """A discard that another takes."""
    not_collected: float
    """What the danger is multiplied with where the player has discarded such cards themselves."""
    claim_opened: float
    claim_concealed: ByCards
    """By how much a claim must better the hand, where it costs no concealed win; and where it does, by the
    dead cards before the claim.
    """
    out: ByCards
    """The chance that another goes out soon, by the cards in their hand."""
    win_out: float
    win_laid: float
    """What may be won concealed, in points for each card in the others' hands: by each out, and by each card
    that could be laid.
    """
    hidden_out: float
    """The same by each out once the seat has melded: nobody can lay off on what it holds."""
    caught: float
    caught_later: float
    """The chance to be caught with what is held back, and how much it grows with each go-round.

    A point so lost is a point for one of the others, and once more a point less where losers lose it.
    """


WEIGHTS = Weights(
    wanted=0.05,
    wanted_last=0.05,
    for_a_set=0.2,
    for_a_sequence=0.1,
    out_drawn=30.0,
    out_claimed=24.0,
    point=0.00625,
    point_soon=0.01875,
    pon_danger=0.3,
    chi_danger=0.3,
    not_collected=0.5,
    claim_opened=2.0,
    claim_concealed=(9.0, 9.0, 9.0, 9.0, 0.5, 1.5, 1.5, 1.5),
    out=(1.0, 0.45, 0.3, 0.2, 0.13, 0.1, 0.08, 0.05),
    win_out=1.0,
    win_laid=0.5,
    hidden_out=0.2,
    caught=0.1,
    caught_later=0.08,
)
