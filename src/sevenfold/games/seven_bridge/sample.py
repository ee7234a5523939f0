"""Worlds that a seat cannot rule out: where the cards that it does not see may be. All are equally likely.

What is used: the cards in the seat's hand, in the melds and in the discard pile. A card taken from the
discard pile is laid at once, so it is never unseen. A seat that was offered the pon earlier has passed. Once
the stock has been made anew, two things more are known: how many cards each player has drawn from it since
and not yet put down, and that all other unseen cards were in the hands already, so none of them is in the
stock. What is not used: what a player would rather have kept, laid or claimed.
"""

from sevenfold.cards.masks import kinds_of, popcount
from sevenfold.core.dice import roll
from sevenfold.core.worlds import Layout, add_card, add_place, hidden_count
from sevenfold.games.seven_bridge.claims import could_pon
from sevenfold.games.seven_bridge.state import JOKER, JOKER_CARD, SEATS, Phase, Seen, State

FROM_STOCK = SEATS
STOCK = 2 * SEATS
"""Places: 0 to 5 are the cards that the hands had before the stock was made anew, or all their cards if it
never was; from FROM_STOCK on, those that they drew since; the stock; NOT_DEALT has the other cards."""
NOT_DEALT = STOCK + 1


def draw_case(_seen: Seen, _seat: int, dice: int) -> tuple[int, int]:
    """There is one case, as nothing but cards is hidden."""
    return 0, dice


def list_hidden(view: Seen, seat: int, _case: int, layout: Layout) -> None:
    """Cards of a stock made anew lie in it or were drawn from it, the others in the hands."""
    hidden = ~seen_cards(view, seat) & (JOKER_CARD << view.joker) - 1
    of_stock = view.remade_cards if view.remade else 0
    left = popcount(hidden)
    for owner in range(view.players):
        if owner != seat:
            drawn = view.from_remade[owner]
            add_place(layout, owner, view.hand_sizes[owner] - drawn, of_stock)
            add_place(layout, FROM_STOCK + owner, drawn, ~of_stock)
            left -= view.hand_sizes[owner]
    add_place(layout, STOCK, view.stock_size, ~of_stock if view.remade else 0)
    add_place(layout, NOT_DEALT, left - view.stock_size, 0)
    for kind in kinds_of(hidden):
        add_card(layout, kind)


def seen_cards(view: State, seat: int) -> int:
    """The cards in the seat's hand, in the melds and in the discard pile."""
    seen = view.hands[seat]
    for index in range(view.pile_size):
        seen |= 1 << view.pile[index]
    for number in range(view.meld_count):
        meld = view.melds[number]
        seen |= meld ^ 1 << view.joker_as | 1 << JOKER if number == view.joker_meld else meld
    return seen


def apply_layout(world: State, seat: int, _case: int, layout: Layout, dice: int) -> int:
    """Put the cards into the hands and the stock; a stock as dealt gets a random order."""
    drawn = 0
    for card in range(hidden_count(layout)):
        place, kind = layout.places[card], layout.kinds[card]
        if place < STOCK:
            world.hands[place % SEATS] |= 1 << kind
        elif place == STOCK and world.remade:
            world.stock_cards |= 1 << kind
        elif place == STOCK:
            other, dice = roll(dice, drawn + 1)
            world.stock[drawn] = world.stock[other]
            world.stock[other] = kind
            drawn += 1
    if world.phase == Phase.DRAW:
        _note_who_passed(world, seat)
    return dice


def _note_who_passed(world: State, seat: int) -> None:
    """SB-4.10: each seat with a pon was asked, from the discarder's left up to the seat that is asked now."""
    steps = (seat - world.discarder) % world.players if world.offered_pon[seat] else world.players
    for step in range(1, steps):
        other = (world.discarder + step) % world.players
        if other != seat and could_pon(world, other):
            world.passed[other] = 1
    world.held[world.turn] = world.offered_pon[seat] if seat != world.turn else 0
