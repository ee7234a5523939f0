"""What a beginner plays without thinking."""

from sevenfold.cards.masks import kinds_of
from sevenfold.core.moves import Move
from sevenfold.games.lockseven import play
from sevenfold.games.lockseven.bot.calling import trump_so_far
from sevenfold.games.lockseven.bot.player import choose
from sevenfold.games.lockseven.order import TRUMPS, levels, suit_of
from sevenfold.games.lockseven.rules import addable
from sevenfold.games.lockseven.state import Kind, Phase, Seen

HIGHEST, LOWEST = -1, 0


def hasty(view: Seen, seat: int) -> Move:
    """The highest cards, whether they lead or can take the trick, and else the lowest: no thought for points,
    pairs and partners. The lowest go to the bottom, and the rest is what the rules say.
    """
    if view.phase == Phase.BURY and not view.must_choose[seat]:
        return Move(Kind.BURY, *by_level(view, seat, view.bottom_size, LOWEST), 0)
    if view.phase != Phase.PLAY:
        return choose(view, seat)
    if seat == view.leader:
        return Move(Kind.PLAY, *by_level(view, seat, 1, HIGHEST), 0)
    cards, twice = by_level(view, seat, view.led_size, HIGHEST)
    if not play.wins(view, cards, twice):
        cards, twice = by_level(view, seat, view.led_size, LOWEST)
    return Move(Kind.PLAY, cards, twice, 0)


def by_level(view: Seen, seat: int, size: int, end: int) -> tuple[int, int]:
    """So many of the cards that the seat may choose, the highest or the lowest first. Trumps are higher than
    the rest.
    """
    trump = trump_so_far(view, seat) if view.phase == Phase.BURY else view.trump
    cards = twice = 0

    def height(kind: int) -> tuple[bool, int]:
        suit = suit_of(kind, trump)
        return suit >= TRUMPS, levels(1 << kind, suit)

    for _ in range(size):
        kinds = sorted(kinds_of(addable(view, seat, cards, twice)), key=height)
        card = 1 << kinds[end]
        twice |= cards & card
        cards |= card
    return cards, twice
