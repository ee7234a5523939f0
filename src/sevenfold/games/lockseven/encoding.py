"""How each field of a LockSeven view becomes numbers, for players that learn."""

from sevenfold.core.encoding import CardSet, Each, Flags, LeftOut, Number, OneOf, RoomEncoding, SeatNumber
from sevenfold.games.lockseven.meta import LockSevenOptions
from sevenfold.games.lockseven.order import PACK, SUITS
from sevenfold.games.lockseven.scoring import LARGEST_STEP
from sevenfold.games.lockseven.state import HAND_SIZE, SEATS, STRENGTHS

_TRUMP_SUITS = SUITS + 1
_SUITS_IN_PLAY = 2 * SUITS + 1
_DEALT = SEATS * (HAND_SIZE + 1)
_POINTS = 200
_THROWN_BACK = HAND_SIZE * (HAND_SIZE + 1) // 2
_LARGEST_HAND = HAND_SIZE + 8
_AT_THE_END = LeftOut("known when the round is over")


def _worst(_options: LockSevenOptions, _players: int) -> int:
    """The Host who plays alone and loses three steps to each of the others (LS-9.4)."""
    return -LARGEST_STEP * (SEATS - 1)


ENCODING = RoomEncoding(
    version=2,
    kinds=len(PACK.names),
    max_moves=1 + SUITS,
    worst=_worst,
    cut_short=("thrown_in", "conceded"),
    fields={
        "open_call": Number(1),
        "concede_costs": Number(1),
        "host_first": Number(1),
        "seven_gap": Number(1),
        "takes_back": Number(1),
        "throw_penalty": Number(10),
        "penalty_per_card": Number(1),
        "protect_tractors": Number(1),
        "every_part": Number(1),
        "bottom_rule": OneOf(3),
        "steps_rule": OneOf(3),
        "first": SeatNumber(),
        "phase": OneOf(6),
        "turn": SeatNumber(),
        "to_deal": Number(_DEALT),
        "dealt": Number(_DEALT),
        "asked": Number(1),
        "hands": CardSet(),
        "doubles": CardSet(),
        "hand_sizes": Number(_LARGEST_HAND),
        "bottom_size": Number(8),
        "taken": CardSet(),
        "taken_twice": CardSet(),
        "buried": CardSet(),
        "buried_twice": CardSet(),
        "host": SeatNumber(),
        "own_call": OneOf(SUITS),
        "called": OneOf(SUITS),
        "must_choose": Number(1),
        "hides": Number(1),
        "anti_caller": Each(SeatNumber()),
        "strength": OneOf(STRENGTHS),
        "passes": Number(SEATS),
        "trump": OneOf(_TRUMP_SUITS),
        "known_partner": SeatNumber(),
        "revealed": SeatNumber(),
        "alone": Number(1),
        "leader": SeatNumber(),
        "led_suit": OneOf(_SUITS_IN_PLAY),
        "led_size": Number(HAND_SIZE),
        "led_pairs": Number(12),
        "led_tractors": Flags(24),
        "trick": CardSet(),
        "trick_twice": CardSet(),
        "best": SeatNumber(),
        "thrown": CardSet(),
        "thrown_twice": CardSet(),
        "failed_throws": Number(HAND_SIZE),
        "thrown_back": Number(_THROWN_BACK),
        "one_part": Number(1),
        "played": CardSet(),
        "played_twice": CardSet(),
        "shown": CardSet(),
        "shown_twice": CardSet(),
        "lacks": Flags(SUITS + 1),
        "at_most_one": CardSet(),
        "holds_none": CardSet(),
        "points": Number(_POINTS),
        "taker": SeatNumber(),
        "last_leader": SeatNumber(),
        "last_trick": CardSet(),
        "last_twice": CardSet(),
        "last_size": Number(HAND_SIZE),
        "last_largest": Number(HAND_SIZE),
        "conceded": _AT_THE_END,
        "thrown_in": _AT_THE_END,
        "bottom_shown": _AT_THE_END,
        "bottom_shown_twice": _AT_THE_END,
        "bottom_points": _AT_THE_END,
        "penalty_points": _AT_THE_END,
        "attack_total": _AT_THE_END,
        "result": _AT_THE_END,
    },
)
