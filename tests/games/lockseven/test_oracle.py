"""The rules against the oracle: patterns on full-size hands, and whole rounds move by move."""

from random import Random
from typing import Any

from hypothesis import assume, event, given, settings
from hypothesis import strategies as st

from sevenfold.core.deal import Deal
from sevenfold.core.match import Match
from sevenfold.core.options import describe
from sevenfold.games.lockseven.game import GAME
from sevenfold.games.lockseven.meta import META, LockSevenOptions
from tests.games.lockseven import oracle
from tests.games.lockseven.oracle import KINDS, SUITS
from tests.games.lockseven.positions import (
    any_trump,
    near_follows,
    rich_deal,
    some_follow,
    some_lead,
    some_trumpings,
)
from tests.games.lockseven.told import Options, Round, dealt, placed

PACK = GAME.rules.pack(LockSevenOptions())
randoms = st.randoms(use_true_random=True)
choices = {spec.name: st.sampled_from(spec.choices) for spec in describe(META.options) if spec.choices}
mixes = st.fixed_dictionaries(choices)


def deal_of(hands: list[list[str]], bottom: list[str]) -> Deal:
    return Deal(tuple(tuple(map(PACK.kind, hand)) for hand in hands), tuple(map(PACK.kind, bottom)))


def match_of(
    options: Options, deal: Deal, first: int, position: dict[str, object] | None = None
) -> Match[Any, Any]:
    return Match(GAME, META.make_options(None, options), 4, deal, first, position=position)


def brought_to_play(rng: Random, options: Options, size: int) -> tuple[Match[Any, Any], Round]:
    """A match and the oracle's round at the Host's first lead, with rich hands."""
    trump = any_trump(rng)
    hands, bottom = rich_deal(rng, trump, size)
    sevens = [(seat, card[1]) for seat in range(4) for card in hands[seat] if card[0] == "7"]
    host, called = rng.choice(sevens or [(0, "S")])
    told = placed(options, hands, bottom, host, called, trump)
    position: dict[str, object] = {"host": host, "called": called, "trump": trump}
    return match_of(options, deal_of(hands, bottom), 0, position), told


# --- what must be the same ------------------------------------------------------------------------


def assert_same(match: Match[Any, Any], told: Round) -> None:
    view: Any = match.view(None)
    playing = told.stage == "play"
    assert match.round_over == (told.stage == "over")
    assert list(match.acting) == ([] if match.round_over else [told.seat])
    assert view.host == told.host
    assert view.leader == (told.leader if playing else None)
    assert view.partner == told.revealed
    assert list(view.points) == told.points
    assert view.attack == told.attack
    assert view.bottom == told.bottom_brought
    if playing:
        assert (view.called, view.trump) == (told.called, told.trump)
    elif told.stage != "over":
        is_open = told.host is not None and told.options["call"] == "open"
        assert (view.called, view.trump) == (told.called if is_open else None, None)
    for seat in range(4):
        own: Any = match.view(seat)
        assert sorted(own.hand) == sorted(told.hands[seat])
        known = own.known_partner if own.partner is None else own.partner
        assert known == told.known_partner(seat)


def assert_same_violation(match: Match[Any, Any], told: Round, seat: int, text: str) -> None:
    move = GAME.notation.parse(text)
    found = GAME.violation_name(GAME.rules.check(match.seen(seat), seat, move))
    assert found == (told.violation(seat, text) or "ok"), (seat, text)


def assert_can_be_selected(match: Match[Any, Any], seat: int, text: str, rng: Random) -> None:
    """The cards of a move can be chosen one by one, in any order."""
    move = GAME.notation.parse(text)
    words = [word for word in text.split() if word in KINDS]
    cards = twice = 0
    for kind in map(PACK.kind, rng.sample(words, len(words))):
        assert match.extend(seat, cards, twice).cards >> kind & 1, text
        twice |= cards & 1 << kind
        cards |= 1 << kind
    assert move in match.extend(seat, cards, twice).moves, text


# --- moves to try ---------------------------------------------------------------------------------


def some_move(rng: Random, told: Round) -> str:
    """A legal move."""
    hand = told.hands[told.seat]
    if told.stage == "play":
        lead = told.trick[0] if told.trick else None
        if lead:
            return " ".join(some_follow(rng, hand, lead, told.order))
        return " ".join(some_lead(rng, hand, told.order, 1 if told.thrown else 3))
    if told.stage in ("deal", "last chance"):
        sevens = [card[1] for card in hand if card[0] == "7"]
        return f"call {rng.choice(sevens)}" if rng.random() < 0.5 else "wait"
    if told.stage == "bury":
        hidden, plain = what_may_be_buried(told)
        return " ".join(["bury", *hidden, *rng.sample(plain, len(told.bottom) - len(hidden))])
    if told.stage == "anti":
        stronger = [kind for kind in oracle.pairs(hand) if told.violation_of_anti([kind, kind]) is None]
        return f"anti {(kind := rng.choice(stronger))} {kind}" if stronger and rng.random() < 0.7 else "pass"
    return rng.choice(["concede", "solo", "solo", "solo"] + ["hide"] * (4 if told.stage == "choose" else 0))


def what_may_be_buried(told: Round) -> tuple[list[str], list[str]]:
    """The called card that must go to the bottom, if any, and the cards that may."""
    hidden = ["7" + told.called] if told.hiding else []
    return hidden, [card for card in told.hands[told.seat] if card[0] != "7"]


def texts_to_try(rng: Random, told: Round) -> list[str]:
    """Moves of all kinds, most of which would be legal with another hand."""
    hand = told.hands[told.seat]
    kind = rng.choice(hand)
    some = rng.sample(hand, min(len(hand), max(1, len(told.bottom))))
    texts = ["wait", "pass", "concede", "solo", "hide", f"call {rng.choice(SUITS)}", "bury", "anti", "JK"]
    texts += [f"bury {' '.join(some)}", f"bury {' '.join(some[1:])}", f"anti {kind} {kind}", f"anti {kind}"]
    texts += [f"anti {(pair := rng.choice(KINDS))} {pair}", " ".join(rng.sample(hand, min(len(hand), 2)))]
    if told.stage == "play" and told.trick:
        texts += [" ".join(cards) for cards in near_follows(rng, hand, told.trick[0], told.order, 8)]
    if told.thrown:
        texts += [" ".join(some_lead(rng, hand, told.order)) for _ in range(8)]
    return rng.sample([text for text in texts if text], 8) if told.stage != "play" else texts


def go_on(match: Match[Any, Any], told: Round, rng: Random) -> None:
    """Make one move, after comparing others that might be made."""
    assert_same(match, told)
    if told.stage == "bury":
        hidden, plain = what_may_be_buried(told)
        assume(len(hidden) + len(plain) >= len(told.bottom))  # a short hand may hold too many sevens
    for text in texts_to_try(rng, told):
        assert_same_violation(match, told, told.seat, text)
    assert_same_violation(match, told, rng.randrange(4), "pass")
    text = some_move(rng, told)
    assert told.violation(told.seat, text) is None, text
    assert_can_be_selected(match, told.seat, text, rng)
    seat = told.seat
    match.play_text(seat, text)
    told.play(seat, text)


# --- the tests ------------------------------------------------------------------------------------


@settings(max_examples=100)
@given(rng=randoms)
def test_ls_7_2_the_greatest_list_is_that_of_the_whole_suit(rng: Random) -> None:
    """Checks the oracle itself: trying all follows finds the same as its direct count."""
    trump = any_trump(rng)
    hands, _ = rich_deal(rng, trump)
    lead = some_lead(rng, hands[0], trump)
    suit = oracle.suit(lead[0], trump)
    held = oracle.of_suit(hands[1], suit, trump)[:10]
    if len(held) >= len(lead):
        led = oracle.split(lead, trump)
        assert oracle.best_match(held, led, trump) == oracle.best_match_at_once(held, led, trump)


@settings(max_examples=100)
@given(rng=randoms, options=mixes)
def test_tricks_of_full_hands_go_as_the_oracle_tells_them(rng: Random, options: Options) -> None:
    match, told = brought_to_play(rng, options, 25)
    for _ in range(8):
        if not match.round_over:
            go_on(match, told, rng)
    if not match.round_over:
        assert_same(match, told)
    event(f"failed throws: {sum(told.penalties)}")


@given(rng=randoms, options=mixes, size=st.integers(1, 6))
def test_play_goes_to_its_result_as_the_oracle_tells_it(rng: Random, options: Options, size: int) -> None:
    match, told = brought_to_play(rng, options, size)
    while not match.round_over:
        go_on(match, told, rng)
    assert_same(match, told)
    assert list(match.standing.result or ()) == told.result
    event(f"result {sorted(told.result or ())}")


@settings(max_examples=200)
@given(rng=randoms, options=mixes)
def test_ls_8_3_trumpings_of_a_throw_win_as_the_oracle_says(rng: Random, options: Options) -> None:
    trump = any_trump(rng)
    hands = some_trumpings(rng, trump)
    bottom = ["5" + next(suit for suit in SUITS if suit not in (trump, hands[0][0][1]))]
    held = [card for hand in hands for card in hand]
    called = min(SUITS, key=lambda suit: held.count("7" + suit))
    assume(held.count("7" + called) < 2)
    told = placed(options, hands, bottom, 0, called, trump)
    match = match_of(options, deal_of(hands, bottom), 0, {"host": 0, "called": called, "trump": trump})
    for seat, hand in enumerate(hands):
        match.play_text(seat, " ".join(hand))
        told.play(seat, " ".join(hand))
    assert_same(match, told)
    assert list(match.standing.result or ()) == told.result
    event(f"taken by seat {told.leader}")


@settings(max_examples=100)
@given(
    rng=randoms,
    options=mixes,
    size=st.sampled_from([1, 2, 3, 4, 5, 8, 25]),
    first=st.integers(0, 3),
    bottom=st.integers(1, 8),
)
def test_a_round_goes_as_the_oracle_tells_it(
    rng: Random, options: Options, size: int, first: int, bottom: int
) -> None:
    hands, rest = rich_deal(rng, rng.choice(SUITS), size, bottom)
    match, told = match_of(options, deal_of(hands, rest), first), dealt(options, hands, rest, first)
    while told.stage != "over":
        go_on(match, told, rng)
    assert_same(match, told)
    result = match.standing.result
    assert (None if result is None else list(result)) == told.result
    event(
        "thrown in" if told.host is None else f"anti-calls up to {told.anti}, alone: {told.partner is None}"
    )
