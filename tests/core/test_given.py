"""What callers give is checked, and the error names it and the way out."""

from itertools import islice
from random import Random

import pytest

from sevenfold.core import defaults, protocols
from sevenfold.core.choosing import PRINTED, TextNotMove, check_moves, legal_moves
from sevenfold.core.dice import SEEDS
from sevenfold.core.given import NoSuchSeat, WrongNumber, seats_mask, seed_bytes, seed_number
from sevenfold.core.moves import UNREADABLE
from sevenfold.core.options import OptionError
from sevenfold.core.seeded import new_match
from sevenfold.core.tricks import NOBODY, seat_that_played
from sevenfold.core.violations import IllegalMove
from sevenfold.games import load_game, load_meta


def test_no_seed_is_a_seed_at_random() -> None:
    assert 0 <= seed_number(None) < SEEDS
    assert len(seed_bytes(None)) == 32
    assert seed_bytes(None) != seed_bytes(None)


def test_a_small_seed_is_itself_and_every_other_number_a_seed_of_its_own() -> None:
    assert [seed_number(seed) for seed in (0, 7, SEEDS - 1)] == [0, 7, SEEDS - 1]
    large = [*range(-50, 0), *(sign * (7 + turns * SEEDS) for turns in range(1, 50) for sign in (1, -1))]
    large += [10**5000, 10**5000 + 1]
    found = [seed_number(seed) for seed in large]
    assert len({*found, *range(100)}) == len(large) + 100
    assert all(0 <= seed < SEEDS for seed in found)
    assert found == [seed_number(seed) for seed in large]


@pytest.mark.parametrize("seed", ["7", 7.5, [7], "seven"])
def test_what_is_no_whole_number_is_no_seed(seed: object) -> None:
    for read in (seed_number, seed_bytes):
        with pytest.raises(WrongNumber, match="a whole number"):
            read(seed)


def test_seats_are_a_list_of_those_at_the_table() -> None:
    assert seats_mask("seats", [0, 2], 4) == 0b101
    with pytest.raises(WrongNumber, match=r"a list of seats, such as \[0, 2\]"):
        seats_mask("seats", 2, 4)  # type: ignore[arg-type]
    with pytest.raises(NoSuchSeat):
        seats_mask("seats", [4], 4)


def test_options_of_another_game_are_refused() -> None:
    lockup, trump7 = load_meta("lockup"), load_meta("trump7")
    assert lockup.check_options(lockup.options()) == lockup.options()
    with pytest.raises(OptionError, match="a LockupOptions"):
        lockup.check_options(trump7.options())
    assert [players in trump7.players for players in (2, 3, 4)] == [False, True, False]


def test_what_is_no_move_is_malformed() -> None:
    match = new_match(load_game("lockup"), seed=7)
    for wrong in (("QH",), 12, None):
        refused = match.why_not(match.acting[0], wrong)  # type: ignore[arg-type]
        assert refused is not None
        assert refused.rule == "malformed"


def test_a_text_is_no_move_and_the_error_says_how_to_play_it() -> None:
    match = new_match(load_game("lockup"), seed=7)
    seat, text = match.acting[0], match.write(match.legal(match.acting[0])[0])
    for use in (match.play, match.child, match.why_not, match.is_legal, match.round.play):
        with pytest.raises(TextNotMove, match=r"match\.play_text\(seat, text\)") as refused:
            use(seat, text)  # type: ignore[arg-type]
        assert isinstance(refused.value, TypeError)
        assert refused.value.text == text
    assert match.version == 1
    assert match.write(match.play_text(seat, text).move) == text


@pytest.mark.parametrize("name", ["lockseven", "lockup", "seven_bridge", "trump7"])
def test_legal_moves_print_as_texts_that_can_be_played(name: str) -> None:
    match = new_match(load_game(name), seed=7)
    rng = Random(1)
    while not match.round_over:
        seat = match.acting[0]
        legal = match.legal(seat)
        printed = repr(legal).removeprefix(f"<legal moves of seat {seat}: ").removesuffix(">").split(", ")
        assert repr(match.moment(seat).legal) == repr(legal)
        texts = printed[:PRINTED]
        assert [match.read(text) for text in texts] == list(islice(legal, PRINTED))
        assert printed[PRINTED:] == ["..."] * (len(list(islice(legal, PRINTED + 1))) > PRINTED)
        match.play(seat, legal.choice(rng))


def test_a_simple_game_takes_what_it_does_not_write_from_defaults() -> None:
    seen = new_match(load_game("lockup"), seed=7).seen(0)
    assert defaults.beginner_view(seen, 0) is seen
    assert defaults.named_parts(seen, 1, 0) == ()
    assert defaults.chance_move(seen, 0).kind == UNREADABLE
    assert not protocols.never(seen)


def test_a_card_that_was_not_played_to_a_trick_is_nobodys() -> None:
    assert [seat_that_played([7, 3], card) for card in (7, 3, 5)] == [0, 1, NOBODY]


def test_legal_moves_and_moments_show_themselves() -> None:
    match = new_match(load_game("seven_bridge"), seed=7)
    seat = match.acting[0]
    assert repr(legal_moves(match.game.rules, match.seen(seat), seat)).startswith(
        f"<legal moves of seat {seat}: Move("
    )
    assert repr(match.legal(1 - seat)) == f"<legal moves of seat {1 - seat}: none>"
    while not match.view(None).table and not match.round_over:
        match.play(match.acting[0], match.game.choose(match.seen(match.acting[0]), match.acting[0]))
    for viewer in (None, 0, 1, 2):
        moment = match.moment(viewer)
        assert str(moment).count("\n") + 2 > len(moment.view.table)
        assert moment._repr_html_().count("<tr>") > len(moment.view.table)


def test_a_move_that_is_not_legal_is_not_evaluated() -> None:
    match = new_match(load_game("lockup"), seed=7)
    with pytest.raises(IllegalMove):
        check_moves(match.game, match.seen(0), 0, [match.read("2C")])
