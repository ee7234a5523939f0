"""Matches: rounds one after the other, their versions, standing and events, on short rounds of Lockup."""

from typing import Any

import pytest

from sevenfold.core import round as round_
from sevenfold.core.deal import Deal, DealError
from sevenfold.core.events import Event
from sevenfold.core.log import Dealt, Played
from sevenfold.core.match import Match
from sevenfold.core.moves import CHANCE, Move
from sevenfold.core.replaying import replay
from sevenfold.core.round import EndlessRound, RoundNotOver
from sevenfold.core.violations import IllegalMove
from sevenfold.games import load_game
from tests.core import passing

LOCKUP = load_game("lockup")
PACK = LOCKUP.rules.pack(LOCKUP.meta.options())


def deal(*hands: str) -> Deal:
    return Deal(tuple(PACK.read(hand) for hand in hands))


ONE_TRICK = deal("AH", "2H", "3H", "4H")
WITH_A_CLUB = deal("AH 2S 5S", "2H 3S 6S", "3H 4S 7S", "4C 8S 9S")


def begin(cards: Deal = ONE_TRICK, first: int = 0, **options: object) -> Match[Any, Any]:
    return Match(LOCKUP, LOCKUP.meta.make_options(None, options), 4, cards, first)


def play(match: Match[Any, Any], *cards: str) -> None:
    for card in cards:
        (seat,) = match.acting
        match.play_text(seat, card)


def test_a_match_begins_with_a_deal_which_is_its_first_version() -> None:
    match = begin(first=2)
    assert (match.version, match.acting, match.round_over) == (1, (2,), False)
    assert match.log.entries == (Dealt(2, {"0": "AH", "1": "2H", "2": "3H", "3": "4H"}, ""),)
    assert match.log.options == {"picture_club": "same_rank", "lockup_loss": "each_trick", "target": 20}
    assert (match.log.game, match.log.rules, match.log.players) == ("lockup", 1, 4)


def test_each_move_is_a_version_and_in_the_log() -> None:
    match = begin()
    step = match.play_text(0, "♥A")
    assert (step.version, step.seat, match.version) == (2, 0, 2)
    assert match.log.entries[1] == Played("0", "AH")


def test_a_move_makes_a_new_state_and_a_step_holds_both() -> None:
    match = begin()
    before = match.state
    step = match.play_text(0, "AH")
    assert step.before is before
    assert step.after is match.state
    assert PACK.write_mask(before.hands[0]) == "AH"
    assert PACK.write_mask(match.state.hands[0]) == ""


def test_a_refusal_has_its_rule_and_values_and_changes_nothing() -> None:
    match = begin(deal("AH 2S", "2H 3C", "3H 4S", "4H 5S"))
    play(match, "AH")
    log, state = match.log, match.state
    with pytest.raises(IllegalMove) as error:
        match.play_text(1, "3C")
    assert (error.value.rule, error.value.details) == ("LU-3.1", {"card": "3C", "suit": "H"})
    assert match.log == log
    assert match.state is state


def test_totals_and_results_are_kept_round_by_round() -> None:
    match = begin()
    play(match, "AH", "2H", "3H", "4H")
    first = match.standing
    assert (first.round, first.result, first.scores, first.next_first) == (1, (1, 0, 0, 0), (1, 0, 0, 0), 1)
    match.deal(deal("2H", "AH", "3H", "4H"), 1)
    begun = match.standing
    assert (begun.round, begun.result, begun.scores, begun.next_first) == (2, None, (1, 0, 0, 0), None)
    play(match, "AH", "3H", "4H", "2H")
    second = match.standing
    assert second.results == ((1, 0, 0, 0), (0, 1, 0, 0))
    assert (second.result, second.scores, second.next_first) == ((0, 1, 0, 0), (1, 1, 0, 0), 2)


def test_the_seats_with_the_best_result_have_won_the_round() -> None:
    match = begin()
    begun = match.standing
    play(match, "AH", "2H", "3H", "4H")
    ended = match.standing
    match.deal(deal("2H", "AH", "3H", "4H"), 1)
    winners = [standing.round_winners for standing in (begun, ended, match.standing)]
    assert winners == [(), (0,), ()]


def test_where_the_lowest_total_wins_the_lowest_result_has_won_the_round() -> None:
    cards = tuple(map(passing.PACK.read, ("2H 2S 3H", "4H 5H 6H", "7H 8H 9H")))
    match = Match(passing.GAME, passing.META.options(), 3, Deal(cards), 0)
    for seat, card in enumerate(("3H", "4H", "7H")):
        match.play_text(seat, f"pass {card}")
    assert match.standing.result == (1, 0, 0)
    assert match.standing.round_winners == (1, 2)


def test_a_round_that_brought_nobody_anything_has_no_winners() -> None:
    assert begin(deal("", "", "", "")).standing.round_winners == ()


def test_no_deal_while_a_round_is_played() -> None:
    match = begin()
    version = match.version
    with pytest.raises(RoundNotOver):
        match.deal(ONE_TRICK, 1)
    assert match.version == version


def test_no_deal_after_the_end_of_the_match() -> None:
    match = begin(target=1)
    play(match, "AH", "2H", "3H", "4H")
    assert (match.over, match.winners, match.standing.next_first) == (True, (0,), None)
    with pytest.raises(RoundNotOver):
        match.deal(ONE_TRICK, 1)


def test_a_deal_that_the_game_does_not_have_changes_nothing() -> None:
    match = begin()
    play(match, "AH", "2H", "3H", "4H")
    log, standing = match.log, match.standing
    for cards, first in ((deal("AH", "2H", "3H", "AH"), 1), (deal("AH", "2H"), 1), (ONE_TRICK, 4)):
        with pytest.raises(DealError):
            match.deal(cards, first)
    assert (match.log, match.standing) == (log, standing)
    match.deal(ONE_TRICK, 1)


def test_a_match_may_begin_in_the_middle() -> None:
    options = LOCKUP.meta.options()
    match = Match(LOCKUP, options, 4, ONE_TRICK, 3, totals=[5, 6, 7, 8], round_number=4)
    assert (match.standing.round, match.standing.scores) == (4, (5, 6, 7, 8))
    play(match, "4H", "AH", "2H", "3H")
    assert match.standing.scores == (6, 6, 7, 8)


def test_a_deal_without_cards_is_a_round_that_is_over() -> None:
    match = begin(deal("", "", "", ""))
    assert match.round_over
    assert match.standing.result == (0, 0, 0, 0)


# --- events -------------------------------------------------------------------------------------------


def test_events_tell_the_deal_each_move_what_it_brought_and_the_end() -> None:
    match = begin()
    play(match, "AH", "2H", "3H", "4H")
    assert match.ledger(None).events() == [
        Event(kind="deal", version=1, seat=0, count=1),
        Event.of_move(2, 0, "AH"),
        Event.of_move(3, 1, "2H"),
        Event.of_move(4, 2, "3H"),
        Event.of_move(5, 3, "4H"),
        Event(kind="trick", version=5, seat=0, cards=("AH", "2H", "3H", "4H")),
        Event(kind="round", version=5, scores=(1, 0, 0, 0)),
    ]


def test_events_since_a_version_leave_out_what_is_known() -> None:
    match = begin(WITH_A_CLUB)
    play(match, "AH", "2H", "3H", "4C")
    everything = match.ledger(1).events()
    for version in range(match.version + 1):
        assert match.ledger(1).events(version) == [event for event in everything if event.version > version]


def test_events_are_of_the_round_that_is_played() -> None:
    match = begin()
    play(match, "AH", "2H", "3H", "4H")
    match.deal(ONE_TRICK, 1)
    play(match, "2H")
    assert match.ledger(None).events() == [
        Event(kind="deal", version=6, seat=1, count=2),
        Event.of_move(7, 1, "2H"),
    ]
    assert match.ledger(None).events(3) == match.ledger(None).events()


@pytest.mark.parametrize(
    ("viewer", "told", "cards"), [(None, "0 lose ?", ()), (1, "0 lose ?", ()), (0, "0 lose 5S", ("5S",))]
)
def test_lu_5_3_a_card_lost_is_told_to_its_owner_alone(
    viewer: int | None, told: str, cards: tuple[str, ...]
) -> None:
    match = begin(WITH_A_CLUB)
    play(match, "AH", "2H", "3H", "4C")
    match.play_text(CHANCE, "0 lose 5S")
    assert match.ledger(viewer).events(5) == [
        Event(kind="chance", version=6, move=told),
        Event(kind="lost", version=6, seat=0, cards=cards),
    ]


# --- a log that was changed ---------------------------------------------------------------------------


def test_a_log_with_a_move_that_the_rules_refuse_is_not_replayed() -> None:
    match = begin()
    play(match, "AH", "2H")
    entries = (*match.log.entries[:2], Played("1", "3H"))
    log = type(match.log)("lockup", 1, match.log.options, 4, entries)
    with pytest.raises(IllegalMove, match="not_held"):
        replay(LOCKUP, log)


def test_a_move_whose_rules_raise_leaves_the_match_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    match = begin(WITH_A_CLUB)
    play(match, "AH")
    before = match.copy()

    def half_made(state: Any, _seat: int, _move: Move) -> None:
        state.hands[1] = 0
        raise LookupError("no such trick")

    for module, name in (
        (LOCKUP.rules, "apply"),
        (LOCKUP.notation, "write"),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(module, name, half_made if name == "apply" else lambda _move: 1 / 0)
            with pytest.raises((LookupError, ZeroDivisionError)):
                match.play(1, LOCKUP.notation.parse("2H"))
    assert (match.state, match.version, match.round.entries) == (before.state, 2, before.round.entries)
    play(match, "2H", "3H", "4C")
    play(before, "2H", "3H", "4C")
    assert match.state == before.state


def test_a_story_that_raises_can_be_told_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    match, told = begin(WITH_A_CLUB), begin(WITH_A_CLUB)
    match.ledger(0)
    for each in (match, told):
        play(each, "AH", "2H", "3H", "4C")
    consequences = LOCKUP.story.consequences

    def raises_at_the_trick(before: Any, after: Any, viewer: int | None, version: int) -> Any:
        if after.tricks != before.tricks:
            raise LookupError("no such trick")
        return consequences(before, after, viewer, version)

    with monkeypatch.context() as patch:
        patch.setattr(LOCKUP.story, "consequences", raises_at_the_trick)
        with pytest.raises(LookupError):
            match.ledger(0).events()
    assert match.ledger(0).events() == told.ledger(0).events()


def test_a_round_that_never_ends_is_left_after_a_bound_of_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(round_, "MOST_MOVES", 2)
    match = begin(WITH_A_CLUB)
    play(match, "AH", "2H")
    with pytest.raises(EndlessRound, match="lockup: a round is not over after"):
        play(match, "3H")
    assert match.version == 3
