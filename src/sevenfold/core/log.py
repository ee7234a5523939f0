"""Logs: the truth of a match. What a log says is enough to come to the same state on every machine."""

from collections.abc import Mapping

import msgspec

from sevenfold.cards.pack import CardError, Pack
from sevenfold.core.deal import Deal, DealError
from sevenfold.core.moves import CHANCE
from sevenfold.errors import SevenfoldError

CHANCE_SEAT = "*"


class Dealt(msgspec.Struct, frozen=True, tag="deal"):
    """A round begins: `first` acts first; the deal by seat, and the cards left."""

    first: int
    deal: dict[str, str]
    rest: str


class Played(msgspec.Struct, frozen=True, tag="move"):
    """A seat, `*` for chance, made a move."""

    seat: str
    move: str


class TakenBack(msgspec.Struct, frozen=True, tag="take_back"):
    """A seat took back: the match is as it was after entry number `to`, one of this round."""

    seat: str
    to: int


Entry = Dealt | Played | TakenBack


class Log(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match: which game by which rules, and all that happened, in order.

    `round` is the number of its first round, `scores` are those before it, and `carried` is what a match of
    this game carried on until then (`Meta.memory`): where the match began in the middle of another, they are
    not 1 and zeros. `last` is the number of its last round, where that is settled from the beginning.

    >>> import sevenfold
    >>> match = sevenfold.new_match(sevenfold.load_game("lockup"), seed=7)
    >>> match.log.game, match.log.players, len(match.log.entries)
    ('lockup', 4, 1)
    >>> sevenfold.replay(match.game, match.log).state == match.state
    True
    """

    game: str
    rules: int
    options: dict[str, str | int]
    players: int
    entries: tuple[Entry, ...]
    round: int = 1
    scores: tuple[int, ...] = ()
    last: int | None = None
    carried: tuple[int, ...] = ()


class LogError(SevenfoldError, ValueError):
    """A log that cannot be replayed as it is written.

    >>> import sevenfold
    >>> match = sevenfold.new_match(sevenfold.load_game("lockup"), seed=7)
    >>> sevenfold.replay(sevenfold.load_game("trump7"), match.log)
    Traceback (most recent call last):
        ...
    sevenfold.LogError: the log is of lockup by rules 1; here is trump7 by rules 1
    """


def seat_text(seat: int) -> str:
    """A seat as it is written: `*` for chance."""
    return CHANCE_SEAT if seat == CHANCE else str(seat)


def read_seat(text: str, players: int) -> int:
    """A seat as it was written. Raises LogError."""
    if text == CHANCE_SEAT:
        return CHANCE
    for seat in range(players):
        if text == str(seat):
            return seat
    raise LogError(f"{text!r} is no seat; the seats are 0 to {players - 1}, and * for chance")


def write_hand(pack: Pack, cards: tuple[int, ...]) -> str:
    """A hand in the order dealt."""
    return " ".join(pack.names[kind] for kind in cards)


def write_deal(pack: Pack, deal: Deal) -> dict[str, str]:
    """Each seat's cards in the order dealt."""
    return {str(seat): write_hand(pack, hand) for seat, hand in enumerate(deal.hands)}


def read_deal(pack: Pack, hands: Mapping[str, str], rest: str, players: int) -> Deal:
    """The deal that was written. Raises DealError."""
    seats = [str(seat) for seat in range(players)]
    if sorted(hands) != sorted(seats):
        raise DealError(f"the deal must name the seats {', '.join(seats)}; it names {', '.join(hands)}")
    try:
        return Deal(tuple(pack.read(hands[seat]) for seat in seats), pack.read(rest))
    except CardError as error:
        raise DealError(str(error)) from None
