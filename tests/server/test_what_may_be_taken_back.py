"""What may be taken back, in every game: nobody keeps a card that they could not have seen (law 10)."""

import re
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from random import Random

import msgspec
import pytest

from sevenfold.core import dealing
from sevenfold.core.dealer import Dealer
from sevenfold.core.game import AnyGame, FullState
from sevenfold.core.match import AnyMatch, Match
from sevenfold.core.moves import CHANCE
from sevenfold.core.steps import Step
from sevenfold.core.written import take_apart
from sevenfold.games import OWN_GAMES, load_game
from sevenfold.server.errors import TakeBackRefused
from sevenfold.server.protocol.settings import TakeBack
from sevenfold.server.tables.play import take_back
from sevenfold.server.tables.play.take_back import Terms

CARD = re.compile(r"(?<!=)\b(?:[2-9TJQKA][SHDC]|RJ|BJ|JK)\b")
"""A card; not the one that a joker of a meld is for."""

AWAY = ("discard ?", "bury ?")
EVERYBODY = frozenset(range(8))

ASKED = Counter[tuple[str, bool, str]]
"""How often asking came out how: by the table's way, whether the person sits alone, and the reason."""


def begin(game: str, seed: int, **options: object) -> tuple[AnyMatch, Dealer]:
    rules, dealer = load_game(game), Dealer(bytes([seed]) * 32)
    return dealing.begin(
        dealer, rules, rules.meta.make_options(None, options), rules.meta.seats(None)
    ), dealer


def play(match: AnyMatch, dealer: Dealer) -> None:
    seat = match.acting[0]
    match.play(seat, match.game.choose(match.seen(seat), seat))
    dealing.draw(dealer, match)


def terms(way: TakeBack, persons: frozenset[int], *, watched: bool = False, seen_to: int = 0) -> Terms:
    return Terms(way, persons, watched, seen_to)


def find(match: AnyMatch, seat: int, asked: Terms) -> tuple[Step[FullState] | None, str]:
    """The move that may be taken back, and "at once" or "ask"; or None, and why not."""
    window = match.claims_open and match.game.rules.default_move(match.state) is not None
    try:
        step, others_agree = take_back.find(match, seat, asked, claims_open=window)
    except TakeBackRefused as refusal:
        return None, refusal.values["reason"]
    return step, "ask" if others_agree else "at once"


def cards_seen(match: AnyMatch, state: FullState, viewer: int | None) -> set[str]:
    """Every card that somebody can see anywhere in their view of a state."""
    seen = match.game.seen(state, viewer)
    view = msgspec.to_builtins(match.game.view.show(seen, viewer, match.game.rules.acting(seen)))
    view.pop("ends", None)  # what melds would take
    return set(CARD.findall(str(view)))


def cards_told(match: AnyMatch, steps: list[Step[FullState]], viewer: int | None, but: int) -> set[str]:
    """The cards that were played openly by others than the seat `but`, as the viewer was told."""
    told: set[str] = set()
    for step in steps:
        if step.seat not in (CHANCE, but):
            seen = match.game.seen(step.before, viewer)
            text = match.game.visible_move(seen, step.seat, step.move, viewer) or ""
            told |= set(CARD.findall(" ".join(take_apart(text).cards)))
    return told


def kept(match: AnyMatch, step: Step[FullState], viewer: int | None) -> set[str]:
    """Cards that a viewer would keep in mind although they were never seen in what would then stand."""
    return cards_seen(match, match.state, viewer) - cards_seen(match, step.before, viewer)


def asked_of_all(seat: int) -> Iterator[tuple[bool, Terms]]:
    for way in ("unseen", "agreed"):
        yield True, terms(way, frozenset({seat}))
        yield False, terms(way, EVERYBODY)


def check(match: AnyMatch, seat: int, asked: Terms, step: Step[FullState], how: str) -> None:
    """Assert that nobody keeps a card that they could not have seen, or that everybody agreed to that."""
    undone = [each for each in match.round.steps if each.version >= step.version and each.to is None]
    persons = asked.person_seats & frozenset(range(match.players))
    for person in persons:
        open_cards = cards_told(match, undone, person, but=person)
        assert kept(match, step, person) <= open_cards, (step, person)
    if how == "at once":
        for other in persons - {seat}:
            assert not kept(match, step, other), (step, other)


@pytest.mark.parametrize(
    ("game", "options"),
    [
        *((game, {}) for game in OWN_GAMES),
        ("lockup", {"lockup_loss": "at_once"}),
        ("seven_bridge", {"joker": "yes"}),
    ],
)
def test_nobody_keeps_a_card_that_they_could_not_have_seen(game: str, options: dict[str, object]) -> None:
    asked: ASKED = Counter()
    for seed in range(2):
        match, dealer = begin(game, seed, **options)
        rng = Random(seed)
        while not match.round_over:
            play(match, dealer)
            for seat in {match.round.steps[-1].seat, rng.randrange(match.players)} - {CHANCE}:
                for alone, wanted in asked_of_all(seat):
                    step, how = find(match, seat, wanted)
                    asked[wanted.way, alone, how] += 1
                    if step is not None:
                        check(match, seat, wanted, step, how)
            seat = rng.randrange(match.players)
            step, how = find(match, seat, terms("agreed", EVERYBODY))
            if step is not None and rng.random() < 0.1:
                match.take_back(seat, step.version - 1)

    assert asked["unseen", True, "at once"], "alone with bots one may take back"
    assert asked["agreed", False, "ask"], "and if all agree"
    assert asked["unseen", False, "seen"] or asked["unseen", False, "over"]
    assert not asked["unseen", False, "ask"]
    assert not asked["agreed", False, "at once"]


def test_a_pass_that_gives_another_the_widow_is_not_taken_back() -> None:
    """In the stub of a game of tricks the last pass ends the bidding, and the declarer takes the widow."""
    stub: AnyGame = import_module("sevenfold.games._stub.game").GAME
    options = stub.meta.options()
    match: AnyMatch = Match(stub, options, 4, Dealer(bytes(32)).deal(stub, options, 4, 1), 0)
    for seat, text in enumerate(("bid 1", "pass", "pass")):
        match.play_text(seat, text)
    assert find(match, 2, terms("agreed", EVERYBODY))[0] is not None
    match.play_text(3, "pass")
    assert find(match, 3, terms("agreed", EVERYBODY)) == (None, "shown")


@pytest.mark.parametrize("game", OWN_GAMES)
def test_what_others_could_see_is_not_taken_back_by_oneself(game: str) -> None:
    """Others may be seated, connected or not, may watch, or may have gone since."""
    match, dealer = begin(game, 1)
    lone = frozenset({0})
    times = 0
    while not match.round_over:
        play(match, dealer)
        step, how = find(match, 0, terms("unseen", lone))
        if step is None or step.version != match.version:
            continue
        told = take_back.public_text(match, step)
        if not told or "?" in told:
            continue
        times += 1
        assert how == "at once"
        for other in (
            terms("unseen", frozenset({0, 1})),
            terms("unseen", lone, watched=True),
            terms("unseen", lone, seen_to=step.version),
            terms("agreed", lone, seen_to=step.version),
        ):
            assert find(match, 0, other) == (None, "seen")
    assert times > 3


def test_cards_put_away_are_taken_back_by_oneself_until_somebody_moves() -> None:
    for game in ("trump7", "lockseven"):
        match, dealer = begin(game, 1)
        play(match, dealer)
        while not take_back.public_text(match, match.round.steps[-1]).startswith(AWAY):
            play(match, dealer)
        step = match.round.steps[-1]
        assert find(match, step.seat, terms("unseen", EVERYBODY)) == (step, "at once")
        match.take_back(step.seat, step.version - 1)
        play(match, dealer)
        assert find(match, step.seat, terms("unseen", EVERYBODY)) == (None, "again")
        play(match, dealer)
        assert find(match, step.seat, terms("unseen", EVERYBODY)) == (None, "seen")


def test_alone_each_move_is_taken_back_once_until_the_next() -> None:
    match, dealer = begin("lockup", 4)
    alone = terms("unseen", frozenset({match.acting[0]}))
    seat = match.acting[0]
    play(match, dealer)
    first = match.round.steps[0]
    for _ in range(3):
        assert find(match, seat, alone) == (first, "at once")
        play(match, dealer)
    match.take_back(seat, first.version - 1)
    assert find(match, seat, alone) == (None, "nothing")
    play(match, dealer)
    assert find(match, seat, alone) == (None, "again"), "once for each move"
    while match.round.moves_of(seat) < 2:
        play(match, dealer)
    assert find(match, seat, alone) == (match.round.steps[-1], "at once")


def test_a_seat_takes_back_ten_times_a_round() -> None:
    match, dealer = begin("lockup", 5)
    agreed = terms("agreed", EVERYBODY)
    for _ in range(take_back.MOST):
        play(match, dealer)
        step = match.round.steps[-1]
        assert find(match, step.seat, agreed)[1] == "ask"
        match.take_back(step.seat, step.version - 1)
    play(match, dealer)
    assert find(match, match.round.steps[-1].seat, agreed) == (None, "many")


@pytest.mark.parametrize("way", ["unseen", "agreed", "never"])
def test_what_is_offered_is_what_is_done(way: TakeBack) -> None:
    match, dealer = begin("lockup", 6)
    for persons in (frozenset({0}), EVERYBODY):
        for _ in range(8):
            play(match, dealer)
            asked = terms(way, persons)
            told = take_back.offer(match, 0, asked, claims_open=False)
            _, how = find(match, 0, asked)
            if told is not None and told.why_not is None:
                assert how == ("ask" if told.ask else "at once")
            elif told is not None:
                assert (how, 0 in match.acting) == (told.why_not, False)
            else:
                assert how in ("never", "nothing", "over", "seen", "shown", "again", "many")
            assert told is None or way != "never"


def test_bots_wait_for_an_answer_only_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    match, dealer = begin("lockup", 7)
    play(match, dealer)
    asked = terms("agreed", EVERYBODY)
    request = take_back.ask(match, match.round.steps[-1].seat, asked, claims_open=False)
    assert not request.granted
    assert 29 < take_back.waited_for(request, match.version) <= 30
    monkeypatch.setattr(take_back, "now", lambda: request.at + 30_000)
    assert take_back.waited_for(request, match.version) == 0
    assert take_back.waited_for(request, match.version + 1) == 0
