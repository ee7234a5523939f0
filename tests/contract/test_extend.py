"""`extend` against `check` by brute force: on small hands, every choice of cards and every move."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from sevenfold.cards.masks import kinds_of, mask_of
from sevenfold.core import violations
from sevenfold.core.legal import legal_moves
from sevenfold.core.match import Match
from sevenfold.core.moves import Move
from tests.contract.tables import Table, every_table, generators, moments, some_moments

Choice = tuple[int, ...]
"""Cards chosen, by their kinds; a kind chosen twice stands there twice."""

KINDS = range(16)


def masks(choice: Choice) -> tuple[int, int]:
    return mask_of(choice), mask_of(kind for kind in choice if choice.count(kind) > 1)


def named(move: Move) -> Counter[int]:
    return Counter([*kinds_of(move.cards), *kinds_of(move.twice)])


def choices(match: Match[Any, Any], seat: int) -> set[Choice]:
    """Every choice of cards from the hand and one card beside it."""
    hand = [match.pack.kind(card) for card in match.view(seat).hand]
    cards = sorted([*hand, next(kind for kind in match.pack.cards if kind not in hand)])
    return {choice for size in range(len(cards) + 1) for choice in combinations(cards, size)}


def legal_by_check(table: Table, match: Match[Any, Any], seat: int) -> Iterator[Move]:
    """The moves that can be written and that `check` lets through, by trying all."""
    notation, rules = match.game.notation, match.game.rules
    for choice in choices(match, seat):
        cards, twice = masks(choice)
        for argument in table.facts.arguments(match.state, cards):
            for kind in KINDS:
                move = Move(kind, cards, twice, argument)
                legal = rules.check(match.state, seat, move) == violations.OK
                if legal and notation.parse(notation.write(move)) == move:
                    yield move


@every_table
@settings(max_examples=10)
@given(rng=generators, size=st.integers(1, 4))
def test_the_legal_moves_are_all_that_check_lets_through(table: Table, rng: Random, size: int) -> None:
    for match in some_moments(table.begin(table.deal(rng, size), rng), rng):
        for seat in match.acting:
            moves = legal_moves(table.game.rules, match.seen(seat), seat)
            assert len(set(moves)) == len(moves)
            assert set(moves) == set(legal_by_check(table, match, seat))


@every_table
@settings(max_examples=10)
@given(rng=generators, size=st.integers(1, 4))
def test_extend_says_of_every_choice_what_can_become_of_it(table: Table, rng: Random, size: int) -> None:
    for match in some_moments(table.begin(table.deal(rng, size), rng), rng):
        for seat in match.acting:
            moves = list(legal_by_check(table, match, seat))
            for choice in choices(match, seat):
                extension = match.extend(seat, *masks(choice))
                chosen = Counter(choice)
                reachable = [move for move in moves if chosen <= named(move)]
                assert set(extension.moves) == {move for move in reachable if named(move) == chosen}
                assert set(kinds_of(extension.cards)) == {
                    kind for move in reachable for kind in named(move) - chosen
                }


@every_table
@settings(max_examples=10)
@given(rng=generators)
def test_a_seat_that_is_not_to_act_has_no_move(table: Table, rng: Random) -> None:
    for match in moments(table.begin(table.deal(rng, 3), rng), rng):
        for seat in set(range(table.players)) - set(match.acting):
            assert match.extend(seat) == (0, ())
            assert legal_moves(table.game.rules, match.state, seat) == []
