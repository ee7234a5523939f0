"""What a seat sees of a deal of Trump 7, as it is sent."""

from typing import Literal

from sevenfold.cards.masks import kinds_of
from sevenfold.core.tricks import NO_SUIT, piles, shown_seat
from sevenfold.core.views import Pile, View
from sevenfold.games.trump7.state import BIDDING, DISCARDING, OVER, PACK, PLAYING, State

Phase = Literal["bid", "discard", "play", "over"]
PHASES: dict[int, Phase] = {BIDDING: "bid", DISCARDING: "discard", PLAYING: "play", OVER: "over"}


class Trump7View(View, frozen=True, kw_only=True, tag="trump7"):
    """What a seat sees of a deal of Trump 7."""

    phase: Phase
    player: int | None
    trump: str | None
    leaster: bool
    points: tuple[int, ...]
    """Taken in tricks, without discards and widow."""
    tricks: tuple[int, ...]
    tricks_left: int
    widow: tuple[str, ...]
    """The widow, to the Player once he has taken it and to all after the deal."""
    discards: tuple[str, ...]
    """The discards, to the Player and after the deal to all."""
    last_trick: tuple[Pile, ...]
    taker: int | None


def show(seen: State, seat: int | None, acting: int) -> Trump7View:
    """The view as it is sent."""
    own_widow = seen.widow_seen[seat] if seat is not None else 0
    own_discards = seen.discards[seat] if seat is not None else 0
    return Trump7View(
        seat=seat,
        acting=tuple(kinds_of(acting)),
        phase=PHASES[seen.phase],
        hand=PACK.names_in(seen.hands[seat]) if seat is not None else (),
        hand_sizes=tuple(seen.hand_sizes),
        leader=shown_seat(seen.leader),
        table=piles(PACK, seen.trick, seen.leader),
        player=shown_seat(seen.player),
        trump=None if seen.trump == NO_SUIT else PACK.suits[seen.trump],
        leaster=bool(seen.leaster),
        points=tuple(seen.points),
        tricks=tuple(seen.tricks),
        tricks_left=seen.tricks_left,
        widow=PACK.names_in(seen.widow_shown | own_widow),
        discards=PACK.names_in(seen.discards_shown | own_discards),
        last_trick=piles(PACK, seen.last_trick, seen.last_leader),
        taker=shown_seat(seen.taker),
    )
