"""Spades beside OpenSpiel's, move by move: who acts, what they may do, and what each round brings.

There seat 0 is always first, so seats are turned. A match there is one round, begun with the scores so far:
of these the last digits are the bags. One thing differs: there spades are never broken (SP-3.2), so whoever
leads has no spade among their moves while they have anything else.
"""

import os
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from sevenfold_spades.state import PACK, SEATS, SIDES, SPADES, Kind

import sevenfold

pyspiel = pytest.importorskip("pyspiel")

GAME = sevenfold.load_game("spades")
ROUNDS = int(os.environ.get("OPENSPIEL_ROUNDS", "150"))
FIRST_BID = 52


def their_action(move: sevenfold.Move) -> int:
    """What a move is there. Cards have the same numbers."""
    return FIRST_BID + move.arg if move.kind == Kind.BID else move.cards.bit_length() - 1


def dealt_there(deal: sevenfold.Deal, first: int, bags: list[int]) -> Any:
    """The same deal: there the cards go one by one from the first seat on."""
    state = pyspiel.load_game("spades", {"win_or_loss_bonus": 0}).new_initial_state()
    state.set_current_scores([bags[(first + side) % SIDES] for side in range(SIDES)])
    for card in range(len(PACK.cards)):
        state.apply_action(deal.hands[(first + card) % SEATS][card // SEATS])
    return state


def rounds() -> Iterator[tuple[Any, Random]]:
    """Matches of random players, round by round, each dealt."""
    played = 0
    for seed in range(ROUNDS):
        match, rng = sevenfold.new_match(GAME, seed=seed), Random(seed)
        while played < ROUNDS:
            yield match, rng
            played += 1
            if match.over:
                break
            match.next_round()


def moves_there(match: Any, seat: int) -> list[sevenfold.Move]:
    """The legal moves, without spades that are led where something else might be."""
    legal = list(match.legal(seat))
    others = [move for move in legal if not move.cards & SPADES]
    return others if others and seat == match.state.leader else legal


def chosen(legal: list[sevenfold.Move], rng: Random) -> sevenfold.Move:
    """A random card; a low bid, so that contracts are made and bags add up."""
    return rng.choice(legal[:4] if legal[0].kind == Kind.BID else legal)


def test_every_round_is_played_as_openspiel_plays_it() -> None:
    """Matches of random players, with every legal move compared, and the bags that they carry on."""
    bags, penalties = [0] * SIDES, 0
    for match, rng in rounds():
        if match.round_number == 1:
            bags = [0] * SIDES
        first = match.round.first
        theirs = dealt_there(match.round.deal, first, bags)
        while not match.round_over:
            (seat,) = match.acting
            assert theirs.current_player() == (seat - first) % SEATS
            legal = moves_there(match, seat)
            assert sorted(map(their_action, legal)) == theirs.legal_actions()
            move = chosen(legal, rng)
            match.play(seat, move)
            theirs.apply_action(their_action(move))
        assert theirs.is_terminal()
        turned = theirs.returns()
        result = match.standing.result
        assert [turned[(seat - first) % SEATS] for seat in range(SEATS)] == list(result)
        now = [theirs.get_current_scores()[(side - first) % SIDES] for side in range(SIDES)]
        penalties += sum(score < before for score, before in zip(now, bags, strict=True))
        bags = [score % 10 for score in now]
        assert GAME.carried(match.state) == tuple(bags)
    assert penalties
