"""A log with moves taken back gives the same bytes everywhere, and versions only go up."""

from random import Random

import msgspec
import pytest

from sevenfold.core import dealing
from sevenfold.core.dealer import Dealer
from sevenfold.core.log import Log, LogError, TakenBack
from sevenfold.core.match import AnyMatch, replay
from sevenfold.games import ROOMS, load_game


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


@pytest.mark.parametrize("game", ROOMS)
def test_a_log_with_moves_taken_back_replays_to_the_same_state(game: str) -> None:
    match, dealer = begin(game, 1)
    rng, went_back = Random(2), 0
    while not match.round_over:
        play_bots(match, dealer, rng.randrange(1, 6))
        to = rng.randrange(match.round_version, match.version + 1)
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
    assert (again.state, again.drawn, again.totals) == (match.state, match.drawn, match.totals)
    for viewer in (None, 0, 1):
        assert again.ledger(viewer).events() == match.ledger(viewer).events()


def test_what_is_taken_back_is_told_with_how_many_moves_it_undoes() -> None:
    match, dealer = begin("lockup", 3)
    play_bots(match, dealer, 4)
    before = match.state
    version = match.version
    play_bots(match, dealer, 3)

    match.take_back(1, version)

    event = match.ledger(None).events()[-1]
    assert (event.kind, event.seat, event.count) == ("take_back", 1, match.version - 1 - version)
    assert match.state == before
    play_bots(match, dealer, 2)
    match.take_back(1, version + 1)  # an entry that was itself taken back
    assert match.ledger(None).events()[-1].kind == "take_back"


def test_chance_does_again_what_it_did() -> None:
    match, dealer = begin("seven_bridge", 4)
    play_bots(match, dealer, 30)
    drawn, state = match.drawn, match.state
    to = next(step.version - 1 for step in match.steps if step.seat == -1) if drawn else match.round_version
    went = match.version
    match.take_back(0, to)
    assert match.drawn <= drawn
    for entry in match.entries[to:went]:
        match.follow(entry)
    assert (match.drawn, match.state) == (drawn, state)


@pytest.mark.parametrize("to", [0, 99])
def test_a_match_goes_back_to_an_entry_of_its_round_alone(to: int) -> None:
    match, dealer = begin("lockup", 5)
    play_bots(match, dealer, 2)
    with pytest.raises(LogError):
        match.take_back(0, to)
