"""A round told again shows each viewer what they were told, and all hands are the sum of the seats' views."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

import sevenfold
from sevenfold.core import retelling
from sevenfold.core.events import Event
from sevenfold.core.log import LogError
from sevenfold.core.replaying import replay_after
from sevenfold.core.retelling import retell
from sevenfold.core.visibility import Visibility, duplicate, visibilities
from sevenfold.games import game_names
from sevenfold.testing.contract.laws.secrets import scramble


def played(game: str, seed: int) -> Any:
    """A match after a round of the rule-based players, some of whose moves are random."""
    rng = Random(seed)
    match = sevenfold.new_match(sevenfold.load_game(game), seed=seed)
    while not match.round_over or match.thrown_in:
        if match.round_over:
            match.next_round()
        seat = match.acting[0]
        chosen = match.game.choose(match.seen(seat), seat)
        match.play(seat, match.legal(seat).choice(rng) if rng.random() < 0.2 else chosen)
    return match


GAMES = [(game, seed) for game in game_names() for seed in (1, 2)]


@pytest.mark.parametrize(("game", "seed"), GAMES)
def test_there_is_a_moment_for_each_version_and_the_last_is_that_of_the_match(game: str, seed: int) -> None:
    match = played(game, seed)
    for viewer in (None, *range(match.players)):
        told = list(retell(match, viewer))
        versions = [each.moment.version for each in told]
        assert versions == sorted(set(versions))
        assert told[-1].moment == match.moment(viewer)
        assert [event for each in told for event in each.events] == match.ledger(viewer).events()
        assert told[0].at == 0
        assert [each.at for each in told] == sorted(each.at for each in told)


@pytest.mark.parametrize(("game", "seed"), GAMES)
def test_law_1_nothing_that_a_viewer_may_not_see_changes_what_is_told(
    monkeypatch: pytest.MonkeyPatch, game: str, seed: int
) -> None:
    match = played(game, seed)
    cards, rng = len(match.pack.names), Random(seed)

    def scrambled_for(viewer: int | None, *, all_hands: bool) -> list[Any]:
        places = retelling._Teller.places

        def scrambled(teller: Any) -> Iterator[Any]:
            for place in places(teller):
                state = hide(place.state, rng) if all_hands else scramble(place.state, viewer, cards, rng)
                yield place._replace(state=state)

        with monkeypatch.context() as patch:
            patch.setattr(retelling._Teller, "places", scrambled)
            return list(retell(match, viewer, all_hands=all_hands))

    for viewer in (None, *range(match.players)):
        assert scrambled_for(viewer, all_hands=False) == list(retell(match, viewer))
    assert scrambled_for(None, all_hands=True) == list(retell(match, None, all_hands=True))


def hide(state: Any, rng: Random) -> Any:
    """The state with other values in what no seat may see."""
    copy = duplicate(state)
    for name, kind in visibilities(type(state)).items():
        if kind is Visibility.HIDDEN:
            value = getattr(copy, name)
            hidden = [rng.getrandbits(3) for _ in value] if isinstance(value, list) else rng.getrandbits(3)
            setattr(copy, name, hidden)
    return copy


@pytest.mark.parametrize(("game", "seed"), GAMES)
def test_with_all_hands_each_hand_and_move_is_as_its_own_seat_saw_it(game: str, seed: int) -> None:
    match = played(game, seed)
    opened = list(retell(match, None, all_hands=True))
    by_step = {each.at: each for each in opened}
    own = [list(retell(match, seat)) for seat in range(match.players)]
    for at, told in by_step.items():
        for seat in range(match.players):
            last = [each for each in own[seat] if each.at == at]
            if last:
                assert told.hands is not None
                assert told.hands[seat] == last[-1].view.hand
    moves = [event.move for each in opened for event in each.events if event.kind == "move"]
    for seat in range(match.players):
        said = [e.move for each in own[seat] for e in each.events if e.kind == "move" and e.seat == seat]
        assert {move for move in said if move not in ("pass", "hide")} <= set(moves)


@pytest.mark.parametrize(("game", "seed"), GAMES)
def test_with_all_hands_what_a_seat_met_is_told_with_the_cards_that_it_saw(game: str, seed: int) -> None:
    match = played(game, seed)
    told = [event for each in retell(match, None, all_hands=True) for event in each.events]
    public = [event for each in retell(match, None) for event in each.events]
    assert [(e.kind, e.seat, e.version) for e in told] == [(e.kind, e.seat, e.version) for e in public]
    for seat in range(match.players):
        met = [event for event in match.ledger(seat).events() if event.seat == seat and event.kind != "move"]
        cards = {(event.kind, event.cards) for event in met if event.cards}
        kinds = {event.kind for event in public if event.seat == seat}
        assert {each for each in cards if each[0] in kinds} <= {(e.kind, e.cards) for e in told}


def test_moves_that_were_taken_back_are_not_told() -> None:
    match = sevenfold.new_match(sevenfold.load_game("lockup"), seed=7)
    first = match.legal(match.acting[0])
    match.play(match.acting[0], first[0])
    match.take_back(0, 1)
    match.play(match.acting[0], first[1])
    told = list(retell(match, 1))
    moves = [event.move for each in told for event in each.events if event.kind == "move"]
    assert moves == [match.write(first[1])]
    assert [event.count for each in told for event in each.events if event.kind == "take_back"] == [0]
    assert told[-1].moment.version == match.moment(1).version


def test_sb_4_10_a_round_in_play_is_told_as_far_as_it_came_with_claims_open() -> None:
    match = sevenfold.new_match(sevenfold.load_game("seven_bridge"), seed=1)
    while not match.claims_open:
        seat = match.acting[0]
        match.play(seat, match.game.choose(match.seen(seat), seat))
    last = list(retell(match, None))[-1]
    assert last.claims_open
    assert last.view.acting == ()  # law 8: nobody else is told who is asked


def test_sb_4_10_who_could_claim_together_is_told_that_they_were_asked() -> None:
    game = sevenfold.load_game("seven_bridge")
    asked = []
    for seed in range(4):
        match = sevenfold.new_match(game, seed=seed, preset="with_joker")
        while not match.round_over:
            seat = match.acting[0]
            match.play(seat, match.game.choose(match.seen(seat), seat))
        for seat in range(match.players):
            told = [each for each in retell(match, seat, together=True) if each.claims_open]
            asked += [each.view.acting for each in told]
            assert {each.view.acting for each in told} <= {(), (seat,)}
    assert any(asked)


@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("known", [0, 1, 2])
def test_a_round_is_told_the_same_whether_the_deals_before_it_are_played_again_or_known(
    game: str, known: int
) -> None:
    match = sevenfold.new_match(sevenfold.load_game(game), seed=3)
    while len(match.rounds) < 3 or not match.round_over:
        if match.round_over:
            match.next_round()
        seat = match.acting[0]
        match.play(seat, match.game.choose(match.seen(seat), seat))
    whole = sevenfold.replay(match.game, match.log)
    results = [each.result for each in whole.rounds][:known]
    quick = replay_after(match.game, match.log, results)
    assert (quick.log, quick.standing, quick.state) == (whole.log, whole.standing, whole.state)
    for viewer in (None, *range(match.players)):
        told, again = ([*retell(each, viewer)] for each in (whole, quick))
        assert [(each.at, each.view, each.has_choice) for each in told] == [
            (each.at, each.view, each.has_choice) for each in again
        ]
        assert [[without_version(event) for event in each.events] for each in told] == [
            [without_version(event) for event in each.events] for each in again
        ]


def without_version(event: Event) -> Event:
    return replace(event, version=0)


def test_a_log_is_played_again_from_no_deal_that_it_does_not_have() -> None:
    match = played("lockup", 1)
    with pytest.raises(LogError, match="the log has 1 deals, and the results of 1 are known"):
        replay_after(match.game, match.log, [match.round.result])
