"""Laws of secrets: what a seat may do and is told follows from what it sees, whatever is scrambled beside."""

from collections.abc import Iterator
from random import Random
from typing import Any

from msgspec.structs import replace

from sevenfold.cards.masks import popcount
from sevenfold.core.ledger import step_events
from sevenfold.core.legal import extend
from sevenfold.core.match import Match
from sevenfold.core.moves import CHANCE, UNSEEN, UNTOLD, Move, told_whole
from sevenfold.core.visibility import Visibility, duplicate, view, visibilities
from sevenfold.testing.contract.laws.situation import Situation, at_each_moment, at_some_moments
from sevenfold.testing.contract.tables import bytes_of, chance_moves, nonsense


def scramble(state: Any, seat: int | None, cards: int, rng: Random) -> Any:
    """The state with other values wherever the seat, None for a spectator, may not see."""

    def other() -> int:
        small = int(6 * rng.random()) - 1
        return small if small < 3 else rng.getrandbits(cards)

    copy = duplicate(state)
    for name, visibility in visibilities(type(state)).items():
        value = getattr(copy, name)
        if visibility is Visibility.OWN:
            value[:] = [entry if owner == seat else other() for owner, entry in enumerate(value)]
        elif visibility is Visibility.HIDDEN:
            hidden = [other() for _ in value] if isinstance(value, list) else other()
            setattr(copy, name, hidden)
    return copy


def scrambled(situation: Situation, seat: int | None) -> Any:
    return scramble(situation.match.state, seat, len(situation.match.pack.names), situation.rng)


def shown(match: Match[Any, Any], state: Any, seat: int | None) -> bytes:
    """The view that is sent."""
    seen = view(state, seat)
    return bytes_of(match.game.view.show(seen, seat, match.game.rules.acting(seen)))


def viewers(match: Match[Any, Any]) -> Iterator[int | None]:
    """A spectator, and every seat."""
    yield None
    yield from range(match.players)


@at_some_moments
def nothing_unseen_shows_in_a_view(situation: Situation) -> None:
    match = situation.match
    for viewer in viewers(match):
        assert shown(match, scrambled(situation, viewer), viewer) == bytes_of(match.view(viewer))


@at_some_moments
def nothing_unseen_decides_what_a_seat_may_do(situation: Situation) -> None:
    match, rules = situation.match, situation.match.game.rules
    cards = range(len(match.pack.names))
    tried = [*(Move(kind, 1 << card) for kind in range(4) for card in cards), *nonsense(match, situation.rng)]
    for seat in range(match.players):
        other = scrambled(situation, seat)
        for move in tried:
            assert rules.check(other, seat, move) == rules.check(match.state, seat, move)
        if seat in match.acting:
            assert extend(rules, other, seat) == match.extend(seat)
            for card in cards:
                assert extend(rules, other, seat, 1 << card) == match.extend(seat, 1 << card)


@at_some_moments
def a_player_of_the_game_chooses_by_what_it_sees(situation: Situation) -> None:
    match = situation.match
    for seat in match.acting:
        for choose in {match.game.choose, match.game.medium}:
            assert choose(match.seen(seat), seat) == choose(scrambled(situation, seat), seat)


@at_some_moments
def nothing_unseen_is_told_of_a_move(situation: Situation) -> None:
    match = situation.match
    for step in match.round.steps[-1:]:
        for viewer in viewers(match):
            before, after = (
                scramble(state, viewer, len(match.pack.names), situation.rng)
                for state in (step.before, step.after)
            )
            other = replace(step, before=before, after=after)
            assert step_events(match.game, other, viewer, 1) == step_events(match.game, step, viewer, 1)
            tell = match.game.story.tell  # compiled code gives it the full state
            seen = match.game.seen(step.before, viewer)
            assert tell(before, step.seat, step.move, viewer) == tell(seen, step.seat, step.move, viewer)


@at_some_moments
def a_move_is_told_in_part_and_to_its_player_whole(situation: Situation) -> None:
    match, tell = situation.match, situation.match.game.story.tell
    for step in match.round.steps[-1:]:
        move = step.move
        for viewer in viewers(match):
            told = tell(match.game.seen(step.before, viewer), step.seat, move, viewer)
            if viewer == step.seat:
                assert told == told_whole(move)
            elif told.kind != UNTOLD:
                assert told.kind == move.kind
                assert told.cards & ~move.cards == 0
                assert told.twice & ~move.twice == 0
                assert told.arg in (move.arg, UNSEEN)
                cards, shown = (popcount(each.cards) + popcount(each.twice) for each in (move, told))
                assert shown + told.hidden <= cards


@at_each_moment
def one_player_at_most_is_told_what_chance_did_in_secret(situation: Situation) -> None:
    match, tell = situation.match, situation.match.game.visible_move
    moves = chance_moves(match)
    informed = [
        viewer
        for viewer in viewers(match)
        if len({tell(match.state, CHANCE, move, viewer) for move in moves}) > 1
    ]
    assert len(informed) <= 1
    assert None not in informed


@at_each_moment
def one_player_at_most_sees_what_chance_did_in_secret(situation: Situation) -> None:
    match = situation.match
    states = []
    for move in chance_moves(match):
        states.append(duplicate(match.state))
        match.game.rules.apply(states[-1], CHANCE, move)
    informed = [
        viewer for viewer in viewers(match) if len({bytes_of(view(state, viewer)) for state in states}) > 1
    ]
    assert len(informed) <= 1
    assert None not in informed
