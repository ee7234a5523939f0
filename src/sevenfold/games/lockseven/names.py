"""Cards and suits as text, in the game's own order."""

from sevenfold.cards.masks import kinds_of
from sevenfold.core.tricks import NOBODY
from sevenfold.games.lockseven.order import BLACK_JOKER, NO_SUIT_ROUND, PACK, RANKS, SEVEN, SUITS, TRUMPS


def names(cards: int, twice: int = 0) -> tuple[str, ...]:
    """The cards of two masks, in the game's own order."""
    kinds = sorted([*kinds_of(cards), *kinds_of(twice)], reverse=True)
    return tuple(PACK.names[kind] for kind in kinds)


def suit_name(suit: int) -> str:
    """A suit in play: S, H, C or D, and T for trumps."""
    return PACK.suits[suit] if suit < TRUMPS else "T"


def trump_name(trump: int) -> str | None:
    """The trump suit, or `none` for a no-suit round; None where it is not known yet."""
    if trump == NOBODY:
        return None
    return "none" if trump == NO_SUIT_ROUND else PACK.suits[trump]


def kind_of_strength(strength: int) -> int:
    """The kind of the pair that anti-calls at this strength (LS-4.3)."""
    return strength * RANKS + SEVEN if strength < SUITS else BLACK_JOKER + strength - SUITS
