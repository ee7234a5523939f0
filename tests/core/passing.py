"""A small game for tests: three players pass a card each, all at the same time; then the round is over.

The pass goes to the left in the first round, to the right in the second, and so on. Each pair that a player
then holds costs a point, and the lowest total wins. It uses `core.defaults` wherever it can.
"""

import sys
from typing import Any, NewType

from sevenfold.cards.masks import kinds_of, mask_of, popcount
from sevenfold.cards.pack import Pack
from sevenfold.core import violations
from sevenfold.core.deal import Deal, MatchSoFar, check_deal
from sevenfold.core.defaults import (
    chance,
    chance_move,
    default_move,
    is_listed,
    named_parts,
    next_first,
    thrown_in,
    would_do,
)
from sevenfold.core.events import Event
from sevenfold.core.game import Game
from sevenfold.core.meta import Meta, SeatRange
from sevenfold.core.moves import UNREADABLE, Move, ToldMove, told_whole, told_without_cards
from sevenfold.core.options import Options
from sevenfold.core.tricks import NOBODY
from sevenfold.core.views import View
from sevenfold.core.visibility import Own, Public, fixed, game_state

__all__ = [
    "chance",
    "chance_move",
    "default_move",
    "is_listed",
    "named_parts",
    "next_first",
    "thrown_in",
    "would_do",
]

SEATS = 3
PACK = Pack(suits="HS", ranks="23456789")
PASS = 1
VIOLATIONS = ()
EVENTS = ()
RESULT_LINES = ()


@game_state
class State:
    first: Public[int] = 0
    steps: Public[int] = 1
    """How many seats to the left the pass goes."""
    hands: Own[list[int]] = fixed(SEATS)
    hand_sizes: Public[list[int]] = fixed(SEATS)
    passed: Own[list[int]] = fixed(SEATS)
    """The card that a seat passes."""
    given: Public[int] = 0
    """The cards passed in all rounds of the match."""
    has_passed: Public[list[int]] = fixed(SEATS)
    is_over: Public[int] = 0


Seen = NewType("Seen", State)


class PassingView(View, frozen=True, kw_only=True, tag="passing"):
    steps: int


def pack(_options: Options) -> Pack:
    return PACK


def hand_size(_options: Options, _players: int) -> int:
    return 3


def start(options: Options, players: int, deal: Deal, first: int, so_far: MatchSoFar) -> State:
    check_deal(PACK, deal, players, first)
    state = empty_state(options, players)
    apply_deal(state, deal, first, so_far)
    return state


def empty_state(_options: Options, _players: int) -> State:
    return State()


def apply_deal(state: State, deal: Deal, first: int, so_far: MatchSoFar) -> None:
    state.first = first
    state.steps = 1 if so_far.round % 2 else SEATS - 1
    state.given = so_far.carried[0]
    for seat in range(SEATS):
        state.hands[seat] = mask_of(deal.hands[seat])
        state.hand_sizes[seat] = len(deal.hands[seat])


def begins(_state: State) -> int:
    return NOBODY


def acting(state: State) -> int:
    return 0 if state.is_over else mask_of(seat for seat in range(SEATS) if not state.has_passed[seat])


def check(state: State, seat: int, move: Move) -> int:
    if state.is_over:
        return violations.OVER
    if not 0 <= seat < SEATS or state.has_passed[seat]:
        return violations.NOT_YOUR_TURN
    if move.kind != PASS or popcount(move.cards) != 1 or move.twice or move.arg:
        return violations.MALFORMED
    return violations.OK if move.cards & state.hands[seat] else violations.NOT_HELD


def addable(state: State, seat: int, cards: int, _twice: int) -> int:
    return 0 if cards else state.hands[seat]


def count_moves(state: State, seat: int, cards: int, twice: int) -> int:
    return int(popcount(cards) == 1 and not twice and bool(cards & state.hands[seat]))


def nth_move(_state: State, _seat: int, cards: int, twice: int, _index: int) -> Move:
    return Move(PASS, cards, twice, 0)


def apply(state: State, seat: int, move: Move) -> None:
    state.passed[seat] = move.cards
    state.has_passed[seat] = 1
    if all(state.has_passed):
        for giver in range(SEATS):
            state.hands[giver] ^= state.passed[giver]
        for giver in range(SEATS):
            state.hands[(giver + state.steps) % SEATS] |= state.passed[giver]
        state.given += SEATS
        state.is_over = 1


def over(state: State) -> bool:
    return bool(state.is_over)


def write_returns(state: State, out: list[int]) -> None:
    for seat, hand in enumerate(state.hands):
        out[seat] = popcount(hand & hand >> len(PACK.ranks))


def write_carried(state: State, out: list[int]) -> None:
    out[0] = state.given


def winners(_options: Options, totals: tuple[int, ...], rounds: int) -> tuple[int, ...]:
    if rounds < 2:
        return ()
    return tuple(seat for seat, total in enumerate(totals) if total == min(totals))


def details(_state: State, _seat: int, _move: Move, _violation: int) -> dict[str, str]:
    return {}


def parse(text: str) -> Move:
    words = text.split()
    return Move(PASS, mask_of(PACK.read(" ".join(words[1:])))) if words[:1] == ["pass"] else Move(UNREADABLE)


def write(move: Move) -> str:
    return f"pass {PACK.write_mask(move.cards)}"


def show(seen: Seen, seat: int | None, acting: int) -> PassingView:
    return PassingView(
        seat=seat,
        acting=tuple(kinds_of(acting)),
        phase="pass",
        hand=PACK.names_in(seen.hands[seat]) if seat is not None else (),
        hand_sizes=tuple(seen.hand_sizes),
        leader=None,
        table=(),
        verb="pass",
        result_lines=(),
        steps=seen.steps,
    )


def tell(_before: Seen, seat: int, move: Move, viewer: int | None) -> ToldMove:
    return told_whole(move) if seat == viewer else told_without_cards(move, 1)


def consequences(_before: Seen, _after: Seen, _viewer: int | None, _version: int) -> list[Event]:
    return []


def choose(seen: Seen, seat: int) -> Move:
    return Move(PASS, seen.hands[seat] & -seen.hands[seat])


META = Meta(
    name="passing",
    prefix="PA",
    players=SeatRange(SEATS, SEATS, SEATS),
    rules_version=1,
    options=Options,
    presets={"standard": Options()},
    best_total="lowest",
    memory=1,
)
_here: Any = sys.modules[__name__]
GAME: Game[State, Seen, Options] = Game(
    meta=META,
    state=State,
    rules=_here,
    refusals=_here,
    notation=_here,
    view=_here,
    story=_here,
    choose=choose,
)
