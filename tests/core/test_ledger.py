"""What a viewer is told, also of simultaneous moves, in the small game of `passing`."""

from random import Random

import pytest

from sevenfold.arena.simulate import Simulation
from sevenfold.core.deal import Deal, DealError
from sevenfold.core.events import Event
from sevenfold.core.match import Match
from sevenfold.core.options import Options
from sevenfold.core.records import replay_record
from tests.core.passing import GAME, PACK, Seen, State

HANDS = ("2H 3H 4H", "2S 5H 6H", "7H 8H 9H")


def deal(*hands: str) -> Deal:
    return Deal(tuple(PACK.read(hand) for hand in hands))


def begun() -> Match[State, Seen]:
    return Match(GAME, Options(), 3, deal(*HANDS), 0)


def holds(match: Match[State, Seen], seat: int, version: int, text: str) -> bool:
    return match.ledger(seat).holds(version, GAME.notation.parse(text))


def test_a_move_made_at_the_same_time_is_not_stale_when_anothers_comes_first() -> None:
    match = begun()
    match.play_text(1, "pass 5H")
    assert match.ledger(0).version == 2
    assert holds(match, 0, 1, "pass 2H")
    match.play_text(0, "pass 2H")
    assert holds(match, 2, 1, "pass 7H")


def test_a_move_sent_again_is_stale() -> None:
    match = begun()
    match.play_text(0, "pass 2H")
    assert not holds(match, 0, 1, "pass 2H")
    assert not holds(match, 0, 1, "pass 3H")


def test_a_move_of_another_round_or_of_no_version_is_stale() -> None:
    match = begun()
    for seat, card in enumerate(("2H", "5H", "7H")):
        match.play_text(seat, f"pass {card}")
    match.deal(deal(*HANDS), match.next_first)
    assert not any(holds(match, 0, version, "pass 2H") for version in range(match.version))
    assert holds(match, 0, match.version, "pass 2H")
    assert not holds(match, 0, match.version + 1, "pass 2H")


def test_who_begins_is_said_by_the_rules() -> None:
    assert begun().ledger(None).events() == [Event(kind="deal", version=1, seat=None, count=1)]


def test_the_number_of_the_round_reaches_the_rules() -> None:
    match = begun()
    for steps in (1, 2):
        assert match.view(None).steps == steps  # type: ignore[attr-defined]  # the game's own view
        for seat, card in enumerate(("2H", "5H", "7H")):
            match.play_text(seat, f"pass {card}")
        if not match.over:
            match.deal(deal(*HANDS), match.next_first)
    assert match.results == ((0, 1, 0), (0, 0, 0))
    assert match.winners == (0, 2)


def test_a_record_gives_the_number_of_a_round_where_it_matters() -> None:
    records = list(Simulation(GAME, Options(), 3, ["random"], 1).records(4))
    assert [record.round for record in records] == [1, 2, 3, 4]
    for record in records:
        replay_record(GAME, record)


def test_what_is_told_does_not_depend_on_when_it_is_asked() -> None:
    """A ledger that is read at each move is the same as one that is read at the end."""
    often, once = begun(), begun()
    for seat, card in Random(1).sample(list(enumerate(("2H", "5H", "7H"))), 3):
        for match in (often, once):
            match.play_text(seat, f"pass {card}")
        for viewer in (None, 0, 1, 2):
            often.ledger(viewer).events()
    for viewer in (None, 0, 1, 2):
        assert often.ledger(viewer).events() == once.ledger(viewer).events()
        assert often.ledger(viewer).version == once.ledger(viewer).version


def test_who_is_asked_about_late_was_told_the_same() -> None:
    """A ledger that begins in a later round is the same as one that was kept from the beginning."""
    viewers = (None, 0, 1, 2)
    kept = Match(GAME, Options(), 3, deal(*HANDS), 0, viewers=viewers)
    late = begun()
    for match in (kept, late):
        for seat, card in enumerate(("2H", "5H", "7H")):
            match.play_text(seat, f"pass {card}")
        match.deal(deal(*HANDS), match.next_first)
        match.play_text(1, "pass 6H")
    for viewer in viewers:
        assert late.ledger(viewer).version == kept.ledger(viewer).version == 6
        assert late.ledger(viewer).events() == kept.ledger(viewer).events()


def test_a_game_without_positions_says_so() -> None:
    with pytest.raises(DealError, match="no positions"):
        Match(GAME, Options(), 3, deal(*HANDS), 0, position={"leader": 1})
