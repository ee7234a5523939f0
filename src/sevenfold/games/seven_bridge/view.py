"""What a seat sees of a hand of Seven Bridge, as it is sent."""

from typing import Literal

from sevenfold.cards.masks import kinds_of
from sevenfold.core.views import Pile, View
from sevenfold.games.seven_bridge.names import card_name, card_names, meld_names
from sevenfold.games.seven_bridge.scoring import count
from sevenfold.games.seven_bridge.state import CHANCE_DRAWS, DRAWING, MELDING, NOBODY, OVER, State

Phase = Literal["claim", "draw", "stock", "meld", "over"]
PHASES: dict[int, Phase] = {DRAWING: "draw", CHANCE_DRAWS: "stock", MELDING: "meld", OVER: "over"}


class SevenBridgeView(View, frozen=True, kw_only=True, tag="seven_bridge"):
    """What a seat sees of a hand of Seven Bridge. `phase` is `claim` for the seat that is asked, alone."""

    phase: Phase
    dealer: int
    discard: str | None
    """The top card of the discard pile."""
    discards: tuple[str, ...]
    """The discard pile, from the bottom up."""
    stock: int
    remade: int
    """How often the stock was made anew."""
    opened: tuple[int, ...]
    """1 for a seat that has melded or laid off."""
    count: int | None
    """What the seat's own hand counts."""
    winner: int | None
    left: tuple[Pile, ...]
    """The hands that are left when somebody has gone out."""
    left_counts: tuple[int, ...]
    """What each seat's of them counts."""

    @property
    def melds(self) -> tuple[str, ...]:
        """The melds, as scenarios write them."""
        return tuple(" ".join(pile.cards) for pile in self.table)


def show(seen: State, seat: int | None, acting: int) -> SevenBridgeView:
    """The view as it is sent."""
    own = seen.hands[seat] if seat is not None else 0
    discards = tuple(card_name(kind) for kind in seen.pile[: seen.pile_size])
    return SevenBridgeView(
        seat=seat,
        acting=tuple(kinds_of(acting)),
        phase="claim" if any(seen.asked) else PHASES[seen.phase],
        hand=card_names(own),
        hand_sizes=tuple(seen.hand_sizes[: seen.players]),
        leader=None,
        table=tuple(Pile(seen.owners[number], meld_names(seen, number)) for number in range(seen.meld_count)),
        dealer=seen.dealer,
        discard=discards[-1] if discards else None,
        discards=discards,
        stock=seen.stock_size,
        remade=seen.remade,
        opened=tuple(seen.opened[: seen.players]),
        count=count(own, seen.pips, seen.ace_value) if seat is not None else None,
        winner=None if seen.winner == NOBODY else seen.winner,
        left=tuple(Pile(other, card_names(cards)) for other, cards in enumerate(seen.shown) if cards),
        left_counts=tuple(count(cards, seen.pips, seen.ace_value) for cards in seen.shown[: seen.players]),
    )
