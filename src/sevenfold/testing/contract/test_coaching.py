"""Coaching: tips fit what the player is sent, have their sentences, and come up in play."""

import random
import re
from collections.abc import Callable, Iterator
from functools import cache

import pytest

from sevenfold.book.lessons import load_lesson_texts
from sevenfold.book.texts import Language
from sevenfold.bots.players import random_player
from sevenfold.core import dealing
from sevenfold.core.dealer import Dealer
from sevenfold.core.game import AnyGame
from sevenfold.core.match import AnyMatch
from sevenfold.core.moves import Move
from sevenfold.core.remarks import Tip
from sevenfold.games import load_game, package_of
from sevenfold.testing.contract.tables import FINISHED

ROUNDS = 18
MORE_ROUNDS = {"trump7": 40}
"""More rounds for games in which a tip is rare: sixty points are seldom reached before the last trick."""
RARE = {"both_sevens", "passed", "alone", "void", "remade", "concealed", "throw_failed"}
"""Tips that may not come up in so few rounds."""

Choose = Callable[[AnyMatch, int], Move]

each_game = pytest.mark.parametrize("game", [name for name in FINISHED if load_game(name).coach])
each_language = pytest.mark.parametrize("language", Language)


def told(match: AnyMatch, choose: Choose, rng: random.Random) -> Iterator[Tip]:
    """The tips of all seats while a round is played."""
    coach = match.game.coach
    assert coach is not None
    since = dict.fromkeys(range(match.players), 0)
    while True:
        for seat in range(match.players):
            ledger = match.ledger(seat)
            events = ledger.events(since[seat])
            since[seat] = ledger.version
            yield from coach.tips(match.view(seat), events)
        if match.round_over:
            return
        match.play(match.acting[0], choose(match, match.acting[0]))
        dealing.draw_by(match, lambda _drawn, outcomes: rng.randrange(outcomes))


def playing(game: AnyGame, rng: random.Random, chance: float) -> Choose:
    """Choose by rules, but with this chance at random."""
    at_random = random_player(game, rng)

    def choose(match: AnyMatch, seat: int) -> Move:
        seen = match.seen(seat)
        return at_random(seen, seat) if rng.random() < chance else game.choose(seen, seat)

    return choose


def holding_back(match: AnyMatch, seat: int) -> Move:
    """Pass wherever possible."""
    passing = match.game.notation.parse("pass")
    return passing if passing in match.extend(seat).moves else match.game.choose(match.seen(seat), seat)


@cache
def tips_of(game: str) -> tuple[Tip, ...]:
    loaded = load_game(game)
    options, players = loaded.meta.options(), loaded.meta.players.default
    found: dict[str, Tip] = {}
    for seed in range(MORE_ROUNDS.get(game, ROUNDS)):
        rng = random.Random(seed)
        match = dealing.begin(Dealer(bytes([seed])), loaded, options, players)
        choose = holding_back if seed % 6 == 0 else playing(loaded, rng, 0.1 * (seed % 3))
        found |= {str(tip): tip for tip in told(match, choose, rng)}
    return tuple(found.values())


@each_game
def test_a_tip_is_one_of_those_that_are_listed_and_nearly_all_come_up(game: str) -> None:
    coach = load_game(game).coach
    assert coach is not None
    met = {tip.code for tip in tips_of(game)}
    assert met <= set(coach.TIPS)
    assert len(coach.TIPS) == len(set(coach.TIPS))
    assert set(coach.TIPS) - met <= RARE


@each_game
def test_a_tip_points_at_something_that_a_table_has(game: str) -> None:
    parts = {"hand", "trick", "melds", "stock", "pile", "actions", "me", "called", "role", "points"}
    for tip in tips_of(game):
        is_card = bool(re.fullmatch(r"[2-9TJQKA][SHDC]|RJ|BJ|JK", tip.at))
        assert tip.at in parts or is_card or re.fullmatch(r"seat\d", tip.at), tip


@each_game
@each_language
def test_a_tip_gives_its_sentence_what_it_names(game: str, language: Language) -> None:
    texts = load_lesson_texts(package_of(game), language)
    for tip in tips_of(game):
        text = texts[f"coach.{tip.code}"]
        given = {"card", "other"} if len(tip.cards) == 2 else {"card"} if tip.cards else set()
        given |= {"seat"} if tip.seat is not None else set()
        assert set(re.findall(r"\{(\w+)\}", text)) <= given, tip


@each_game
@each_language
def test_a_tip_is_two_sentences_at_most(game: str, language: Language) -> None:
    for key, text in load_lesson_texts(package_of(game), language).items():
        if key.startswith("coach."):
            assert len(re.findall(r"[.?!。？！]", text)) <= 2, key
