"""The law of secrets that tests share: a card once open stays known while it is in known places."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from sevenfold.core.deal import Deal
from sevenfold.core.log import TakenBack
from sevenfold.core.match import AnyMatch, Match
from sevenfold.core.replaying import replay
from sevenfold.games import OWN_GAMES, load_game
from sevenfold.games.lockseven.order import RANKS, SEVEN, SUITS
from sevenfold.testing.contract.tables import any_move
from sevenfold.testing.secrecy import Secrets, words_in

SEEDS = range(3)
HAND = 5
"""How many cards a hand has here: few, so that a round is short."""


def matched(game: str, seed: int) -> AnyMatch:
    """The first deal of a match."""
    loaded, rng = load_game(game), Random(seed)
    options, players = loaded.meta.make_options(None, {}), loaded.meta.seats(None)
    cards = list(loaded.rules.pack(options).cards)
    rng.shuffle(cards)
    if game == "lockseven":  # a pair of sevens for each seat, so that suits are called and called against
        sevens = [card for card in cards if card % RANKS == SEVEN and card < RANKS * SUITS]
        cards = [card for card in cards if card not in sevens]
        for seat, seven in enumerate(sorted(set(sevens))):
            cards[5 * seat : 5 * seat] = [seven, seven]
    left_over = len(cards) - players * loaded.rules.hand_size(options, players)
    size, rest = (3, 4) if game == "seven_bridge" else (HAND, left_over)  # its stock is to be made anew
    hands = tuple(tuple(cards[size * seat : size * (seat + 1)]) for seat in range(players))
    return Match(loaded, options, players, Deal(hands, tuple(cards[size * players :][:rest])), 0)


def moments(game: str, seed: int) -> Iterator[Secrets]:
    """The secrets of a round played at random, after the deal and after each move."""
    played, rng = matched(game, seed), Random(seed)
    secrets = Secrets(matched(game, seed))
    yield secrets
    while not played.round_over:
        played.play(*any_move(played, rng))
        secrets.follow(played.entries[-1])
        yield secrets


def message(match: AnyMatch, viewer: int | None) -> dict[str, Any]:
    """All that a viewer may be sent of a round."""
    parts = {"view": match.view(viewer), "events": match.ledger(viewer).events()}
    return {"type": "snapshot", "version": match.ledger(viewer).version, **msgspec.to_builtins(parts)}


@pytest.mark.parametrize("game", OWN_GAMES)
@pytest.mark.parametrize("seed", SEEDS)
def test_what_a_viewer_may_be_sent_is_no_leak_and_one_card_more_is(game: str, seed: int) -> None:
    rng, planted = Random(seed), 0
    for secrets in moments(game, seed):
        for viewer in secrets.viewers:
            sent = message(secrets.match, viewer)
            assert secrets.leaks(viewer, sent) == []
            if hidden := sorted(secrets.now(viewer)):
                card = rng.choice(hidden)
                event = {"version": sent["version"], "kind": "move", "move": f"lead {card}"}
                for leak in ({"note": [{"last": f"x {card}"}]}, {"events": [*sent["events"], event]}):
                    assert secrets.leaks(viewer, {**sent, **leak}) == [card]
                planted += 1
    assert planted


@pytest.mark.parametrize("game", OWN_GAMES)
def test_a_viewer_of_one_seat_may_not_be_sent_what_another_sees(game: str) -> None:
    found = 0
    for secrets in moments(game, 1):
        if not secrets.match.round_over:
            found += bool(secrets.leaks(None, message(secrets.match, 0)))
    assert found


def test_a_pair_that_was_shown_stays_known_in_the_hand_until_it_is_played() -> None:
    shown = 0
    for seed in range(10):
        for secrets in moments("lockseven", seed):
            calls = secrets.match.view(None).anti_calls  # type: ignore[attr-defined]
            for pile in calls:
                hand = secrets.match.view(pile.seat).hand
                shown += pile.cards[0] in hand
                assert not secrets.now(None) & set(pile.cards)
    assert shown


def test_a_card_is_unknown_again_once_it_is_drawn_from_a_stock_made_anew() -> None:
    again = 0
    for seed in range(20):
        discarded: set[str] = set()
        for secrets in moments("seven_bridge", seed):
            discarded |= set(secrets.match.view(None).discards)  # type: ignore[attr-defined]
            again += bool(discarded & secrets.now(None))
            assert secrets.leaks(None, message(secrets.match, None)) == []  # what was told then may be told
    assert again


def test_a_card_that_was_taken_back_is_as_unknown_as_before() -> None:
    match = matched("lockup", 1)
    secrets = Secrets(replay(match.game, match.log))
    seat, move = match.acting[0], match.legal(match.acting[0])[0]
    card = match.game.notation.write(move)
    assert card in secrets.now(None)
    match.play(seat, move)
    secrets.follow(match.entries[-1])
    assert card not in secrets.now(None)
    secrets.follow(TakenBack(str(seat), 1))
    assert card in secrets.now(None)
    assert secrets.leaks(None, message(secrets.match, None)) == []


def test_a_card_may_be_named_from_the_version_on_at_which_it_was_played() -> None:
    match = matched("lockup", 1)
    secrets = Secrets(replay(match.game, match.log))
    before = match.ledger(0).version
    card = match.game.notation.write(match.play(match.acting[0], match.legal(match.acting[0])[0]).move)
    secrets.follow(match.entries[-1])
    viewer = next(
        seat for seat in range(4) if card not in match.view(seat).hand and seat != match.round.first
    )
    told = {"type": "update", "version": before + 1, "view": {"last": f"lead {card}"}}
    assert secrets.leaks(viewer, told) == []
    assert secrets.leaks(viewer, {**told, "version": before}) == [card]
    assert secrets.leaks(viewer, {"type": "talk", "text": card}) == []  # it has no version


def test_what_is_only_imagined_is_no_word() -> None:
    assert words_in({"ends": ["7H"], "promise": {"pack": "8H"}, "hand": ("9H", ["TH JH"]), "count": 3}) == {
        "9H",
        "TH",
        "JH",
    }
