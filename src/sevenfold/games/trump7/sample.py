"""Worlds that a seat cannot rule out: where the cards that it has not seen may be.

A world is possible when every card that was played was legal in it (T7-4.2, T7-5.4). All possible worlds are
equally likely: what a player would rather have bid, put away or played is not taken into account.
"""

from sevenfold.cards.masks import kinds_of, nth, popcount
from sevenfold.core.dice import roll
from sevenfold.core.tricks import NOBODY
from sevenfold.core.worlds import Layout, add_card, add_place, hidden_count
from sevenfold.games.trump7.rules import WIDOW_SIZE, unseen_cards
from sevenfold.games.trump7.state import SEATS, Phase, Seen, State

ASIDE, NOT_DEALT = SEATS, SEATS + 1
"""Places: 0 to 2 are the hands; the widow or the discards; the cards not in a short deal."""


def draw_case(_seen: Seen, _seat: int, dice: int) -> tuple[int, int]:
    """There is one case, as nothing but cards is hidden."""
    return 0, dice


def list_hidden(view: Seen, seat: int, _case: int, layout: Layout) -> None:
    """A suit that a player did not follow is not in their hand, but may be among their discards."""
    hidden = unseen_cards(view, seat)
    aside = 0 if view.player == seat or view.phase in (Phase.DISCARD, Phase.OVER) else WIDOW_SIZE
    left = popcount(hidden) - aside
    for owner in range(SEATS):
        if owner != seat:
            add_place(layout, owner, view.hand_sizes[owner], view.lacks[owner])
            left -= view.hand_sizes[owner]
    add_place(layout, ASIDE, aside, 0)
    add_place(layout, NOT_DEALT, left, 0)
    for kind in kinds_of(hidden):
        add_card(layout, kind)


def apply_layout(world: State, seat: int, _case: int, layout: Layout, dice: int) -> int:
    """Put the cards into the hands, and into the widow or the discards."""
    aside = 0
    for card in range(hidden_count(layout)):
        place = layout.places[card]
        if place < SEATS:
            world.hands[place] |= 1 << layout.kinds[card]
        elif place == ASIDE:
            aside |= 1 << layout.kinds[card]
    player = world.player
    if player == NOBODY:
        world.widow = aside | world.widow_shown
    elif player != seat:
        world.discards[player] = aside | world.discards_shown
        world.widow_seen[player] = world.widow_shown
        if not world.widow_shown:
            dice = _choose_widow(world, dice)
    return dice


def _choose_widow(world: State, dice: int) -> int:
    """Draw the widow: two of the cards that the Player has had, any of which may have lain there."""
    player = world.player
    had = world.hands[player] | world.played[player] | world.discards[player]
    for _ in range(WIDOW_SIZE):
        index, dice = roll(dice, popcount(had))
        card = 1 << nth(had, index)
        world.widow_seen[player] |= card
        had ^= card
    return dice
