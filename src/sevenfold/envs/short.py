"""Short decks: games with so few cards that they can be solved."""

from collections import Counter
from typing import Any, NamedTuple

import msgspec

from sevenfold.core.deal import DealError, dealt
from sevenfold.core.game import AnyGame
from sevenfold.core.given import checked_int
from sevenfold.core.options import Options
from sevenfold.errors import SevenfoldError


class NotInTheDeck(SevenfoldError, ValueError):
    """Cards that are to be dealt, of which the deck does not have all."""

    def __init__(self, dealt: str) -> None:
        super().__init__(f"dealt={dealt}: the deck does not have all of these cards")
        self.dealt = dealt


class ShortDeck(msgspec.Struct, frozen=True, rename={"cards": "deck"}):
    """The cards in play instead of the whole pack. Seat 0 is first in each deal.

    `hand_size` is how many each player is dealt; 0 is a full hand. `dealt` are cards of the deck that lie
    alike in each deal, seat 0's hand first; the others are shuffled. `name` is what results call it by.
    """

    cards: str = ""
    hand_size: int = 0
    dealt: str = ""
    name: str = ""

    @property
    def parameters(self) -> dict[str, str | int]:
        """The parameters of the game for OpenSpiel."""
        return {"deck": self.cards, "hand_size": self.hand_size, "dealt": self.dealt}


class ReadDeck(NamedTuple):
    """A deck as kinds of card."""

    cards: tuple[int, ...]
    """All cards in play, in ascending order."""
    dealt: tuple[int, ...]
    """Those that lie alike in each deal, in the order of the deal."""
    shuffled: tuple[int, ...]
    """The others."""
    hand_size: int


def read_deck(game: AnyGame, options: Options, players: int, short: ShortDeck) -> ReadDeck:
    """The cards of a short deck, or of the whole pack where it names none.

    Raises CardError, NotInTheDeck, WrongNumber, and DealError for what is no deck, is too small or is not of
    the pack.
    """
    pack = game.rules.pack(options)
    given: Any = short
    texts = [getattr(given, name, None) for name in ("cards", "dealt", "hand_size")]
    if not all(isinstance(text, str) for text in texts[:2]) or texts[2] is None:
        raise DealError(f"a deck is a ShortDeck with its cards as text, such as 'AS KS', not {given!r:.60}")
    cards = tuple(sorted(pack.read(short.cards) or pack.cards))
    fixed = tuple(pack.read(short.dealt))
    left = Counter(cards) - Counter(fixed)
    if Counter(fixed) - Counter(cards):
        raise NotInTheDeck(short.dealt)
    size = checked_int("hand_size", short.hand_size, 0) or game.rules.hand_size(options, players)
    if players * size > len(cards):
        raise DealError(f"{players} hands of {size} cards are wanted of a deck of {len(cards)}")
    game.rules.start(options, players, dealt(cards, players, size), 0, game.so_far(players))
    return ReadDeck(cards, fixed, tuple(sorted(left.elements())), size)
