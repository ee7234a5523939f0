"""What the rule-based player lays, once it has decided to lay: in an order that leaves no card behind.

A card often fits in two places. It goes where all other cards that can be laid still can be. Of such places,
it goes to the one that leaves others the fewest cards to lay off.
"""

from sevenfold.cards.masks import lowest, popcount
from sevenfold.core.moves import Move
from sevenfold.games.seven_bridge.bot.covers import Cover, Spots, best_cover, laid_as, with_meld
from sevenfold.games.seven_bridge.laying import lays_off_now
from sevenfold.games.seven_bridge.melds import takes
from sevenfold.games.seven_bridge.state import ALL_SEVENS, JOKER_CARD, NAMES, NO_CARD, NO_MELD, Kind, State

NO_MOVE = Move(0, 0, 0, 0)


def next_to_lay(view: State, seat: int, able: int, cover: Cover, unseen: int) -> Move:
    """The next meld or lay-off of these cards, all of which can be laid by the cover."""
    meld = cover.first or cover.second
    if meld:
        arg = cover.joker_as + 1 if meld & JOKER_CARD else 0
        return Move(Kind.MELD, _grown(view, meld, cover.joker_as, able), 0, arg)
    move, _ = quietest(view, seat, able, unseen)
    return _joker_laid(view) if move.kind == NO_MOVE.kind else move


def quietest(view: State, seat: int, able: int, unseen: int) -> tuple[Move, int]:
    """The lay-off or meld of sevens that leaves others the fewest cards to lay off, and how many those are.

    It is of the cards `able`, and all the others of these can still be laid after it. NO_MOVE for none.
    """
    best, fewest = NO_MOVE, 0
    for number in range(view.meld_count if lays_off_now(view, seat) else 0):
        fits = takes(view.melds[number], view.ace_high) & able
        while fits:
            card = fits & -fits
            fits ^= card
            spots = _spots_with(view, number, view.melds[number] | card)
            if _all_can_be_laid(able ^ card, spots, view.ace_high):
                open_to = count_fitting(spots, unseen)
                if best.kind == NO_MOVE.kind or open_to < fewest:
                    best, fewest = Move(Kind.LAY, card, 0, number * NAMES), open_to
    sevens = able & ALL_SEVENS
    together = sevens if sevens & sevens - 1 else 0
    while sevens or together:
        meld = together or _grown(view, sevens & -sevens, NO_CARD, able)
        sevens, together = (sevens, 0) if together else (sevens & sevens - 1, 0)
        spots = _spots_with(view, NO_MELD, meld)
        if _all_can_be_laid(able & ~meld, spots, view.ace_high):
            open_to = count_fitting(spots, unseen)
            if best.kind == NO_MOVE.kind or open_to < fewest:
                best, fewest = Move(Kind.MELD, meld, 0, 0), open_to
    return best, fewest


def count_fitting(spots: Spots, unseen: int) -> int:
    """How many unseen cards fit on the table."""
    return popcount((spots.above | spots.below | spots.beside) & unseen)


def _spots_with(view: State, number: int, meld: int) -> Spots:
    """The spots of the table with this meld in place of meld `number`, or added where that is NO_MELD."""
    spots = with_meld(Spots(0, 0, 0, False), meld, view.ace_high)
    for other in range(view.meld_count):
        if other != number:
            spots = with_meld(spots, view.melds[other], view.ace_high)
    return spots


def _all_can_be_laid(cards: int, spots: Spots, ace_high: int) -> bool:
    return cards == 0 or best_cover(cards, spots, 1, ace_high).cards == cards


def _grown(view: State, meld: int, joker_as: int, able: int) -> int:
    """A meld with the cards that fit on it and that no other place needs; it takes no seven."""
    while True:
        fits = takes(laid_as(meld, joker_as), view.ace_high) & able & ~(meld | ALL_SEVENS)
        grown = meld
        while fits and grown == meld:
            card = fits & -fits
            fits ^= card
            spots = _spots_with(view, NO_MELD, laid_as(meld | card, joker_as))
            if _all_can_be_laid(able & ~(meld | card), spots, view.ace_high):
                grown = meld | card
        if grown == meld:
            return meld
        meld = grown


def _joker_laid(view: State) -> Move:
    """The joker on the first meld that takes it."""
    for number in range(view.meld_count):
        taken = takes(view.melds[number], view.ace_high)
        if taken and popcount(view.melds[number]) > 1:
            return Move(Kind.LAY, JOKER_CARD, 0, number * NAMES + lowest(taken) + 1)
    return NO_MOVE
