"""A recorded round is checked against what was promised of its deal (docs/fairness.md).

It needs no server. What the game alone can tell is checked where the game is here.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import Any

import msgspec

from sevenfold.core.dealer import chance_from, first_from
from sevenfold.core.game import Game, S, V
from sevenfold.core.match import Match
from sevenfold.core.moves import CHANCE
from sevenfold.core.promise import (
    DEALS,
    LEVELS,
    DealTerms,
    Fairness,
    TermsUnreadable,
    dealt_again,
    options_text,
    root_from,
    seed_of,
)
from sevenfold.core.records import Record, RecordError, replay_record


class Point(StrEnum):
    """What is checked, in this order."""

    PROMISE = "promise"
    TERMS = "terms"
    CARDS = "cards"
    FIRST = "first"
    PACK = "pack"
    MOVES = "moves"
    CHANCE = "chance"


BY_GAME = (Point.PACK, Point.MOVES, Point.CHANCE)
"""What only the game can tell."""


class CheckedPoint(msgspec.Struct, frozen=True):
    """What came of a check: it holds, does not, or could not be made (None). `why` is for the last two."""

    point: Point
    holds: bool | None
    why: str = ""


def verify(record: Record, fair: Fairness, game: Game[S, V, Any] | None) -> Iterator[CheckedPoint]:
    """Check a round, point by point. `game` is the record's, None where it is not installed."""
    promise = _promise(fair)
    yield promise
    if not promise.holds:
        return
    try:
        terms = DealTerms.read(fair.terms)
    except TermsUnreadable as error:
        yield CheckedPoint(Point.TERMS, holds=False, why=str(error))
        return
    yield _terms(record, terms)
    yield _cards(record, fair)
    yield _first(record, fair, terms)
    why_not = _why_not(record, game)
    if game is None or why_not:
        yield from (CheckedPoint(point, None, why_not) for point in BY_GAME)
    else:
        yield from _by_game(record, fair, terms, game)


def _why_not(record: Record, game: Game[S, V, Any] | None) -> str:
    """Why the game cannot tell; empty where it can."""
    if game is None:
        return f"the game {record.game} is not installed"
    if game.meta.rules_version != record.rules:
        return f"it was played by rules {record.rules}; here are rules {game.meta.rules_version}"
    return ""


def _promise(fair: Fairness) -> CheckedPoint:
    try:
        key, path = bytes.fromhex(fair.key), [bytes.fromhex(each) for each in fair.path]
    except ValueError:
        return CheckedPoint(Point.PROMISE, holds=False, why="key and path are not hexadecimal digits")
    is_there = 1 <= fair.deal <= DEALS and len(path) == LEVELS
    leads = is_there and root_from(fair.deal, key, path).hex() == fair.promise
    return CheckedPoint(Point.PROMISE, leads, "the key does not lead to the promise")


def _terms(record: Record, terms: DealTerms) -> CheckedPoint:
    of_record = (record.game, record.rules, options_text(record.options), record.players)
    same = of_record == (terms.game, terms.rules, terms.options, len(terms.seats))
    return CheckedPoint(Point.TERMS, same, "game, rules, options or players of the record are others")


def _cards(record: Record, fair: Fairness) -> CheckedPoint:
    hands, rest = dealt_again(fair)
    follows = {str(seat): " ".join(hand) for seat, hand in enumerate(hands)}
    for seat, hand in follows.items():
        if record.deal.get(seat) != hand:
            return CheckedPoint(Point.CARDS, holds=False, why=f"seat {seat} was to be dealt {hand}")
    same = record.deal == follows and record.rest == " ".join(rest)
    return CheckedPoint(Point.CARDS, same, f"the cards left were to be {' '.join(rest) or 'none'}")


def _first(record: Record, fair: Fairness, terms: DealTerms) -> CheckedPoint:
    if fair.deal != 1:
        return CheckedPoint(Point.FIRST, None, "only who acts first in the first deal follows from its seed")
    first = first_from(seed_of(fair), len(terms.seats))
    return CheckedPoint(Point.FIRST, record.first == first, f"seat {first} was to act first")


def _by_game(
    record: Record, fair: Fairness, terms: DealTerms, game: Game[S, V, Any]
) -> Iterator[CheckedPoint]:
    try:
        match = replay_record(game, record)
    except RecordError as error:
        yield CheckedPoint(Point.PACK, None, "the record does not replay")
        yield CheckedPoint(Point.MOVES, holds=False, why=str(error))
        yield CheckedPoint(Point.CHANCE, None, "the record does not replay")
        return
    pack = tuple(match.pack.names[kind] for kind in match.pack.cards)
    hand = game.rules.hand_size(match.options, match.players)
    yield CheckedPoint(Point.PACK, (pack, hand) == (terms.pack, terms.hand), "the game deals another pack")
    yield CheckedPoint(Point.MOVES, holds=True)
    yield _chance(match, seed_of(fair))


def _chance(match: Match[S, V], seed: bytes) -> CheckedPoint:
    drawn, notation = 0, match.game.notation
    for number, step in enumerate(match.round.steps, 1):
        if step.seat != CHANCE:
            continue
        index = chance_from(seed, drawn, match.game.rules.chance(step.before))
        due = match.game.rules.chance_move(step.before, index)
        if step.move != due:
            return CheckedPoint(
                Point.CHANCE, holds=False, why=f"move {number} was to be {notation.write(due)}"
            )
        drawn += 1
    return CheckedPoint(Point.CHANCE, holds=True)
