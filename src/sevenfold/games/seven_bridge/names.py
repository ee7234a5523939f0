"""Cards and melds as text, in the game's own order."""

from sevenfold.cards.masks import kinds_of
from sevenfold.core.moves import Move
from sevenfold.games.seven_bridge.melds import in_reading_order
from sevenfold.games.seven_bridge.state import JOKER, JOKER_PACK, NO_CARD, State, named


def move_names(move: Move) -> tuple[str, ...]:
    """The cards of a move, in the game's own order; one that it names twice stands there twice."""
    kinds = sorted([*kinds_of(move.cards), *kinds_of(move.twice)], reverse=True)
    return tuple(card_name(kind, named(move.arg)) for kind in kinds)


def card_names(mask: int) -> tuple[str, ...]:
    """The names of a set of cards."""
    return tuple(JOKER_PACK.write_mask(mask).split())


def card_name(kind: int, joker_as: int = NO_CARD) -> str:
    """The name of a card; a joker with the card that it stands for, if there is one."""
    name = JOKER_PACK.names[kind]
    return f"{name}={JOKER_PACK.names[joker_as]}" if kind == JOKER and 0 <= joker_as < JOKER else name


def meld_names(state: State, number: int) -> tuple[str, ...]:
    """A meld as it lies, low to high, the joker in its place."""
    kinds = in_reading_order(state.melds[number])
    joker_as = state.joker_as if state.joker_meld == number else NO_CARD
    return tuple(card_name(JOKER if kind == joker_as else kind, joker_as) for kind in kinds)
