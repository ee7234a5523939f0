"""What is promised of deals is as docs/fairness.md says: the vectors stand there, and each lie is found."""

import random
from functools import cache
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sevenfold.core import dealing
from sevenfold.core.dealer import Dealer
from sevenfold.core.game import AnyGame
from sevenfold.core.log import write_deal
from sevenfold.core.match import AnyMatch
from sevenfold.core.options import Options, written_options
from sevenfold.core.promise import (
    DEALS,
    DealTerms,
    Fairness,
    TermsUnreadable,
    deal_key,
    dealt_again,
    options_text,
    promise_of,
    root_from,
    seed_of,
)
from sevenfold.core.records import Record
from sevenfold.core.verifying import Point, verify
from sevenfold.games import OWN_GAMES, load_game
from sevenfold.server.rounds.shown import record_of

DOC = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text(encoding="utf-8")
SEED = bytes(range(32))
TERMS = DOC.partition("```text\n")[2].partition("\n```")[0]
SALTS = ("00112233445566778899aabbccddeeff", "bot", "none", "ffeeddccbbaa99887766554433221100")


def value(what: str) -> str:
    """The value of a row of the page's table."""
    return DOC.partition(f"| {what} | `")[2].partition("`")[0]


# --- to the byte ------------------------------------------------------------------------------------


def test_the_vectors_of_the_page() -> None:
    first, last, dealer = deal_key(SEED, 1, 1), deal_key(SEED, DEALS, 9), Dealer(SEED, TERMS)
    assert first is not None
    assert last is not None
    assert promise_of(SEED) == value("promise of seed A")
    assert first.key == value("key of deal 1")
    assert dealer.deal_seed(1).hex() == value("seed of deal 1")
    assert last.key == value("key of deal 256")
    assert first.path[0] == value("first hash of the path of deal 1")
    assert last.path[-1] == value("last hash of the path of deal 256")
    assert f"seat {dealer.first(4)} acts first" in DOC
    lockup = load_game("lockup")
    deal = dealer.deal(lockup, lockup.meta.options(), 4, 1)
    hands = write_deal(lockup.rules.pack(lockup.meta.options()), deal).values()
    assert f"| {' | '.join(hands)} |" in DOC


def test_the_terms_of_the_page() -> None:
    assert terms_of(load_game("lockup"), "0123456789ab").text == TERMS
    assert DealTerms.read(TERMS).text == TERMS


def test_without_terms_the_deals_are_those_of_shuffle_md() -> None:
    dealer = Dealer(SEED)
    assert dealer.deal_seed(3) == dealer.key(3)
    assert Dealer(SEED, TERMS).deal_seed(3) != dealer.key(3)


@pytest.mark.parametrize("deal", [1, 2, 3, 100, 255, 256])
def test_each_key_leads_to_the_promise_and_to_no_other_place(deal: int) -> None:
    key = deal_key(SEED, deal, 1)
    assert key is not None
    path = [bytes.fromhex(each) for each in key.path]
    for other in (1, 2, 3, 100, 255, 256):
        assert (root_from(other, bytes.fromhex(key.key), path).hex() == promise_of(SEED)) == (other == deal)


def test_beyond_the_last_deal_nothing_is_promised() -> None:
    assert deal_key(SEED, DEALS + 1, 1) is None


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        ("sevenfold deal 1", "sevenfold deal 2"),
        ("rules 1", "rules one"),
        ("rules 1", "rules 01"),
        ("hand 13", "hand 0"),
        ("hand 13", "hand 14"),
        ("hand 13", "hand -1"),
        ("hand 13\n", ""),
        ("table 0123456789ab", "table"),
        ("option target 20", "option target"),
        ("option target 20", "option target 20\noption target 20"),
        ("seat 1 bot", "seat 2 bot"),
        ("seat 1 bot", "seat 1 bot "),
        ("seat 1 bot", "seat 1"),
        ("seat 1 bot", ""),
        ("seat 2 none", "seat 2 none\n"),
    ],
)
def test_terms_that_are_not_written_to_the_byte_are_refused(line: str, instead: str) -> None:
    assert line in TERMS
    with pytest.raises(TermsUnreadable):
        DealTerms.read(TERMS.replace(line, instead))


@given(st.text(max_size=200))
def test_no_text_at_all_breaks_the_reader(text: str) -> None:
    with pytest.raises(TermsUnreadable):
        DealTerms.read(text)


# --- rounds are checked -----------------------------------------------------------------------------


def terms_of(
    game: AnyGame, table: str, options: Options | None = None, players: int | None = None
) -> DealTerms:
    options = options or game.meta.options()
    players = game.meta.seats(players)
    pack = game.rules.pack(options)
    return DealTerms(
        table=table,
        game=game.meta.name,
        rules=game.meta.rules_version,
        options=options_text(written_options(options)),
        pack=tuple(pack.names[kind] for kind in pack.cards),
        hand=game.rules.hand_size(options, players),
        seats=SALTS[:players],
    )


@cache
def played(name: str) -> Record:
    """A round of a game, played by the rules' players, with all that shows that it was promised."""
    game = load_game(name)
    terms = terms_of(game, "0123456789ab")
    dealer = Dealer(SEED, terms.text)
    match: AnyMatch = dealing.begin(dealer, game, game.meta.options(), game.meta.seats(None))
    rng = random.Random(3)
    while not match.round_over or match.thrown_in:
        if match.round_over:
            dealing.next_round(dealer, match)
        seat = rng.choice(match.acting)
        match.play(
            seat, match.legal(seat).choice(rng) if name == "lockup" else game.choose(match.seen(seat), seat)
        )
        dealing.draw(dealer, match)
    key = deal_key(SEED, match.deals, match.round_number)
    assert key is not None
    fair = Fairness(promise=promise_of(SEED), terms=terms.text, deal=key.deal, key=key.key, path=key.path)
    return msgspec.structs.replace(record_of(match), fair=fair)


def fairness(record: Record) -> Fairness:
    assert isinstance(record.fair, Fairness)
    return record.fair


def broken(record: Record, *, here: bool = True) -> dict[Point, bool | None]:
    """What came of the checks, without what holds."""
    game = load_game(record.game) if here else None
    checked = {each.point: each for each in verify(record, fairness(record), game)}
    assert all(each.why for each in checked.values() if each.holds is not True)
    return {point: each.holds for point, each in checked.items() if each.holds is not True}


@pytest.mark.parametrize("name", OWN_GAMES)
def test_a_round_as_it_was_dealt_passes(name: str) -> None:
    record = played(name)
    assert broken(record) == ({} if fairness(record).deal == 1 else {Point.FIRST: None})
    hands, rest = dealt_again(fairness(record))
    assert [" ".join(hand) for hand in hands] == list(record.deal.values())
    assert " ".join(rest) == record.rest
    assert seed_of(fairness(record)) == Dealer(SEED, fairness(record).terms).deal_seed(fairness(record).deal)


def test_the_chance_of_lockup_was_drawn_there() -> None:
    assert any(seat == "*" for seat, _ in played("lockup").moves)


def test_where_the_game_is_not_installed_or_has_other_rules_the_rest_is_checked() -> None:
    by_game = {Point.PACK: None, Point.MOVES: None, Point.CHANCE: None}
    assert broken(played("lockup"), here=False) == by_game
    record = played("lockup")
    fair = fairness(record)
    later = msgspec.structs.replace(fair, terms=fair.terms.replace("rules 1", "rules 99"))
    found = broken(msgspec.structs.replace(record, rules=99, fair=later))
    assert found == by_game | {Point.CARDS: False, Point.FIRST: found.get(Point.FIRST)}


def test_two_hands_that_were_exchanged_are_found() -> None:
    record = played("lockup")
    deal = record.deal | {"0": record.deal["1"], "1": record.deal["0"]}
    assert broken(msgspec.structs.replace(record, deal=deal))[Point.CARDS] is False


@pytest.mark.parametrize("name", ["trump7", "lockseven", "seven_bridge"])
def test_cards_left_in_another_order_are_found(name: str) -> None:
    record = played(name)
    rest = " ".join(reversed(record.rest.split()))
    assert broken(msgspec.structs.replace(record, rest=rest))[Point.CARDS] is False


def test_somebody_else_who_acted_first_is_found() -> None:
    record = played("lockup")
    assert broken(msgspec.structs.replace(record, first=(record.first + 1) % 4))[Point.FIRST] is False


def test_a_chance_that_was_chosen_is_found() -> None:
    record = played("lockup")
    terms = fairness(record).terms.replace(SALTS[0], SALTS[3])
    found = broken(with_fair(record, terms=terms))
    assert found[Point.CARDS] is False
    assert found[Point.CHANCE] is False


def test_other_options_and_another_pack_are_found() -> None:
    record = played("lockup")
    terms = fairness(record).terms
    assert broken(with_fair(record, terms=terms.replace("target 20", "target 21")))[Point.TERMS] is False
    assert broken(with_fair(record, terms=terms.replace("2C 3C", "3C 2C")))[Point.PACK] is False


@pytest.mark.parametrize(
    "changed",
    [
        {"promise": "00" * 32},
        {"deal": 2},
        {"deal": 0},
        {"deal": -1},
        {"deal": 257},
        {"key": "00" * 32},
        {"key": "no digits"},
        {"key": ""},
        {"path": ()},
        {"path": ("00" * 32,) * 8},
        {"path": ("zz",) * 8},
    ],
)
def test_a_key_that_does_not_lead_to_the_promise_is_found(changed: dict[str, object]) -> None:
    assert broken(with_fair(played("lockup"), **changed)) == {Point.PROMISE: False}


def test_unreadable_terms_are_found() -> None:
    assert broken(with_fair(played("lockup"), terms="nothing")) == {Point.TERMS: False}


def test_a_record_that_does_not_replay_says_so() -> None:
    record = played("lockup")
    found = broken(msgspec.structs.replace(record, result=[0, 0, 0, 0]))
    assert found == {Point.MOVES: False, Point.PACK: None, Point.CHANCE: None}


def with_fair(record: Record, **changed: object) -> Record:
    return msgspec.structs.replace(record, fair=msgspec.structs.replace(fairness(record), **changed))
