"""Lockup's moves and views as text."""

import re
from collections import Counter
from collections.abc import Mapping
from typing import Literal

from sevenfold.cards.masks import kinds_of, lowest, mask_of
from sevenfold.cards.pack import CardError
from sevenfold.core import violations
from sevenfold.core.deal import Deal, DealError
from sevenfold.core.moves import UNREADABLE, Move
from sevenfold.core.tricks import piles, shown_seat
from sevenfold.core.views import Pile, View
from sevenfold.games.lockup.meta import LockupOptions
from sevenfold.games.lockup.rules import LU_2_1, LU_3_1
from sevenfold.games.lockup.state import (
    LOSE_CARD,
    LOSING,
    OVER,
    PACK,
    PLAY_CARD,
    PLAYING,
    State,
)

Phase = Literal["play", "lose", "over"]
PHASES: dict[int, Phase] = {PLAYING: "play", LOSING: "lose", OVER: "over"}
LOSS = re.compile(r"\s*([0-3])\s+lose\s+(.+)", re.IGNORECASE | re.DOTALL)


class LockupView(View, frozen=True, kw_only=True, tag="lockup"):
    """What a seat sees of a round of Lockup."""

    phase: Phase
    tricks: tuple[int, ...]
    tricks_left: int
    locked: tuple[int, ...]
    lost: tuple[int, ...]
    """How many cards each seat has lost."""
    lost_cards: tuple[str, ...]
    """The cards that this seat has lost itself."""
    last_trick: tuple[Pile, ...]
    taker: int | None


def parse(text: str) -> Move:
    """Read `QH`, or chance's `2 lose 5D`."""
    loss = LOSS.fullmatch(text)
    kind, words, seat = (LOSE_CARD, loss[2], int(loss[1])) if loss else (PLAY_CARD, text, 0)
    try:
        cards = PACK.read(words)
    except CardError:
        return Move(UNREADABLE)
    twice = mask_of(card for card, times in Counter(cards).items() if times > 1)
    return Move(kind, mask_of(cards), twice, seat)


def write(move: Move) -> str:
    """A move as text."""
    cards = PACK.write((*kinds_of(move.cards), *kinds_of(move.twice)))
    return f"{move.arg} lose {cards}" if move.kind == LOSE_CARD else cards


def refusal_details(state: State, _seat: int, move: Move, violation: int) -> dict[str, str]:
    """The card refused and, where suit was not followed, the suit led."""
    values: dict[str, str] = {}
    if violation in (violations.NOT_HELD, LU_2_1, LU_3_1):
        values["card"] = PACK.names[lowest(move.cards)]
    if violation == LU_3_1:
        values["suit"] = PACK.suits[state.suit_led]
    return values


def place(
    _options: LockupOptions, _players: int, _deal: Deal, _first: int, _position: Mapping[str, object]
) -> State:
    """Lockup has no position but the deal."""
    raise DealError("Lockup has no position: a round begins with the first trick")


def default_move(_state: State) -> None:
    """Every move of Lockup is written."""


def show(seen: State, seat: int | None, acting: int) -> LockupView:
    """The view as it is sent."""
    return LockupView(
        seat=seat,
        acting=tuple(kinds_of(acting)),
        phase=PHASES[seen.phase],
        hand=PACK.names_in(seen.hands[seat]) if seat is not None else (),
        hand_sizes=tuple(seen.hand_sizes),
        leader=shown_seat(seen.leader),
        table=piles(PACK, seen.trick, seen.leader),
        tricks=tuple(seen.tricks),
        tricks_left=seen.tricks_left,
        locked=tuple(seen.locked),
        lost=tuple(seen.lost_sizes),
        lost_cards=PACK.names_in(seen.lost[seat]) if seat is not None else (),
        last_trick=piles(PACK, seen.last_trick, seen.last_leader),
        taker=shown_seat(seen.taker),
    )
