"""Gin rummy beside OpenSpiel's, move by move: who acts, what they may do, and what the round brings.

There a knock and its discard are two actions, a knock at the wall takes the upcard too, and chance deals from
the stock when somebody draws. In one hand of many thousands OpenSpiel overlooks a knock.
"""

import os
from random import Random
from typing import Any

import pytest
from sevenfold_gin.rules import knocks
from sevenfold_gin.state import HAND_SIZE, KNOCK, PACK, RANKS, SEATS, Kind, Phase

import sevenfold
from sevenfold.cards.masks import kinds_of, lowest
from sevenfold.core.deal import dealt

pyspiel = pytest.importorskip("pyspiel")

GAME = sevenfold.load_game("gin")
ROUNDS = int(os.environ.get("OPENSPIEL_ROUNDS", "50"))
WORDS = {Kind.TAKE: "Draw upcard", Kind.DRAW: "Draw stock", Kind.PASS: "Pass", Kind.DONE: "Pass"}
SUITS = "SCDH"
COUNTING = pyspiel.gin_rummy.GinRummyUtils(RANKS, len(SUITS), HAND_SIZE)


def their_card(kind: int) -> int:
    """The number of a card there."""
    return SUITS.index(PACK.suits[kind // RANKS]) * RANKS + kind % RANKS


def cards_in(word: str) -> int:
    """The cards that an action names there, such as 7s7c7d; none where it is a word."""
    names = [word[at : at + 2].upper() for at in range(0, len(word), 2)]
    return PACK.read_sets(names)[0] if word[1] in SUITS.lower() else 0


def their_moves(theirs: Any, *, at_wall: bool) -> dict[tuple[str, int], list[int]]:
    """What may be done there: a word or cards, with the actions that do it."""
    moves = {}
    for action in theirs.legal_actions():
        word = theirs.action_to_string(action).split(": ")[-1]
        cards = cards_in(word)
        if word == "Knock" and not at_wall:
            for discard in theirs.child(action).legal_actions():
                put = theirs.action_to_string(discard).split(": ")[-1]
                moves["Knock", cards_in(put)] = [action, discard]
        else:
            moves["" if cards else word, cards] = [action]
    return moves


def as_theirs(move: sevenfold.Move, phase: int) -> tuple[str, int]:
    """A move in the same words."""
    if phase == Phase.WALL and move.kind == Kind.TAKE:
        return "Knock", 0
    if phase == Phase.DISCARD and move.kind == Kind.KNOCK:
        return "Knock", move.cards
    return WORDS.get(move.kind, ""), move.cards


def dealt_there(deal: sevenfold.Deal) -> Any:
    """The same deal: there the cards of the first hand come first, then the other's, then the upcard."""
    theirs = pyspiel.load_game("gin_rummy").new_initial_state()
    for kind in (*deal.hands[0], *deal.hands[1], deal.rest[0]):
        theirs.apply_action(their_card(kind))
    return theirs


def is_overlooked(knock: tuple[str, int], hand: int) -> bool:
    """Whether this is a knock that leaves little enough by their own count."""
    left = [their_card(kind) for kind in kinds_of(hand & ~knock[1])]
    return knock[0] == "Knock" and len(left) == HAND_SIZE and COUNTING.min_deadwood(left) <= KNOCK


def test_a_knock_that_openspiel_overlooks_is_one_by_its_own_count() -> None:
    """It looks at those melds alone that count most: 8S 8H 8C and 6D 7D 8D 9D, which leave 7S 7H 2H 2C.

    Without 9D there are 8S 8H 8D 8C and 7S 7H 7D, which count less, but leave 6D 2H 2C.
    """
    hand, knock = cards_in("8s7s8h7h2h9d8d7d6d8c2c"), cards_in("9d")
    assert COUNTING.min_deadwood([their_card(kind) for kind in kinds_of(hand)]) == KNOCK + 1
    assert knocks(hand) == knock
    assert is_overlooked(("Knock", knock), hand)


def play_on(ours: Any, theirs: Any, rng: Random, skill: float) -> None:
    """One move, by the bot or at random; before it all that may be done is compared."""
    (seat,) = ours.acting
    phase, hand = ours.state.phase, ours.state.hands[seat]
    moves = {as_theirs(move, phase): move for move in ours.legal(seat)}
    there = their_moves(theirs, at_wall=phase == Phase.WALL)
    assert theirs.current_player() == seat
    assert there.keys() <= moves.keys()
    assert all(is_overlooked(move, hand) for move in moves.keys() - there.keys())
    best = as_theirs(GAME.choose(ours.seen(seat), seat), phase)
    move = best if best in there and rng.random() < skill else rng.choice(list(there))
    ours.play(seat, moves[move])
    for action in there[move]:
        theirs.apply_action(action)
    if theirs.is_chance_node():
        theirs.apply_action(their_card(lowest(ours.state.hands[seat] & ~hand)))


def test_every_round_is_played_as_openspiel_plays_it() -> None:
    """Rounds between the bot's play and random moves, with every legal move of each turn compared."""
    rng = Random(57)
    options = GAME.meta.make_options("standard", {})
    for _ in range(ROUNDS):
        deal, skill = dealt(rng.sample(PACK.cards, len(PACK.cards)), SEATS, HAND_SIZE), rng.random()
        ours, theirs = sevenfold.Match(GAME, options, SEATS, deal, 0), dealt_there(deal)
        while not ours.round_over:
            play_on(ours, theirs, rng, skill)
        assert theirs.is_terminal()
        assert theirs.returns() == list(ours.standing.result or (0,) * SEATS)
