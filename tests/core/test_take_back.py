"""A log with moves taken back gives the same bytes everywhere, and versions only go up."""

import sys
from collections.abc import Callable
from contextlib import suppress
from random import Random
from types import FrameType

import msgspec
import pytest

from sevenfold.core import dealing
from sevenfold.core.dealer import Dealer
from sevenfold.core.events import Event, standing_events
from sevenfold.core.log import Log, LogError, TakenBack
from sevenfold.core.match import AnyMatch
from sevenfold.core.moves import CHANCE
from sevenfold.core.replaying import replay
from sevenfold.games import OWN_GAMES, load_game


def begin(game: str, seed: int) -> tuple[AnyMatch, Dealer]:
    rules, dealer = load_game(game), Dealer(bytes([seed]) * 32)
    options = rules.meta.make_options(None, {})
    return dealing.begin(dealer, rules, options, rules.meta.seats(None)), dealer


def play_bots(match: AnyMatch, dealer: Dealer, moves: int) -> None:
    """Play this many moves by rule-based players, or fewer if the round ends."""
    for _ in range(moves):
        if match.round_over:
            return
        seat = match.acting[0]
        match.play(seat, match.game.choose(match.seen(seat), seat))
        dealing.draw(dealer, match)


@pytest.mark.parametrize("game", OWN_GAMES)
def test_a_log_with_moves_taken_back_replays_to_the_same_state(game: str) -> None:
    match, dealer = begin(game, 1)
    rng, went_back = Random(2), 0
    while not match.round_over:
        play_bots(match, dealer, rng.randrange(1, 6))
        to = rng.randrange(match.round.dealt_at, match.version + 1)
        closed = match.claims_open  # a version of its own, once that is told
        versions = [match.ledger(viewer).version + closed for viewer in (None, 0, 1)]
        try:
            match.take_back(0, to)
        except LogError:
            continue
        went_back += 1
        assert all(
            match.ledger(viewer).version > old for viewer, old in zip((None, 0, 1), versions, strict=True)
        )
        if went_back == 3:
            play_bots(match, dealer, 500)

    log = msgspec.json.decode(msgspec.json.encode(match.log), type=Log)
    again = replay(match.game, log)

    assert went_back >= 3
    assert sum(isinstance(entry, TakenBack) for entry in again.entries) == went_back
    assert (again.state, again.round.drawn, again.totals) == (match.state, match.round.drawn, match.totals)
    for viewer in (None, 0, 1):
        assert again.ledger(viewer).events() == match.ledger(viewer).events()


def test_what_is_taken_back_is_told_with_how_many_of_the_moves_known_it_undoes() -> None:
    match, dealer = begin("lockup", 3)
    play_bots(match, dealer, 4)
    before = match.state
    version = match.version
    play_bots(match, dealer, 3)
    ledger = match.ledger(None)
    told = ledger.version

    match.take_back(1, version)

    assert [(event.kind, event.seat, event.count) for event in match.ledger(None).events(told)] == [
        ("take_back", 1, match.version - 1 - version)
    ]
    assert [event.kind for event in ledger.events()].count("move") == 4, "what does not stand is left out"
    assert (ledger.events()[-1].kind, ledger.events()[-1].count) == ("take_back", 0)
    assert match.state == before


def test_nothing_goes_back_to_what_was_taken_back() -> None:
    match, dealer = begin("lockup", 3)
    play_bots(match, dealer, 4)
    version = match.version
    play_bots(match, dealer, 3)
    match.take_back(1, version)
    play_bots(match, dealer, 2)
    with pytest.raises(LogError, match="taken back itself"):
        match.take_back(1, version + 1)
    match.take_back(1, version)
    assert len(match.round.steps) == 5


@pytest.mark.parametrize("game", OWN_GAMES)
def test_whoever_follows_and_whoever_comes_later_know_the_same_moves(game: str) -> None:
    """Some clients are told at once, others now and then; one comes at the end, to a snapshot."""
    match, dealer = begin(game, 6)
    rng = Random(7)
    viewers = (None, 0, 1)
    clients: list[tuple[int | None, float, list[Event]]] = [
        (viewer, often, []) for viewer in viewers for often in (1.0, 0.4, 0.1)
    ]
    versions = [0] * len(clients)
    for _ in range(60):
        if match.round_over:
            break
        play_bots(match, dealer, rng.randrange(1, 4))
        stand = [step.version for step in match.round.steps if step.to is None and step.seat != CHANCE]
        if stand and rng.random() < 0.6:
            with suppress(LogError):
                match.take_back(rng.randrange(match.players), rng.choice(stand[-4:]) - 1)
        for number, (viewer, often, known) in enumerate(clients):
            if rng.random() < often:
                ledger = match.ledger(viewer)
                known += ledger.events(versions[number])
                versions[number] = ledger.version
    for number, (viewer, _, known) in enumerate(clients):
        ledger = match.ledger(viewer)
        known += ledger.events(versions[number])
        whole = standing_events(ledger.events())
        assert standing_events(known) == whole
        assert [event.version for event in whole] == sorted(event.version for event in whole)


def calls_in(work: Callable[[], object]) -> int:
    """How many functions this calls."""
    calls = 0

    def note(_frame: FrameType, event: str, _what: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    return calls


def test_moves_taken_back_leave_the_snapshot_and_loading_grows_with_the_log_alone() -> None:
    match, dealer = begin("lockup", 8)
    play_bots(match, dealer, 6)
    small = len(msgspec.json.encode(match.ledger(0).events()))
    steps, states = len(match.round.steps), match.state
    calls: list[int] = []
    for _ in range(2):
        for _ in range(500):
            play_bots(match, dealer, 1)
            match.take_back(0, next(s for s in reversed(match.round.steps) if s.to is None).version - 1)
        calls.append(calls_in(lambda: replay(match.game, match.log, viewers=(0, 1, 2, 3))))

    assert match.state == states
    assert len(match.round.steps) == steps + 1
    assert len(msgspec.json.encode(match.ledger(0).events())) < small + 300
    again = replay(match.game, match.log, viewers=(0, 1, 2, 3))
    assert again.ledger(0).version == match.ledger(0).version
    assert calls[1] < 2.1 * calls[0]


def test_chance_does_again_what_it_did() -> None:
    match, dealer = begin("seven_bridge", 4)
    play_bots(match, dealer, 30)
    drawn, state = match.round.drawn, match.state
    draws = [step.version for step in match.round.steps if step.seat == CHANCE]
    to = draws[0] - 1 if draws else match.round.dealt_at
    went = match.version
    match.take_back(0, to)
    assert match.round.drawn <= drawn
    for entry in match.entries[to:went]:
        match.apply_entry(entry)
    assert (match.round.drawn, match.state) == (drawn, state)


@pytest.mark.parametrize("to", [0, 99])
def test_a_match_goes_back_to_an_entry_of_its_round_alone(to: int) -> None:
    match, dealer = begin("lockup", 5)
    play_bots(match, dealer, 2)
    with pytest.raises(LogError):
        match.take_back(0, to)
