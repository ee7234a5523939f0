"""Law 1: each field of a state says who may see it, and a view copies only what its viewer may see."""

from dataclasses import field, fields
from typing import Annotated

import pytest

from sevenfold.core.visibility import (
    Hidden,
    Own,
    Public,
    UndeclaredVisibility,
    Visibility,
    duplicate,
    fixed,
    game_state,
    view,
    visibilities,
)


@game_state
class Whist:
    """A state with a field of each visibility, of each form."""

    turn: Public[int] = -1
    tricks: Public[list[int]] = fixed(3)
    hands: Own[list[int]] = fixed(3)
    bids: Own[list[int]] = fixed(3, -1)
    stock: Hidden[int] = 0
    drawn: Hidden[list[int]] = fixed(2)


def in_play() -> Whist:
    return Whist(turn=1, tricks=[1, 0, 2], hands=[7, 8, 9], bids=[3, 4, 5], stock=6, drawn=[1, 2])


def test_a_field_without_its_sight_is_an_error_at_import() -> None:
    with pytest.raises(UndeclaredVisibility, match=r"Careless\.hands must say who may see it") as error:

        @game_state
        class Careless:
            turn: Public[int] = 0
            hands: list[int] = fixed(4)

    assert (error.value.owner, error.value.name) == ("Careless", "hands")


def test_another_annotation_is_no_sight() -> None:
    with pytest.raises(UndeclaredVisibility, match="stock"):

        @game_state
        class Mistaken:
            stock: Annotated[int, "hidden"] = 0


def test_one_number_is_nobody_s_own() -> None:
    with pytest.raises(UndeclaredVisibility, match="must be a list"):

        @game_state
        class Lonely:
            hand: Own[int] = 0


def test_what_is_own_is_a_list_of_integers() -> None:
    with pytest.raises(UndeclaredVisibility, match="must be a list"):

        @game_state
        class Wordy:
            names: Own[list[str]] = field(default_factory=list)


def test_a_field_without_a_default_is_an_error_at_import() -> None:
    with pytest.raises(TypeError, match="turn"):

        @game_state
        class Unfinished:
            turn: Public[int]


def test_sights_are_told_in_the_order_of_declaration() -> None:
    assert visibilities(Whist) == {
        "turn": Visibility.PUBLIC,
        "tricks": Visibility.PUBLIC,
        "hands": Visibility.OWN,
        "bids": Visibility.OWN,
        "stock": Visibility.HIDDEN,
        "drawn": Visibility.HIDDEN,
    }
    assert list(visibilities(Whist)) == [each.name for each in fields(Whist)]


def test_a_seat_sees_what_is_public_and_its_own() -> None:
    assert view(in_play(), 1) == Whist(turn=1, tricks=[1, 0, 2], hands=[0, 8, 0], bids=[-1, 4, -1])


def test_a_spectator_sees_what_is_public() -> None:
    assert view(in_play(), None) == Whist(turn=1, tricks=[1, 0, 2])


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_a_view_shares_no_list_with_the_state(seat: int | None) -> None:
    state = in_play()
    seen = view(state, seat)
    for entries in (seen.tricks, seen.hands, seen.bids, seen.drawn):
        entries[:] = [99] * len(entries)
    assert state == in_play()
    assert Whist() == Whist(tricks=[0, 0, 0], bids=[-1, -1, -1], drawn=[0, 0])


def test_a_duplicate_is_equal_and_shares_no_list() -> None:
    state = in_play()
    copy = duplicate(state)
    assert copy == state
    copy.hands[0] = copy.tricks[0] = copy.drawn[0] = 99
    assert state == in_play()


def test_a_state_has_no_fields_but_those_declared() -> None:
    with pytest.raises(AttributeError):
        in_play().score = 1  # type: ignore[attr-defined]
