"""What commands say of a view and a result that name sides and have gaps."""

import pytest

from sevenfold.cli.words import Words
from sevenfold.core.views import Partners, ResultLine, View


class SidesView(View, frozen=True, kw_only=True, tag="sides"):
    """A view of a game with partners and bids."""

    bids: tuple[int | None, ...]
    sides: tuple[Partners, ...]


def view(seat: int | None = 0, bids: tuple[int | None, ...] = (), *lines: ResultLine) -> SidesView:
    sides = Partners((0, 2), 3, wanted=5), Partners((1, 3), 1)
    return SidesView(
        seat=seat,
        acting=(),
        phase="play",
        hand=(),
        hand_sizes=(1, 1, 1, 1),
        leader=None,
        table=(),
        verb="",
        result_lines=lines,
        bids=bids,
        sides=sides,
    )


@pytest.fixture
def words() -> Words:
    words = Words("lockup")
    words._texts = {
        "name": "Sides",
        "field.bids": "Bids",
        "field.sides": "Tricks",
        "result.tricks": "{you, select, true {Ours} other {Theirs}}: {names} have {count}.",
    }
    return words


def test_a_side_is_told_with_what_it_needs_and_a_bid_that_is_missing_as_a_gap(words: Words) -> None:
    told = dict(words.fields(view(bids=(2, None, 0, None))))
    assert told == {"Bids": "2 – 0 –", "Tricks": "seat 0 and seat 2 3 of 5, seat 1 and seat 3 1"}


def test_bids_that_are_all_missing_are_not_told(words: Words) -> None:
    assert "Bids" not in dict(words.fields(view(bids=(None, None, None, None))))


@pytest.mark.parametrize(("seat", "whose"), [(0, "Ours"), (2, "Ours"), (1, "Theirs"), (None, "Theirs")])
def test_a_line_about_a_side_names_its_seats(words: Words, seat: int | None, whose: str) -> None:
    line = ResultLine(rule="X-1.1", key="result.tricks", seats=(0, 2), count=4)
    assert list(words.result(view(seat, (), line))) == [f"{whose}: Seat 0 and seat 2 have 4."]
