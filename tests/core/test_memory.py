"""A match whose rounds know what was before: the totals, and numbers of the game's own (`Meta.memory`)."""

from typing import Any

import msgspec
import pytest

from sevenfold.core.deal import MatchSoFar
from sevenfold.core.dealer import Dealer
from sevenfold.core.duplicate import Board
from sevenfold.core.game import WrongMemory
from sevenfold.core.log import Log, LogError
from sevenfold.core.match import Match
from sevenfold.core.records import RecordError, replay_record
from sevenfold.core.replaying import replay, replay_after
from sevenfold.core.seeded import SeededMatch
from sevenfold.games import load_game
from sevenfold.server.rounds.shown import record_of
from tests.core.passing import GAME, SEATS

OPTIONS = GAME.meta.options()
Passing = SeededMatch[Any, Any]


def round_played(match: Passing) -> None:
    """Each seat passes the card that the game's own player would."""
    while not match.round_over:
        seat = match.acting[0]
        match.play(seat, match.game.choose(match.seen(seat), seat))


@pytest.fixture
def match() -> Passing:
    """A match in its second round, nobody having passed a card yet in it."""
    made = SeededMatch(GAME, OPTIONS, SEATS, Dealer(b"memory"))
    round_played(made)
    made.next_round()
    return made


def test_a_round_knows_its_number_the_totals_and_what_was_carried_on(match: Passing) -> None:
    assert match.round.so_far == MatchSoFar(2, 2, match.totals, (SEATS,))
    assert match.state.given == SEATS
    assert match.rounds[0].so_far == MatchSoFar(1, 1, (0, 0, 0), (0,))


def test_a_log_and_a_log_of_later_rounds_alone_replay_to_the_same(match: Passing) -> None:
    first_result = match.rounds[0].result
    round_played(match)
    again, later = replay(GAME, match.log), replay_after(GAME, match.log, [first_result])
    assert again.state == later.state == match.state
    assert match.state.given == 2 * SEATS


def test_a_match_that_begins_in_the_middle_says_so_in_its_log(match: Passing) -> None:
    so_far, deal = match.round.so_far, match.round.deal
    begun = Match(GAME, OPTIONS, SEATS, deal, 0, totals=[5, 6, 7], round_number=3, carried=[6])
    assert begun.state.given == 6
    written = msgspec.json.decode(msgspec.json.encode(begun.log), type=Log)
    assert (written.round, written.scores, written.carried) == (3, (5, 6, 7), (6,))
    assert replay(GAME, written).round.so_far == MatchSoFar(3, 3, (5, 6, 7), (6,))
    assert so_far.carried == (3,)


def test_a_record_of_a_round_says_what_was_before_it(match: Passing) -> None:
    round_played(match)
    record = record_of(match)
    assert (record.round, record.scores, record.carried) == (2, match.round.so_far.scores, (3,))
    assert replay_record(GAME, record).state == match.state


@pytest.mark.parametrize("carried", [[1, 2], ["1"], [True]])
def test_a_record_with_other_numbers_is_refused(match: Passing, carried: list[object]) -> None:
    round_played(match)
    record = msgspec.structs.replace(record_of(match), carried=carried)
    with pytest.raises(RecordError, match="a match of passing carries on 1 whole number"):
        replay_record(GAME, record)


def test_a_record_with_scores_for_other_seats_is_refused(match: Passing) -> None:
    round_played(match)
    record = msgspec.structs.replace(record_of(match), scores=[1, 2])
    with pytest.raises(RecordError, match="scores: 2 totals for 3 players"):
        replay_record(GAME, record)


def test_a_log_with_too_many_numbers_is_refused(match: Passing) -> None:
    with pytest.raises(LogError, match="a match of passing carries on 1 whole number"):
        replay(GAME, msgspec.structs.replace(match.log, carried=(1, 2)))


def test_a_board_made_from_a_round_begins_with_what_was_before_it(match: Passing) -> None:
    so_far = match.round.so_far
    board = Board(match.round.deal, 0, b"board", so_far.round, tuple(so_far.scores), tuple(so_far.carried))
    assert board.begin(GAME, OPTIONS, SEATS).state == board.start(GAME, OPTIONS, SEATS)
    assert board.start(GAME, OPTIONS, SEATS).given == SEATS


def test_other_numbers_than_a_game_carries_on_are_refused() -> None:
    with pytest.raises(WrongMemory, match=r"passing carries on 1 whole number, not \[1, 2\]"):
        GAME.so_far(SEATS, carried=[1, 2])


def test_rounds_of_a_game_without_memory_know_only_their_number() -> None:
    lockup = load_game("lockup")
    assert lockup.so_far(4, 3, scores=[1, 2, 3, 4]) == MatchSoFar(3, 3)
