"""Moves as text: whatever is typed is read or refused, and what was written is read again."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sevenfold.core.game import AnyGame
from sevenfold.core.match import Match
from sevenfold.core.moves import CHANCE, UNREADABLE, Move
from sevenfold.core.violations import COMMON, FIRST_OWN, IllegalMove
from sevenfold.testing.contract.tables import TableCase, any_move, every_game, every_table, generators

WORDS = "AS 10 ♥10 10♥ th RJ JK JK=6H ♣ 2 -1 lose take bury draw discard lay pass = ?"
LETTERS = "AKQJT1098765432SHDCshdc♠♥♦♣♤\ufe0f=?* \t\n"
words = st.sampled_from(WORDS.split()) | st.text(alphabet=LETTERS, max_size=4)
nearly_moves = st.lists(words, max_size=5).map(" ".join)
texts = st.text() | nearly_moves


@every_game
@settings(max_examples=200)
@given(text=texts)
def test_any_text_is_read(game: AnyGame, text: str) -> None:
    move = game.notation.parse(text)
    assert isinstance(move, Move)
    if move.kind != UNREADABLE:
        assert game.notation.parse(game.notation.write(move)) == move


@every_game
@pytest.mark.parametrize(
    "text", ["", " ", "\n", "?", "*", "AS\x00", "A" * 100_000, "AS " * 10_000, "0 lose ?"]
)
def test_odd_texts_are_read(game: AnyGame, text: str) -> None:
    assert isinstance(game.notation.parse(text), Move)


def refused(match: Match[Any, Any], seat: int, text: str) -> IllegalMove | None:
    try:
        match.play_text(seat, text)
    except IllegalMove as refusal:
        return refusal
    return None


@every_table
@settings(max_examples=10)
@given(rng=generators, text=texts)
def test_any_text_is_accepted_or_refused_with_a_violation_of_the_list(
    table: TableCase, rng: Random, text: str
) -> None:
    violations = {*COMMON[1:], *table.game.refusals.VIOLATIONS}
    match = table.begin(table.deal(rng, 2), rng)
    while not match.round_over:
        for seat in (CHANCE, *range(table.players)):
            version = match.version
            refusal = refused(match, seat, text)
            assert match.version == version + (refusal is None)
            assert refusal is None or (refusal.rule in violations and refusal.rule in str(refusal))
        if not match.round_over:
            match.play(*any_move(match, rng))


@every_game
def test_every_violation_has_its_own_code(game: AnyGame) -> None:
    violations = game.refusals.VIOLATIONS
    assert [game.violation_name(FIRST_OWN + index) for index in range(len(violations))] == list(violations)
    assert len(set(violations)) == len(violations)
    assert all(violation.startswith(f"{game.meta.prefix}-") for violation in violations)
