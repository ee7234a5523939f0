"""What a seat sees of a deal of Trump 7, as it is sent."""

from collections.abc import Iterable
from itertools import pairwise
from typing import Annotated

import msgspec

from sevenfold.cards.masks import kinds_of
from sevenfold.core.codes import one_of
from sevenfold.core.encoding import Seat
from sevenfold.core.tricks import NOBODY, TrickView, seats_from, shown_seat, shown_suit, shown_trick
from sevenfold.games.trump7.result import RESULT_LINES as RESULT_LINES
from sevenfold.games.trump7.result import result_lines
from sevenfold.games.trump7.rules import count_moves, stake, winning_seat
from sevenfold.games.trump7.scoring import BETWEEN, IN_ALL, MARKS, WON_FROM_EACH
from sevenfold.games.trump7.state import PACK, SEATS, Phase, Seen, State


class Ladder(msgspec.Struct, frozen=True):
    """T7-6.1: what the Player's points are worth to them, but for all tricks and none."""

    marks: tuple[int, ...]
    """The points from which each better stretch begins."""
    pays: tuple[int, ...]
    """What the Player scores below the first mark, between each two, and from the last one on."""
    in_all: int
    """The points of all cards."""
    reachable: tuple[bool, ...]
    """Which of these stretches the Player can still come to, by the points in tricks."""


PAYS = tuple(2 * WON_FROM_EACH[row] for row in BETWEEN)


class Trump7View(TrickView, frozen=True, kw_only=True, tag="trump7"):
    """What a seat sees of a deal of Trump 7."""

    phase: Annotated[str, one_of(Phase)]
    passed: tuple[Seat, ...]
    """The seats that have passed, in their order."""
    player: Seat | None
    trump: str | None
    leaster: bool
    points: tuple[int, ...]
    """Taken in tricks, without discards and widow."""
    player_points: int | None
    partner_points: int | None
    """Taken in tricks by the Player, and by the two opponents together; None without a Player."""
    ladder: Ladder | None
    """What the Player plays for; None without one."""
    stake: int
    """The points of the cards that lie in the trick."""
    tricks: tuple[int, ...]
    tricks_left: int
    widow: tuple[str, ...]
    """The widow, for the Player once it is taken, and for all after the deal."""
    discards: tuple[str, ...]
    """The discards, for the Player, and for all after the deal."""
    names_suit: tuple[str, ...]
    """T7-5.3: the card that the seat leads with the name of a suit, if it is to lead and holds it."""


def show(seen: Seen, seat: int | None, acting: int) -> Trump7View:
    """The view as it is sent."""
    own_widow = seen.widow_seen[seat] if seat is not None else 0
    own_discards = seen.discards[seat] if seat is not None else 0
    return Trump7View(
        **shown_trick(PACK, seen, seat, acting, winning_seat(seen)),
        phase=Phase.words[seen.phase],
        player=shown_seat(seen.player),
        verb="discard" if seen.phase == Phase.DISCARD else "",
        result_lines=result_lines(seen),
        passed=_passed(seen),
        trump=shown_suit(PACK, seen.trump),
        leaster=bool(seen.leaster),
        points=tuple(seen.points),
        player_points=None if seen.player == NOBODY else seen.points[seen.player],
        partner_points=None if seen.player == NOBODY else sum(seen.points) - seen.points[seen.player],
        ladder=None if seen.player == NOBODY else _ladder(seen),
        stake=stake(seen),
        tricks=tuple(seen.tricks),
        tricks_left=seen.tricks_left,
        widow=PACK.names_in(seen.widow_shown | own_widow),
        discards=PACK.names_in(seen.discards_shown | own_discards),
        names_suit=_names_suit(seen, seat, acting),
    )


def gone(seen: Seen) -> Iterable[int]:
    """The cards played to tricks: neither the widow nor the discards, not even once they are shown."""
    return (kind for cards in seen.played for kind in kinds_of(cards))


def _ladder(seen: State) -> Ladder:
    """T7-4.6, T7-6.1: a stretch is out of reach once the Player has more, or the defenders have too much."""
    least = seen.points[seen.player]
    most = IN_ALL - (sum(seen.points) - least)
    stretches = pairwise((0, *MARKS, IN_ALL + 1))
    return Ladder(MARKS, PAYS, IN_ALL, tuple(least < end and begin <= most for begin, end in stretches))


def _names_suit(seen: State, seat: int | None, acting: int) -> tuple[str, ...]:
    if seat is None or not acting >> seat & 1:
        return ()
    cards = (1 << kind for kind in kinds_of(seen.hands[seat]))
    return PACK.names_in(sum(card for card in cards if count_moves(seen, seat, card, 0) > 1))


def _passed(seen: State) -> tuple[int, ...]:
    """T7-2.1: from eldest hand on, all up to the Player, or to the seat that is to bid."""
    if seen.leaster:
        passes = SEATS
    else:
        last = seen.turn if seen.phase == Phase.BID else seen.player
        passes = (last - seen.first) % SEATS
    return tuple(seats_from(seen.first, SEATS)[:passes])
