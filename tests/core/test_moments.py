"""A match can be held, copied and walked: what was shown at any time is shown again, and nothing more."""

import pickle
from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from functools import cache
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest

from sevenfold.core import dealing
from sevenfold.core.dealer import Dealer
from sevenfold.core.given import NoSuchSeat, WrongNumber
from sevenfold.core.log import LogError, TakenBack
from sevenfold.core.match import AnyMatch
from sevenfold.core.moment import Moment
from sevenfold.core.moves import CHANCE
from sevenfold.core.replaying import replay
from sevenfold.core.seeded import new_match
from sevenfold.core.violations import IllegalMove
from sevenfold.core.visibility import view
from sevenfold.games import OWN_GAMES, load_game
from sevenfold.testing.contract.laws.secrets import scramble

every_game = pytest.mark.parametrize("game", OWN_GAMES)


class Shown(NamedTuple):
    """All that anybody was shown at one entry of the log, as bytes and as moments, and the state."""

    state: bytes
    standing: bytes
    views: list[bytes]
    events: list[bytes]
    moments: list[Moment[Any]]


def viewers(match: AnyMatch) -> tuple[int | None, ...]:
    return (None, *range(match.players))


def shown(match: AnyMatch) -> Shown:
    moments = [match.moment(viewer) for viewer in viewers(match)]
    return Shown(
        msgspec.json.encode(match.state),
        msgspec.json.encode(match.standing),
        [msgspec.json.encode(match.view(viewer)) for viewer in viewers(match)],
        [msgspec.json.encode(match.ledger(viewer).events()) for viewer in viewers(match)],
        moments,
    )


def some_move(match: AnyMatch, rng: Random) -> None:
    """Somebody's move, mostly that of the rule-based player, or chance's."""
    outcomes = match.game.rules.chance(match.state)
    if outcomes:
        match.play(CHANCE, match.game.rules.chance_move(match.state, rng.randrange(outcomes)))
        return
    seat = rng.choice(match.acting)
    by_rules = match.game.choose(match.seen(seat), seat)
    match.play(seat, match.legal(seat).choice(rng) if rng.random() < 0.3 else by_rules)


def some_rounds(match: AnyMatch, dealer: Dealer, rng: Random, rounds: int) -> Iterator[AnyMatch]:
    """The match after each entry of its log: moves, and now and then some taken back."""
    yield match
    while not (match.over or (match.round_over and match.deals == rounds)):
        if match.round_over:
            deal = dealer.deal(match.game, match.options, match.players, match.deals + 1)
            match.deal(deal, match.next_first)
        elif rng.random() < 0.15:
            with suppress(LogError):
                earliest = max(match.round.dealt_at, match.version - 8)
                match.take_back(rng.randrange(match.players), rng.randrange(earliest, match.version + 1))
        else:
            some_move(match, rng)
        yield match


class Walk(NamedTuple):
    """A match of some rounds, and what everybody was shown after each entry of its log."""

    match: AnyMatch
    kept: dict[int, Shown]

    def entries(self, rng: Random, count: int) -> list[int]:
        """Some entries of every round, among them those before and after moves were taken back."""
        entries = self.match.entries
        back = [number for number, entry in enumerate(entries, 1) if isinstance(entry, TakenBack)]
        beside = [number for each in back for number in (each - 1, each)]
        chosen = rng.sample(range(1, len(entries) + 1), min(count, len(entries)))
        return [1, len(entries), *chosen, *rng.sample(beside, min(count, len(beside)))]


@cache
def walk(game: str, seed: int) -> Walk:
    rng, dealer, rules = Random(seed), Dealer(bytes([seed])), load_game(game)
    options = rng.choice(list(rules.meta.presets.values()))
    players = rng.randint(rules.meta.players.min, rules.meta.players.max)
    match = dealing.begin(dealer, rules, options, players).at(1)
    return Walk(match, {each.version: shown(each) for each in some_rounds(match, dealer, rng, 3)})


walks = pytest.mark.parametrize(("game", "seed"), [(game, seed) for game in OWN_GAMES for seed in (1, 2)])


@walks
def test_at_a_past_entry_everybody_is_shown_what_they_were_shown_then(game: str, seed: int) -> None:
    """Also by a match that was read from its log, of whose rounds nobody has asked anything."""
    match, kept = walk(game, seed)
    for each in (match, replay(match.game, match.log)):
        for entry in walk(game, seed).entries(Random(seed), 12):
            assert shown(each.at(entry)) == kept[entry], entry


@walks
def test_a_match_at_a_past_entry_is_the_one_that_its_log_so_far_describes(game: str, seed: int) -> None:
    match, _ = walk(game, seed)
    for entry in walk(game, seed).entries(Random(seed), 3):
        then = match.at(entry)
        again = replay(match.game, msgspec.structs.replace(match.log, entries=match.log.entries[:entry]))
        assert (then.log, then.state, then.standing) == (again.log, again.state, again.standing)
        assert (then.totals, then.results, then.deals) == (again.totals, again.results, again.deals)
        for name in ("steps", "taken_back", "drawn", "entries", "so_far", "deal", "first"):
            assert getattr(then.round, name) == getattr(again.round, name), name


@walks
def test_a_match_goes_on_from_a_past_entry_and_the_one_that_it_came_from_stays(game: str, seed: int) -> None:
    match, kept = walk(game, seed)
    rng, dealer = Random(seed), Dealer(b"another")
    for entry in walk(game, seed).entries(rng, 2):
        then = match.at(entry)
        on = some_rounds(then, dealer, rng, then.deals + 1)
        told = {each.version: shown(each) for each in on if rng.random() < 0.05}
        for number in rng.sample(list(told), min(4, len(told))):
            assert shown(then.at(number)) == told[number]
        assert shown(match.at(entry)) == kept[entry]
    assert shown(match) == kept[match.version]


@every_game
def test_a_moment_stays_as_it_is(game: str) -> None:
    rules, dealer = load_game(game), Dealer(b"m")
    match = dealing.begin(dealer, rules, rules.meta.options(), rules.meta.seats(None))
    held = {}
    for each in some_rounds(match, dealer, Random(5), 1):
        held[each.version] = [(moment, pickle.dumps(moment)) for moment in map(each.moment, viewers(each))]
    for moment, was in (pair for pairs in held.values() for pair in pairs):
        assert pickle.dumps(moment) == was
        assert pickle.loads(was) == moment


@every_game
def test_a_moment_holds_nothing_that_its_viewer_may_not_see(game: str) -> None:
    """It is the same, byte for byte, where all states of its round are scrambled beside what the viewer sees.

    Nor can any full state be reached from it.
    """
    match, rng = new_match(load_game(game), seed=1), Random(3)
    while not match.round_over:
        some_move(match, rng)
    for entry in (1, match.version, *rng.sample(range(1, match.version), 3)):
        then = match.at(entry)
        for viewer in viewers(match):
            moment = then.moment(viewer)
            other = scrambled(then, viewer, rng).moment(viewer)
            assert pickle.dumps(other) == pickle.dumps(moment)
            assert pickle.dumps(moment.seen) == pickle.dumps(view(then.state, viewer))
            assert moment.public == then.seen(None)
            assert b"Step" not in pickle.dumps(moment)
            assert b"Ledger" not in pickle.dumps(moment)


def scrambled(match: AnyMatch, viewer: int | None, rng: Random) -> AnyMatch:
    """A match with other values in its states wherever the viewer may not see."""

    def other(state: Any) -> Any:
        return scramble(state, viewer, len(match.pack.names), rng)

    made: Any = match.copy()
    made.round = match.round.until(match.version)
    made.round.beginning = made.round.beginning._replace(state=other(made.round.beginning.state))
    made.round.steps = [
        msgspec.structs.replace(step, before=other(step.before), after=other(step.after))
        for step in match.round.steps
    ]
    made.round.state = made.round.states[-1]
    return made  # type: ignore[no-any-return]


@every_game
def test_what_a_moment_says_is_what_the_match_says(game: str) -> None:
    match, _ = walk(game, 2)
    for entry in walk(game, 2).entries(Random(4), 4):
        then = match.at(entry)
        for seat in range(match.players):
            moment = then.moment(seat)
            assert moment.view == then.view(seat)
            assert moment.may_act == (seat in then.acting)
            assert moment.choices() == then.extend(seat)
            assert bool(moment.legal) == moment.may_act
            assert moment.events() == tuple(then.ledger(seat).events())
            alone = Moment.of(match.game, then.state, seat)
            assert (alone.seen, alone.view, alone.choices()) == (moment.seen, moment.view, moment.choices())
        spectator = then.moment(None)
        assert not spectator.may_act
        assert not spectator.legal
        assert then.game.rules.chance(then.state) == 0 or all(
            then.game.rules.chance_move(then.state, index) not in spectator.legal
            for index in range(then.game.rules.chance(then.state))
        )


@every_game
def test_rounds_are_all_there_and_those_before_are_played_again_when_asked_for(game: str) -> None:
    match, _ = walk(game, 1)
    rounds = match.rounds
    assert len(rounds) == match.deals
    assert rounds[-1] is match.round
    assert [entry for round_ in rounds for entry in round_.entries] == match.entries
    assert [round_.result for round_ in rounds if round_.result is not None] == list(match.results)
    assert [round_.so_far.deal for round_ in rounds] == [*range(1, match.deals + 1)]
    assert [round_.dealt_at for round_ in rounds[:2]] == [rounds[0].dealt_at, rounds[1].dealt_at]
    for round_ in rounds:
        assert len(round_.states) == len(round_.steps) + 1
        assert round_.states[-1] == round_.state


@every_game
def test_a_long_match_keeps_the_states_of_one_round(game: str) -> None:
    """What is kept of an earlier round is its log, its deal and its result, whoever has asked for it."""
    match = new_match(load_game(game), seed=1)
    rng, sizes = Random(1), []
    for _ in range(3):
        while not match.round_over:
            some_move(match, rng)
        match.at(1).moment(0)
        sizes.append(len(pickle.dumps(match.round.earlier)))
        if not match.over:
            match.next_round()
    assert sizes[0] < 100
    assert all(len(pickle.dumps(past)) < 60 * len(past.entries) + 6000 for past in match.round.earlier)


def test_a_match_is_copied_and_pickled_with_its_rounds() -> None:
    match, kept = walk("seven_bridge", 1)
    for other in (match.copy(), deepcopy(match), pickle.loads(pickle.dumps(match))):
        assert shown(other) == kept[match.version]
        assert shown(other.at(3)) == kept[3]
        assert other.log == match.log


def test_copies_that_went_on_differently_keep_their_own_rounds() -> None:
    match = new_match(load_game("lockup"), seed=3)
    other = match.copy()
    for each, rng in ((match, Random(1)), (other, Random(2))):
        while not each.round_over:
            some_move(each, rng)
        each.next_round()
    assert match.at(20).log != other.at(20).log
    assert match.at(20).log.entries == match.log.entries[:20]
    assert other.at(20).log.entries == other.log.entries[:20]


def test_a_child_is_the_match_after_one_more_move() -> None:
    match = new_match(load_game("trump7"), seed=2)
    seat = match.acting[0]
    move = match.legal(seat)[0]
    child = match.child(seat, move)
    assert (match.version, child.version) == (1, 2)
    match.play(seat, move)
    assert child.log == match.log
    with pytest.raises(IllegalMove):
        match.child(seat, move)


@pytest.mark.parametrize("entry", [0, -1, 2, 1.5, True, None, "1"])
def test_there_is_no_entry_but_those_of_the_log(entry: Any) -> None:
    match = new_match(load_game("lockup"), seed=2)
    with pytest.raises(WrongNumber, match="entry"):
        match.at(entry)


@pytest.mark.parametrize("seat", [-1, 4, 99])
def test_a_moment_is_of_somebody_at_the_table(seat: int) -> None:
    match = new_match(load_game("lockup"), seed=2)
    for ask in (match.moment, match.view, match.seen, match.ledger):
        with pytest.raises(NoSuchSeat):
            ask(seat)


def test_chance_that_was_due_at_a_past_entry_is_drawn_as_it_was() -> None:
    match = new_match(load_game("seven_bridge"), seed=4)
    rng = Random(4)
    while not any(step.seat == CHANCE for step in match.round.steps):
        some_move(match, rng)
        if match.round_over:
            match.next_round()
    drawn = next(step for step in match.round.steps if step.seat == CHANCE)
    then = match.at(drawn.version - 1)
    assert then.acting == ()
    then.draw()
    assert then.log == match.at(drawn.version).log


@every_game
def test_a_match_and_a_moment_show_themselves_in_a_notebook(game: str) -> None:
    match = new_match(load_game(game), seed=2)
    page = match._repr_html_()
    assert page.startswith("<table>")
    assert page.count("<tr>") == page.count("</tr>") >= match.players
    assert "seat 0" in page
    held = match.moment(1)._repr_html_()
    others = {card for seat in range(match.players) for card in match.view(seat).hand} - {*match.view(1).hand}
    assert "hand" in held
    assert not any(f">{card}<" in held for card in others)


def test_ls_2_2_a_deal_is_shown_as_it_was_at_each_card() -> None:
    """The rules go on at once to the next seat that is asked; a table shows the cards between one by one."""
    match = new_match(load_game("lockseven"), seed=3)
    while match.claims_open and match.clock < 40:
        match.play(match.acting[0], match.read("wait"))
    for hidden in range(1, match.clock):
        sizes = match.moment(0, clock_steps_hidden=hidden).view.hand_sizes
        assert sum(sizes) == match.clock - hidden
        assert max(sizes) - min(sizes) <= 1
        assert match.moment(0, clock_steps_hidden=hidden).version == match.moment(0).version - hidden
    assert match.clock > 1


@every_game
def test_a_moment_shows_itself_and_names_the_parts_of_a_choice(game: str) -> None:
    match = new_match(load_game(game), seed=7)
    seat = match.acting[0]
    moment = match.moment(seat)
    assert str(moment).startswith("hand: ")
    assert moment.version == match.ledger(seat).version
    assert moment.parts(0, 0) == ()


def test_each_move_that_a_viewer_is_told_of_has_the_version_of_its_event() -> None:
    match = new_match(load_game("lockup"), seed=7)
    while not match.round_over:
        match.play(match.acting[0], match.legal(match.acting[0])[0])
    for viewer in viewers(match):
        ledger = match.ledger(viewer)
        made = [index for index, step in enumerate(match.round.steps) if step.seat != CHANCE]
        versions = [ledger.visible_version_of(index) for index in made]
        assert versions == [event.version for event in match.moment(viewer).events() if event.kind == "move"]
