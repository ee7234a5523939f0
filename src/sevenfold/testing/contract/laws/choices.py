"""Laws of choices: `extend` against `check` by brute force, every choice of few cards and every move."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from sevenfold.cards.masks import kinds_of, mask_of
from sevenfold.core import violations
from sevenfold.core.legal import legal_moves
from sevenfold.core.match import Match
from sevenfold.core.moves import Move
from sevenfold.testing.contract.laws.situation import Situation, at_some_moments

Choice = tuple[int, ...]
"""Cards chosen, by their kinds; a kind chosen twice stands there twice."""

KINDS = range(16)

MOST_CARDS = 6
"""Of a hand, for all its choices to be tried."""


def masks(choice: Choice) -> tuple[int, int]:
    return mask_of(choice), mask_of(kind for kind in choice if choice.count(kind) > 1)


def named(move: Move) -> Counter[int]:
    return Counter([*kinds_of(move.cards), *kinds_of(move.twice)])


def hand_of(match: Match[Any, Any], seat: int) -> list[int]:
    return [match.pack.kind(card) for card in match.view(seat).hand]


def choices(match: Match[Any, Any], seat: int) -> set[Choice]:
    """Every choice of cards from the hand and one card beside it."""
    hand = hand_of(match, seat)
    cards = sorted([*hand, next(kind for kind in match.pack.cards if kind not in hand)])
    return {choice for size in range(len(cards) + 1) for choice in combinations(cards, size)}


def legal_by_check(situation: Situation, seat: int) -> Iterator[Move]:
    """The moves that can be written and that `check` lets through, by trying all."""
    match = situation.match
    notation, rules = match.game.notation, match.game.rules
    for choice in choices(match, seat):
        cards, twice = masks(choice)
        for argument in situation.table.facts.arguments(match.state, cards):
            for kind in KINDS:
                move = Move(kind, cards, twice, argument)
                legal = rules.check(match.state, seat, move) == violations.OK
                if legal and notation.parse(notation.write(move)) == move:
                    yield move


@at_some_moments
def the_legal_moves_and_choices_are_all_that_check_lets_through(situation: Situation) -> None:
    match = situation.match
    for seat in match.acting:
        if len(hand_of(match, seat)) > MOST_CARDS:
            continue
        by_check = list(legal_by_check(situation, seat))
        moves = legal_moves(match.game.rules, match.seen(seat), seat)
        assert len(set(moves)) == len(moves)
        assert set(moves) == set(by_check)
        for choice in choices(match, seat):
            extension = match.extend(seat, *masks(choice))
            chosen = Counter(choice)
            reachable = [move for move in by_check if chosen <= named(move)]
            assert set(extension.moves) == {move for move in reachable if named(move) == chosen}
            assert set(kinds_of(extension.cards)) == {
                kind for move in reachable for kind in named(move) - chosen
            }


@at_some_moments
def a_seat_that_is_not_to_act_has_no_move(situation: Situation) -> None:
    match = situation.match
    for seat in set(range(match.players)) - set(match.acting):
        assert match.extend(seat) == (0, ())
        assert legal_moves(match.game.rules, match.state, seat) == []
