"""Claim windows without a clock or an event loop: the test sets the time (law 8)."""

import pytest

from sevenfold.core.deal import Deal
from sevenfold.core.dealer import Dealer
from sevenfold.core.match import AnyMatch, Match
from sevenfold.games import load_game
from sevenfold.server.protocol.from_server import ClaimTime
from sevenfold.server.tables.play.claim_window import (
    CARDS_A_PAUSE,
    ClaimWindow,
    WaitsFor,
    WindowDue,
)
from sevenfold.server.timings import USUAL

ANSWERED_EARLY, CARD_WINDOW, CLAIM_WINDOW = USUAL.answered_early, USUAL.card_window, USUAL.claim_window

BOTH = frozenset((0, 1))
ALONE = frozenset((0,))


def match_of(name: str, *hands: str, rest: str) -> AnyMatch:
    game = load_game(name)
    options = game.meta.options()
    pack = game.rules.pack(options)
    deal = Deal(tuple(pack.read(hand) for hand in hands), pack.read(rest))
    return Match(game, options, len(hands), deal, 0)


def discard_claimed(asked: bool = True) -> AnyMatch:
    """A match with a nine as the upcard; seat 1 holds two nines, or one if it is not asked."""
    nines = "9C 9D KH JC 8D 6S 2C" if asked else "9C 4C KH JC 8D 6S 2C"
    hands = ("KS QH TD 5C 4H 3D 2S", nines, "AS AH QD JS TC 5D 3H")
    return match_of("seven_bridge", *hands, rest="9H 7C 3S 7D")


def cards_dealt(hand: str = "AH 7H QH") -> AnyMatch:
    return match_of("lockseven", "AS KS QS", hand, "AC KC QC", "AD KD QD", rest="2S 3S 4S 5S 6S 8S 9S TS")


def is_due(due: WindowDue | None, what: WaitsFor, at: float) -> bool:
    return due is not None and due.what is what and due.at == pytest.approx(at)


def seconds(milliseconds: int) -> float:
    return milliseconds / 1000


@pytest.mark.parametrize("asked", [True, False])
def test_a_window_is_as_long_whoever_is_asked(asked: bool) -> None:
    match, window = discard_claimed(asked), ClaimWindow(BOTH, 900)
    window.open_if_due(match, 10)
    assert window.is_open(match)
    assert is_due(window.due(match), WaitsFor.ANSWERS, 10 + seconds(CLAIM_WINDOW - ANSWERED_EARLY))
    assert window.time(match, 11) == ClaimTime(length=CLAIM_WINDOW, left=CLAIM_WINDOW - 1000 - ANSWERED_EARLY)


@pytest.mark.parametrize("asked", [True, False])
def test_as_long_as_something_is_left_an_answer_counts(asked: bool) -> None:
    match, window = discard_claimed(asked), ClaimWindow(BOTH, 900)
    window.open_if_due(match, 10)
    for milliseconds in range(0, CLAIM_WINDOW + 100, 10):
        now = 10 + seconds(milliseconds)
        told, due = window.time(match, now), window.due(match)
        assert told is not None
        assert due is not None
        assert (told.left > 0) == (now + 1e-6 < due.at)


def test_asking_a_window_changes_nothing() -> None:
    match, window = discard_claimed(), ClaimWindow(BOTH, 900)
    window.open_if_due(match, 10)
    before = repr(vars(window))
    for query in (window.is_open, window.due, window.passing, window.asks_person, window.waits_for_person):
        query(match)
    window.clock_steps_hidden(match)
    window.time(match, 11)
    assert repr(vars(window)) == before


def test_a_window_is_opened_once() -> None:
    match, window = discard_claimed(), ClaimWindow(BOTH, 900)
    first = window.advance(match, 10)
    assert window.advance(match, 11) == first


def test_a_window_ends_by_its_clock_once_the_answers_were_made() -> None:
    match, window = discard_claimed(asked=False), ClaimWindow(BOTH, 900)
    end = 10 + seconds(CLAIM_WINDOW)
    window.open_if_due(match, 10)
    window.advance(match, end + 1)
    assert window.is_open(match)  # nobody has answered yet
    window.mark_answered()
    assert is_due(window.due(match), WaitsFor.END, end)
    window.advance(match, end - 0.001)
    assert window.is_open(match)
    assert window.advance(match, end) is None
    assert not window.is_open(match)


def test_one_who_sits_alone_is_waited_for() -> None:
    match, window = discard_claimed(), ClaimWindow(frozenset((1,)), 900)
    window.open_if_due(match, 10)
    assert window.waits_for_person(match)
    assert window.due(match) is None


@pytest.mark.parametrize(("persons", "match"), [(ALONE, discard_claimed()), (BOTH, cards_dealt())])
def test_no_time_is_told_that_hangs_on_a_person_or_is_a_moment(
    persons: frozenset[int], match: AnyMatch
) -> None:
    window = ClaimWindow(persons, 900)
    window.open_if_due(match, 10)
    assert window.is_open(match)
    assert window.time(match, 10) is None


def test_one_who_sits_alone_with_bots_waits_at_their_pace() -> None:
    match, window = discard_claimed(), ClaimWindow(ALONE, 900)
    window.open_if_due(match, 10)
    assert is_due(window.due(match), WaitsFor.ANSWERS, 10 + seconds(900 - ANSWERED_EARLY))


def test_without_a_pace_no_window_is_open() -> None:
    match, window = discard_claimed(), ClaimWindow(ALONE, 0)
    window.open_if_due(match, 10)
    assert not window.is_open(match)


@pytest.mark.parametrize("hand", ["AH 7H QH", "AH QH 8H"])
def test_ls_2_1_each_card_is_a_window_whoever_holds_a_seven(hand: str) -> None:
    match, window, now = cards_dealt(hand), ClaimWindow(BOTH, 900), 10.0
    window.open_if_due(match, now)
    shown = [match.clock - window.clock_steps_hidden(match)]
    for _ in range(5):
        assert is_due(window.due(match), WaitsFor.ANSWERS, now + seconds(CARD_WINDOW - ANSWERED_EARLY))
        window.mark_answered()
        now += seconds(CARD_WINDOW)
        window.advance(match, now)
        shown.append(match.clock - window.clock_steps_hidden(match))
    assert shown == [0, 1, 2, 3, 4, 5]


def shown_in_time(match: AnyMatch, window: ClaimWindow, steps: int) -> list[float]:
    """Show so many steps of a deal; the seconds that each took."""
    now = 10.0
    window.open_if_due(match, now)
    times = []
    for _ in range(steps):
        begun = now
        window.mark_answered()
        due = window.due(match)
        assert due is not None
        now = due.at
        window.advance(match, now)
        times.append(round(now - begun, 3))
    return times


@pytest.mark.parametrize("pace", [400, 900, 1400])
def test_alone_with_bots_a_deal_goes_at_their_pace_and_stops_at_each_own_seven(pace: int) -> None:
    """Whoever else holds a seven: the bots are not told anything by the time."""
    match, window = cards_dealt(), ClaimWindow(frozenset((1,)), pace)
    assert shown_in_time(match, window, 6) == [pace / CARDS_A_PAUSE / 1000] * 6
    assert window.waits_for_person(match)
    assert window.due(match) is None
    match.play(1, match.game.notation.parse("wait"))
    window.open_if_due(match, 100)
    assert window.due(match) is not None


@pytest.mark.parametrize("pace", [1, 400, 900, 1400])
def test_among_several_persons_a_deal_does_not_stop_and_the_pace_does_not_matter(pace: int) -> None:
    match, window = cards_dealt(), ClaimWindow(BOTH, pace)
    assert shown_in_time(match, window, 6) == [CARD_WINDOW / 1000] * 6
    assert not window.waits_for_person(match)
    assert window.due(match) is not None


def test_who_is_asked_is_not_asked_before_it_is_shown() -> None:
    match, window = cards_dealt(), ClaimWindow(BOTH, 900)
    window.open_if_due(match, 10)
    assert match.acting == (1,)
    assert window.passing(match) is None
    assert not window.asks_person(match)


def test_without_a_pace_a_deal_is_shown_at_once() -> None:
    match, window = cards_dealt(), ClaimWindow(frozenset((1,)), 0)
    window.open_if_due(match, 10)
    assert window.shows_clock_at_once
    assert window.clock_steps_hidden(match) == 0
    assert window.waits_for_person(match)


def test_a_claim_is_queued_until_a_pass_takes_it_back() -> None:
    match, window = cards_dealt(), ClaimWindow(BOTH, 900)
    window.open_if_due(match, 10)
    call, wait = (match.game.notation.parse(text) for text in ("call H", "wait"))
    window.queue(match, 1, call)
    window.queue(match, 1, wait)
    assert window.take_queued(1) is None
    window.queue(match, 1, call)
    assert window.take_queued(1) == call
    assert window.take_queued(1) is None


def test_a_queued_claim_does_not_outlive_its_deal() -> None:
    match, window = cards_dealt(), ClaimWindow(BOTH, 900)
    window.open_if_due(match, 10)
    window.queue(match, 1, match.game.notation.parse("call H"))
    while not match.round_over:
        match.play_text(match.acting[0], "wait")
    options = match.game.meta.options()
    match.deal(Dealer(b"next").deal(match.game, options, 4, 2), match.next_first)
    window.open_if_due(match, 20)
    assert window.take_queued(1) is None


@pytest.mark.parametrize("persons", [{1}, {2}, {0}])
def test_whether_a_person_is_asked_after_whoever_is_asked_now(persons: set[int]) -> None:
    """Seat 1 can pon the upcard; nobody is asked after it."""
    match, window = discard_claimed(), ClaimWindow(frozenset(persons), 900)
    before = repr(match.state)
    assert window.asks_person_after(match) == (1 in persons)
    assert repr(match.state) == before
