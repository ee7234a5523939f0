"""Euchre beside OpenSpiel's, move by move: who acts, what they may do, and what the hand brings.

Three things differ, as README.md says. There the dealer may not put the upcard itself away. Here the maker
says with the bid whether they go alone; there they are asked once the dealer has put a card away. And there
the points of one side are taken from the other.
"""

from random import Random
from typing import Any

import pytest
from sevenfold_euchre.state import PACK, RANKS, SEATS, SUITS, Kind

import sevenfold
from sevenfold.core.deal import dealt

pyspiel = pytest.importorskip("pyspiel")

GAME = sevenfold.load_game("euchre")
HANDS = 300
A_PASS, FIRST_SUIT, ALONE, WITH_PARTNER = 24, 25, 29, 30


def their_card(kind: int) -> int:
    """The number of a card there."""
    return kind % RANKS * SUITS + kind // RANKS


def their_action(move: sevenfold.Move, upcard: int) -> int:
    """What a move is there, whether or not the maker goes alone."""
    if move.kind == Kind.PASS:
        return A_PASS
    if move.kind in (Kind.ORDER, Kind.CALL):
        return FIRST_SUIT + (upcard // RANKS if move.kind == Kind.ORDER else move.arg % SUITS)
    return their_card(move.cards.bit_length() - 1)


def goes_alone(move: sevenfold.Move) -> bool:
    """Whether a bid says so."""
    return move.arg == 1 if move.kind == Kind.ORDER else move.arg >= SUITS


def puts_away(move: sevenfold.Move, upcard: int) -> bool:
    """Whether the dealer puts the upcard away."""
    return move.kind == Kind.DISCARD and move.cards == 1 << upcard


def dealt_there(deal: sevenfold.Deal, first: int, *, stuck: bool) -> Any:
    """The same deal: there the cards go one by one from the dealer on."""
    state = pyspiel.load_game("euchre", {"stick_the_dealer": stuck}).new_initial_state()
    dealer = (first - 1) % SEATS
    state.apply_action(dealer)
    for card in range(5 * SEATS):
        state.apply_action(their_card(deal.hands[(dealer + card) % SEATS][card // SEATS]))
    state.apply_action(their_card(deal.rest[0]))
    return state


@pytest.mark.parametrize("preset", ["standard", "stick_the_dealer"])
def test_every_hand_is_played_as_openspiel_plays_it(preset: str) -> None:
    """Random hands, with every legal move of each turn compared."""
    rng = Random(43)
    options = GAME.meta.make_options(preset, {})
    for _ in range(HANDS):
        deal, first = dealt(rng.sample(PACK.cards, len(PACK.cards)), SEATS, 5), rng.randrange(SEATS)
        ours = sevenfold.Match(GAME, options, SEATS, deal, first)
        theirs = dealt_there(deal, first, stuck=preset == "stick_the_dealer")
        alone = False
        while not ours.round_over:
            (seat,) = ours.acting
            legal = [move for move in ours.legal(seat) if not puts_away(move, deal.rest[0])]
            assert theirs.current_player() == seat
            actions = {their_action(move, deal.rest[0]) for move in legal}
            assert actions == set(theirs.legal_actions())
            move = rng.choice(legal)
            if move.kind in (Kind.ORDER, Kind.CALL):
                alone = goes_alone(move)
            ours.play(seat, move)
            theirs.apply_action(their_action(move, deal.rest[0]))
            if ALONE in theirs.legal_actions():
                theirs.apply_action(ALONE if alone else WITH_PARTNER)
        assert theirs.is_terminal()
        result = ours.standing.result or (0,) * SEATS
        assert theirs.returns() == [result[seat] - result[(seat + 1) % SEATS] for seat in range(SEATS)]
