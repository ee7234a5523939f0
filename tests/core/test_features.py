"""What the types of a state and of a view say: how a field is written as numbers, and which hold seats."""

from typing import Annotated, get_type_hints

import pytest

from sevenfold.core.encoding import (
    Card,
    Cards,
    CardSet,
    Each,
    Flag,
    NoFeature,
    Number,
    OneCard,
    Seat,
    SeatNumber,
    features_of,
)
from sevenfold.core.parts import has_module
from sevenfold.core.views import Partners, SideWithoutSeats, View, gap_fields, seat_fields
from sevenfold.core.visibility import Hidden, Own, Public, Visibility, fixed, game_state, visibilities
from sevenfold.games import OWN_GAMES, load_game


@game_state
class Whist:
    """A state whose types say what its numbers stand for, and one that does not."""

    dealer: Public[Seat] = 0
    hands: Own[list[Cards]] = fixed(4)
    trick: Public[list[Card]] = fixed(4)
    tricks: Public[list[Annotated[int, Number(13)]]] = fixed(4)
    melds: Public[Annotated[list[int], Each(CardSet())]] = fixed(9)
    led: Public[Flag] = 0
    stock: Hidden[int] = 0
    bid: Public[int] = 0


def test_a_field_is_written_as_its_type_says() -> None:
    assert features_of(Whist, ["dealer", "hands", "trick", "tricks", "melds", "led"]) == {
        "dealer": SeatNumber(),
        "hands": CardSet(),
        "trick": OneCard(),
        "tricks": Number(13),
        "melds": Each(CardSet()),
        "led": Number(1),
    }


def test_a_field_that_says_nothing_is_named_with_the_way_out() -> None:
    with pytest.raises(NoFeature, match=r"Whist\.bid must say what it stands for, such as Public\[Seat\]"):
        features_of(Whist, ["bid"])


def test_what_a_number_stands_for_does_not_change_who_sees_it() -> None:
    seen = visibilities(Whist)
    assert [seen[name] for name in ("dealer", "hands", "melds", "stock")] == [
        Visibility.PUBLIC,
        Visibility.OWN,
        Visibility.PUBLIC,
        Visibility.HIDDEN,
    ]


class WhistView(View, frozen=True, kw_only=True, tag="whist"):
    """A view with a seat, a seat or none, several, and numbers that are no seats, of which some have gaps."""

    dealer: Seat
    partner: Seat | None
    passed: tuple[Seat, ...]
    next_player: int
    tricks: tuple[int, ...]
    trump_led: int | None
    bids: tuple[int | None, ...]


def test_the_fields_that_hold_seats_are_known_by_their_types_alone() -> None:
    assert seat_fields(WhistView) == ("leader", "dealer", "partner", "passed")


def test_the_fields_with_gaps_are_those_whose_numbers_may_be_missing() -> None:
    assert gap_fields(WhistView) == ("bids",)


def test_a_side_has_a_seat_at_least() -> None:
    assert Partners((1,), 0).wanted is None
    with pytest.raises(SideWithoutSeats, match="leave a side out of the view until somebody is in it"):
        Partners((), 3, wanted=5)


@pytest.mark.parametrize(
    "game", [game for game in OWN_GAMES if has_module(f"sevenfold.games.{game}.encoding")]
)
def test_what_is_a_seat_in_the_state_is_one_in_the_view(game: str) -> None:
    loaded = load_game(game)
    view: type[View] = get_type_hints(loaded.view.show)["return"]
    seen = {name for name, kind in visibilities(loaded.state).items() if kind is not Visibility.HIDDEN}
    features = features_of(loaded.state, seen & set(view.__struct_fields__))
    seats = {name for name, feature in features.items() if isinstance(feature, SeatNumber)}
    assert seats
    assert seats <= set(seat_fields(view))
